// Timeline and map of a table: drawn by the server, put into the page as they come.
const PARTS = ["timeline", "map", "timeline-narrow", "map-narrow"]

export default ({ data, parentElement }) => {
  for (const name of PARTS) {
    const place = parentElement.querySelector(`[data-drawing="${name}"]`)
    const drawing = data[name]
    place.hidden = !drawing
    if (place.shown === drawing) continue
    place.shown = drawing
    place.innerHTML = drawing || ""
  }
}
