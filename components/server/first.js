// Asks for the framework where the document answers without it, and removes the prerendered
// document when the page of the app is drawn behind it. Until then the page is covered, so that
// nothing is seen to move, and takes no focus.
const prerendered = document.getElementById("first")
const root = document.getElementById("root")
// What a page draws last: its foot, the headline of the story, or an error.
const LAST_PARTS = [
  ".foot",
  ".scene h1:not(:empty)",
  ".own-lesson h1",
  ".notices[role='alert']",
  "[data-testid='stException']",
].join(", ")
// A chart that does not come is no longer waited for.
const PATIENCE_MS = 15000
const CHECK_MS = 20

const checkAll = (selector, isDrawn) =>
  [...root.querySelectorAll(selector)].every(isDrawn)

// The script of a component comes a little after its place.
const isComponentDrawn = (part) => part.querySelector(":scope > div > div > *")
// Head, line of filters and a page without instruments have places, which are empty until their
// scripts have run.
const isFilled = (place) => place.firstElementChild
const isStageDrawn = (stage) =>
  stage.querySelector("[data-part='timeline'] svg")
  && stage.querySelector("[data-part='map'] svg")
// Until its script has run, the Timeline has neither heading nor chart, and the Map no ground.
const isTimelineDrawn = (page) => page.querySelector("h1:not(:empty)")
const isMapPageDrawn = (page) => isTimelineDrawn(page) && page.querySelector(".basemap svg")
// A chart that cannot be drawn has a sentence in its place.
const isChartDrawn = (chart) =>
  chart.closest("[hidden]") || chart.querySelector("svg") || chart.textContent.trim()
// A list waits for an idle browser; below the window nobody waits for it.
const isListDrawn = (list) =>
  list.hasAttribute("aria-label") || list.getBoundingClientRect().top > innerHeight

// The part of the document that answers goes on in the page, and says what the address asks for by
// then.
const firstPart = prerendered?.querySelector(".stage, .timeline-page, .map-page, .live-page")
const findPlace = () => root.querySelector(".first-place")
const isPartReady = () => !findPlace() || !firstPart.hasAttribute("data-waiting")

const areChartsDrawn = () =>
  checkAll("[data-testid='stBidiComponentRegular']", isComponentDrawn)
  && checkAll(".st-key-menu header, .live-view > .line, .live-page", isFilled)
  && checkAll(".stage", isStageDrawn)
  && checkAll(".timeline-page", isTimelineDrawn)
  && checkAll(".map-page", isMapPageDrawn)
  && checkAll(".chart", isChartDrawn)
  && checkAll(".event-list > ol", isListDrawn)
  && isPartReady()
  && !root.querySelector("[data-testid='stSkeleton']")

let waitingSince = 0
const isPageDrawn = () => {
  const app = root.querySelector("[data-testid='stApp']")
  const runState = app?.getAttribute("data-test-script-state")
  if (runState !== "notRunning" || !root.querySelector(LAST_PARTS)) return false
  waitingSince ||= performance.now()
  return areChartsDrawn() || performance.now() - waitingSince > PATIENCE_MS
}

const returnFocus = ({ target, relatedTarget }) => {
  if (relatedTarget) relatedTarget.focus()
  else target.blur()
}

// The same elements go on, with their focus and with what is open in them.
const moveFirstPart = () => {
  const place = findPlace()
  if (!place) return
  const { activeElement } = document
  const parent = place.parentElement
  if (parent.moveBefore) parent.moveBefore(firstPart, place)
  else place.before(firstPart)
  place.remove()
  const hasFocus = firstPart.contains(activeElement)
  if (hasFocus && document.activeElement !== activeElement) {
    activeElement.focus({ preventScroll: true })
  }
}

const removePrerendered = () => {
  const { scrollTop } = prerendered
  root.removeAttribute("aria-hidden")
  root.removeEventListener("focusin", returnFocus)
  moveFirstPart()
  prerendered.remove()
  document.dispatchEvent(new CustomEvent("first:removed"))
  const main = root.querySelector("[data-testid='stMain']")
  // A reader who had begun to read goes on near the same place; where the address names a part, the
  // page itself scrolls to it, and what goes on has done so.
  const hasScrolled = scrollTop > 0 && (firstPart || !location.hash)
  if (main && hasScrolled) main.scrollTop = scrollTop
}

const waitForPage = () => {
  if (!isPageDrawn()) {
    setTimeout(waitForPage, CHECK_MS)
    return
  }
  // In two frames what was drawn last finds its place.
  requestAnimationFrame(() => requestAnimationFrame(removePrerendered))
}

if (prerendered && root) {
  root.addEventListener("focusin", returnFocus)
  waitForPage()
}

// The framework is fetched and run when the document answers, and the reader's touches of until then
// are answered: it takes the browser for a while.
const framework = document.getElementById("framework")
const runFramework = () => {
  if (!framework.isConnected) return
  framework.remove()
  document.head.append(document.importNode(framework.content, true))
}
const IDLE_WAIT_MS = 100
const MOST_WAIT_MS = 3000
const whenIdle = (then) => {
  if (window.requestIdleCallback) requestIdleCallback(then, { timeout: IDLE_WAIT_MS })
  else setTimeout(then)
}

if (framework) {
  // A tab in the background paints nothing.
  if (document.hidden) {
    runFramework()
  } else {
    if (!firstPart) requestAnimationFrame(() => setTimeout(runFramework))
    document.addEventListener("first:answers", () => {
      requestAnimationFrame(() => whenIdle(runFramework))
    })
    setTimeout(runFramework, MOST_WAIT_MS)
  }
}
