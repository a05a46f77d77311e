// What the address says, and which events it selects: the browser combines the sets that the
// server made, and knows no other rule.

// Days ---------------------------------------------------------------------------------------

// Days are numbered as in Python: 1 is 1 January of the year 1. This is 1 January 1970.
const UNIX_DAY = 719163
const DAY_MS = 864e5

const parseDay = (iso) => {
  const match = /^(-?\d{4})-(\d\d)-(\d\d)$/.exec(iso ?? "")
  if (!match) return null
  const [year, month, day] = match.slice(1).map(Number)
  // Other ways to make a date read years under 100 as years of this century.
  const milliseconds = new Date(0).setUTCFullYear(year, month - 1, day)
  return milliseconds / DAY_MS + UNIX_DAY
}

const formatDay = (number) => {
  const date = new Date((number - UNIX_DAY) * DAY_MS)
  const year = date.getUTCFullYear()
  const sign = year < 0 ? "-" : ""
  const digits = String(Math.abs(year)).padStart(4, "0")
  const monthAndDay = date.toISOString().slice(-19, -14)
  return `${sign}${digits}-${monthAndDay}`
}

// The view in the address --------------------------------------------------------------------

const readState = (query = location.search) => {
  const params = new URLSearchParams(query)
  const from = parseDay(params.get("from"))
  const to = parseDay(params.get("to"))
  const day = parseDay(params.get("day"))
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
    // Only days that are selected are played.
    day: day === null ? null : clamp(day, from ?? day, to ?? day),
  }
}

const isInDates = (event, { from, to, certain }) => {
  if (from === null && to === null) return true
  const start = from ?? -Infinity
  const end = to ?? Infinity
  const first = event.first ?? -Infinity
  const last = event.last ?? Infinity
  if (!certain) return first <= end && last >= start
  return !event.unsure && first >= start && last <= end
}

// Search -------------------------------------------------------------------------------------

// A month by its number, or by the beginning of its name; 0 for none.
const parseMonth = (text, { months }) => {
  if (/^\d+$/.test(text)) {
    const number = Number(text)
    return number >= 1 && number <= 12 ? number : 0
  }
  const name = Object.keys(months).find((month) => month.startsWith(text))
  return months[name] ?? 0
}

// A day or month as the index names it, such as `@2019-02-23`; null for what is none.
const parseDate = (groups, order, words) => {
  const parts = {}
  for (const [index, name] of [...order].entries()) {
    parts[name] = groups[index]
  }
  const { y: year, m, d } = parts
  let month = parseMonth(m, words)
  let day = d
  // Day and month may be exchanged.
  const otherMonth = !month && d ? parseMonth(d, words) : 0
  if (otherMonth && Number(m) <= 31) {
    month = otherMonth
    day = m
  }
  const isDay = Number(day) >= 1 && Number(day) <= 31
  if (!month || (day && !isDay)) return null
  const numbers = [year, month, day].filter(Boolean)
  const digits = numbers.map((number) => String(number).padStart(2, "0"))
  return `@${digits.join("-")}`
}

// The dates in a text, and the text without them. Patterns, names of months and the order of
// the groups come from the server.
const extractDates = (text, words) => {
  const dates = []
  let rest = text
  for (const [pattern, order] of words.days) {
    rest = rest.replace(new RegExp(pattern, "g"), (match, ...groups) => {
      const date = parseDate(groups, order, words)
      if (!date) return match
      dates.push(date)
      return " ".repeat(match.length)
    })
  }
  return [dates, rest]
}

// The names of claimants in a text, in their order.
const findVoices = (terms, { voices, ignored }) => {
  const named = terms.filter((term) => !ignored.includes(term))
  const text = ` ${named.join(" ")} `
  return Object.keys(voices).filter((name) => text.includes(` ${name} `))
}

// The forms of the index that a term is, or else those that begin with it.
const findForms = (term, { forms, least }) => {
  const isNumber = /^\p{N}/u.test(term)
  // A number of four digits may be a year.
  const keys = isNumber ? [`#${term}`, `@${term.padStart(4, "0")}`] : [term]
  const exactForms = keys.filter((key) => Object.hasOwn(forms, key))
  if (exactForms.length) return exactForms
  const isDigits = /^[@\p{N}]/u.test(term)
  if (isDigits || term.length < least) return []
  return Object.keys(forms).filter((form) => form.startsWith(term))
}

// The stems that a term stands for; null where only the server knows.
const findStems = (term, words, voices, isAlone) => {
  const isNumber = /^\p{N}/u.test(term) || words.numbers.includes(term)
  if (isNumber && !isAlone) return null
  const forms = findForms(term, words)
  const names = voices.filter((name) => name.split(" ").includes(term))
  if (!forms.length && !names.length && !isAlone) return null
  const formStems = forms.flatMap((form) => words.forms[form])
  const voiceStems = names.map((name) => words.voices[name])
  return [...formStems, ...voiceStems]
}

