// HTML of the server's templates, which escape every value, in the places that are named for
// it. A click on a mark selects it; where there are lists below, they are the same for the
// keyboard. A button with `data-take` requests a file. A place with `data-renewed` follows the
// view that a picture shows.
const followView = (place) => {
  document.addEventListener("view:loaded", ({ detail }) => {
    if (place.isConnected) setHtml(place, detail[place.dataset.drawing])
  })
  return place
}

const chooseRecord = ({ classList, dataset }) =>
  classList.contains("event") ? { event: dataset.id } : { claim: dataset.id }

const handlePress = ({ target }, options) => {
  const mark = target.closest(".claim[data-id], .event[data-id]")
  const button = target.closest("[data-take]")
  if (mark) notifyPage("view:change", chooseRecord(mark))
  if (button) downloadFile(JSON.parse(button.dataset.take), button, options)
}

const fillPlace = (place, data) => {
  const drawing = data[place.dataset.drawing] || ""
  const isRenewed = "renewed" in place.dataset
  if (!isRenewed || isNewData(place, drawing)) setHtml(place, drawing)
  if (isRenewed) getOwner(place, () => followView(place))
  place.hidden = !drawing
  place.onclick = (event) => handlePress(event, data.words)
}

const drawPlaces = ({ data, parentElement }) => {
  for (const place of parentElement.querySelectorAll("[data-drawing]")) {
    fillPlace(place, data)
  }
}

export default drawPlaces
