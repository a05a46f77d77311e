// The stage: a picture that reacts at once. A choice changes the address and the picture in the
// same frame; what only the server knows comes with the next run of the page.
const PHONE = matchMedia("(max-width: 48rem)")
// Sizes of drawings are multiples of as many pixels, so that readers share cached drawings.
const SIZE_STEP = 20
// Pixels: the least sizes, in which the marks of a timeline are clear of each other, and the
// height of the map on a phone.
const LEAST_WIDTH = 280
const LEAST_HEIGHTS = { timeline: 360, map: 260 }
const MOST_HEIGHT = 1000
const PHONE_MAP_HEIGHT = 320
// Room at the end of the window.
const MARGIN_PX = 2
// What is drawn of the counts by region.
const COUNTED = ".count, .count-label, tr"
const TITLED = ["time", "map"]
const PAGE = "[data-testid=stMainBlockContainer], #first"

const floorSize = (length) => SIZE_STEP * Math.floor(length / SIZE_STEP)
const measureWidth = (box) => Math.max(floorSize(box.clientWidth), LEAST_WIDTH)

class Stage extends LiveView {
  constructor(root) {
    super(root)
    const [axis, chips] = ["axis", "chips"].map((name) => this.findPart(name))
    this.axis = new Axis(axis, chips, (dates, isDone) => {
      this.changeView(dates, { push: isDone })
    })
    this.play = new Play(this)
    this.drawer = new Drawer(this.findPart("detail"), () => this.changeView({ event: null }))
    // The address of each drawing, by its part, and the heights of the timeline that are higher
    // than its room.
    this.drawings = {}
    this.drawnHeights = {}
    this.styleSheet = root.appendChild(document.createElement("style"))
    this.scene = this.makeScene()
    this.findPart("figures").addEventListener("click", (event) => {
      const isFollowed = this.followFilterLink(event)
      if (isFollowed) this.findPart("timeline").focus({ preventScroll: true })
    })
    document.addEventListener("view:change", ({ detail }) => {
      if (root.isConnected) this.toggleEvent(detail.event)
    })
    new ResizeObserver(() => this.drawPictures()).observe(root)
  }

  makeScene() {
    const names = ["timeline", "map", "counts", "compare"]
    const boxes = names.map((name) => this.findPart(name))
    const rows = ".ranked tr[data-region], .compare [data-event]"
    return new Scene(this.root, boxes, {
      selectEvent: (id) => this.toggleEvent(id),
      selectRegion: (id) => this.toggleRegion(id),
      selectPlace: (id) => this.selectPlace(id),
      enterEvent: (id) => {
        this.toggleEvent(id)
        this.drawer.button.focus()
      },
      listRows: () => this.root.querySelectorAll(rows),
    })
  }

  toggleEvent(id) {
    this.drawer.closedKey = ""
    const isSelected = readState().event === id
    this.changeView({ event: isSelected ? null : id })
  }

  toggleRegion(id) {
    this.drawer.closedKey = ""
    const { region: selected } = readState()
    const isSelected = selected.length === 1 && selected[0] === id
    this.changeView({ region: isSelected ? null : id, event: null, page: null })
  }

  // The first shown event of a place, or the one after the selected event.
  selectPlace(id) {
    const isHere = ({ at }, number) => at === id && this.isSelected[number]
    const events = this.index.events.filter(isHere)
    if (!events.length) return
    const { event: selectedId } = readState()
    const position = events.findIndex((event) => event.id === selectedId)
    this.toggleEvent(events[(position + 1) % events.length].id)
  }

  drawData(data) {
    this.data = data
    const { parts } = data
    // The colours of the drawings first: written after something is laid out, they would have the
    // whole page styled again.
    setText(this.styleSheet, data.css)
    this.root.classList.toggle("placeless", data.placeless)
    this.root.classList.toggle("comparing", Boolean(parts.compare))
    if (!this.index) this.drawHeadline(parts.headline)
    for (const name of ["figures", "counts", "compare"]) {
      setHtml(this.findPart(name), parts[name])
    }
    for (const name of ["standfirst", "key"]) {
      if (data[name]) setHtml(this.findPart(name), data[name])
    }
    this.findPart("compare").hidden = !parts.compare
    this.drawLabels(data)
    this.filterBar.drawBar(data)
    this.drawHidden(data)
    this.axis.setPeriod(data)
    // To lay out what there is takes a while: what needs no size is requested before. How high
    // texts and filter bar are decides how much room the drawings have.
    this.loadIndex(data)
    this.showView()
    this.drawPictures()
  }

