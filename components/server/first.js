// Takes the first text away when the page that works stands behind it, whole: until then the page
// is hidden, so that nothing is seen to move.
const text = document.getElementById("first")
const root = document.getElementById("root")
// What a page draws last: its foot, the story's headline, or that it could not be drawn.
const LAST = ".foot, .scene h1:not(:empty), .own-lesson h1, .notices[role='alert'], [data-testid='stException']"
// Until a chart that does not come is no longer waited for, in milliseconds.
const PATIENCE = 15000

const every = (selector, holds) => [...root.querySelectorAll(selector)].every(holds)
const charts = () =>
  // A part of the project's own comes a little after its place.
  every("[data-testid='stBidiComponentRegular']", (part) => part.querySelector(":scope > div > div > *"))
  && every(".stage", (stage) => stage.querySelector("[data-part='timeline'] svg") && stage.querySelector("[data-part='map'] svg"))
  // Until its script has run, the Timeline has neither heading nor chart.
  && every(".timeline-page", (page) => page.querySelector("h1:not(:empty)"))
  // A chart that cannot be drawn says so in words.
  && every(".chart", (chart) => chart.closest("[hidden]") || chart.querySelector("svg") || chart.textContent.trim())
  && every("[data-testid='stDeckGlJsonChart']", (map) => map.querySelector("canvas")?.width > 1)
  && !root.querySelector("[data-testid='stSkeleton']")

let since = 0
const drawn = () => {
  const app = root.querySelector("[data-testid='stApp']")
  if (app?.getAttribute("data-test-script-state") !== "notRunning" || !root.querySelector(LAST)) return false
  since ||= performance.now()
  return charts() || performance.now() - since > PATIENCE
}

const look = () => {
  if (!drawn()) return void setTimeout(look, 50)
  // Two frames, for what was drawn in the last one to find its place.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const { scrollTop } = text
    text.remove()
    const main = root.querySelector("[data-testid='stMain']")
    // A reader who had begun to read goes on near the same place; where the address names a part, the
    // page itself brings that into sight.
    if (main && scrollTop > 0 && !location.hash) main.scrollTop = scrollTop
  }))
}
if (text && root) look()
