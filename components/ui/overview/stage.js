// The stage: one picture that answers. What is touched changes the address and the picture in the
// same frame; what only the server can say comes with the next run of the page.
const PHONE = matchMedia("(max-width: 48rem)")
const STEP = 20
// The least heights in pixels: of a timeline whose marks stand clear of each other, and of a map.
const LOWEST = { timeline: 360, map: 260 }
// What is drawn of the counts by region.
const COUNTED = ".count, .count-label, tr"
// So many events of a place are named under the pointer.
const MOST_TOLD = 4

// Whether only the server can say how many events the address leaves: of a large story, of other
// sources than those in use, of words that no word of the story begins with.
const onlyServerCounts = (index, data) => {
  if (!index.browser) return true
  if (viewKey(location.search, data.sourced) !== viewKey(data.seen, data.sourced)) return true
  const { text } = readState()
  return Boolean(text) && !worded(index, text, data.found)
}

class Stage {
  constructor(root) {
    this.root = root
    this.part = (name) => root.querySelector(`[data-part="${name}"]`)
    this.filters = new FilterLine(this.part("filters"), (changes, how) => {
      // On a phone a region that is filtered on opens no sheet: its line of the counts does.
      if (PHONE.matches && changes.region?.length === 1) this.closed = `region:${changes.region[0]}`
      this.go({ ...changes, page: null }, how)
    })
    this.axis = new Axis(this.part("axis"), (dates, done) => this.go(dates, { push: done }))
    this.play = new Play(this)
    this.told = typeof Told === "undefined" ? null : new Told(this)
    this.drawn = {}
    for (const name of ["timeline", "map"]) this.listen(this.part(name))
    for (const name of ["counts", "compare"]) {
      this.part(name).addEventListener("click", (event) => this.picked(event))
      this.part(name).addEventListener("pointerover", (event) => this.hover(event))
      this.part(name).addEventListener("pointerleave", () => this.light(null))
    }
    this.part("figures").addEventListener("click", (event) => this.lift(event))
    this.part("detail").addEventListener("click", (event) => event.target.closest(".close") && this.leave())
    document.addEventListener("keydown", (event) => event.key === "Escape" && root.isConnected && this.leave())
    document.addEventListener("stage:light", (event) => this.light(event.detail))
    document.addEventListener("stage:choose", (event) => this.choose(event.detail))
    addEventListener("popstate", ({ isTrusted }) => {
      if (isTrusted || left()) this.filters.forget(), this.play.stop()
      if (this.index && !left()) this.apply()
    })
    new ResizeObserver(() => this.draw()).observe(root)
  }

  // What the server sent with this run of the page.
  update(data) {
    this.take(data)
    this.told?.ran(data)
  }

  // What the server says of the view, however it came.
  take(data) {
    this.data = data
    if (!this.index) this.head(data.parts.headline)
    this.fill("figures", data.parts.figures)
    this.fill("counts", data.parts.counts)
    this.fill("compare", data.parts.compare)
    if (data.key) this.fill("key", data.key)
    this.part("compare").hidden = !data.parts.compare
    for (const name of ["time", "map"]) this.root.querySelector(`.${name} h2`).textContent ||= data.parts[name]
    this.name(data.texts)
    this.filters.build(data)
    this.filters.tell(data.parts.hits)
    this.axis.build(data)
    this.sheet ??= this.root.appendChild(document.createElement("style"))
    if (this.sheet.textContent !== data.css) this.sheet.textContent = data.css
    this.draw()
    this.load(data)
    if (this.index) this.apply()
  }

  name(t) {
    const words = { timeline: t.timeline, map: t.map, axis: t.axis, filters: t.filters }
    for (const [part, label] of Object.entries(words)) this.part(part).setAttribute("aria-label", label)
    const play = this.part("play")
    this.play.slider.setAttribute("aria-label", t.day)
    play.querySelector("select").setAttribute("aria-label", t.speed)
    play.querySelector(".end").textContent = t.end
  }

  fill(name, html) {
    const part = this.part(name)
    if (part.told === html) return
    part.told = html
    part.innerHTML = html
  }

