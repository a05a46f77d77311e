// What the address says, and which events it leaves: the browser combines the sets that the server
// made, and knows no other rule. Days are numbered as Python does: 1 is 1 January of the year 1.
const UNIX = 719163
const DAY = 864e5
const dayNumber = (iso) => {
  const found = /^(-?\d{4})-(\d\d)-(\d\d)$/.exec(iso ?? "")
  if (!found) return null
  // Years under 100 and before our era are years as they are written, not of this century.
  const [year, month, day] = found.slice(1).map(Number)
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY + UNIX
}
const isoDay = (number) => {
  const date = new Date((number - UNIX) * DAY)
  const year = date.getUTCFullYear()
  const digits = String(Math.abs(year)).padStart(4, "0")
  return `${year < 0 ? "-" : ""}${digits}-${date.toISOString().slice(-19, -14)}`
}
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss")

const readState = (query = location.search) => {
  const params = new URLSearchParams(query)
  return {
    from: dayNumber(params.get("from")),
    to: dayNumber(params.get("to")),
    certain: params.get("possible") === "out",
    category: params.getAll("category"),
    region: params.getAll("region"),
    source: params.getAll("source"),
    words: fold(params.get("q") ?? "").split(/\s+/).filter(Boolean),
    event: params.get("event"),
    compare: params.get("compare"),
    day: dayNumber(params.get("day")),
    published: params.get("by") === "published",
  }
}

const inDates = (event, { from, to, certain }) => {
  if (from === null && to === null) return true
  const first = event.first ?? -Infinity
  const last = event.last ?? Infinity
  if (!certain) return (to === null || first <= to) && (from === null || last >= from)
  return !event.unsure && (from === null || first >= from) && (to === null || last <= to)
}

// One true or false for each event of the index.
const select = (index, state) => {
  const kept = index.events.map(
    (event) => inDates(event, state) && state.words.every((word) => event.text.includes(word)),
  )
  for (const name of ["category", "region", "source"]) {
    const values = state[name].filter((value) => value in index.sets[name])
    if (!values.length) continue
    const held = new Set(values.flatMap((value) => index.sets[name][value]))
    kept.forEach((keep, number) => (kept[number] = keep && held.has(number)))
  }
  return kept
}

// Changes the address at once, and tells the server when the reader pauses: soon after what is done,
// later while something goes on. `null` takes a name out.
const PAUSE = { done: 40, going: 300 }
let telling = 0
const writeAddress = (changes, { push = true } = {}) => {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    url.searchParams.delete(name)
    for (const one of [value].flat()) if (one !== null && one !== "") url.searchParams.append(name, one)
  }
  if (url.href === location.href) return
  history[push ? "pushState" : "replaceState"](push ? null : history.state, "", url)
  clearTimeout(telling)
  telling = setTimeout(() => dispatchEvent(new PopStateEvent("popstate", { state: history.state })), push ? PAUSE.done : PAUSE.going)
}

// The same view in the same words, whatever the order in the address.
const viewKey = (query, names) =>
  [...new URLSearchParams(query)].filter(([name]) => names.includes(name)).map((pair) => pair.join("=")).sort().join("&")
