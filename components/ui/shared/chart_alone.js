// A chart by itself.
const charts = new WeakMap()
export default function ({ data, parentElement, setTriggerValue }) {
  if (!charts.has(parentElement)) charts.set(parentElement, new Chart(parentElement))
  const chart = charts.get(parentElement)
  chart.show(data, setTriggerValue)
  return () => chart.end()
}
