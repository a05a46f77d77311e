// What a published Overview says of a view: its head figures, its counts, two views side by side.
// It combines sets that were made by the story's rules, takes the first of what is ranked and adds
// up counts; it knows no rule. Records are numbers, as in the lists that it is given.
const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])

// What a script of data hands over: a page that is opened from a folder may fetch nothing else.
const handed = (src, name) => new Promise((done, failed) => {
  document.addEventListener(`stage:${name}`, ({ detail }) => done(detail), { once: true })
  const script = Object.assign(document.createElement("script"), { src })
  script.onerror = failed
  document.head.append(script)
})

class Answers {
  constructor(data, texts, labels) {
    Object.assign(this, data)
    this.locale = texts.locale
    this.label = labels
    this.place = Object.fromEntries(this.sources.map((source, number) => [source.id, number]))
    // Claims with a name, for the words that are looked up in them.
    this.worded = { events: this.claims, words: this.words, kind: "figures" }
  }

  number(value) {
    return new Intl.NumberFormat(this.locale, { useGrouping: "always" }).format(value)
  }

  // As the address has it, with the filters that decide which sources are used.
  read(query) {
    const params = new URLSearchParams(this.sourced ? query : "")
    const state = readState(query)
    // In the order in which every address names them.
    state.region.sort()
    return { ...state, tier: params.getAll("tier"), without: params.getAll("without"), known: dayNumber(params.get("known")) }
  }

  // What the values of a filter leave out, of sources or of claims.
  out(state, what) {
    return new Set(["tier", "without"].flatMap((name) => state[name].flatMap((value) => this.leftOut[name]?.[value]?.[what] ?? [])))
  }

  used(state) {
    const out = this.out(state, "sources")
    const there = (number) => !out.has(number) && (state.known === null || this.sources[number].day <= state.known)
    return new Set(this.sources.map((_, number) => number).filter(there))
  }

  // The sources that count: those used, and asked for where some are asked for.
  asked(state, used = this.used(state)) {
    const named = state.source.map((id) => this.place[id]).filter((number) => number !== undefined)
    return named.length ? new Set(named.filter((number) => used.has(number))) : used
  }

  // The claims that the filters leave.
  kept(state) {
    const asked = this.asked(state)
    const out = this.out(state, "claims")
    const open = state.from === null && state.to === null
    const held = state.text ? worded(this.worded, state.text, { alone: true }) : null
    const sets = ["region", "category"].filter((name) => state[name].length)
      .map((name) => new Set(state[name].flatMap((value) => this.sets[name][value] ?? [])))
    return new Set(this.claims.map((_, number) => number).filter((number) => {
      const { id, from, day } = this.claims[number]
      return from.some((source) => asked.has(source)) && !out.has(number) && (open || (day && inDates(day, state)))
        && sets.every((set) => set.has(number)) && (!held || held.has(id))
    }))
  }

  // The events as the sources used date them, which of them these are cited from, the words of the
  // story, and what the days say that are played. An event that no source in use tells of comes on no day.
  index(whole, state) {
    const used = this.used(state)
    const turned = new Map(this.turned.filter(({ by }) => !by.some((source) => used.has(source))).map((one) => [one.id, one]))
    const source = Object.fromEntries(Object.entries(whole.sets.source).filter(([id]) => used.has(this.place[id])))
    const none = Object.fromEntries(Object.keys(whole.sets.source).map((id) => [id, []]))
    const published = new Map()
    for (const [id, events] of Object.entries(source))
      for (const event of events) published.set(event, Math.min(published.get(event) ?? Infinity, this.sources[this.place[id]].day))
    const told = (event, number) => (published.has(number) ? { published: published.get(number) } : { first: Infinity, published: null })
    return {
      ...whole,
      ...this.played(state),
      words: this.words,
      events: whole.events.map((event, number) => ({ short: this.short[event.id], ...event, ...turned.get(event.id), ...told(event, number) })),
      sets: { ...whole.sets, source: { ...none, ...source } },
      used: new Set(published.keys()),
      way: this.turned.map(({ id }) => (turned.has(id) ? "0" : "1")).join(""),
    }
  }

  // What the days say that are played, worked out once for the sources in use.
  played({ tier, without, known }) {
    const key = JSON.stringify([tier, without, known])
    if (this.playedFor !== key) Object.assign(this, { playedFor: key, whatDaysSay: new Days(this, { tier, without, known }).all() })
    return this.whatDaysSay
  }

  // The marks of a figure whose sources are used.
  marks({ marks }, used) {
    return marks.filter(([source]) => used.has(source)).map(([, , mark]) => this.cites[mark])
  }

