// A chart alone pales the marks that the filters of its address exclude. Its figures, table and
// sources are those of the whole story, and a note says so; the link leads to the view on the
// Overview.
const main = document.querySelector("main[data-part=embed]")
const viewData = JSON.parse(document.getElementById("view-data").textContent)
const { index, texts, names, apart } = viewData
const params = new URLSearchParams(location.search)

const hasParameter = (candidates) => candidates.some((name) => params.has(name))
const findPart = (name) => main.querySelector(`[data-part=${name}]`)

const makeMarkFilter = (events, regions) => {
  const ids = new Set(events.map(({ id }) => id))
  const places = new Set(events.map(({ at }) => at))
  return ({ event, region, place }) => {
    if (event) return ids.has(event)
    if (region) return !regions.length || regions.includes(region)
    return places.has(place)
  }
}

const paleMarks = () => {
  const state = readState()
  const isSelected = selectEvents(index, { ...state, text: "" })
  const events = index.events.filter((_, number) => isSelected[number])
  const drawing = findPart("drawing")
  const scene = new Scene(main, [drawing], {})
  scene.tagMarks(drawing, new Set(Object.keys(index.sets.region ?? {})))
  scene.showMarks(makeMarkFilter(events, state.region))
  const count = fillText(texts.count, { shown: events.length })
  const headline = events.length ? count : texts.nothing
  findPart("headline").textContent = headline
  document.title = headline
}

const notes = []
if (hasParameter(names)) {
  paleMarks()
  notes.push(texts.paler)
}
if (hasParameter(apart)) notes.push(texts.apart)
findPart("notes").append(" ", notes.join(" "))
if (params.size && texts.whole) {
  findPart("whole").querySelector("a").href = texts.whole + location.search
}
