// The stage on a page of its own. Its words and drawings stand in the page; one script is fetched when
// it is wanted: every event in full, the drawing for a phone, the words of the story and its days.
const box = document.querySelector(".stage-box")
const whole = box && JSON.parse(document.getElementById("stage-data").textContent)
const VIEWS = ["from", "to", "possible", "region", "category", "source", "q"]
const asksFor = (names) => names.some((name) => new URLSearchParams(location.search).has(name))

// What a script of data hands over: a page that is opened from a folder may fetch nothing else.
let asked = null
const rest = () => (asked ??= new Promise((done, failed) => {
  document.addEventListener("stage:rest", ({ detail }) => {
    Object.assign(whole.inline, { list: detail.list })
    Object.assign(whole.inline.index, detail.index)
    done(detail)
  }, { once: true })
  const script = Object.assign(document.createElement("script"), { src: box.dataset.rest, onerror: failed })
  document.head.append(script)
}))

let details = null
const learn = () => details ?? rest().then((found) => details || ((details = found.details), draw()))

// A drawing is as high as it is wide for: what stood there before the script is what stays.
const { show } = Stage.prototype
Stage.prototype.show = async function (part, kind, width) {
  if (kind === "list" && !whole.inline.list) {
    await rest()
    if (!PHONE.matches) return
  }
  return show.call(this, part, kind, width, 0)
}

// Until it is known what holds on which day, a day in the address waits.
const played = Play.prototype.show
Play.prototype.show = function (state) {
  if (state.day !== null) learn()
  return played.call(this, details ? state : { ...state, day: null })
}

// The filters choose events; the figures stay those of the whole story.
const draw = () => {
  const params = new URLSearchParams(location.search)
  const filtered = asksFor(VIEWS)
  const event = params.get("event")
  const regions = params.getAll("region")
  const chosen = event ? `event:${event}` : regions.length === 1 ? `region:${regions[0]}` : ""
  if (chosen || params.has("q")) learn()
  const detail = details?.[chosen] ?? ""
  const data = { ...whole, seen: filtered ? whole.seen : location.search.slice(1) }
  data.parts = { ...whole.parts, chosen: detail ? chosen : "", detail }
  if (filtered) data.parts.figures += `<li class="whole">${whole.whole}</li>`
  drawStage({ data, parentElement: box })
}

const begin = () => {
  const part = (name) => box.querySelector(`[data-part="${name}"]`)
  // What only the app does is taken out of the address, and said.
  const address = new URL(location.href)
  const apart = whole.apart.filter((name) => address.searchParams.has(name))
  for (const name of apart) address.searchParams.delete(name)
  if (apart.length) history.replaceState(history.state, "", address)
  document.querySelector(".apart").hidden = !apart.length
  for (const name of ["figures", "counts"]) whole.parts[name] = part(name).givenHtml = part(name).innerHTML
  for (const name of ["timeline", "map"]) whole.inline[name] = part(name).innerHTML
  part("timeline").setAttribute("role", "listbox")
  part("timeline").tabIndex = 0
  draw()
  addEventListener("popstate", draw)
  // Who reaches for the words or the days is about to need them.
  for (const name of ["filters", "play"])
    for (const sign of ["pointerover", "focusin"]) part(name).addEventListener(sign, learn, { once: true })
}
// What stands in the page is painted before the script touches it.
if (box) requestAnimationFrame(() => setTimeout(begin))