  drawLabels({ parts, texts }) {
    for (const name of TITLED) this.findTitle(name).textContent ||= parts[name]
    for (const node of this.root.querySelectorAll("[data-named]")) {
      node.setAttribute("aria-label", texts[node.dataset.named])
    }
    setText(this.root.querySelector(".play .end"), texts.end)
  }

  findTitle(name) {
    return this.root.querySelector(`.${name} h2`)
  }

  async loadIndex(data) {
    try {
      const { inline, addresses } = data
      const index = inline ? inline.index : await fetchCached(addresses.index, "json")
      if (this.data !== data || index === this.index) return
      this.index = index
      this.scene.setEvents(index.events)
      this.showView()
    } catch {
      if (this.data !== data) return
      this.findPart("status").textContent = data.texts.failed
    }
  }

  // Draws timeline and map as large as there is room for.
  drawPictures() {
    if (!this.data || !this.root.clientWidth) return
    this.measureCounts()
    const timeline = this.findPart("timeline")
    this.axis.alignTo(timeline)
    const width = measureWidth(timeline)
    if (PHONE.matches) {
      this.showPicture("timeline", "list", width, 0)
      this.drawMap(0)
      return
    }
    const height = this.measureRoom(timeline)
    this.showPicture("timeline", "timeline", width, height)
    this.drawMap(height)
  }

  // While the days play, the table of counts keeps the room that it has in the whole view.
  measureCounts() {
    if (this.root.hasAttribute("data-playing")) return
    const counts = this.findPart("counts")
    counts.style.minHeight = ""
    this.countsHeight = counts.getBoundingClientRect().height
    counts.style.minHeight = `${this.countsHeight}px`
  }

  // The height that is left for the timeline, however far the reader has scrolled.
  measureRoom(timeline) {
    const page = this.root.closest(PAGE) ?? document.body
    const pageTop = page.getBoundingClientRect().top - page.scrollTop
    const top = this.root.getBoundingClientRect().top - pageTop + timeline.offsetTop
    const height = innerHeight - top - this.measureHeight(".under") - MARGIN_PX
    return clamp(floorSize(height), LEAST_HEIGHTS.timeline, MOST_HEIGHT)
  }

  measureHeight(selector) {
    return this.root.querySelector(selector).offsetHeight
  }

  // The map and the counts below it end where the timeline and its axis end.
  drawMap(timelineHeight) {
    this.timelineHeight = timelineHeight
    const width = measureWidth(this.findPart("map"))
    if (PHONE.matches) {
      this.showPicture("map", "map", width, PHONE_MAP_HEIGHT)
      return
    }
    const drawnHeight = Math.max(timelineHeight, this.drawnHeights[timelineHeight] ?? 0)
    const left = this.measureHeight(".time h2") + this.measureHeight(".under")
    const right = this.measureHeight(".map h2") + this.countsHeight
    const height = floorSize(drawnHeight + left - right)
    this.showPicture("map", "map", width, Math.max(height, LEAST_HEIGHTS.map))
  }

  // Fetches and shows a drawing; its address holds all that it depends on.
  async showPicture(part, kind, width, height) {
    const { addresses, inline } = this.data
    const box = this.findPart(part)
    if (height) box.style.height = `${this.reserveHeight(part, height)}px`
    const address = inline ? kind : `${addresses[kind]}&w=${width}&h=${height}`
    if (this.drawings[part] === address) return
    this.drawings[part] = address
    box.ariaBusy = "true"
    try {
      const svg = inline ? inline[kind] : await fetchCached(address, "text")
      if (this.drawings[part] === address) this.placeDrawing(part, kind, height, svg)
    } catch {
      if (this.drawings[part] !== address) return
      this.drawings[part] = ""
      box.ariaBusy = "false"
      box.textContent = this.data.texts.failed
    }
  }

