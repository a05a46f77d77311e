// A scene in time; its marks have the same attributes as those of any scene. It is painted as
// SVG, and by Plotly as soon as a reader zooms or pans, or where it has no SVG. Plotly's stays
// while its figure changes. To drag over it selects days; Ctrl and the wheel, two fingers and the
// keys zoom, and where that comes to rest is saved, if the page has a place for it.
// The shortest span of days, and the share of the span by which a key pans.
const LEAST_DAYS = 2
const PAN_SHARE = 0.2
// Pixels: a longer drag is no click; the room of the name of a period above the chart; the least
// width that Plotly draws, where a chart that is hidden has none; two fingers that are nearer
// count as so far apart.
const DRAG_PX = 7
const NAME_PX = 42
const LEAST_PX = 10
const LEAST_PINCH_PX = 24
// A wheel that turns by lines: their height, the most that a turn counts, and its effect.
const LINE_PX = 30
const MOST_WHEEL_PX = 240
const WHEEL_ZOOM = -0.002
// The end of a day is not yet the next day.
const MOMENT = 1e-6
const VERTICAL_KEYS = ["ArrowUp", "ArrowDown"]

// The sentence of a mark as a tooltip, its beginning bold.
const makeTip = (sentence) => {
  const [beginning, ...rest] = sentence.split(". ")
  return makeElement("div", {}, makeElement("b", {}, beginning), ` ${rest.join(". ")}`)
}

// The first and the last day of a span, which counts days since 1970, as the server writes them.
const formatSpan = ([start, end]) => {
  const last = Math.max(end - MOMENT, start)
  return [start, last].map((number) => formatDay(Math.floor(number) + UNIX_DAY))
}

const isSameSpan = (span, other) => String(span) === String(other)

class Chart extends ZoomableScene {
  // `actions`: what is done with an event (`selectEvent`), a range of days (`selectDays`), and
  // a zoomed span (`saveSpan`); `fetchFigure` gets the figure of data without one.
  constructor(root, actions) {
    const box = root.querySelector(".chart")
    super(root, box, [box], actions, 2)
    this.frame = root.querySelector(".chart-frame")
    this.band = root.querySelector(".chart-band")
    this.zoomedSpan = null
    // From the first zoom on, until the component ends.
    this.wantsPlot = false
    this.commands.first = () => this.showSpan(this.fullSpan)
    this.commands.only = () => this.selectRange(this.shownSpan)
    this.commands.whole = () => this.showAll()
    const active = { passive: false }
    this.frame.addEventListener("wheel", (event) => this.handleWheel(event), active)
    this.frame.addEventListener("pointerdown", (event) => this.startDrag(event))
    this.frame.addEventListener("touchmove", (event) => this.handlePinch(event), active)
    this.frame.addEventListener("touchend", () => {
      this.fingerDistance = 0
    })
  }

  showAll() {
    if (this.isZoomed) this.showSpan(this.fullSpan)
    if (this.hasDates) this.selectRange([])
  }

  handleWheel(event) {
    if (!this.axis) return
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (isSideways) this.panByWheel(event)
    else this.zoomByWheel(event)
  }

  panByWheel(event) {
    if (!this.isZoomed) return
    event.preventDefault()
    this.panBy(event.deltaX / this.axisPlace.length / PAN_SHARE)
  }

  zoomByWheel(event) {
    if (!this.zoomsByWheel(event, this.frame, this.texts.wheel)) return
    event.preventDefault()
    const unit = event.deltaMode ? LINE_PX : 1
    const turn = clamp(event.deltaY * unit, -MOST_WHEEL_PX, MOST_WHEEL_PX)
    const share = this.shareAt(this.offsetOf(event))
    this.zoomBy(Math.exp(turn * WHEEL_ZOOM), share)
  }

  // Two fingers: what is between them grows as they part.
  handlePinch(event) {
    if (!this.axis || event.touches.length !== 2) return
    event.preventDefault()
    // To lift the fingers is no click on what is there.
    this.wasDragged = true
    const [first, second] = [...event.touches].map((finger) => this.offsetOf(finger))
    const distance = Math.max(Math.abs(first - second), LEAST_PINCH_PX)
    if (this.fingerDistance) {
      const middle = (first + second) / 2
      this.zoomBy(distance / this.fingerDistance, this.shareAt(middle))
    }
    this.fingerDistance = distance
  }

  // `dated` says whether dates are set; `whole` is the first and the last day of the whole chart,
  // where it may be drawn for fewer.
  async drawChart(data) {
    this.texts = data.texts
    this.hasDates = data.dated
    this.wholeSpan = data.whole
    this.sizeObserver.observe(this.box)
    this.box.setAttribute("aria-label", data.label)
    this.box.tabIndex = 0
    this.band.hidden = true
    const drawing = data.svg || data.figure
    const isSame = drawing === this.drawing
    this.drawing = drawing
    this.axis = data.axis
    if (!isSame) this.readSpan()
    this.drawTools(data)
    if (isSame) return
    // Its room is reserved before there is anything in it: nothing below may jump.
    this.box.style.height = `${data.axis.height}px`
    this.data = data
    if (this.wantsPlot || !data.svg) await this.drawPlot()
    else this.paintScene(data.svg)
  }

