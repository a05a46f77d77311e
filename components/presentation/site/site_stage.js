// The stage on a page of its own. Its words and drawings stand in the page; what is not needed at
// first, every event in full and the drawing for a phone, is fetched when it is wanted.
const box = document.querySelector(".stage-box")
const whole = box && JSON.parse(document.getElementById("stage-data").textContent)
const VIEWS = ["from", "to", "region", "category", "source", "q", "possible", "compare"]

let asked = null
const rest = () => {
  asked ??= new Promise((done, failed) => {
    const given = ({ detail }) => {
      whole.details = detail.details
      whole.inline.list = detail.list
      done()
    }
    document.addEventListener("stage:rest", given, { once: true })
    const script = made("script", { src: box.dataset.rest })
    script.onerror = failed
    document.head.append(script)
  })
  return asked
}

// A drawing is as high as it is wide for: what stood there before the script is what stays.
const { show } = Stage.prototype
Stage.prototype.show = async function (part, kind, width) {
  if (!whole.inline[kind]) await rest()
  return show.call(this, part, kind, width, 0)
}

const draw = () => {
  const params = new URLSearchParams(location.search)
  const event = params.get("event")
  const regions = params.getAll("region")
  const chosen = event ? `event:${event}` : regions.length === 1 ? `region:${regions[0]}` : ""
  if (chosen && !whole.details) rest().then(draw)
  const detail = whole.details?.[chosen] ?? ""
  // The figures are those of the whole story; under filters that is said above them.
  const filtered = VIEWS.some((name) => params.has(name))
  const data = { ...whole, headline: filtered ? box.dataset.texts : whole.headline }
  data.seen = filtered ? whole.seen : location.search.slice(1)
  data.parts = { ...whole.parts, chosen: detail ? chosen : "", detail }
  drawStage({ data, parentElement: box })
  box.querySelector("h1").classList.toggle("aside", filtered)
}

if (box) {
  const part = (name) => box.querySelector(`[data-part="${name}"]`)
  for (const name of ["figures", "counts"]) {
    whole.parts[name] = part(name).innerHTML
    part(name).told = whole.parts[name]
  }
  for (const name of ["timeline", "map"]) whole.inline[name] = part(name).innerHTML
  part("timeline").setAttribute("role", "listbox")
  part("timeline").tabIndex = 0
  draw()
  addEventListener("popstate", draw)
}
