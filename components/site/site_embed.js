// A chart alone pales what the filters of its address leave out. Its figures, table and sources are
// those of the whole story, and it says so; the link leads to the view on the Overview.
const main = document.querySelector("main[data-part=embed]")
const { index, texts, names, apart } = JSON.parse(document.getElementById("view-data").textContent)
const params = new URLSearchParams(location.search)
const asks = (some) => some.some((name) => params.has(name))
const part = (name) => main.querySelector(`[data-part=${name}]`)

const pale = () => {
  const state = readState()
  const kept = index.events.filter((_, number) => selectEvents(index, { ...state, text: "" })[number])
  const ids = new Set(kept.map(({ id }) => id))
  const places = new Set(kept.map(({ at }) => at))
  const scene = new Scene(main, [part("drawing")], {})
  scene.drawn(part("drawing"), new Set(Object.keys(index.sets.region ?? {})))
  scene.show(({ event, region, place }) => {
    if (event) return ids.has(event)
    return region ? !state.region.length || state.region.includes(region) : places.has(place)
  })
  const said = ids.size ? fillText(texts.count, { shown: ids.size }) : texts.nothing
  part("headline").textContent = document.title = said
}

const notes = []
if (asks(names)) pale(), notes.push(texts.paler)
if (asks(apart)) notes.push(texts.apart)
part("notes").append(" ", notes.join(" "))
if (params.size && texts.whole) part("whole").querySelector("a").href = texts.whole + location.search
