// What a search finds, on a page without a server: from the index by which the page filters, and a
// line of each record that the site has made. It comes with them when a search is near, and is
// handed the functions of the stage's script (`helpers`).
const { makeElement, fillText, foldText } = helpers
const { GROUPED_DIGITS, extractDates, findHolders } = helpers
const MOST_LINES = 4
const WORD_OR_NUMBER = /([\p{L}\p{N}]+(?:[.,]\p{N}+)*)/u
const UNTIL = /^(by|until|till|before|hasta|para|antes de)\s/

// Marked words ---------------------------------------------------------------------------------

const isSearched = (word, words, stems) => {
  const folded = foldText(word).replace(GROUPED_DIGITS, "$1")
  const isNumber = /^\p{N}/u.test(folded)
  const wordStems = words.forms[isNumber ? `#${folded}` : folded] ?? []
  return wordStems.some((stem) => stems.has(stem))
}

const markText = (node, words, stems) => {
  const pieces = node.data.split(WORD_OR_NUMBER)
  const nodes = pieces.map((piece, index) => {
    const isMarked = index % 2 === 1 && isSearched(piece, words, stems)
    return isMarked ? makeElement("mark", {}, piece) : piece
  })
  node.replaceWith(...nodes)
}

// The context is the sentence, a line of it, with the first marked word: a part may lack who says so.
const cutContext = (context) => {
  const mark = context.querySelector("mark")
  const isInHeading = context.parentElement.querySelector("a mark")
  if (!mark || isInHeading) {
    context.remove()
    return
  }
  const sentences = context.innerHTML.split("\n")
  context.innerHTML = sentences.find((sentence) => sentence.includes("<mark>"))
}

const makeLine = ({ html }, words, stems) => {
  const list = makeElement("ul")
  list.innerHTML = html
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
  const nodes = []
  while (texts.nextNode()) nodes.push(texts.currentNode)
  for (const node of nodes) markText(node, words, stems)
  for (const context of list.querySelectorAll(".context")) cutContext(context)
  return list.firstElementChild
}

// Days -----------------------------------------------------------------------------------------

// The month that is the only word of a text.
const readMonth = (terms, { months }) => {
  const [term] = terms
  const isAlone = terms.length === 1 && Object.hasOwn(months, term)
  return isAlone ? `@${String(months[term]).padStart(2, "0")}` : null
}

// The first and last day that a text names, or null; days without a year are of the story's.
const readDays = (text, words, year) => {
  const plainText = foldText(text).replace(UNTIL, "")
  const [dates, rest] = extractDates(plainText, words)
  const terms = rest.match(/[\p{L}\p{N}]+/gu) ?? []
  const others = terms.filter((term) => !words.ignored.includes(term))
  const date = dates.length ? dates[0] : readMonth(others, words)
  if (!date || dates.length > 1 || (dates.length && others.length)) return null
  const parts = date.slice(1).split("-")
  const [writtenYear, month, day] = parts[0].length === 4 ? parts : [year, ...parts]
  if (!month) return null
  const lastDay = new Date(Date.UTC(writtenYear, month, 0)).getUTCDate()
  const start = `${writtenYear}-${month}-${day ?? "01"}`
  const end = `${writtenYear}-${month}-${day ?? lastDay}`
  return Number(day ?? 1) <= lastDay ? { start, end, isMonth: !day } : null
}

const makeChoice = (label, changes) => {
  const change = new URLSearchParams(changes)
  const attributes = { href: "#", "data-change": change }
  return makeElement("a", attributes, label)
}

const formatDate = (iso, locale, options) =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(new Date(iso))

const makeDayLinks = (text, words, { texts, year }, locale) => {
  const days = readDays(text, words, year)
  if (!days) return []
  const { start, end, isMonth } = days
  const date = formatDate(end, locale, { dateStyle: "long" })
  const month = formatDate(end, locale, { month: "long", year: "numeric" })
  const single = fillText(texts.day, { dates: isMonth ? month : date })
  const cleared = { q: "", search: "" }
  const links = [makeChoice(fillText(texts.until, { date }), { from: "", to: end, ...cleared })]
  const isUntil = UNTIL.test(foldText(text))
  if (!isUntil) links.unshift(makeChoice(single, { from: start, to: end, ...cleared }))
  return links.map((link) => makeElement("li", {}, link))
}

// The list -------------------------------------------------------------------------------------

// The records with the most of the words, if that is half of them or more.
const findRecords = (records, holders) => {
  const countHolders = (number) => holders.filter(({ numbers }) => numbers.has(number)).length
  const counts = records.map((_, number) => countHolders(number))
  const most = Math.max(0, ...counts)
  const isFound = (_, number) => most > 0 && 2 * most >= holders.length && counts[number] === most
  return { most, found: records.filter(isFound) }
}

const makeGroup = (heading, lines, texts) => {
  const group = makeElement("div", {}, makeElement("p", {}, makeElement("strong", {}, heading)))
  group.append(makeElement("ul", {}, ...lines.slice(0, MOST_LINES)))
  const rest = lines.slice(MOST_LINES)
  if (!rest.length) return group
  const summary = makeElement("summary", {}, fillText(texts.more, { count: rest.length }))
  group.append(makeElement("details", {}, summary, makeElement("ul", {}, ...rest)))
  return group
}

// Records with more of the words in their headings come first.
const sortLines = (lines) => {
  const countMarks = (line) => line.querySelectorAll("a mark").length
  return lines.sort((line, other) => countMarks(other) - countMarks(line))
}

const makeGroups = ({ kinds, texts }, found, words, stems) => {
  const groups = []
  for (const [kind, [one, several]] of Object.entries(kinds)) {
    const records = found.filter((record) => record.kind === kind)
    if (!records.length) continue
    const count = records.length
    const heading = count === 1 ? one : fillText(several, { count })
    const lines = records.map((record) => makeLine(record, words, stems))
    groups.push({ heading, element: makeGroup(heading, sortLines(lines), texts) })
  }
  return groups
}

const makeCount = (headings, texts, text) => {
  const counts = headings.join(", ")
  const said = headings.length ? fillText(texts.found, { counts }) : texts.nothing
  const count = makeElement("p", { class: "hits-count" })
  count.append(makeElement("span", { "data-said": "" }, said), " ")
  const isFilter = new URLSearchParams(location.search).has("q")
  if (isFilter) count.append(makeChoice(texts.whole, { q: "", search: text }))
  else if (headings.length) count.append(makeChoice(texts.only, { q: text, search: "" }))
  return count
}

// The list as HTML; empty without words.
const renderHits = (search, words, text, locale) => {
  if (!text) return ""
  const { texts, records } = search
  const holders = findHolders(words, text, true)
  const stems = new Set(holders.flatMap((holder) => holder.stems))
  const { most, found } = findRecords(records, holders)
  const groups = makeGroups(search, found, words, stems)
  const title = fillText(texts.title, { words: text })
  const list = makeElement("section", { class: "hits", "aria-label": title })
  list.append(makeElement("p", { class: "hits-title" }, title))
  const days = makeDayLinks(text, words, search, locale)
  if (days.length) list.append(makeElement("ul", { class: "hits-days" }, ...days))
  list.append(makeCount(groups.map(({ heading }) => heading), texts, text))
  if (found.length && most < holders.length) {
    const part = fillText(texts.part, { held: most, asked: holders.length })
    list.append(makeElement("p", { class: "hits-part" }, part))
  }
  const elements = groups.map(({ element }) => element)
  list.append(makeElement("div", { class: "hits-groups" }, ...elements))
  return list.outerHTML
}
