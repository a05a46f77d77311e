// A chart by itself.
const charts = new WeakMap()
export default function ({ data, parentElement, setTriggerValue, setStateValue }) {
  if (!charts.has(parentElement)) charts.set(parentElement, new Chart(parentElement))
  const chart = charts.get(parentElement)
  chart.show(data, setTriggerValue)
  // A timeline is laid out again for the width that it has.
  const own = Math.floor(chart.box.clientWidth / 20) * 20
  if (chart.made.layout.width !== own && chart.asked !== own) setStateValue("width", (chart.asked = own))
  return () => chart.end()
}