  async load(data) {
    try {
      const index = data.inline ? data.inline.index : await fetched(data.addresses.index, "json")
      if (this.data !== data || index === this.index) return
      this.index = index
      this.number = new Map(index.events.map((event, number) => [event.id, number]))
      this.apply()
    } catch {
      if (this.data === data) this.part("status").textContent = data.texts.failed
    }
  }

  // The drawings, as large as there is room for; the address of each says all that it depends on.
  draw() {
    if (!this.data || !this.root.clientWidth) return
    const counts = this.part("counts")
    if (!this.root.hasAttribute("data-playing")) {
      counts.style.minHeight = ""
      this.ranked = counts.getBoundingClientRect().height
      counts.style.minHeight = `${this.ranked}px`
    }
    const time = this.part("timeline")
    const phone = PHONE.matches
    const width = (box) => Math.max(STEP * Math.floor(box.clientWidth / STEP), 280)
    // However far the reader has scrolled.
    const page = this.root.closest("[data-testid=stMainBlockContainer]") ?? document.body
    const top = this.root.getBoundingClientRect().top - page.getBoundingClientRect().top
    const left = innerHeight - top - (time.offsetTop + this.root.querySelector(".under").offsetHeight) - 2
    const height = Math.min(Math.max(STEP * Math.floor(left / STEP), LOWEST.timeline), 1000)
    this.show("timeline", phone ? "list" : "timeline", width(time), phone ? 0 : height)
    this.high = height
    this.map = () => this.show("map", "map", width(this.part("map")), phone ? 320 : this.besideTimeline(Math.max(height, this.grown?.[height] ?? 0)))
    this.map()
  }

  // The map and the counts under it end where the timeline and its axis end.
  besideTimeline(height) {
    const tall = (name) => this.root.querySelector(name).offsetHeight
    const room = height + tall(".time h2") + tall(".under") - tall(".map h2") - this.ranked
    return Math.max(STEP * Math.floor(room / STEP), LOWEST.map)
  }

  async show(part, kind, width, height) {
    const { addresses, inline, dates } = this.data
    const box = this.part(part)
    if (height) box.style.height = `${Math.max(height, (part === "timeline" && this.grown?.[height]) || 0)}px`
    const address = inline ? kind : `${addresses[kind]}&w=${width}&h=${height}`
    if (this.drawn[part] === address) return
    this.drawn[part] = address
    try {
      const svg = inline ? inline[kind] : await fetched(address, "text")
      if (this.drawn[part] !== address) return
      // What stands in a published page already is not drawn a second time.
      if (!inline || box.innerHTML !== svg) box.innerHTML = svg
      box.dataset.kind = kind
      if (!height) box.style.height = ""
      // In a low window the timeline is higher than there is room for, so that each event is named.
      else if (part === "timeline") {
        const own = Number(box.querySelector("svg")?.getAttribute("height")) || height
        box.style.height = `${own}px`
        this.grown = { [height]: own }
        this.map()
      }
      this.label(box)
      if (part === "timeline") this.bins = new Bins(box, this.data.texts.locale)
      this.marks = undefined
      if (this.index) this.apply()
    } catch {
      this.drawn[part] = ""
      box.textContent = this.data.texts.failed
    }
  }

  // The picture is one stop of the keyboard: a list of its events, in order of date. What a mark
  // says of itself becomes its name; the stage has a tip of its own.
  label(box) {
    const svg = box.querySelector("svg")
    svg.setAttribute("role", "none")
    svg.removeAttribute("aria-label")
    const regions = new Set(this.data.filters.find((one) => one.name === "region")?.options.map((one) => one.value))
    for (const [number, mark] of [...svg.querySelectorAll("g[data-event], g[data-id]")].entries()) {
      const { event, id } = mark.dataset
      if (!event) mark.dataset[regions.has(id) ? "region" : "place"] = id
      const title = mark.querySelector(":scope > title")
      if (event) mark.setAttribute("role", "option")
      if (event && title) mark.setAttribute("aria-label", title.textContent)
      mark.id = `${box.dataset.part}-${number}`
      title?.remove()
    }
    // Lanes and ticks are for the eye: each event says its date and its kind.
    if (box.getAttribute("role") !== "listbox") return
    for (const part of svg.querySelectorAll("*")) {
      if (part.closest("[data-event]")) continue
      if (part.querySelector("[data-event]")) part.setAttribute("role", "none")
      else part.setAttribute("aria-hidden", "true")
    }
  }

