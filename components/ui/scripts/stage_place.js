// A first document has a stage that answers already. It goes on, with all that the reader has
// opened, in the place of the one that is drawn here; `first.js` moves it there.
const findFirstStage = (own) => {
  if (own?.drawSent) return own
  return document.querySelector("#first .stage[data-answers]")
}

const reservePlace = (node, height) => {
  const place = makeElement("div", { class: "stage-place" })
  place.style.height = `${height}px`
  node.replaceWith(place)
}

const drawHere = (message) => {
  const { data, parentElement } = message
  const own = parentElement.querySelector(".stage")
  const firstStage = findFirstStage(own)
  if (!firstStage) return drawNewStage(message)
  if (own && own !== firstStage) reservePlace(own, firstStage.offsetHeight)
  firstStage.drawSent(data)
  return undefined
}

export default drawHere
