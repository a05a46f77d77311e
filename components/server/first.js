// Runs the framework, where the document answers when something needs it, and removes the
// prerendered document when the page of the app is drawn behind it. Until then the page is covered,
// so that nothing is seen to move, and takes no focus.
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
// What asks for the app when a reader comes near it, and when it is open, what is opened in the app.
const ASKING = "[data-asks-app]"
const OPENED = `${ASKING}[open]`
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

// What a reader has opened and only the app can show is opened there.
const openInApp = (details) => {
  const hasFocus = details.contains(document.activeElement)
  const summary = root.querySelector(details.dataset.asksApp)
  summary?.click()
  if (hasFocus) summary?.focus({ preventScroll: true })
}

const removePrerendered = () => {
  const { scrollTop } = prerendered
  const opened = prerendered.querySelector(OPENED)
  root.removeAttribute("aria-hidden")
  root.removeEventListener("focusin", returnFocus)
  moveFirstPart()
  if (opened) openInApp(opened)
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

// The framework ---------------------------------------------------------------------------------

// A document that answers does without the framework, which takes the browser for a second: it is
// fetched and run when something asks for it. Every other document has it run once it is painted.
const framework = document.getElementById("framework")
const runFramework = () => {
  if (!framework.isConnected) return
  framework.remove()
  document.head.append(document.importNode(framework.content, true))
  waitForPage()
}

// A pointer or a focus that has come near what only the app can show.
const runIfNear = ({ target }) => {
  if (target.closest?.(ASKING)) runFramework()
}

// What this tab has had from a session of the app is told there.
const hasSession = () => [STORY_KEY, READING_KEY].some((key) => key in tabStorage)

const runWhenAsked = () => {
  document.addEventListener("app:asked", runFramework)
  for (const name of ["pointerover", "focusin", "click"]) {
    prerendered.addEventListener(name, runIfNear)
  }
  // A document whose script does not come would never answer.
  const patience = setTimeout(runFramework, PATIENCE_MS)
  document.addEventListener("first:answers", () => clearTimeout(patience))
  if (hasSession()) runFramework()
}

const startFirst = () => {
  root.addEventListener("focusin", returnFocus)
  if (!framework) waitForPage()
  else if (firstPart) runWhenAsked()
  // A tab in the background paints nothing.
  else if (document.hidden) runFramework()
  else requestAnimationFrame(() => setTimeout(runFramework))
}

if (prerendered && root) startFirst()
