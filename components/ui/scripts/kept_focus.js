// A choice of a page is a link in a list, which the run that follows draws anew: the focus then
// goes to the same link of the list, until the reader moves it.
const CHOICE_LISTS = "[data-testid='stMain'] nav[aria-label]"
let chosenPlace = null

const noteChosenLink = (event) => {
  const link = event.target.closest?.(`${CHOICE_LISTS} a`)
  if (!link) return
  const list = link.closest("nav")
  const links = [...list.querySelectorAll("a")]
  chosenPlace = { label: list.ariaLabel, position: links.indexOf(link) }
}

const forgetChosenLink = () => {
  chosenPlace = null
}

const returnFocusToChoice = () => {
  const isFocusLost = [null, document.body].includes(document.activeElement)
  if (!chosenPlace || !isFocusLost) return
  const lists = [...document.querySelectorAll(CHOICE_LISTS)]
  const list = lists.find(({ ariaLabel }) => ariaLabel === chosenPlace.label)
  list?.querySelectorAll("a")[chosenPlace.position]?.focus({ preventScroll: true })
}

for (const name of ["keydown", "pointerdown"]) {
  document.addEventListener(name, forgetChosenLink, { capture: true })
}
document.addEventListener("click", noteChosenLink, { capture: true })
