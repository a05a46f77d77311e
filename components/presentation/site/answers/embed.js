// A chart alone that shows the view of its address: drawn for it where another drawing is needed;
// what the filters leave out is dimmed. Its finding is that of the whole story, so a view with
// filters says how much it shows instead.
const DIMS = ["from", "to", "region", "category", "source", "q", "possible"]
const SOURCES = ["tier", "without", "known"]
const CHOICES = ["population", "claimant"]
const DRAWN = { timeline: ["zoom"], map: ["counts", "extent"], figures: ["measure"] }
const main = document.querySelector("main[data-part=embed]")
const kind = main?.dataset.kind
const params = new URLSearchParams(location.search)
const asks = (names) => names.some((name) => params.has(name))
const part = (name) => main.querySelector(`[data-part=${name}]`)
const lang = document.documentElement.lang

const scripts = (file, name = file) => handed(new URL(`${file}.js`, HERE), name)

const say = (text) => {
  part("headline").textContent = text
  document.title = text
}

// The number of the view that is drawn apart, 0 for the whole. Dates decide what a timeline shows.
const drawnView = (views) => {
  const known = new Set(views.flatMap((query) => query.split("&")))
  const names = kind === "timeline" && asks(["from", "to"]) ? [] : DRAWN[kind]
  const wanted = names.map((name) => `${name}=${params.get(name)}`).filter((one) => known.has(one))
  return views.indexOf(wanted.join("&")) + 1
}

const draw = async (number) => {
  if (!number) return
  const name = `${lang}-${kind}-${number}`
  const { main: inner, style, title } = await scripts(`embed-${name}`, name)
  main.innerHTML = inner
  document.querySelector("style").textContent = style
  say(part("headline").textContent)
  document.title = new DOMParser().parseFromString(title, "text/html").documentElement.textContent
}

const drawDated = async (number, way) => {
  const name = `${lang}-${kind}-${number}-${way}`
  const drawn = await scripts(`embed-${name}`, name)
  for (const size of ["wide", "narrow"]) main.querySelector(`.${size}`).innerHTML = drawn[size]
}

// Which marks stay: events, places with an event left, regions asked for, figures left.
const staying = (answers, index, state, { regions, asked }) => {
  const { events } = index
  const kept = select(index, state, { alone: true })
  const ids = new Set(events.filter((_, number) => kept[number]).map(({ id }) => id))
  const chosen = events.find(({ id }) => id === state.event)?.at
  const places = new Set([...events.filter((_, number) => kept[number]).map(({ at }) => at), chosen])
  const claims = new Set([...answers.kept(state)].map((number) => answers.claims[number].id))
  for (const name of CHOICES)
    if (asked[name][params.get(name)]) for (const id of claims) if (!asked[name][params.get(name)].includes(id)) claims.delete(id)
  const every = new Set(events.map(({ id }) => id))
  const sites = new Set(events.map(({ at }) => at))
  const figures = new Set(answers.claims.map(({ id }) => id))
  return { shown: ids.size, stays: (id) => {
    if (id in regions) return !state.region.length || state.region.includes(id)
    if (every.has(id)) return ids.has(id)
    if (figures.has(id)) return claims.has(id)
    return !sites.has(id) || places.has(id)
  } }
}

const dim = async (given, number) => {
  const { index, texts, regions } = given
  const answers = new Answers(await scripts(`answers-${lang}`, "answers"), texts, regions)
  const state = answers.read(location.search)
  const own = answers.index(index, state)
  if (kind === "timeline" && own.way.includes("0")) await drawDated(number, own.way)
  const { shown, stays } = staying(answers, own, state, given)
  for (const mark of main.querySelectorAll("[data-part=drawing] [data-id], [data-part=drawing] [data-event]"))
    mark.toggleAttribute("data-dim", !stays(mark.dataset.event ?? mark.dataset.id))
  const counts = kind === "map" ? new Counts(answers, state, params.get("counts"), texts, regions) : { answered: true }
  counts.draw?.(main.querySelectorAll(".count, .count-label"))
  say(kind === "figures" ? part("subtitle").textContent : shown ? filled(texts.count, { shown, total: index.total }) : texts.nothing)
  if (kind === "figures") part("subtitle").hidden = true
  const notes = [[true, texts.dimmed], [!counts.answered, `${answers.texts.noCounts}.`], [asks(SOURCES) && !answers.sourced, texts.notHere]]
  part("notes").textContent = notes.filter(([there]) => there).map(([, text]) => text).join(" ")
  // The table and the sources are those of the whole.
  for (const node of main.querySelectorAll("[data-part=table], [data-part=sources]")) node.hidden = true
}

const view = async () => {
  const given = await scripts(`embed-${lang}`, "embed")
  const number = drawnView(given.views[kind])
  await draw(number)
  const link = part("whole").querySelector("a")
  if (given.whole && link) link.href = `../../index.html${location.search}`
  if (asks([...DIMS, ...SOURCES, ...(kind === "figures" ? CHOICES : [])])) await dim(given, number)
  const at = kind === "map" && given.index.events.find(({ id }) => id === params.get("event"))?.at
  for (const mark of at ? main.querySelectorAll(".place") : []) mark.toggleAttribute("data-chosen", mark.dataset.id === at)
  main.dataset.shown = ""
}

const HERE = document.currentScript.src
if (main && asks([...DIMS, ...SOURCES, ...CHOICES, ...DRAWN[kind], "event"])) view()
