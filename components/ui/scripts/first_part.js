// A first document may have the part of a page that answers already. It goes on, with all that
// the reader has opened, in the place of the one that is drawn here; `first.js` moves it there.
const findFirstPart = (own, selector) => {
  if (own?.drawSent) return own
  return document.querySelector(`#first ${selector}[data-answers]`)
}

const reservePlace = (node, height) => {
  const place = makeElement("div", { class: "first-place" })
  place.style.height = `${height}px`
  node.replaceWith(place)
}

// A component whose part may be there; `drawNew` draws it where it is not.
const keepFirstPart = (selector, drawNew) => (message) => {
  const { parentElement } = message
  const own = parentElement.querySelector(selector)
  const firstPart = findFirstPart(own, selector)
  if (!firstPart) return drawNew(message)
  if (own && own !== firstPart) reservePlace(own, firstPart.offsetHeight)
  return firstPart.drawSent(message)
}