  // The marks of counts of one day: of several, each place once, with what is said of their sum.
  shared({ claims, said }, used) {
    if (claims.length < 2) return this.marks(claims[0], used)
    const ordered = [...claims].sort((one, other) => (one.region < other.region ? -1 : 1))
    const whom = new Set(claims.map(({ people }) => people))
    const sum = filled(said[claims.length > this.most.regions ? 1 : 0], {
      figure: this.number(claims.reduce((all, { value }) => all + value, 0)),
      people: whom.size > 1 ? this.texts.people : [...whom][0],
      places: this.list(ordered.map(({ region }) => this.label[region])),
      count: this.number(claims.length),
    })
    const found = new Map()
    for (const [source, at, , mark] of claims.flatMap((claim) => claim.marks))
      if (used.has(source)) found.set(at, { source, html: this.cites[mark].replaceAll("{sum}", () => escaped(sum)) })
    // The documents come first, as they do in the list of sources.
    const outside = ({ source }) => this.sources[source].outside
    return [...found.values()].sort((one, other) => outside(one) - outside(other)).map(({ html }) => html)
  }

  // The counts by region that hold under the filters of sources, day by day; regions as asked for.
  days(state) {
    return this.under(state).filter((day) => day.claims.length)
  }

  // Every day with those of its counts that the filters of sources and regions leave.
  under(state) {
    const asked = this.asked(state)
    const out = this.out(state, "claims")
    const there = ({ claim, region }) => !out.has(claim) && this.claims[claim].from.some((source) => asked.has(source))
      && (!state.region.length || state.region.includes(region))
    return this.counts.map((day) => ({ ...day, claims: day.claims.filter(there) }))
  }

  figure(kind, item, used, kept, outside) {
    return { label: this.figures.labels[kind], value: item.value, note: outside ? filled(this.texts.outside, item) : item.note,
      marks: this.marks(item, used), differs: this.differs(item, kept), outside }
  }

  summed(day, used, kept, outside) {
    const { claims } = day
    const note = claims.length > 1 ? day.notes[claims.length - 1] : claims[0].note
    return { label: this.figures.labels.regions, value: this.number(claims.reduce((sum, one) => sum + one.value, 0)),
      note: outside ? filled(this.texts.outside, { note }) : note, marks: this.shared(day, used), differs: this.differs(claims[0], kept), outside }
  }

  differs({ differs }, kept) {
    return differs?.with.some((claim) => kept.has(claim)) ? differs : null
  }

  // The head figures that a view has of its own, by kind.
  heads(state, kept = this.kept(state)) {
    const used = this.used(state)
    const found = {}
    for (const [kind, ranked] of Object.entries(this.figures.ranked)) {
      const item = ranked.find(({ claim }) => kept.has(claim))
      if (item) found[kind] = this.figure(kind, item, used, kept, false)
    }
    const last = this.days(state).at(-1)
    const claims = last?.claims.filter(({ claim }) => kept.has(claim)) ?? []
    if (claims.length) found.regions = this.summed({ ...last, claims }, used, kept, false)
    return found
  }

  // The figure nearest to the dates, where the filters leave none.
  nearest(kind, state) {
    const base = { ...this.read(""), tier: state.tier, without: state.without, known: state.known }
    const used = this.used(base)
    const kept = this.kept(base)
    if (kind === "regions") {
      const last = this.days(base).at(-1)
      return last && this.summed(last, used, kept, true)
    }
    const far = ({ day }) => Math.max(state.from === null ? 0 : state.from - (day.last ?? Infinity), state.to === null ? 0 : (day.first ?? -Infinity) - state.to, 0)
    const left = this.figures.ranked[kind].filter(({ claim }) => kept.has(claim))
    const least = Math.min(...left.map(far))
    const item = left.find((one) => far(one) === least)
    return item && this.figure(kind, item, used, kept, true)
  }

  // Where no event is left there are no figures of another view: `back` says what to do.
  headFigures(state, back = "") {
    const found = this.heads(state)
    const items = this.figures.order.map((kind) => found[kind] ?? (this.figures.nearest && !back ? this.nearest(kind, state) : null))
    return back + items.filter(Boolean).map((item) => `<li${item.outside ? ' class="outside"' : ""}>` +
      `<div class="head"><p class="value num">${escaped(item.value)}</p>${this.differing(item.differs)}</div>` +
      `<p class="what" title="${escaped(item.note)}"><b>${escaped(item.label)}</b> · ${escaped(item.note)}</p>` +
      `<div class="by">${item.marks[0] ?? ""}</div></li>`).join("")
  }

