// A chart by itself.
export default function ({ data, parentElement, setTriggerValue, setStateValue }) {
  const chart = ownerOf(parentElement, () => new Chart(parentElement, { days: (...days) => setTriggerValue("ranged", days) }))
  chart.draw(data)
  // A timeline is laid out again for the width that it has.
  const own = Math.floor(chart.box.clientWidth / 20) * 20
  if (chart.made.layout.width !== own && chart.asked !== own) setStateValue("width", (chart.asked = own))
  return () => chart.end()
}
