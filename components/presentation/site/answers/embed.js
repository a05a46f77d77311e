// A chart alone that shows the view of its address: what the filters leave out is dimmed. Its finding
// is that of the whole story, so a view says how much it shows instead.
const DIMS = ["from", "to", "region", "category", "source", "q", "possible"]
const SOURCES = ["tier", "without", "known"]
const main = document.querySelector("main[data-part=embed]")
const params = new URLSearchParams(location.search)
const asks = (names) => names.some((name) => params.has(name))
const part = (name) => main.querySelector(`[data-part=${name}]`)

const scripts = (name) => handed(new URL(`${name}-${document.documentElement.lang}.js`, HERE), name)

const say = (text) => {
  part("headline").textContent = text
  document.title = text
}

// Which marks stay: events, places with an event left, regions asked for, figures left.
const staying = (answers, { events, sets, words }, state, regions) => {
  const index = { events, sets, words }
  const kept = select(index, state, { alone: true })
  const ids = new Set(events.filter((_, number) => kept[number]).map(({ id }) => id))
  const places = new Set(events.filter((_, number) => kept[number]).map(({ at }) => at))
  const claims = new Set([...answers.kept(state)].map((number) => answers.claims[number].id))
  const every = new Set(events.map(({ id }) => id))
  const sites = new Set(events.map(({ at }) => at))
  const counted = answers.counted(state)
  const figures = new Set(answers.claims.map(({ id }) => id))
  return { shown: ids.size, stays: (id, mark) => {
    if (regions.has(id)) return (counted || !mark.matches(".count, .count-label")) && (!state.region.length || state.region.includes(id))
    if (every.has(id)) return ids.has(id)
    if (figures.has(id)) return claims.has(id)
    return !sites.has(id) || places.has(id)
  } }
}

const view = async () => {
  const [facts, { index, texts, regions, whole }] = await Promise.all([scripts("answers"), scripts("embed")])
  const link = part("whole").querySelector("a")
  if (whole && link) link.href = `../../index.html${location.search}`
  // Other sources in use mean other dates: the drawing is not of these.
  if (asks(SOURCES)) {
    part("notes").textContent = `${texts.notHere} ${part("notes").textContent}`
    return
  }
  const answers = new Answers(facts, texts, regions)
  const state = answers.read(location.search)
  const { shown, stays } = staying(answers, index, state, new Set(Object.keys(regions)))
  for (const mark of main.querySelectorAll("[data-part=drawing] [data-id], [data-part=drawing] [data-event]"))
    mark.toggleAttribute("data-dim", !stays(mark.dataset.event ?? mark.dataset.id, mark))
  say(main.dataset.kind === "figures" ? part("subtitle").textContent : filled(texts.count, { shown, total: index.total }))
  if (main.dataset.kind === "figures") part("subtitle").hidden = true
  part("notes").textContent = texts.dimmed
  // The table and the sources are those of the whole.
  for (const node of main.querySelectorAll("[data-part=table], [data-part=sources]")) node.hidden = true
}

const HERE = document.currentScript.src
if (main && asks([...DIMS, ...SOURCES])) view()