  paintScene(svg) {
    this.partsKey = undefined
    this.box.toggleAttribute("data-painted", true)
    if (this.box.innerHTML !== svg) this.box.innerHTML = svg
    const drawing = this.box.firstElementChild
    drawing.setAttribute("aria-hidden", "true")
    for (const title of drawing.querySelectorAll("[data-event] > title")) {
      title.parentElement.tipText = makeTip(title.textContent)
      title.remove()
    }
    this.marks = undefined
  }

  // What is loaded is drawn in the place of the painted scene in a single step.
  async drawPlot() {
    const { data } = this
    const startLoading = () => [loadLibrary(data.script, "Plotly"), this.readFigure(data)]
    const parts = await this.loadParts(this.drawing, startLoading, data.failed)
    if (!parts) return
    ;[this.plotly, this.figure] = parts
    // The painted scene, or the text of a failed load, is removed.
    if (!this.config) this.box.replaceChildren()
    this.config = data.config
    this.drawnWidth = 0
    this.fitSize()
  }

  async readFigure({ figure }) {
    return JSON.parse(figure ?? await this.actions.fetchFigure())
  }

  drawTools({ tools, texts }) {
    const toolbar = this.root.querySelector(".chart-tools")
    setHtml(toolbar, tools)
    toolbar.setAttribute("aria-label", texts.tools)
    toolbar.hidden = false
    this.updateTools()
  }

  fitSize() {
    const width = Math.floor(this.box.clientWidth)
    if (!this.config || width < LEAST_PX || width === this.drawnWidth) return
    this.drawnWidth = width
    const isFirst = !this.box.classList.contains("js-plotly-plot")
    this.drawFigure(width)
    if (this.zoomedSpan) this.redrawView()
    this.tagPoints()
    if (isFirst) this.listenToPlot()
  }

  // A drawing of other days is shown as a whole; of the same days, the zoom stays.
  readSpan() {
    const { first, day, left, right } = this.axis
    const drawnSpan = [first, Math.round(first + (right - left) / day)]
    if (!isSameSpan(drawnSpan, this.drawnSpan) && !this.restTimer) this.zoomedSpan = null
    this.drawnSpan = drawnSpan
  }

