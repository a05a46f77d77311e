// The stage: one picture that answers. What is touched changes the address and the picture in the
// same frame; what only the server can say comes with the next run of the page.
const PHONE = matchMedia("(max-width: 48rem)")
const STEP = 20
// The least heights in pixels: of a timeline whose marks stand clear of each other, and of a map.
const LOWEST = { timeline: 360, map: 260 }
// What is drawn of the counts by region.
const COUNTED = ".count, .count-label, tr"

class Stage extends Answering {
  constructor(root) {
    super(root)
    this.axis = new Axis(this.part("axis"), (dates, done) => this.go(dates, { push: done }))
    this.play = new Play(this)
    this.drawer = new Drawer(this.part("detail"), () => this.go({ event: null }))
    this.drawings = {}
    this.sheet = root.appendChild(document.createElement("style"))
    this.scene = new Scene(root, ["timeline", "map", "counts", "compare"].map(this.part), {
      event: (id) => this.choose(id),
      region: (id) => {
        this.drawer.shut = ""
        const now = readState().region
        this.go({ region: now.length === 1 && now[0] === id ? null : id, event: null, page: null })
      },
      // The first event of a place that the filters leave, or the one after the event chosen.
      place: (id) => {
        const here = this.index.events.filter((one, number) => one.at === id && this.kept[number])
        const now = here.findIndex((one) => one.id === readState().event)
        if (here.length) this.choose(here[(now + 1) % here.length].id)
      },
      enter: (id) => (this.choose(id), this.drawer.button.focus()),
      rows: () => root.querySelectorAll(".ranked tr[data-region], .compare [data-event]"),
    })
    this.part("figures").addEventListener("click", (event) => this.lift(event) && this.part("timeline").focus({ preventScroll: true }))
    document.addEventListener("view:change", ({ detail }) => root.isConnected && this.choose(detail.event))
    new ResizeObserver(() => this.draw()).observe(root)
  }

  take(data) {
    const { parts, texts: t } = (this.data = data)
    this.root.classList.toggle("placeless", data.placeless)
    if (!this.index) this.head(parts.headline)
    for (const name of ["figures", "counts", "compare"]) setHtml(this.part(name), parts[name])
    if (data.key) setHtml(this.part("key"), data.key)
    this.part("compare").hidden = !parts.compare
    for (const name of ["time", "map"]) this.root.querySelector(`.${name} h2`).textContent ||= parts[name]
    for (const node of this.root.querySelectorAll("[data-named]")) node.setAttribute("aria-label", t[node.dataset.named])
    setText(this.root.querySelector(".play .end"), t.end)
    this.filters.build(data)
    this.axis.build(data)
    setText(this.sheet, data.css)
    // Laying out what there is takes a while: what needs no size is asked for before it. How high the words
    // and the line of filters are decides how much room the drawings have.
    this.load(data)
    this.apply()
    this.draw()
  }