const GROUPED_DIGITS = /(\d{1,3})[.,'](?=\d{3}(?!\d))/g

// For each word and date of a text the stems that it stands for, and the numbers of the records
// that hold one of them. Null where only the server knows.
const findHolders = (words, text, isAlone) => {
  const [dates, rest] = extractDates(foldText(text), words)
  const plainText = rest.replace(GROUPED_DIGITS, "$1")
  const terms = plainText.match(/[\p{L}\p{N}]+/gu) ?? []
  const voices = findVoices(terms, words)
  const soughtTerms = [...dates, ...terms].filter((term) => !words.ignored.includes(term))
  const holders = []
  for (const term of soughtTerms) {
    const stems = findStems(term, words, voices, isAlone)
    if (!stems) return null
    const numbers = new Set(stems.flatMap((stem) => words.held[stem]))
    holders.push({ stems, numbers })
  }
  return holders
}

// The ids of the events with all words of a text. Null where only the server knows: for numbers,
// for words that no word of the story begins with, and until the words of the story are there.
// `answer` is what the server said of a text; a page without a server finds numbers in digits.
const matchWords = ({ events, words }, text, answer) => {
  if (answer?.text === text) return new Set(answer.events)
  if (!words) return null
  const holders = findHolders(words, text, Boolean(answer?.alone))
  if (!holders) return null
  const isMatch = (number) => holders.every(({ numbers }) => numbers.has(number))
  const matching = events.filter((_, number) => isMatch(number))
  return new Set(matching.map(({ id }) => id))
}

// A boolean for each event of the index. Words that wait for the server exclude nothing.
const selectEvents = (index, state, answer) => {
  const matchingIds = state.text ? matchWords(index, state.text, answer) : null
  const isSelected = index.events.map((event) => {
    const hasWords = !matchingIds || matchingIds.has(event.id)
    return hasWords && isInDates(event, state)
  })
  for (const name of ["category", "region", "source"]) {
    const sets = index.sets[name]
    const values = state[name].filter((value) => value in sets)
    if (!values.length) continue
    const numbers = new Set(values.flatMap((value) => sets[value]))
    isSelected.forEach((isIncluded, number) => {
      isSelected[number] = isIncluded && numbers.has(number)
    })
  }
  return isSelected
}

// Changes of the address ---------------------------------------------------------------------

// Whether the address is that of another page already: what still goes on here is not for it.
const isLeaving = () => document.documentElement.hasAttribute("data-leaving")

// Milliseconds until the server is asked: after a finished choice, and after the last change of
// what goes on.
const DELAYS_MS = { done: 0, ongoing: 300 }
let requestTimer = 0

const requestRun = () => {
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }))
}

// A view that has an address to ask sets its own way.
let notifyServer = requestRun

// Each finished choice is an entry of the history. What goes on (a drag, play, typing) has an
// entry from its first change, and keeps it until it ends: `push` is false as long as it goes on.
let ongoingNames = null
addEventListener("popstate", ({ isTrusted }) => {
  if (isTrusted) ongoingNames = null
})

const applyChanges = (changes) => {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    url.searchParams.delete(name)
    for (const item of [value].flat()) {
      const isEmpty = item === null || item === ""
      if (!isEmpty) url.searchParams.append(name, item)
    }
  }
  return url
}

// Changes the address at once, and asks the server: at once when a choice is finished, or when
// the reader pauses. `null` removes a parameter.
const writeAddress = (changes, { push = true } = {}) => {
  if (isLeaving()) return
  const url = applyChanges(changes)
  const names = Object.keys(changes).join()
  const isContinued = ongoingNames === names
  const hasMoved = url.href !== location.href
  const goesOn = !push && (hasMoved || isContinued)
  ongoingNames = goesOn ? names : null
  if (!hasMoved) return
  if (isContinued) history.replaceState(history.state, "", url)
  else history.pushState(null, "", url)
  clearTimeout(requestTimer)
  const delay = push ? DELAYS_MS.done : DELAYS_MS.ongoing
  requestTimer = setTimeout(() => notifyServer(), delay)
  notifyPage("address:changed")
}

// The same text for the same view, in whatever order its parameters are.
const formatViewKey = (query, names) => {
  const parameters = [...new URLSearchParams(query)]
  const pairs = parameters.filter(([name]) => names.includes(name))
  return pairs.map((pair) => pair.join("=")).sort().join("&")
}

// Whether what the server said is of the view in the address.
const isSeen = ({ seen, names }) =>
  formatViewKey(location.search, names) === formatViewKey(seen, names)
