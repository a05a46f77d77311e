// The stage on a page of its own. Its words and drawings stand in the page; what is not needed at
// first is fetched when it is wanted: every event in full, the drawing for a phone, what answers a
// view or plays the days, the words of the story, and the drawings of other dates.
const box = document.querySelector(".stage-box")
const whole = box && JSON.parse(document.getElementById("stage-data").textContent)
const SPOKEN = document.documentElement.lang
const SOURCES = ["tier", "without", "known"]
const VIEWS = ["from", "to", "region", "category", "source", "q", "possible", "compare", ...SOURCES]
const asksFor = (names) => names.some((name) => new URLSearchParams(location.search).has(name))

// What a script hands over, fetched once.
const scripts = new Map()
const given = (file, name) => {
  if (!scripts.has(file)) scripts.set(file, handed(`${box.dataset.assets}${file}.js`, name))
  return scripts.get(file)
}
const rest = () => given(`stage-${SPOKEN}`, "rest")
const drawings = async (way, kind) => {
  if (way) return (await given(`dated-${SPOKEN}-${way}`, `dated-${way}`))[kind]
  return kind === "list" ? (await rest()).list : whole.timeline
}

let answers = null
const learn = async () => {
  if (answers) return
  const data = await given(`answers-${SPOKEN}`, "answers")
  const regions = whole.filters.find(({ name }) => name === "region")?.options ?? []
  answers ??= new Answers(data, whole.texts, Object.fromEntries(regions.map(({ value, label }) => [value, label])))
  if (asksFor([...VIEWS, "day"])) draw()
}

// A drawing is as high as it is wide for: what stood there before the script is what stays. Where
// the sources in use give other dates, it is the one of these dates.
const { show, apply, load } = Stage.prototype
const ways = { timeline: "", list: null, map: "" }
let way = ""
Stage.prototype.show = async function (part, kind, width) {
  const wanted = part === "timeline" ? way : ""
  if (ways[kind] !== wanted) {
    const svg = await drawings(wanted, kind)
    if (wanted !== way) return
    whole.inline[kind] = svg
    ways[kind] = wanted
    this.drawn[part] = ""
  }
  return show.call(this, part, kind, width, 0)
}

// The index stands in the page: it is taken once, and what is said of a view changes nothing in it.
Stage.prototype.load = function (data) {
  if (!this.index) return load.call(this, data)
}

// The picture under the filters that decide which sources are used, too: their dates, their counts.
Stage.prototype.apply = function () {
  const state = answers?.read(location.search)
  if (state) this.index = answers.index(whole.inline.index, state)
  apply.call(this)
  const turned = this.index.way?.includes("0") ? this.index.way : ""
  if (turned !== way) {
    way = turned
    this.draw()
  }
  // A day that is played has its own circles.
  if (state && state.day !== null) return (this.counted = false)
  const counts = state && asksFor(SOURCES) ? answers.circles(state) : null
  if (!counts && !this.counted) return
  this.counted = Boolean(counts)
  for (const mark of this.every()) {
    if (!mark.dataset.region) continue
    mark.classList.toggle("later", Boolean(counts) && this.play.count(mark, mark.dataset.region, counts))
    if (!counts) this.play.restore(mark)
  }
}

// What had happened by a day is among the answers: until they are there the day waits.
const played = Play.prototype.show
Play.prototype.show = function (state) {
  if (state.day !== null) learn()
  return played.call(this, answers ? state : { ...state, day: null })
}

const inFull = (details, chosen) => {
  const found = details?.[chosen]
  return found && asksFor(SOURCES) ? `<p class="what">${escaped(answers?.texts.wholeRecord ?? "")}</p>${found}` : found
}

let details = null
const draw = () => {
  const params = new URLSearchParams(location.search)
  const event = params.get("event")
  const regions = params.getAll("region")
  const filtered = asksFor(VIEWS)
  const region = regions.length === 1 && !params.has("compare") ? `region:${regions[0]}` : ""
  const chosen = event ? `event:${event}` : region
  if (chosen && !details) rest().then((found) => ((details = found.details), draw()))
  if (filtered) learn()
  const data = { ...whole, parts: { ...whole.parts } }
  if (filtered) Object.assign(data, { meanwhile: answers ? undefined : box.dataset.whole, seen: whole.seen })
  else data.seen = location.search.slice(1)
  if (filtered && answers) answered(data)
  const detail = inFull(details, chosen)
  Object.assign(data.parts, { chosen: detail ? chosen : "", detail: detail ?? "" })
  drawStage({ data, parentElement: box })
}

// What is said of the view, in the place of what is said of the whole.
const answered = (data) => {
  const state = answers.read(location.search)
  const index = answers.index(whole.inline.index, state)
  const shown = select(index, state, data.found).filter(Boolean).length
  if (state.from !== null || state.to !== null) data.dates_said = answers.stretch(state.from, state.to)
  data.parts.figures = answers.headFigures(state, shown ? "" : answers.wayBack(location.search, whole.inline.index, data.found))
  data.parts.counts = answers.ranked(state)
  data.parts.held = answers.held(state)
  const compared = new Compared(answers, state, whole.inline.index, data.found)
  data.parts.compare = compared.html()
  data.meanwhile = compared.caption()
}

const begin = () => {
  const part = (name) => box.querySelector(`[data-part="${name}"]`)
  for (const name of ["figures", "counts"]) {
    whole.parts[name] = part(name).innerHTML
    part(name).told = whole.parts[name]
  }
  for (const name of ["timeline", "map"]) whole.inline[name] = part(name).innerHTML
  whole.timeline = whole.inline.timeline
  part("timeline").setAttribute("role", "listbox")
  part("timeline").tabIndex = 0
  draw()
  addEventListener("popstate", draw)
  // Who reaches for the filters, the range or the days is about to need what answers them.
  for (const name of ["filters", "axis", "play"])
    for (const sign of ["pointerover", "focusin"]) part(name).addEventListener(sign, learn, { once: true })
}
// What stands in the page is painted before the script touches it.
if (box) requestAnimationFrame(() => setTimeout(begin))