  // A timeline that was higher than its room keeps its height.
  reserveHeight(part, height) {
    const drawnHeight = part === "timeline" ? this.drawnHeights[height] : 0
    return Math.max(height, drawnHeight || 0)
  }

  placeDrawing(part, kind, height, svg) {
    const box = this.findPart(part)
    // What is in the document already is not drawn again.
    const isThere = box.prerenderedHtml === svg || box.innerHTML === svg
    if (!isThere) {
      box.innerHTML = svg
      box.prerenderedHtml = undefined
    }
    box.dataset.kind = kind
    if (!height) box.style.height = ""
    else if (part === "timeline") this.fitTimeline(box, height)
    this.scene.tagMarks(box, this.filterBar.readLabels("region"))
    this.nameMarks(part)
    if (part === "timeline") {
      this.bins = new TimelineBins(box, this.data.texts.locale)
      this.axis.alignTo(box)
    }
    this.showView()
  }

  // A drawing is busy until screen readers have the names of its marks.
  nameMarks(part) {
    const box = this.findPart(part)
    this.scene.describeMarks(box)
    box.ariaBusy = "false"
  }

  // In a low window the timeline is higher than its room, so that each event is labelled.
  fitTimeline(box, height) {
    const svg = box.querySelector("svg")
    const drawnHeight = Number(svg?.getAttribute("height")) || height
    const heightBefore = this.drawnHeights[height] ?? height
    box.style.height = `${drawnHeight}px`
    this.drawnHeights = { [height]: drawnHeight }
    if (drawnHeight !== heightBefore) this.drawMap(this.timelineHeight)
  }

  showView() {
    this.filterBar.showChoices(this.data)
    if (!this.index) return
    const { index } = this
    const state = readState()
    // In a story that is too large for the browser the drawings hold only what is selected.
    this.isSelected = index.browser ? selectEvents(index, state, this.data.found) : []
    this.scene.isSelected = this.isSelected
    this.showMarks(state)
    this.axis.drawBars(index, this.isSelected)
    this.axis.showState(state)
    this.drawTexts(this.play.showDay(state), state)
    if (index.browser) this.showBins(state)
    this.openRecord(state)
  }

  showMarks(state) {
    const { region: selected, compare } = state
    // The region compared with keeps its colour beside the selected one.
    const [kind, other] = (compare ?? "").split(":")
    const regions = kind === "region" ? [...selected, other] : selected
    const isSingle = selected.length < 2
    const chosenRegions = compare ? regions : selected
    const isChosen = ({ event, region }) => {
      if (event) return event === state.event
      return region && isSingle && chosenRegions.includes(region)
    }
    this.scene.showMarks(this.makeMarkFilter(state, regions), isChosen)
    const foundIds = this.filterBar.listFoundEvents()
    for (const mark of this.scene.listMarks()) {
      mark.toggleAttribute("data-found", foundIds.has(mark.dataset.event))
    }
  }

  // Returns whether a mark is not excluded by the filters.
  makeMarkFilter(state, regions) {
    const { index, scene } = this
    const events = index.events.filter((_, number) => this.isSelected[number])
    const places = new Set(events.map(({ at }) => at))
    const days = this.data.parts.held.filter((day) => isInDates(day, state))
    const countedRegions = new Set(days.flatMap((day) => day.regions))
    return ({ event, region, place }, mark) => {
      if (!index.browser && !region) return true
      if (event) return this.isSelected[scene.eventNumbers.get(event)] ?? false
      if (!region) return places.has(place)
      const isCounted = countedRegions.has(region) || !mark.matches(COUNTED)
      return isCounted && (!state.region.length || regions.includes(region))
    }
  }

  showBins(state) {
    const { begun } = this.play
    const isShown = (number) => this.isSelected[number] && (begun?.[number] ?? true)
    this.bins?.showCounts(this.index.events, isShown, this.axis.clampRange(state))
  }

  // Whether the browser knows how many events the view has: in a large story, of other sources
  // than those of the last answer, and for words that no word of the story begins with, only the
  // server does.
  knowsCount({ text }) {
    const { data, index } = this
    if (!index.browser) return false
    const key = formatViewKey(location.search, data.sourced)
    if (key !== formatViewKey(data.seen, data.sourced)) return false
    return !text || matchWords(index, text, data.found)
  }

