// A citation that lies over the page closes as panels do: by Esc, and by a press beside it.
const OPEN_CITATION = "details.cite[open]"

const isOverPage = (citation) =>
  getComputedStyle(citation.lastElementChild).position === "absolute"

const listPopups = () =>
  [...document.querySelectorAll(OPEN_CITATION)].filter(isOverPage)

const closePopupByEscape = (event) => {
  if (event.key !== "Escape" || event.defaultPrevented) return
  const popups = listPopups()
  if (!popups.length) return
  event.preventDefault()
  for (const popup of popups) popup.open = false
  popups.at(-1).querySelector("summary").focus({ preventScroll: true })
}

const closePopupsByPress = (event) => {
  const path = event.composedPath()
  for (const popup of listPopups()) {
    if (!path.includes(popup)) popup.open = false
  }
}

document.addEventListener("keydown", closePopupByEscape, { capture: true })
document.addEventListener("click", closePopupsByPress)
