// The drawing of the reported figures: a click on a row chooses its figure. The list below is the same
// for the keyboard and for screen readers.
export default function ({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector(".totals-drawing")
  const drawn = data.drawings.join("")
  // The server's own drawing, which escapes every value.
  if (place.drawn !== drawn) place.innerHTML = place.drawn = drawn
  place.onclick = ({ target }) => {
    const mark = target.closest(".claim[data-id]")
    if (mark) setTriggerValue("chosen", mark.dataset.id)
  }
}