  // The texts of the view are the server's. Until they have come, the number of shown events is
  // there, if it is known.
  drawTexts(dayTexts, state) {
    const { parts, texts, around } = this.data
    const isFresh = !this.isStale()
    const isKnown = isFresh || this.knowsCount(state)
    const hasNone = isKnown && !this.isSelected.some(Boolean)
    const isEmpty = isFresh ? around.empty : hasNone
    const serverTexts = { ...parts, status: parts.shown }
    const pendingTexts = () => this.formatPending(isEmpty, isKnown)
    const shownTexts = dayTexts ?? (isFresh ? serverTexts : pendingTexts())
    this.drawHeadline(isEmpty ? texts.nothing : shownTexts.headline)
    for (const name of TITLED) setText(this.findTitle(name), shownTexts[name])
    // Nothing is announced while the days play: where they stop, the day is.
    const { status } = shownTexts
    if (status !== null) setText(this.findPart("status"), status)
    this.root.toggleAttribute("data-waiting", !isFresh)
  }

  formatPending(isEmpty, isKnown) {
    const { texts, narrowing } = this.data
    const params = new URLSearchParams(location.search)
    const isPart = narrowing.some((name) => params.has(name))
    let text = "…"
    if (isEmpty) text = texts.nothing
    else if (isKnown) text = this.formatCount()
    // The headline says that nothing is left; no title says it again.
    const title = isEmpty ? "" : text
    const headline = isPart ? text : texts.story
    return { headline, time: title, map: title, status: text }
  }

  formatCount() {
    const { texts } = this.data
    const count = this.isSelected.filter(Boolean).length
    const shown = new Intl.NumberFormat(texts.locale).format(count)
    return fillText(texts.count, { shown })
  }

  // The headline of the story is large; that of a part of it has a size of its own.
  drawHeadline(text) {
    const heading = this.root.querySelector("h1")
    setText(heading, text)
    heading.classList.toggle("aside", text !== this.data.texts.story)
  }

  cancelPending() {
    super.cancelPending()
    this.play.stopTimer()
  }

  // On a phone a region that is filtered opens no sheet: its row of the counts does.
  changeFilters(changes, options) {
    const { region } = changes
    const isSingle = region?.length === 1
    if (PHONE.matches && isSingle) this.drawer.closedKey = `region:${region[0]}`
    this.changeView(changes, options)
  }

  // What is known at once is in the drawer at once; the citations follow.
  openRecord(state) {
    const { drawer, data: { parts, texts } } = this
    const { event: id } = state
    const event = this.index.events[this.scene.eventNumbers.get(id)]
    const key = this.formatRecordKey(state, event)
    const drawnText = drawer.key === key && drawer.text
    const fullText = parts.chosen === key ? parts.detail : drawnText
    const text = fullText || this.makeBrief(state, event)
    drawer.showRecord({ key, html: key && text, close: texts.close })
  }

  formatRecordKey({ event: id, region, compare }, event) {
    const key = `event:${id}`
    if (id && (event || this.data.parts.chosen === key)) return key
    return region.length === 1 && !compare ? `region:${region[0]}` : ""
  }

  makeBrief({ region, source }, event) {
    const labels = this.filterBar.readLabels("region")
    const title = event?.title ?? labels.get(region[0]) ?? ""
    if (!title) return ""
    const part = makeElement("div", { class: "part" }, makeElement("h3", {}, title))
    if (event) {
      const place = [event.when, event.place].filter(Boolean).join(" · ")
      part.append(makeElement("p", {}, place))
      // Only the server knows which sentences the chosen sources support.
      if (!source.length) part.append(makeElement("p", {}, event.summary))
    }
    const name = event ? "detail" : "detail of-region"
    return makeElement("article", { class: name }, part).outerHTML
  }
}

// The picture changes before the server is asked: with thousands of events the two would take
// turns.
DELAYS_MS.done = 40
const drawNewStage = defineComponent(".stage", (root) => new Stage(root))