  every() {
    this.marks ??= ["timeline", "map"].flatMap((name) => [...this.part(name).querySelectorAll("[data-event], [data-region], [data-place]")])
    return [...this.marks, ...this.root.querySelectorAll(".ranked tr[data-region], .compare [data-event]")]
  }

  // The picture as the address has it.
  apply() {
    if (!this.index) return
    const state = readState()
    const { data, index } = this
    // Of a story too large for the browser the drawings hold only what the filters leave.
    this.kept = index.browser ? select(index, state, data.found) : []
    const places = new Set(index.events.filter((_, number) => this.kept[number]).map((one) => one.at))
    const counted = new Set(data.parts.held.filter((day) => inDates(day, state)).flatMap((day) => day.regions))
    // The region compared with keeps its colour beside the one chosen.
    const [kind, other] = (state.compare ?? "").split(":")
    const regions = kind === "region" ? [...state.region, other] : state.region
    const stays = (mark) => {
      const { event, region, place } = mark.dataset
      if (!index.browser && !region) return true
      if (event) return this.kept[this.number.get(event)] ?? false
      if (region) return (counted.has(region) || !mark.matches(COUNTED)) && (!state.region.length || regions.includes(region))
      return places.has(place)
    }
    for (const mark of this.every()) {
      const { event, region } = mark.dataset
      const dim = !stays(mark)
      mark.classList.toggle("dim", dim)
      mark.toggleAttribute("data-dim", dim)
      const chosen = event ? event === state.event : region && (state.compare ? regions : state.region).includes(region) && state.region.length < 2
      mark.toggleAttribute("data-chosen", Boolean(chosen))
      if (mark.role === "option") Object.assign(mark, { ariaSelected: String(Boolean(chosen)), ariaDisabled: String(dim) })
    }
    // For who listens the list runs by date, whatever the order of the lanes.
    const order = (mark) => this.number.get(mark.dataset.event)
    const marks = [...this.part("timeline").querySelectorAll("[role=option]")].sort((one, other) => order(one) - order(other))
    this.part("timeline").setAttribute("aria-owns", marks.map(({ id }) => id).join(" "))
    this.filters.show(data)
    this.axis.bars(index, this.kept)
    this.axis.show(state)
    this.tell(this.play.show(state))
    if (index.browser) this.bins?.show(index.events, (number) => this.kept[number] && this.play.reached(number), this.axis.between(state))
    this.open(state)
  }

  // Findings are the server's; until they are those of this view, how much is shown stands there.
  tell(day) {
    const { data, index, kept } = this
    const number = new Intl.NumberFormat(data.texts.locale)
    const fresh = this.told ? !this.told.waits(data) : isSeen(data)
    const unknown = !fresh && onlyServerCounts(index, data)
    const empty = fresh ? data.around.empty : !unknown && !kept.some(Boolean)
    const count = data.texts.count.replace("{shown}", number.format(kept.filter(Boolean).length)).replace("{total}", number.format(index.total))
    const said = empty ? data.texts.nothing : unknown ? "…" : count
    const part = data.narrowing.some((name) => new URLSearchParams(location.search).has(name))
    // The headline says that nothing is left; no title says it again.
    const title = empty ? "" : said
    const soon = { headline: part ? (data.meanwhile ?? said) : data.texts.story, time: title, map: title, status: said }
    const words = day ?? (fresh ? { ...data.parts, status: data.parts.shown } : soon)
    this.head(empty ? data.texts.nothing : words.headline)
    for (const name of ["time", "map"]) write(this.root.querySelector(`.${name} h2`), words[name])
    // While the days go by nothing is announced: where they come to rest, the day is.
    if (words.status !== null) write(this.part("status"), words.status)
    this.root.toggleAttribute("data-waiting", !fresh)
  }

