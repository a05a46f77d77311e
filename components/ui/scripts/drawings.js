// Drawings of the server, which escapes every value, put into the page as they come. A press on a mark
// that can be chosen chooses it; where there are lists below they are the same for the keyboard.
export default ({ data, parentElement, setTriggerValue }) => {
  for (const place of parentElement.querySelectorAll("[data-drawing]")) {
    const drawing = data[place.dataset.drawing] || ""
    html(place, drawing)
    place.hidden = !drawing
    place.onclick = ({ target }) => {
      const mark = target.closest(".claim[data-id]")
      if (mark) setTriggerValue("chosen", mark.dataset.id)
    }
  }
}
