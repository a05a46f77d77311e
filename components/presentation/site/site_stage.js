// The stage on a page of its own: all that the server would answer is in the page.
const box = document.querySelector(".stage-box")
const whole = box && JSON.parse(document.getElementById("stage-data").textContent)
const VIEWS = ["from", "to", "region", "category", "source", "q", "possible", "compare"]

const draw = () => {
  const { details, headline } = whole
  const params = new URLSearchParams(location.search)
  const event = params.get("event")
  const regions = params.getAll("region")
  const chosen = event ? `event:${event}` : regions.length === 1 ? `region:${regions[0]}` : ""
  // The figures are those of the whole story; under filters that is said above them.
  const filtered = VIEWS.some((name) => params.has(name))
  const data = { ...whole, headline: filtered ? box.dataset.texts : headline }
  data.seen = filtered ? whole.seen : location.search.slice(1)
  data.parts = { ...whole.parts, chosen: details[chosen] ? chosen : "", detail: details[chosen] ?? "" }
  drawStage({ data, parentElement: box })
  box.querySelector("h1").classList.toggle("aside", filtered)
}

if (box) {
  draw()
  addEventListener("popstate", draw)
}
