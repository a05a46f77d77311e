// A panel at an edge of the window. The page is as much shorter, so that the panel covers nothing
// (a published page has room to be scrolled from under it); what was pressed stays in sight.
// The greatest height of a panel as a share of the window's; the style sheet has the same.
const MOST_DOCK_SHARE = 0.4
// Pixels: a press that moves further is a drag.
const STILL_PX = 6
// What a press does something with.
const PRESSED = "a, button, input, select, textarea, summary, label, [role=slider]"

let lastPress = null
addEventListener("pointerdown", (event) => {
  const { clientX: x, clientY: y } = event
  const nodes = event.composedPath().filter((node) => node instanceof Element)
  const panel = nodes.find((node) => node.matches(".dock"))
  lastPress = { x, y, panel, search: location.search }
}, { capture: true })
addEventListener("keydown", () => {
  lastPress = null
}, { capture: true })

// A click that a program makes, as for a screen reader, has no press before it.
let clickedSearch = ""
addEventListener("click", () => {
  clickedSearch = location.search
}, { capture: true })

// Where in the window the reader has pressed; by keys, where the focus is.
const findPressedHeight = () => {
  if (lastPress) return lastPress.y
  const { activeElement: active, body } = document
  if (!active || active === body) return 0
  const optionId = active.getAttribute("aria-activedescendant")
  const node = document.getElementById(optionId) ?? active
  const { top, bottom } = node.getBoundingClientRect()
  return (top + bottom) / 2
}

const measureEdge = (edge) => {
  const panels = [...document.querySelectorAll(`.dock[data-edge=${edge}]`)]
  return Math.max(0, ...panels.map(({ offsetHeight }) => offsetHeight))
}

// What is written at the root has every element of the page styled again: only a change is.
const writeEdge = (edge, height) => {
  const { style } = document.documentElement
  const name = `--dock-${edge}`
  const heightBefore = parseFloat(style.getPropertyValue(name)) || 0
  if (height !== heightBefore) style.setProperty(name, `${height}px`)
  return heightBefore
}

// A first document scrolls the part that answers until the page of the app has it; one without such
// a part only covers that page.
const findScroller = () =>
  document.querySelector("#first [data-answers]")?.closest("#first")
  ?? document.querySelector("[data-testid=stMain]")
  ?? document.scrollingElement

// The page is scrolled by as much as its upper edge moves.
const pushPage = () => {
  const top = measureEdge("top")
  const topBefore = writeEdge("top", top)
  writeEdge("bottom", measureEdge("bottom"))
  if (top === topBefore) return
  const scroller = findScroller()
  scroller.scrollTop += top - topBefore
}

// A phone's keyboard covers the lower edge of the window: panels stand above it.
const liftPanels = () => {
  const { height, offsetTop, scale } = visualViewport
  const covered = scale === 1 ? innerHeight - height - offsetTop : 0
  document.documentElement.style.setProperty("--keyboard", `${Math.max(0, covered)}px`)
}
visualViewport.addEventListener("resize", liftPanels)

const dockObserver = new ResizeObserver(pushPage)
const watchDock = (panel) => dockObserver.observe(panel)

// The panel stands at the lower edge, or at the upper one where it would cover what was pressed.
// What is chosen in a panel takes that panel's place.
const chooseEdge = (panel) => {
  if (lastPress?.panel) {
    panel.dataset.edge = lastPress.panel.dataset.edge
    return
  }
  const isLow = findPressedHeight() > innerHeight * (1 - MOST_DOCK_SHARE)
  panel.dataset.edge = isLow ? "top" : "bottom"
}

// An address that chooses a record opens its panel before the reader has done anything: its mark
// is then scrolled from under the panel, as soon as it is drawn. `selector`, `isMark`: the marks
// that may be the record's, and whether one is; `isFarToo`: whether a mark below the window is
// scrolled to as well.
const revealChosen = (panel, { selector, isMark, isFarToo }) => {
  const { activeElement, body } = document
  const isCold = !lastPress && [null, body].includes(activeElement)
  if (!isCold || panel.dataset.edge === "top") return
  const scroller = findScroller()
  const observer = new MutationObserver(() => reveal())
  const stop = () => observer.disconnect()
  const reveal = () => {
    const marks = [...scroller.querySelectorAll(selector)].filter(isMark)
    const boxes = marks.map((mark) => mark.getBoundingClientRect())
    const box = boxes.find(({ height }) => height > 0)
    if (!box) return
    stop()
    pushPage()
    const top = Math.max(0, scroller.getBoundingClientRect().top)
    const bottom = panel.getBoundingClientRect().top
    const isInSight = box.top >= top && box.bottom <= bottom
    const isFar = box.top > innerHeight
    if (isInSight || (isFar && !isFarToo)) return
    scroller.scrollTop += (box.top + box.bottom - top - bottom) / 2
  }
  const attributeFilter = ["data-chosen", "aria-current", "data-drawn"]
  observer.observe(scroller, { subtree: true, childList: true, attributeFilter })
  for (const name of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(name, stop, { capture: true, once: true, passive: true })
  }
  reveal()
}

// How far in pixels a click ends from where it began.
const measureDrag = (event) => {
  const { x, y } = lastPress ?? { x: event.clientX, y: event.clientY }
  return Math.hypot(event.clientX - x, event.clientY - y)
}

// Whether a click is on nothing that does something, and no end of a drag.
const isOutside = (panel, event) => {
  const path = event.composedPath()
  const nodes = path.filter((node) => node instanceof Element)
  const isOnControl = nodes.some((node) => node.matches(PRESSED))
  const isMark = [...document.querySelectorAll(".tip")].some((tip) => tip.checkVisibility())
  const hasSelection = !getSelection().isCollapsed
  const isDone = event.defaultPrevented || isOnControl || isMark || hasSelection
  return !path.includes(panel) && !isDone && measureDrag(event) < STILL_PX
}

// A press beside a panel closes it, unless it has chosen something else.
const closeByOutsidePress = (panel, close) => {
  document.addEventListener("click", (event) => {
    const isOpen = panel.isConnected && !panel.hidden
    if (!isOpen || !isOutside(panel, event)) return
    const searchBefore = lastPress?.search ?? clickedSearch
    setTimeout(() => {
      if (location.search === searchBefore) close()
    })
  })
}
