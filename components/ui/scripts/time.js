// Time in a chart: dragging chooses a range of days; Ctrl and the wheel, two fingers and the keys look
// closer. The range is the server's to filter on. What is looked at closely is told where it comes to
// rest, if the page has a place for it; else it stays here.
const RESTS = 200
const LEAST_DAYS = 2
// Pixels: what is dragged is no click, and what the name of a stretch needs above the chart.
const PULLED = 7
const NAME_WIDE = 42

// A day as the server writes it, from its number since 1970.
const dayOf = (number) => isoDay(Math.floor(number) + UNIX)

class TimeTools {
  constructor(chart, root) {
    Object.assign(this, { chart, frame: root.querySelector(".chart-frame"), band: root.querySelector(".chart-band") })
    this.tools = root.querySelector(".chart-tools")
    this.seen = null
    this.frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false })
    this.frame.addEventListener("pointerdown", (event) => this.press(event))
    this.frame.addEventListener("touchmove", (event) => this.pinch(event), { passive: false })
    this.frame.addEventListener("touchend", () => (this.apart = 0))
    const close = (key) => key === "+" || key === "=" || (this.close && !["ArrowUp", "ArrowDown"].includes(key))
    closerByKeys(chart.box, { closer: () => this.zoom(0.5), wider: () => this.zoom(2), first: () => this.look(this.all), pan: (way) => this.pan(0.2 * way) }, close)
  }

  // The texts of the buttons, and whether dates are set; `whole` is where the first day of the chart seen
  // whole begins and its last one ends, where it may be drawn for fewer.
  update({ texts, dated, whole }, tell) {
    Object.assign(this, { texts, dated, days: whole, tell, ranged: (days) => tell("ranged", days) })
    this.band.hidden = true
    this.frame.classList.add("ranged")
    this.chart.box.tabIndex = 0
    this.enable()
  }

  enable() {
    const { texts, close } = this
    const signs = { closer: "+", wider: "−" }
    const button = (name, onclick, how = {}) =>
      made("button", { type: "button", "data-name": name, "aria-label": texts[name], ...how, onclick },
        signs[name] ?? texts[name])
    morph(this.tools, made("div", { class: "chart-tools", role: "group", "aria-label": texts.tools },
      button("wider", () => this.zoom(2), { disabled: !close }),
      button("closer", () => this.zoom(0.5)),
      button("whole", () => this.whole(), { disabled: !close && !this.dated }),
      button("only", () => this.only(), { hidden: !close }),
      made("span", { class: "hint" }, texts.hint)))
  }

  // A figure of other days is seen whole; of the same days, what was looked at closely stays.
  begin(layout) {
    const { first, left, day } = layout.meta
    const range = layout.xaxis.range.map((x) => Math.round(first + (x - left) / day))
    if (String(range) !== String(this.figure) && !this.telling) this.seen = null
    Object.assign(this, { layout, figure: range })
    this.enable()
  }

  // The drawn axis, which counts the scene's unit: see `meta` for its days.
  get axis() {
    return this.chart.box._fullLayout?.xaxis
  }

  // Where a day begins on the axis.
  at(number) {
    const { first, left, day } = this.layout.meta
    return left + (number - first) * day
  }

  get all() {
    return this.days ?? this.figure
  }

  get now() {
    return this.seen ?? this.figure
  }

  // Whether less than all is seen.
  get close() {
    return Boolean(this.axis) && (this.now[0] > this.all[0] || this.now[1] < this.all[1])
  }

  // The axis as it is looked at; the name of the stretch that is seen first stays at its edge.
  axes() {
    const { xaxis, annotations } = this.layout
    const [start, end] = this.seen ? this.seen.map((day) => this.at(day)) : xaxis.range
    const names = annotations.filter(({ yref }) => yref === "paper")
    const room = (NAME_WIDE * (end - start)) / (this.axis?._length || 1)
    const now = names.filter(({ x }) => x <= start).at(-1)
    const free = !names.some(({ x }) => x > start && x < start + room)
    return { "xaxis.range": [start, end], annotations: annotations.map((one) => (one === now && free ? { ...one, x: start + room / 10 } : one)) }
  }

  look(seen) {
    const [first, last] = this.all
    const long = Math.min(Math.max(seen[1] - seen[0], Math.min(LEAST_DAYS, last - first)), last - first)
    const start = Math.min(Math.max(seen[0], first), last - long)
    this.seen = [start, start + long]
    if (String(this.seen) === String(this.figure)) this.seen = null
    this.enable()
    if (this.days) this.rest()
    // One drawing for each frame, however often the wheel turns in it.
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = undefined
      if (this.chart.box.isConnected) this.chart.Plotly.relayout(this.chart.box, this.axes())
    })
  }

  // Once it rests, the span is the page's to keep: null where all is seen.
  rest() {
    this.forget()
    this.telling = setTimeout(() => {
      this.telling = 0
      const [start, end] = this.now
      this.tell("zoomed", this.close ? [dayOf(start), dayOf(end - 1e-6)] : [])
    }, RESTS)
  }

  // Something else was chosen before it came to rest.
  forget() {
    clearTimeout(this.telling)
    this.telling = 0
  }

  zoom(factor, part = 0.5) {
    const [start, end] = this.now
    const long = (end - start) * factor
    const middle = start + (end - start) * part
    this.look([middle - long * part, middle + long * (1 - part)])
  }

  pan(part) {
    if (!this.close) return
    const by = (this.now[1] - this.now[0]) * part
    this.look(this.now.map((day) => day + by))
  }

  whole() {
    if (this.close) this.look(this.all)
    if (!this.dated) return
    this.forget()
    this.ranged([])
  }

  only() {
    this.forget()
    this.ranged([dayOf(this.now[0]), dayOf(this.now[1] - 1e-6)])
  }

  wheel(event) {
    if (!this.axis) return
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      if (!this.close) return
      event.preventDefault()
      this.pan(event.deltaX / this.axis._length)
      return
    }
    if (!looksCloser(event, this.frame, this.texts.wheel)) return
    event.preventDefault()
    const lines = event.deltaMode ? 30 : 1
    this.zoom(Math.exp(Math.min(Math.max(event.deltaY * lines, -240), 240) * 0.002), this.part(this.across(event)))
  }

  // Two fingers: what lies between them grows as they part.
  pinch(event) {
    if (!this.axis || event.touches.length !== 2) return
    event.preventDefault()
    // Where the fingers are lifted is no click on what lies there.
    this.pulled = true
    const [one, other] = [...event.touches].map((finger) => this.across(finger))
    const apart = Math.max(Math.abs(one - other), 24)
    if (this.apart) this.zoom(this.apart / apart, this.part((one + other) / 2))
    this.apart = apart
  }

  // Where a pixel lies in what is seen, 0 to 1.
  part(x) {
    return Math.min(Math.max((x - this.axis._offset) / this.axis._length, 0), 1)
  }

  across(event) {
    return event.clientX - this.frame.getBoundingClientRect().left
  }

  press(event) {
    this.pulled = false
    if (!this.axis || event.button !== 0 || event.pointerType === "touch") return
    const { _offset: left, _length: wide } = this.axis
    const within = (at) => Math.min(Math.max(this.across(at), left), left + wide)
    const from = within(event)
    let to = from
    const pulled = () => Math.abs(to - from) >= PULLED
    const move = (moved) => {
      to = within(moved)
      this.frame.classList.toggle("pulling", pulled())
      this.band.hidden = !pulled()
      Object.assign(this.band.style, { left: `${Math.min(from, to)}px`, width: `${Math.abs(to - from)}px` })
    }
    drag(move, (done) => {
      this.frame.classList.remove("pulling")
      // What is let go of is no click on what lies there. The band stays until the answer has come.
      this.pulled = done && pulled()
      this.band.hidden = !this.pulled
      if (!this.pulled) return
      const [first, last] = this.now
      const days = [Math.min(from, to), Math.max(from, to)].map((x) => first + this.part(x) * (last - first))
      // The end of a day is not yet the next one.
      this.ranged([dayOf(days[0]), dayOf(Math.max(days[1] - 1e-6, days[0]))])
    })
  }
}