  // The story's own line stands large; what is said of a part of it is a line of its own size.
  head(text) {
    const head = this.root.querySelector("h1")
    write(head, text)
    head.classList.toggle("aside", text !== this.data.texts.story)
  }

  go(changes, how) {
    writeAddress(changes, how)
    if (this.index) this.apply()
  }

  // A way back from an empty view: the filters of a link, here.
  lift(event) {
    if (liftHere(event, this.data.names, (changes) => this.go(changes))) this.part("timeline").focus({ preventScroll: true })
  }

  choose(id) {
    this.closed = undefined
    this.go({ event: readState().event === id ? null : id })
  }

  pickRegion(id) {
    this.closed = undefined
    const now = readState().region
    this.go({ region: now.length === 1 && now[0] === id ? null : id, event: null, page: null })
  }

  leave() {
    const state = readState()
    if (state.event) this.go({ event: null })
    else if (!this.part("detail").hidden) {
      this.closed = `region:${state.region[0]}`
      this.open(state)
    } else return
    this.back?.focus()
  }

  // What is known at once stands in the drawer at once; the citations in full follow.
  open(state) {
    const drawer = this.part("detail")
    const known = !this.index.browser || this.number.has(state.event)
    const key = state.event && known ? `event:${state.event}` : state.region.length === 1 && !state.compare ? `region:${state.region[0]}` : ""
    if (!key || key === this.closed) {
      drawer.hidden = true
      drawer.key = ""
      return
    }
    const { parts, texts } = this.data
    const html = parts.chosen === key ? parts.detail : ""
    if (drawer.key === key && (!html || drawer.html === html)) return
    if (drawer.key !== key) this.back = this.root.contains(document.activeElement) ? document.activeElement : this.part("timeline")
    const focus = drawer.key !== key && drawer.contains(document.activeElement)
    Object.assign(drawer, { key, html, hidden: false })
    const body = drawer.querySelector(".body")
    if (html) body.innerHTML = html
    else body.replaceChildren(this.brief(state))
    drawer.querySelector(".close").setAttribute("aria-label", texts.close)
    drawer.setAttribute("aria-label", body.querySelector("h3")?.textContent ?? "")
    if (focus) drawer.querySelector(".close").focus()
  }

  brief(state) {
    const event = this.index.events[this.number.get(state.event)]
    if (!event) {
      const region = this.data.filters.flatMap((one) => one.options).find((one) => one.value === state.region[0])
      return made("article", { class: "detail of-region" }, made("h3", {}, region?.label ?? ""))
    }
    const kind = this.data.kinds[event.kind]
    const when = [event.when, event.basis, event.place].filter(Boolean).join(" · ")
    const sources = event.sources.map((one) => made("li", {}, `${one.outside ? "◇" : "§"} ${one.label}`))
    return made("article", { class: "detail" },
      made("p", { class: "kicker", style: `color:${kind.colour}` }, `${kind.glyph} ${kind.name}`),
      made("h3", {}, event.title), made("p", { class: "when" }, when),
      made("p", {}, event.summary), made("ul", { class: "brief" }, ...sources))
  }

  listen(box) {
    box.addEventListener("click", (event) => this.picked(event))
    box.addEventListener("pointerover", (event) => this.hover(event))
    box.addEventListener("pointerleave", () => this.light(null))
    box.addEventListener("keydown", (event) => this.key(event))
    box.addEventListener("blur", () => this.light(null))
  }

  // What is under the pointer; over a circle that is the circle, though a place may lie on it.
  under({ target, clientX, clientY }) {
    const mark = target.closest("[data-event], [data-place], [data-region]")
    if (!mark?.dataset.place) return mark
    return document.elementsFromPoint(clientX, clientY).map((node) => node.closest(".count")).find(Boolean) ?? mark
  }

