// A scene in time that Plotly paints, whose marks say what they are of as those of any scene do. It stays
// while its figure changes. Dragging over it chooses days; Ctrl and the wheel, two fingers and the keys look
// closer, and where that comes to rest is told, if the page has a place for it.
// The least days that are seen, and how much of what is seen a key moves.
const LEAST_DAYS = 2
const PANNED = 0.2
// Pixels: what is dragged is no click; what the name of a stretch needs above the chart; and the least
// width that Plotly knows, where a chart that is out of sight has none.
const PULLED = 7
const NAME_WIDE = 42
const LEAST = 10

// The first and the last day of a stretch, as the server writes them, from numbers since 1970: the end of a day
// is not yet the next one.
const spanned = ([start, end]) => [start, Math.max(end - 1e-6, start)].map((number) => formatDay(Math.floor(number) + UNIX_DAY))

class Chart extends Closer {
  // `does`: what is done about an `event` that is chosen, a range of `days`, and a `span` looked at closely.
  constructor(root, does) {
    const box = root.querySelector(".chart")
    super(root, box, [box], does, 2)
    Object.assign(this, { frame: root.querySelector(".chart-frame"), band: root.querySelector(".chart-band"), seen: null })
    Object.assign(this.acts, {
      first: () => this.look(this.all),
      only: () => this.range(this.now),
      whole: () => {
        if (this.close) this.look(this.all)
        if (this.dated) this.range([])
      },
    })
    this.frame.addEventListener("wheel", (event) => {
      if (!this.axis) return
      const across = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (across ? !this.close : !this.looks(event, this.frame, this.texts.wheel)) return
      event.preventDefault()
      const lines = event.deltaMode ? 30 : 1
      if (across) this.pan(event.deltaX / this.axis._length / PANNED)
      else this.zoom(Math.exp(clamp(event.deltaY * lines, -240, 240) * -0.002), this.part(this.across(event)))
    }, { passive: false })
    this.frame.addEventListener("pointerdown", (event) => this.press(event))
    // Two fingers: what lies between them grows as they part.
    this.frame.addEventListener("touchmove", (event) => {
      if (!this.axis || event.touches.length !== 2) return
      event.preventDefault()
      // Where the fingers are lifted is no click on what lies there.
      this.pulled = true
      const [one, other] = [...event.touches].map((finger) => this.across(finger))
      const apart = Math.max(Math.abs(one - other), 24)
      if (this.apart) this.zoom(apart / this.apart, this.part((one + other) / 2))
      this.apart = apart
    }, { passive: false })
    this.frame.addEventListener("touchend", () => (this.apart = 0))
  }

  // `dated` says whether dates are set; `whole` is where the first day of the chart seen whole begins and its
  // last one ends, where it may be drawn for fewer.
  async draw(data) {
    Object.assign(this, { texts: data.texts, dated: data.dated, days: data.whole })
    this.watch.observe(this.box)
    this.box.setAttribute("aria-label", data.label)
    this.box.tabIndex = 0
    this.band.hidden = true
    const box = this.root.querySelector(".chart-tools")
    setHtml(box, data.tools)
    box.setAttribute("aria-label", data.texts.tools)
    box.hidden = false
    this.tools()
    if (data.figure === this.wanted) return
    this.made = JSON.parse(data.figure)
    // Its room is kept before there is anything in it: nothing below may jump.
    this.box.style.height = `${this.made.layout.height}px`
    const found = await this.fetch(data.figure, () => [loadLibrary(data.script, "Plotly")], data.failed)
    if (!found) return
    ;[this.Plotly] = found
    // What an earlier try said goes.
    if (!this.config) this.box.replaceChildren()
    Object.assign(this, { config: data.config, width: 0 })
    this.fit()
  }

  fit() {
    const width = Math.floor(this.box.clientWidth)
    if (!this.config || width < LEAST || width === this.width) return
    this.width = width
    const { data, layout } = this.made
    const first = !this.box.classList.contains("js-plotly-plot")
    this.box.style.height = `${layout.height}px`
    // A figure of other days is seen whole; of the same days, what was looked at closely stays.
    const { first: day, left, day: wide } = layout.meta
    const shown = layout.xaxis.range.map((x) => Math.round(day + (x - left) / wide))
    if (String(shown) !== String(this.shown) && !this.resting) this.seen = null
    this.shown = shown
    this.tools()
    // Plotly writes what is looked at into the layout it is given.
    this.Plotly.react(this.box, data, { ...structuredClone(layout), width }, this.config)
    // On paper it is a picture as wide as the paper: see the style sheet.
    this.box.style.setProperty("--shape", `${width} / ${layout.height}`)
    for (const svg of this.box.querySelectorAll(".main-svg")) svg.setAttribute("viewBox", `0 0 ${width} ${layout.height}`)
    if (this.seen) this.refresh()
    this.said()
    if (!first) return
    this.box.on("plotly_afterplot", () => this.said())
    this.box.on("plotly_hover", ({ points }) => this.light(this.meant(points)))
    this.box.on("plotly_unhover", () => this.light(null))
  }