  // A link for each filter without which the view at an address holds events, and one without any.
  wayBack(query, whole, told) {
    const { lift, takeAway, noCause, clear } = this.texts
    const without = (names) => {
      const params = new URLSearchParams(query)
      for (const name of [...names, "page"]) params.delete(name)
      return `?${params}`
    }
    const left = (address) => {
      const state = this.read(address)
      return select(this.index(whole, state), state, told).filter(Boolean).length
    }
    const set = Object.values(lift).filter(({ names }) => names.some((name) => new URLSearchParams(query).get(name)))
    const found = set.map(({ names, one, many }) => ({ address: without(names), one, many, count: left(without(names)) }))
      .filter(({ count }) => count).sort((one, other) => other.count - one.count)
    const links = found.map(({ address, one, many, count }) => [address, filled(count === 1 ? one : many, { count: this.number(count) })])
    links.push([without(Object.values(lift).flatMap(({ names }) => names)), clear])
    return `<li class="nothing"><p>${escaped(found.length ? takeAway : noCause)}</p><p class="back">` +
      `${links.map(([address, label]) => `<a href="${escaped(address)}" data-lift>${escaped(label)}</a> `).join("")}</p></li>`
  }

  differing(differs) {
    if (!differs) return ""
    const { standing, address, title, glyph } = differs
    return `<a class="mark mark-${standing}"${address} title="${escaped(title)}"><span aria-hidden="true">${glyph}</span> ${escaped(this.texts.differs)}</a>`
  }

  list(names) {
    return new Intl.ListFormat(this.locale).format(names)
  }

  // The counts of the last day under the filters of sources, every region's, the largest first.
  ranked(state) {
    const days = this.days({ ...state, region: [] })
    const last = days.at(-1)
    return last ? this.table(last, this.largest(days), this.used(state), this.counted(state) ? last.caption : last.left) : ""
  }

  largest(days) {
    return Math.max(1, ...days.flatMap(({ claims }) => claims.map(({ value }) => value)))
  }

  // The counts of a day as a table; the bars are on the scale of the largest.
  table(day, largest, used, caption = day.caption) {
    const claims = [...day.claims].sort((one, other) => other.value - one.value || (one.region < other.region ? -1 : 1))
    const row = ({ region, value }) => `<tr data-region="${region}"><th scope="row"><button type="button" data-filter="region" data-value="${region}">${escaped(this.label[region])}</button></th>` +
      `<td class="bar" aria-hidden="true"><i style="width: ${(100 * value) / largest}%"></i></td><td class="num">${this.number(value)}</td></tr>`
    const sum = this.number(claims.reduce((all, { value }) => all + value, 0))
    const foot = claims.length > 1 ? `<tfoot><tr><th scope="row">${escaped(this.texts.sum)}</th><td class="bar"></td><td class="num">${sum}</td></tr></tfoot>` : ""
    const silent = Object.keys(this.label).sort().filter((key) => !claims.some(({ region }) => region === key))
    const unsaid = silent.length ? ` ${filled(this.texts.silent, { regions: this.list(silent.map((key) => this.label[key])) })}` : ""
    return `<table><caption>${escaped(caption)}</caption><tbody>${claims.map(row).join("")}</tbody>${foot}</table>` +
      `<p class="caveat">${escaped(this.texts.presented)}${escaped(unsaid)}</p>` +
      `<div class="by">${this.shared(day, used).slice(0, 2).join("")}</div>`
  }

  // Whether the filters leave one of the last day's counts, and its days without those of dates.
  counted(state) {
    const kept = this.kept(state)
    return Boolean(this.days({ ...state, region: [] }).at(-1)?.claims.some(({ claim }) => kept.has(claim)))
  }

  held(state) {
    const open = { ...state, from: null, to: null, region: [] }
    return this.counted(open) ? [this.days(open).at(-1).day] : []
  }

  // The circles of the map, as the stage's player sets them: radius, text, number.
  circles(state) {
    const days = this.days({ ...state, region: [], source: [] })
    return { regions: this.sizes(days.at(-1)?.claims ?? [], this.largest(days)) }
  }

  sizes(claims, largest) {
    return Object.fromEntries(claims.map(({ region, value }) => [region, [this.size(value, largest), this.number(value), value]]))
  }

  size(value, largest) {
    return value > 0 ? this.radius * Math.sqrt(value / largest) : 0
  }

  // Days in words: as the story names them, else as the reader's browser does.
  stretch(from, to) {
    const iso = (day) => (day === null ? "" : isoDay(day))
    const named = this.dates[`${iso(from)}/${iso(to)}`]
    if (named) return named
    const style = new Intl.DateTimeFormat(this.locale, { dateStyle: "long", timeZone: "UTC" })
    const at = (day) => new Date((day - UNIX) * DAY)
    if (from !== null && to !== null) return style.formatRange(at(from), at(to)).replace(/^(\d+)\s–\s(?=\d)/, "$1–")
    const one = style.format(at(from ?? to))
    return filled(from === null ? this.texts.untilDay : this.texts.fromDay, { date: one })
  }
}
