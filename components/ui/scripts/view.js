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

const readState = (query = location.search) => {
  const params = new URLSearchParams(query)
  const [from, to, day] = ["from", "to", "day"].map((name) => dayNumber(params.get(name)))
  return {
    from,
    to,
    certain: params.get("possible") === "out",
    category: params.getAll("category"),
    region: params.getAll("region"),
    source: params.getAll("source"),
    text: collapseSpaces(params.get("q") ?? ""),
    event: params.get("event"),
    compare: params.get("compare"),
    // Only days that are chosen are played.
    day: day === null ? null : clamp(day, from ?? day, to ?? day),
  }
}

const inDates = (event, { from, to, certain }) => {
  if (from === null && to === null) return true
  const first = event.first ?? -Infinity
  const last = event.last ?? Infinity
  if (!certain) return (to === null || first <= to) && (from === null || last >= from)
  return !event.unsure && (from === null || first >= from) && (to === null || last <= to)
}

// The days and months that stand in some words, as the story's are named, and the words without
// them. Patterns, names and what their groups are come from the server.
const monthOf = (said, { months }) => {
  if (/^\d+$/.test(said)) return Number(said) >= 1 && Number(said) <= 12 ? Number(said) : 0
  return months[Object.keys(months).find((name) => name.startsWith(said))] ?? 0
}
const takeDays = (text, words) => {
  const terms = []
  for (const [pattern, order] of words.days)
    text = text.replace(new RegExp(pattern, "g"), (whole, ...groups) => {
      const { y, m, d } = Object.fromEntries([...order].map((part, at) => [part, groups[at]]))
      let [month, day] = [monthOf(m, words), d]
      if (!month && d && monthOf(d, words) && Number(m) <= 31) [month, day] = [monthOf(d, words), m]
      if (!month || (day && !(Number(day) >= 1 && Number(day) <= 31))) return whole
      terms.push(`@${[y, month, day].filter(Boolean).map((part) => String(part).padStart(2, "0")).join("-")}`)
      return " ".repeat(whole.length)
    })
  return [terms, text]
}

// The records that hold the words typed; null where only the server can say: of numbers, of words that
// no word of the story begins with, and of all words until those of the story are there. Its answer for these words is `told`; a page without a server finds
// numbers in digits.
const GROUPED = /(\d{1,3})[.,'](?=\d{3}(?!\d))/g
const worded = ({ events, words }, text, told) => {
  if (told?.text === text) return new Set(told.events)
  if (!words) return null
  const kept = new Set(events.map((event) => event.id))
  const [days, rest] = takeDays(foldText(text), words)
  const named = rest.replace(GROUPED, "$1").match(/[\p{L}\p{N}]+/gu) ?? []
  const looked = ` ${named.filter((word) => !words.ignored.includes(word)).join(" ")} `
  const voices = Object.keys(words.voices).filter((name) => looked.includes(` ${name} `))
  for (const word of [...days, ...named]) {
    if (words.ignored.includes(word)) continue
    const number = /^\p{N}/u.test(word)
    if (!told?.alone && (number || words.numbers.includes(word))) return null
    const begins = (form) => !/^[@\p{N}]/u.test(word) && word.length >= words.least && form.startsWith(word)
    // A number of four digits may be a year.
    const same = (number ? [`#${word}`, `@${word.padStart(4, "0")}`] : [word]).filter((one) => Object.hasOwn(words.forms, one))
    const forms = same.length ? same : Object.keys(words.forms).filter(begins)
    const said = voices.filter((name) => name.split(" ").includes(word)).map((name) => words.voices[name])
    if (!forms.length && !said.length && !told?.alone) return null
    const found = new Set([...forms.flatMap((form) => words.forms[form]), ...said].flatMap((stem) => words.held[stem]))
    events.forEach((event, at) => found.has(at) || kept.delete(event.id))
  }
  return kept
}

// One true or false for each event of the index. Words that wait for the server leave all as it is.
const select = (index, state, told) => {
  const holding = state.text ? worded(index, state.text, told) : null
  const kept = index.events.map((event) => inDates(event, state) && (!holding || holding.has(event.id)))
  for (const name of ["category", "region", "source"]) {
    const values = state[name].filter((value) => value in index.sets[name])
    if (!values.length) continue
    const held = new Set(values.flatMap((value) => index.sets[name][value]))
    kept.forEach((keep, number) => (kept[number] = keep && held.has(number)))
  }
  return kept
}

// Whether the address is that of another page already: what still goes on here is not for it.
const left = () => document.documentElement.hasAttribute("data-leaving")

// Changes the address at once, and tells the server: of what is done when all of it is written, of what goes
// on when the reader pauses. `null` takes a name out.
const PAUSE = { done: 0, going: 300 }
let telling = 0
// How the server is told; a stage that has an address to ask does it in its own way.
let tellServer = () => dispatchEvent(new PopStateEvent("popstate", { state: history.state }))
// Each finished choice is one entry of the history. What goes on (a drag, play, typing) has an entry of
// its own from its first change, and keeps it until it ends: `push` is false as long as it goes on.
let going = null
addEventListener("popstate", ({ isTrusted }) => isTrusted && (going = null))
const writeAddress = (changes, { push = true } = {}) => {
  if (left()) return
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    url.searchParams.delete(name)
    for (const one of [value].flat()) if (one !== null && one !== "") url.searchParams.append(name, one)
  }
  const what = Object.keys(changes).join()
  const same = going === what
  const moved = url.href !== location.href
  going = !push && (moved || same) ? what : null
  if (!moved) return
  if (same) history.replaceState(history.state, "", url)
  else history.pushState(null, "", url)
  clearTimeout(telling)
  telling = setTimeout(() => tellServer(), push ? PAUSE.done : PAUSE.going)
  notifyPage("address:changed")
}

// The same view in the same words, whatever the order in the address.
const viewKey = (query, names) =>
  [...new URLSearchParams(query)].filter(([name]) => names.includes(name)).map((pair) => pair.join("=")).sort().join("&")
// Whether what the server said is of the view in the address.
const isSeen = ({ seen, names }) => viewKey(location.search, names) === viewKey(seen, names)
