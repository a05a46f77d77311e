// The menu of the pages. On a phone it is a line that scrolls. An arrow at each end shows that there
// is more, for fingers: the keyboard reaches each link.
const MENU_MARGIN = 44
const ARROW_SHARE = 0.7
const pageInMenu = new WeakMap()

const updateScrollHints = (nav) => {
  const { scrollLeft, scrollWidth, clientWidth } = nav
  const hiddenAfter = scrollWidth - clientWidth - scrollLeft
  const header = nav.parentElement
  header.querySelector(".more-before").hidden = scrollLeft < 2
  header.querySelector(".more-after").hidden = hiddenAfter < 2
}

const revealCurrent = (nav) => {
  const current = nav.querySelector("[aria-current]")
  const canScroll = nav.scrollWidth > nav.clientWidth
  if (current && canScroll) {
    nav.scrollLeft = current.offsetLeft - nav.offsetLeft - MENU_MARGIN
  }
  updateScrollHints(nav)
}

const observeMenu = (nav) => {
  const reveal = () => revealCurrent(nav)
  // An observer calls back once on start, when the menu is laid out.
  new ResizeObserver(reveal).observe(nav)
  nav.addEventListener("scroll", () => updateScrollHints(nav), { passive: true })
  // The letters change the width when they come late; `fonts.check` would force a layout.
  document.fonts.addEventListener("loadingdone", reveal)
}

const keepCurrentVisible = (nav, page) => {
  if (!pageInMenu.has(nav)) observeMenu(nav)
  else if (pageInMenu.get(nav) !== page) revealCurrent(nav)
  // Not at every change of the view: a reader may have scrolled the menu.
  else updateScrollHints(nav)
  pageInMenu.set(nav, page)
}

const scrollMenu = ({ currentTarget }, direction) => {
  const nav = currentTarget.parentElement.querySelector("nav")
  nav.scrollBy({ left: direction * ARROW_SHARE * nav.clientWidth })
}

const makeArrow = (sign, name, direction) =>
  makeElement("button", {
    type: "button",
    class: `more more-${name}`,
    tabindex: -1,
    "aria-hidden": "true",
    onclick: (event) => scrollMenu(event, direction),
  }, sign)

const makeMenuArrows = () => [makeArrow("‹", "before", -1), makeArrow("›", "after", 1)]