  async load(data) {
    try {
      const index = data.inline ? data.inline.index : await fetchCached(data.addresses.index, "json")
      if (this.data !== data || index === this.index) return
      this.index = index
      this.scene.holds(index.events)
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
    const height = clamp(STEP * Math.floor(left / STEP), LOWEST.timeline, 1000)
    this.show("timeline", phone ? "list" : "timeline", width(time), phone ? 0 : height)
    this.map = () => {
      // The map and the counts under it end where the timeline and its axis end.
      const tall = (name) => this.root.querySelector(name).offsetHeight
      const drawn = Math.max(height, this.grown?.[height] ?? 0)
      const room = drawn + tall(".time h2") + tall(".under") - tall(".map h2") - this.ranked
      this.show("map", "map", width(this.part("map")), phone ? 320 : Math.max(STEP * Math.floor(room / STEP), LOWEST.map))
    }
    this.map()
  }

  async show(part, kind, width, height) {
    const { addresses, inline } = this.data
    const box = this.part(part)
    if (height) box.style.height = `${Math.max(height, (part === "timeline" && this.grown?.[height]) || 0)}px`
    const address = inline ? kind : `${addresses[kind]}&w=${width}&h=${height}`
    if (this.drawings[part] === address) return
    this.drawings[part] = address
    box.ariaBusy = "true"
    try {
      const svg = inline ? inline[kind] : await fetchCached(address, "text")
      if (this.drawings[part] !== address) return
      box.ariaBusy = "false"
      // What stands in a published page already is not drawn a second time.
      if (!inline || box.innerHTML !== svg) box.innerHTML = svg
      box.dataset.kind = kind
      if (!height) box.style.height = ""
      // In a low window the timeline is higher than there is room for, so that each event is named.
      else if (part === "timeline") {
        const own = Number(box.querySelector("svg")?.getAttribute("height")) || height
        box.style.height = `${own}px`
        const before = this.grown?.[height] ?? height
        this.grown = { [height]: own }
        if (own !== before) this.map()
      }
      this.scene.drawn(box, this.filters.names("region"))
      this.scene.listed(box)
      if (part === "timeline") this.bins = new Bins(box, this.data.texts.locale)
      this.apply()
    } catch {
      if (this.drawings[part] !== address) return
      this.drawings[part] = ""
      box.ariaBusy = "false"
      box.textContent = this.data.texts.failed
    }
  }

  apply() {
    this.filters.show(this.data)
    if (!this.index) return
    const state = readState()
    const { data, index } = this
    // Of a story too large for the browser the drawings hold only what the filters leave.
    this.kept = index.browser ? selectEvents(index, state, data.found) : []
    const places = new Set(index.events.filter((_, number) => this.kept[number]).map((one) => one.at))
    const counted = new Set(data.parts.held.filter((day) => isInDates(day, state)).flatMap((day) => day.regions))
    // The region compared with keeps its colour beside the one chosen.
    const [kind, other] = (state.compare ?? "").split(":")
    const regions = kind === "region" ? [...state.region, other] : state.region
    const stays = ({ event, region, place }, mark) => {
      if (!index.browser && !region) return true
      if (event) return this.kept[this.scene.number.get(event)] ?? false
      if (region) return (counted.has(region) || !mark.matches(COUNTED)) && (!state.region.length || regions.includes(region))
      return places.has(place)
    }
    const one = state.region.length < 2 && (state.compare ? regions : state.region)
    this.scene.kept = this.kept
    this.scene.show(stays, ({ event, region }) => (event ? event === state.event : region && one && one.includes(region)))
    this.axis.bars(index, this.kept)
    this.axis.show(state)
    this.tell(this.play.show(state), state)
    if (index.browser) this.bins?.show(index.events, (number) => this.kept[number] && (this.play.there?.[number] ?? true), this.axis.between(state))
    this.open(state)
  }

  // Findings are the server's; until they are those of this view, how much is shown stands there, if it is known:
  // of a large story, of other sources than those in use, and of words that no word of the story begins with, only
  // the server can say.
  tell(day, { text }) {
    const { data, index, kept } = this
    const { texts, parts } = data
    const fresh = !this.waits()
    const known = fresh || (index.browser && formatViewKey(location.search, data.sourced) === formatViewKey(data.seen, data.sourced)
      && (!text || matchWords(index, text, data.found)))
    const empty = fresh ? data.around.empty : known && !kept.some(Boolean)
    const count = fillText(texts.count, { shown: new Intl.NumberFormat(texts.locale).format(kept.filter(Boolean).length) })
    const said = empty ? texts.nothing : known ? count : "…"
    const part = data.narrowing.some((name) => new URLSearchParams(location.search).has(name))
    // The headline says that nothing is left; no title says it again.
    const title = empty ? "" : said
    const soon = { headline: part ? said : texts.story, time: title, map: title, status: said }
    const words = day ?? (fresh ? { ...parts, status: parts.shown } : soon)
    this.head(empty ? texts.nothing : words.headline)
    for (const name of ["time", "map"]) setText(this.root.querySelector(`.${name} h2`), words[name])
    // While the days go by nothing is announced: where they come to rest, the day is.
    if (words.status !== null) setText(this.part("status"), words.status)
    this.root.toggleAttribute("data-waiting", !fresh)
  }

  // The story's own line stands large; what is said of a part of it is a line of its own size.
  head(text) {
    const head = this.root.querySelector("h1")
    setText(head, text)
    head.classList.toggle("aside", text !== this.data.texts.story)
  }

  forget() {
    super.forget()
    this.play.stop()
  }

  // On a phone a region that is filtered on opens no sheet: its line of the counts does.
  filter(changes, how) {
    if (PHONE.matches && changes.region?.length === 1) this.drawer.shut = `region:${changes.region[0]}`
    this.go(changes, how)
  }

  choose(id) {
    this.drawer.shut = ""
    this.go({ event: readState().event === id ? null : id })
  }

  // What is known at once stands in the drawer at once; the citations follow.
  open({ event: id, region, compare }) {
    const { drawer, index, data: { parts, texts } } = this
    const event = index.events[this.scene.number.get(id)]
    const key = id && (event || !index.browser) ? `event:${id}` : region.length === 1 && !compare ? `region:${region[0]}` : ""
    const full = parts.chosen === key ? parts.detail : drawer.key === key && drawer.text
    const lines = event ? [[event.when, event.place].filter(Boolean).join(" · "), event.summary] : []
    const title = event?.title ?? this.filters.names("region").get(region[0]) ?? ""
    const brief = makeElement("article", { class: `detail${event ? "" : " of-region"}` }, makeElement("h3", {}, title),
      ...lines.map((text) => makeElement("p", {}, text)))
    drawer.show({ key, html: key && (full || brief.outerHTML), close: texts.close })
  }
}

// The picture changes before the server is asked: with thousands of events the two would take turns.
DELAYS_MS.done = 40
export default defineComponent(".stage", (root) => new Stage(root))
