// A chart by itself.
export default function ({ data, parentElement, setStateValue }) {
  // A long list begins again at its first page.
  const days = (from = null, to = null) => writeAddress({ from, to, page: null })
  const chart = ownerOf(parentElement, () => new Chart(parentElement, { days }))
  chart.draw(data)
  // A timeline is laid out again for the width that it has.
  const own = Math.floor(chart.box.clientWidth / 20) * 20
  if (chart.made.layout.width !== own && chart.asked !== own) setStateValue("width", (chart.asked = own))
  return () => chart.end()
}