  // Plotly's nodes carry what the server says of each: an event, or the first and the last day of a bar.
  said() {
    for (const node of this.box.querySelectorAll(".point, .textpoint")) {
      const [event, end] = node.__data__?.data ?? []
      if (event && !end) node.dataset.event = event
    }
    this.marks = undefined
  }

  // What Plotly says lies under the pointer, as a mark says it.
  meant(points = []) {
    const [event, end] = points.map(({ customdata }) => customdata).find((data) => data?.length) ?? []
    return event && { dataset: end ? { start: event, end } : { event } }
  }

  // A name is as good as its mark.
  under({ clientX: x, clientY: y }) {
    const within = ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom
    const name = [...this.box.querySelectorAll(".textpoint")].find((text) => within(text.getBoundingClientRect()))
    return name?.dataset.event ? name : this.meant(this.box._hoverdata)
  }

  picked(mark) {
    if (this.pulled) return
    const { start, end } = mark?.dataset ?? {}
    if (start) this.does.days(start, end)
    else super.picked(mark)
  }

  tools() {
    const [wider, whole, only] = ["wider", "whole", "only"].map((name) => this.root.querySelector(`button[data-name=${name}]`))
    wider.disabled = only.hidden = !this.close
    whole.disabled = !this.close && !this.dated
  }

  // The drawn axis, which counts the scene's unit: see `meta` for its days.
  get axis() { return this.box._fullLayout?.xaxis }
  get all() { return this.days ?? this.shown }
  get now() { return this.seen ?? this.shown }

  // Whether less than all is seen.
  get close() { return Boolean(this.axis) && (this.now[0] > this.all[0] || this.now[1] < this.all[1]) }

  look(seen) {
    const [first, last] = this.all
    const long = clamp(seen[1] - seen[0], Math.min(LEAST_DAYS, last - first), last - first)
    const start = clamp(seen[0], first, last - long)
    this.seen = [start, start + long]
    if (String(this.seen) === String(this.shown)) this.seen = null
    this.tools()
    this.forget()
    if (this.days) this.rest()
    this.redraw()
  }

  // Once it rests, the span is the page's to keep: none where all is seen.
  rested() { this.does.span(...(this.close ? spanned(this.now) : [])) }

  // The axis as it is looked at; the name of the stretch that is seen first stays at its edge.
  refresh() {
    const { xaxis, annotations, meta } = this.made.layout
    const [start, end] = this.seen ? this.seen.map((day) => meta.left + (day - meta.first) * meta.day) : xaxis.range
    const names = annotations.filter(({ yref }) => yref === "paper")
    const room = (NAME_WIDE * (end - start)) / (this.axis?._length || 1)
    const now = !names.some(({ x }) => x > start && x < start + room) && names.filter(({ x }) => x <= start).at(-1)
    const placed = annotations.map((one) => (one === now ? { ...one, x: start + room / 10 } : one))
    this.Plotly.relayout(this.box, { "xaxis.range": [start, end], annotations: placed })
  }

  hears(key) {
    return this.axis && (key === "+" || key === "=" || (this.close && !["ArrowUp", "ArrowDown"].includes(key)))
  }

  zoom(times, part = 0.5) {
    const [start, end] = this.now
    const long = (end - start) / times
    const middle = start + (end - start) * part
    this.look([middle - long * part, middle + long * (1 - part)])
  }

  pan(steps) {
    const by = (this.now[1] - this.now[0]) * steps * PANNED
    if (this.close) this.look(this.now.map((day) => day + by))
  }

  range(stretch) {
    this.forget()
    this.does.days(...(stretch.length ? spanned(stretch) : []))
  }

  // Where a pixel lies in what is seen, 0 to 1.
  part(x) { return clamp((x - this.axis._offset) / this.axis._length, 0, 1) }
  across(event) { return event.clientX - this.frame.getBoundingClientRect().left }

  press(event) {
    this.pulled = false
    if (!this.axis || event.button !== 0 || event.pointerType === "touch") return
    const { _offset: left, _length: wide } = this.axis
    const at = (pointer) => clamp(this.across(pointer), left, left + wide)
    const from = at(event)
    let ends = [from, from]
    const pulled = () => ends[1] - ends[0] >= PULLED
    const move = (moved) => {
      ends = [from, at(moved)].sort((one, other) => one - other)
      this.frame.classList.toggle("pulling", pulled())
      this.band.hidden = !pulled()
      Object.assign(this.band.style, { left: `${ends[0]}px`, width: `${ends[1] - ends[0]}px` })
    }
    trackDrag(move, (done) => {
      this.frame.classList.remove("pulling")
      // What is let go of is no click on what lies there. The band stays until the answer has come.
      this.pulled = done && pulled()
      this.band.hidden = !this.pulled
      const [first, last] = this.now
      if (this.pulled) this.range(ends.map((x) => first + this.part(x) * (last - first)))
    })
  }

  // The framework may end a part of the page and begin it again in the same box.
  end() {
    this.watch.disconnect()
    this.Plotly?.purge(this.box)
    this.box.classList.remove("js-plotly-plot")
    this.wanted = this.config = undefined
  }
}