  drawFigure(width) {
    const { data, layout } = this.figure
    const { height } = layout
    this.box.style.height = `${height}px`
    // Plotly writes the zoom into the layout it is given.
    const ownLayout = { ...structuredClone(layout), width }
    this.plotly.react(this.box, data, ownLayout, this.config)
    // On paper it is a picture as wide as the paper: see the style sheet.
    this.box.style.setProperty("--shape", `${width} / ${height}`)
    for (const svg of this.box.querySelectorAll(".main-svg")) {
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`)
    }
  }

  listenToPlot() {
    this.box.on("plotly_afterplot", () => this.tagPoints())
    this.box.on("plotly_hover", ({ points }) => this.highlightMark(this.describePoints(points)))
    this.box.on("plotly_unhover", () => this.highlightMark(null))
  }

  // Plotly's nodes carry what the server says of each: an event, or the first and the last day
  // of a bar.
  tagPoints() {
    for (const node of this.box.querySelectorAll(".point, .textpoint")) {
      const [event, end] = node.__data__?.data ?? []
      if (event && !end) node.dataset.event = event
    }
    this.marks = undefined
  }

  // What Plotly finds under the pointer, in the shape of a mark.
  describePoints(points = []) {
    const customData = points.map(({ customdata }) => customdata)
    const [event, end] = customData.find((data) => data?.length) ?? []
    if (!event) return event
    return { dataset: end ? { start: event, end } : { event } }
  }

  // The name of an event is a mark, too.
  findMark(event) {
    return this.config ? this.findPlotMark(event) : super.findMark(event)
  }

  findPlotMark({ clientX, clientY }) {
    const isUnder = (node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect()
      const isInColumn = clientX >= left && clientX <= right
      return isInColumn && clientY >= top && clientY <= bottom
    }
    const name = [...this.box.querySelectorAll(".textpoint")].find(isUnder)
    return name?.dataset.event ? name : this.describePoints(this.box._hoverdata)
  }

  pickMark(mark) {
    if (this.wasDragged) return
    const { event, start, end } = mark?.dataset ?? {}
    if (start && !event) this.actions.selectDays(start, end)
    else super.pickMark(mark)
  }

  findTool(name) {
    return this.root.querySelector(`button[data-name=${name}]`)
  }

  updateTools() {
    this.findTool("wider").disabled = !this.isZoomed
    this.findTool("only").hidden = !this.isZoomed
    this.findTool("whole").disabled = !this.isZoomed && !this.hasDates
    this.box.dataset.span = formatSpan(this.shownSpan).join("/")
  }

  // Where the axis is in the frame, in pixels: Plotly stretches the scene to the width of the box.
  get axisPlace() {
    const { left, right, width } = this.axis
    const drawnWidth = this.config ? this.drawnWidth : width
    return { left, length: drawnWidth - width + right - left }
  }

  get fullSpan() {
    return this.wholeSpan ?? this.drawnSpan
  }

  get shownSpan() {
    return this.zoomedSpan ?? this.drawnSpan
  }

  get isZoomed() {
    if (!this.axis) return false
    const [first, last] = this.fullSpan
    const [start, end] = this.shownSpan
    return start > first || end < last
  }

  showSpan([wantedStart, wantedEnd]) {
    const [first, last] = this.fullSpan
    const full = last - first
    const length = clamp(wantedEnd - wantedStart, Math.min(LEAST_DAYS, full), full)
    const start = clamp(wantedStart, first, last - length)
    this.zoomedSpan = [start, start + length]
    if (isSameSpan(this.zoomedSpan, this.drawnSpan)) this.zoomedSpan = null
    this.updateTools()
    this.cancelRest()
    if (this.wholeSpan) this.scheduleRest()
    this.requestRedraw()
  }

  // The page saves the span; none where the whole chart is shown.
  onRest() {
    const days = this.isZoomed ? formatSpan(this.shownSpan) : []
    this.actions.saveSpan(...days)
  }

  redrawView() {
    this.wantsPlot = true
    if (!this.config) {
      this.drawPlot()
      return
    }
    const [start, end] = this.axisRange()
    const annotations = this.placeNames(start, end)
    this.plotly.relayout(this.box, { "xaxis.range": [start, end], annotations })
  }

  axisRange() {
    const { first, day: dayWidth, left, right } = this.axis
    if (!this.zoomedSpan) return [left, right]
    return this.zoomedSpan.map((day) => left + (day - first) * dayWidth)
  }

  // The name of the period that is shown first stays at its edge.
  placeNames(start, end) {
    const { annotations } = this.figure.layout
    const names = annotations.filter(({ yref }) => yref === "paper")
    const room = (NAME_PX * (end - start)) / this.axisPlace.length
    const isNearEdge = names.some(({ x }) => x > start && x < start + room)
    const firstName = names.filter(({ x }) => x <= start).at(-1)
    if (isNearEdge || !firstName) return [...annotations]
    const x = start + room / 10
    return annotations.map((name) => (name === firstName ? { ...name, x } : name))
  }

  handlesKey(key) {
    if (!this.axis) return false
    if (key === "+" || key === "=") return true
    return this.isZoomed && !VERTICAL_KEYS.includes(key)
  }

  // `share`: the place in the shown span that stays where it is, 0 to 1.
  zoomBy(factor, share = 0.5) {
    const [start, end] = this.shownSpan
    const length = (end - start) / factor
    const center = start + (end - start) * share
    this.showSpan([center - length * share, center + length * (1 - share)])
  }

  panBy(steps) {
    if (!this.isZoomed) return
    const [start, end] = this.shownSpan
    const days = (end - start) * steps * PAN_SHARE
    this.showSpan([start + days, end + days])
  }

  selectRange(span) {
    this.cancelRest()
    const days = span.length ? formatSpan(span) : []
    this.actions.selectDays(...days)
  }

  // Where a pixel is in the shown span, 0 to 1.
  shareAt(x) {
    const { left, length } = this.axisPlace
    return clamp((x - left) / length, 0, 1)
  }

  offsetOf({ clientX }) {
    return clientX - this.frame.getBoundingClientRect().left
  }

  startDrag(event) {
    this.wasDragged = false
    const isTouch = event.pointerType === "touch"
    if (!this.axis || event.button !== 0 || isTouch) return
    const { left, length } = this.axisPlace
    const clampOffset = (pointer) => clamp(this.offsetOf(pointer), left, left + length)
    const start = clampOffset(event)
    let ends = [start, start]
    const onMove = (pointer) => {
      const end = clampOffset(pointer)
      ends = [Math.min(start, end), Math.max(start, end)]
      this.drawBand(ends)
    }
    trackDrag(onMove, (isDone) => this.endDrag(isDone, ends))
  }

  drawBand([left, right]) {
    const isDrag = right - left >= DRAG_PX
    this.frame.classList.toggle("pulling", isDrag)
    this.band.hidden = !isDrag
    this.band.style.left = `${left}px`
    this.band.style.width = `${right - left}px`
  }

  // The end of a drag is no click on what is there. The band stays until the answer has come.
  endDrag(isDone, [left, right]) {
    this.frame.classList.remove("pulling")
    this.wasDragged = isDone && right - left >= DRAG_PX
    this.band.hidden = !this.wasDragged
    if (!this.wasDragged) return
    const [first, last] = this.shownSpan
    const dayAt = (x) => first + this.shareAt(x) * (last - first)
    this.selectRange([dayAt(left), dayAt(right)])
  }

  // The framework may end a component and begin it again in the same box.
  end() {
    this.sizeObserver.disconnect()
    this.plotly?.purge(this.box)
    this.box.classList.remove("js-plotly-plot")
    this.partsKey = undefined
    this.drawing = undefined
    this.wantsPlot = false
    this.config = undefined
  }
}
