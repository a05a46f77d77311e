// Two views side by side, as a table: the counts of each day as circles on one scale, the head
// figures of either, its events and its sources.
class Compared {
  constructor(answers, state, whole, told) {
    this.answers = answers
    const other = state.compare?.startsWith("region:") ? { region: [state.compare.slice(7)] } : this.dated(state.compare)
    this.dates = Boolean(other && !other.region)
    this.sides = other && [state, { ...state, ...other }].map((one) => this.side(one, whole, told))
  }

  dated(text) {
    const days = (text ?? "").split("/").map(dayNumber).sort((one, other) => one - other)
    return days.length === 2 && !days.includes(null) ? { from: days[0], to: days[1] } : null
  }

  side(state, whole, told) {
    const { answers } = this
    const index = answers.index(whole, state)
    const kept = select(index, state, told)
    const claims = answers.kept(state)
    const events = index.events.map((event, number) => ({ ...event, number })).filter(({ number }) => kept[number])
    const first = (day, open) => day ?? open
    events.sort((one, other) => first(one.first, -Infinity) - first(other.first, -Infinity) || first(one.last, Infinity) - first(other.last, Infinity) || (one.id < other.id ? -1 : 1))
    return { state, index, events, claims, used: answers.used(state), name: this.name(state) }
  }

  name(state) {
    const { answers } = this
    if (this.dates) return answers.stretch(state.from, state.to)
    return state.region.length ? answers.list(state.region.map((key) => answers.label[key])) : answers.texts.allRegions
  }

  // Which two views stand side by side; nothing where there is one.
  caption() {
    const { answers, sides } = this
    return sides ? filled(answers.texts.beside, { one: sides[0].name, other: sides[1].name }) : undefined
  }

  html() {
    const { answers, sides } = this
    if (!sides) return ""
    const { texts } = answers
    const lines = [...this.counts(), ...this.figures(),
      [texts.events, sides.map((side) => this.events(side))], [texts.sources, sides.map((side) => this.sources(side))]]
    const names = sides.map(({ name }) => `<th scope="col">${escaped(name)}</th>`).join("")
    return `<table><caption>${escaped(this.caption())}</caption><thead><tr><td></td>${names}</tr></thead><tbody>` +
      `${lines.map((line) => this.line(...line)).join("")}</tbody></table>` +
      `<details class="which"><summary>${escaped(texts.which)}</summary><div class="lists">` +
      `${sides.map((side, at) => this.titles(side, sides[1 - at])).join("")}</div></details>`
  }

  line(label, cells, size = 0) {
    return `<tr><th scope="row">${escaped(label)}</th>${cells.map((one) => this.cell(one, size)).join("")}</tr>`
  }

  cell({ value, note = "", radius = 0, marks = [], missing = false }, size) {
    const side = Math.round(2 * size + 3)
    const circle = radius ? `<circle cx="50%" cy="50%" r="${radius}"/>` : ""
    const drawn = size ? `<svg width="${side}" height="${side}" aria-hidden="true">${circle}</svg>` : ""
    const by = marks.slice(0, this.answers.most.marks).join("")
    return `<td><div class="pair">${drawn}<div><b class="${missing ? "plain" : "num"}">${escaped(value)}</b>` +
      `${note ? ` <span class="what">${escaped(note)}</span>` : ""}<div class="by">${by}</div></div></div></td>`
  }

  // The counts that a side has of each day: of its regions, where the day may lie in its dates.
  shares({ state }) {
    return this.answers.under(state).map(({ day, claims }) => (inDates(day, { ...state, certain: false }) ? claims : []))
  }

  counts() {
    const { answers, sides } = this
    const sum = (claims) => claims.reduce((all, { value }) => all + value, 0)
    const shares = sides.map((side) => this.shares(side))
    const days = answers.counts.map((day, number) => [day, shares.map((share) => share[number])])
    const largest = Math.max(0, ...days.flatMap(([, pair]) => pair.map(sum)))
    const size = answers.size(largest, largest)
    return days.filter(([, pair]) => pair.flat().length).map(([day, pair]) =>
      [day.label, pair.map((claims, at) => this.count({ ...day, claims }, sum(claims), largest, sides[at])), size])
  }

  count(day, sum, largest, { state, used }) {
    const { texts } = this.answers
    const { claims } = day
    if (!claims.length) return { value: state.region.length ? texts.notReported : texts.noCount, missing: true }
    const note = claims.length > 1 ? filled(texts.regions, { count: this.answers.number(claims.length) }) : ""
    return { value: this.answers.number(sum), note, radius: this.answers.size(sum, largest).toFixed(1), marks: this.answers.shared(day, used) }
  }

  figures() {
    const { answers, sides } = this
    const heads = sides.map(({ state, claims }) => answers.heads(state, claims))
    const missing = { value: answers.texts.noFigure, missing: true }
    return answers.compared.filter((kind) => heads.some((own) => own[kind]))
      .map((kind) => [answers.figures.labels[kind], heads.map((own) => own[kind] ?? missing)])
  }

  events({ state, events }) {
    const { answers } = this
    const certain = events.filter((event) => inDates(event, { ...state, certain: true })).length
    const dated = state.from !== null || state.to !== null
    const note = dated && certain < events.length
      ? filled(answers.texts.certainty, { certain: answers.number(certain), possible: answers.number(events.length - certain) }) : ""
    return { value: answers.number(events.length), note }
  }

  sources({ state, index, events, claims, used }) {
    const { answers } = this
    const cited = new Set([...claims].flatMap((claim) => answers.claims[claim].from))
    const shown = new Set(events.map(({ number }) => number))
    answers.sources.forEach(({ id }, number) => index.sets.source[id].some((event) => shown.has(event)) && cited.add(number))
    const asked = answers.asked(state, used)
    const found = [...cited].filter((source) => asked.has(source)).sort((one, other) => one - other)
    const names = found.slice(0, 3).map((source) => answers.sources[source].label).join(" · ")
    return { value: answers.number(found.length), note: found.length > 3 ? filled(answers.texts.others, { some: names }) : names }
  }

  titles({ name, events }, other) {
    const { texts, most } = this.answers
    const theirs = new Set(other.events.map(({ id }) => id))
    const items = events.slice(0, most.titles).map(({ id, short, title }) =>
      `<li><button type="button" data-event="${id}"><b>${escaped(short)}</b> ${escaped(title)}</button>${theirs.has(id) ? ` <span class="what">${escaped(texts.shared)}</span>` : ""}</li>`)
    const more = events.length - most.titles
    if (more > 0) items.push(`<li class="what">${escaped(filled(texts.more, { count: this.answers.number(more) }))}</li>`)
    return `<section><h3>${escaped(name)}</h3><ul>${items.join("") || `<li>${escaped(texts.noEvents)}</li>`}</ul></section>`
  }
}
