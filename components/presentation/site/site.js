// What a published page does by itself: the stage answers, folded parts open where an address leads
// to them, citations are copied, the steps of the story follow the arrow keys, and what was read once
// can be read again without a connection.
const stageData = () => JSON.parse(document.getElementById("stage-data").textContent)

const startStage = () => {
  const box = document.querySelector(".stage-box")
  if (!box) return
  const whole = stageData()
  const { details, headline } = whole
  const VIEWS = ["from", "to", "region", "category", "source", "q", "possible", "compare"]
  const draw = () => {
    const params = new URLSearchParams(location.search)
    const event = params.get("event")
    const regions = params.getAll("region")
    const chosen = event ? `event:${event}` : regions.length === 1 ? `region:${regions[0]}` : ""
    // The figures are those of the whole story; under filters that is said above them.
    const filtered = VIEWS.some((name) => params.has(name))
    const data = { ...whole, headline: filtered ? box.dataset.texts : headline }
    data.seen = filtered ? whole.seen : location.search.slice(1)
    data.parts = { ...whole.parts, chosen: details[chosen] ? chosen : "", detail: details[chosen] ?? "", shown: whole.parts.shown }
    drawStage({ data, parentElement: box })
    box.querySelector("h1").classList.toggle("aside", filtered)
  }
  draw()
  addEventListener("popstate", draw)
}

// An address may lead into a folded part.
const openTarget = () => {
  const node = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!node) return
  const fold = node.querySelector(":scope > details") ?? node.closest("details")
  if (fold) fold.open = true
  node.scrollIntoView()
}

const copyText = async (button) => {
  const node = document.getElementById(button.dataset.copy)
  try {
    await navigator.clipboard.writeText(node.textContent)
    button.textContent = "✓"
  } catch {
    getSelection().selectAllChildren(node)
  }
}

const STEPS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 }
const stepBy = (event) => {
  const steps = [...document.querySelectorAll(".text-steps > li")]
  const by = STEPS[event.key]
  if (!steps.length || !by || event.target.closest("a, button, summary, input, figure")) return
  event.preventDefault()
  const now = steps.findIndex((step) => step.getBoundingClientRect().bottom > innerHeight / 3)
  const next = steps[Math.min(Math.max(now + by, 0), steps.length - 1)]
  history.replaceState(null, "", `#${next.id}`)
  next.scrollIntoView()
}

document.addEventListener("DOMContentLoaded", () => {
  startStage()
  openTarget()
  addEventListener("hashchange", openTarget)
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((fold) => (fold.open = true)))
  document.addEventListener("keydown", stepBy)
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]")
    if (button) copyText(button)
  })
  if (location.protocol.startsWith("http") && navigator.serviceWorker)
    navigator.serviceWorker.register(document.body.dataset.worker).catch(() => {})
})