  picked(event) {
    const mark = this.under(event)
    if (!mark) return
    const { event: id, place, region } = mark.dataset
    if (id) this.choose(id)
    else if (region) this.pickRegion(region)
    else this.choosePlace(place)
  }

  // The first event of a place that the filters leave, or the one after the event chosen.
  choosePlace(place) {
    const here = this.index.events.filter((one, number) => one.at === place && this.kept[number])
    if (!here.length) return
    const now = here.findIndex((one) => one.id === readState().event)
    this.choose(here[(now + 1) % here.length].id)
  }

  hover(event) {
    const mark = this.under(event)
    this.light(mark?.dataset.event ?? null, mark)
  }

  // The same event in timeline, map and list; under a place all that happened there, under a region
  // its circle and its row.
  light(id, under) {
    const { place, region } = under?.dataset ?? {}
    const here = (one, number) => (id ? one.id === id : place && one.at === place && this.kept[number])
    const events = this.index?.events.filter(here) ?? []
    const ids = new Set(events.map((one) => one.id))
    const at = new Set([place, ...(id ? events.map((one) => one.at) : [])])
    const lit = (mark) => mark === under || ids.has(mark.dataset.event) || (mark.dataset.place && at.has(mark.dataset.place)) || (region && mark.dataset.region === region)
    for (const mark of this.every()) if (mark.hasAttribute("data-lit") !== Boolean(lit(mark))) mark.toggleAttribute("data-lit")
    this.tip(events, under ?? [...this.part("timeline").querySelectorAll("[data-event]")].find((one) => one.dataset.event === id))
    tell("stage:lit", [...ids])
  }

  tip(events, mark) {
    const tip = this.root.querySelector(".tip")
    tip.hidden = !events.length || !mark
    if (tip.hidden) return
    const line = (event) => made("div", {}, made("b", {}, event.when), ` ${event.title}`)
    tip.replaceChildren(...events.slice(0, MOST_TOLD).map(line), events.length > MOST_TOLD ? `+ ${events.length - MOST_TOLD}` : "")
    const box = mark.getBoundingClientRect()
    const frame = this.root.getBoundingClientRect()
    const left = Math.min(Math.max(box.left + box.width / 2 - frame.left - tip.offsetWidth / 2, 0), frame.width - tip.offsetWidth)
    tip.style.transform = `translate(${left}px, ${Math.max(box.top - frame.top - tip.offsetHeight - 6, 0)}px)`
  }

  key(event) {
    const box = event.currentTarget
    const marks = [...box.querySelectorAll("[data-event]:not([data-dim])")]
    if (!marks.length) return
    const order = (mark) => this.number.get(mark.dataset.event)
    marks.sort((one, other) => order(one) - order(other))
    const now = marks.find((mark) => mark.id === box.getAttribute("aria-activedescendant")) ?? null
    const next = this.next(event.key, marks, now)
    if (event.key === "Enter" && now) {
      this.choose(now.dataset.event)
      this.part("detail").querySelector(".close").focus()
    } else if (!next) return
    event.preventDefault()
    if (!next) return
    box.setAttribute("aria-activedescendant", next.id)
    this.light(next.dataset.event, next)
  }

  next(key, marks, now) {
    if (key === "Home") return marks[0]
    if (key === "End") return marks.at(-1)
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (by) return now ? marks[Math.min(Math.max(marks.indexOf(now) + by, 0), marks.length - 1)] : marks[0]
    const way = { ArrowUp: -1, ArrowDown: 1 }[key]
    if (!way) return null
    if (!now) return marks[0]
    const at = (mark) => mark.getBoundingClientRect()
    const here = at(now)
    const other = marks.filter((mark) => mark.dataset.kind !== now.dataset.kind && way * (at(mark).top - here.top) > 0)
    const far = (mark) => Math.abs(at(mark).left - here.left) + 2 * Math.abs(at(mark).top - here.top)
    return other.sort((one, two) => far(one) - far(two))[0] ?? now
  }
}

const stages = new WeakMap()
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".stage")
  if (!stages.has(root)) stages.set(root, new Stage(root))
  stages.get(root).update(data)
}
