// The axis under the timeline: how many events each day has, and a range to drag over it. It
// begins and ends where the days of the timeline do, and has the names of its months.
// More bars cannot be told apart, and take a machine without a graphics card long to draw.
const MOST_BARS = 400
// A bar begins and ends so far within its days.
const BAR_START = 0.1
const BAR_WIDTH = 0.8
const WEEK_KEYS = { PageDown: -7, PageUp: 7 }
// The right edge is still the last day.
const MOST_SHARE = 0.9999
const PERCENT = 100

class Axis {
  // `chips`: the buttons of the spans that the story names; `onChange` gets the range, and
  // whether the choice is finished.
  constructor(box, chips, onChange) {
    this.box = box
    this.chips = chips
    this.onChange = onChange
    this.track = box.firstElementChild
    this.track.hidden = false
    this.track.addEventListener("pointerdown", (event) => this.startDrag(event))
    chips.addEventListener("click", ({ target }) => {
      const { from, to } = target.dataset
      if ("from" in target.dataset) onChange({ from, to }, true)
    })
    this.handles = {
      from: box.querySelector(".from"),
      to: box.querySelector(".to"),
    }
    for (const [name, handle] of Object.entries(this.handles)) {
      this.listenToHandle(name, handle)
    }
  }

  // However often a key is pressed, it is a single choice until the handle is left.
  listenToHandle(name, handle) {
    const finish = () => this.reportRange(true)
    handle.oninput = () => this.moveHandle(name, Number(handle.value))
    handle.onpointerup = finish
    handle.onblur = finish
    handle.onkeydown = (event) => {
      const days = WEEK_KEYS[event.key]
      if (!days) return
      event.preventDefault()
      this.moveHandle(name, this[name] + days)
    }
  }

  setPeriod({ period, texts, chips, months }) {
    const [first, last] = period.map(parseDay)
    this.first = first
    this.last = last
    const day = { day: "numeric", month: "long", timeZone: "UTC" }
    const date = { dateStyle: "long", timeZone: "UTC" }
    this.dayFormat = new Intl.DateTimeFormat(texts.locale, day)
    this.dateFormat = new Intl.DateTimeFormat(texts.locale, date)
    setHtml(this.chips, chips)
    // A slider has a value from the start, before the index of events has come.
    this.from ??= first
    this.to ??= last
    this.placeHandles()
    this.drawMonths(months)
  }

  // The names of months, or of years in a long story, where they begin. Which of them have room is
  // measured when the axis is aligned.
  drawMonths(months) {
    const names = months.map(([day, text]) => {
      const name = makeElement("span", {}, text)
      name.style.left = `${this.percentAt(day)}%`
      return name
    })
    this.box.querySelector(".months").replaceChildren(...names)
  }

  // A name is shown if it has room before the next one.
  fitMonths() {
    const names = [...this.box.querySelectorAll(".months span")]
    const { clientWidth } = this.track
    for (const [number, name] of names.entries()) {
      const next = names[number + 1]
      const end = next ? next.offsetLeft : clientWidth
      name.classList.toggle("crowded", name.offsetLeft + name.offsetWidth > end)
    }
  }

  // Begins and ends where a drawing has its days; one without days has the whole width.
  alignTo(box) {
    const axis = box.querySelector(".axis[data-left]")
    const { style } = this.box
    style.margin = ""
    if (axis) {
      const { left, right, width } = box.getBoundingClientRect()
      const { a: unit, e: start } = axis.getScreenCTM()
      const ends = [axis.dataset.left, axis.dataset.right].map((x) => start + unit * x)
      style.marginLeft = `${(PERCENT * (ends[0] - left)) / width}%`
      style.marginRight = `${(PERCENT * (right - ends[1])) / width}%`
    }
    this.fitMonths()
  }

  percentAt(day) {
    return (PERCENT * (day - this.first)) / this.dayCount
  }

  get dayCount() {
    return this.last - this.first + 1
  }

  // A bar counts the events of a day, or of several days in a long story; excluded events are
  // paler.
  drawBars(index, isSelected) {
    const step = Math.ceil(this.dayCount / MOST_BARS)
    const barCount = Math.ceil(this.dayCount / step)
    const all = new Uint32Array(barCount)
    const some = new Uint32Array(barCount)
    index.events.forEach(({ first, last }, number) => {
      if (first === null || first !== last) return
      const bar = Math.floor((first - this.first) / step)
      all[bar] += 1
      if (isSelected[number]) some[bar] += 1
    })
    const most = all.reduce((count, other) => Math.max(count, other), 1)
    const svg = this.track.querySelector("svg")
    svg.setAttribute("viewBox", `0 0 ${this.dayCount} ${most}`)
    this.drawPath(svg.querySelector(".all"), all, step, most)
    this.drawPath(svg.querySelector(".some"), some, step, most)
  }

  // One path for all bars, written only where it differs.
  drawPath(path, counts, step, most) {
    const bars = [...counts].map((count, bar) => {
      const left = step * (bar + BAR_START)
      const width = step * BAR_WIDTH
      return count ? `M${left} ${most}v${-count}h${width}V${most}z` : ""
    })
    const shape = bars.join("")
    if (path.getAttribute("d") !== shape) path.setAttribute("d", shape)
  }

  showState(state) {
    ;[this.from, this.to] = this.clampRange(state)
    this.placeHandles()
    for (const chip of this.chips.querySelectorAll("button")) {
      const { from, to } = chip.dataset
      const isFrom = (from ? parseDay(from) : null) === state.from
      const isTo = (to ? parseDay(to) : null) === state.to
      chip.setAttribute("aria-pressed", String(isFrom && isTo))
    }
  }

  // The first and the last day of a view, within the story.
  clampRange({ from, to }) {
    const days = [from ?? this.first, to ?? this.last]
    return days.map((day) => clamp(day, this.first, this.last))
  }

  placeHandles() {
    const { first, last, from, to } = this
    const range = this.track.querySelector(".range")
    range.style.left = `${this.percentAt(from)}%`
    range.style.right = `${PERCENT - this.percentAt(to + 1)}%`
    range.classList.toggle("whole", from === first && to === last)
    this.track.style.setProperty("--days", this.dayCount)
    for (const [name, handle] of Object.entries(this.handles)) {
      handle.min = first
      handle.max = last
      handle.value = this[name]
      handle.setAttribute("aria-valuetext", this.formatDate(this[name]))
    }
  }

  // A date in words; without its year where the date that follows has the same year.
  formatDate(day, next = day) {
    const date = new Date(formatDay(day))
    const nextDate = new Date(formatDay(next))
    const isSameYear = date.getUTCFullYear() === nextDate.getUTCFullYear()
    const isShort = day !== next && isSameYear
    return (isShort ? this.dayFormat : this.dateFormat).format(date)
  }

  findDay({ clientX }) {
    const { left, width } = this.track.getBoundingClientRect()
    const share = clamp((clientX - left) / width, 0, MOST_SHARE)
    return this.first + Math.floor(share * this.dayCount)
  }

  moveHandle(name, day) {
    if (name === "from") this.from = clamp(day, this.first, this.to)
    else this.to = clamp(day, this.from, this.last)
    this.placeHandles()
    this.reportRange(false)
  }

  // The range between the handles moves; elsewhere a new range begins.
  startDrag(event) {
    if (event.button || event.target.matches("input")) return
    event.preventDefault()
    const startDay = this.findDay(event)
    const isRange = event.target.matches(".range:not(.whole)")
    const { from, to } = this
    let hasMoved = false
    const onMove = (pointer) => {
      const day = this.findDay(pointer)
      if (day === startDay && !hasMoved) return
      hasMoved = true
      if (isRange) this.shiftRange(from, to, day - startDay)
      else this.setRange(startDay, day)
      this.placeHandles()
      this.reportRange(false)
    }
    trackDrag(onMove, () => {
      if (hasMoved) this.reportRange(true)
    })
  }

  shiftRange(from, to, days) {
    const shift = clamp(days, this.first - from, this.last - to)
    this.from = from + shift
    this.to = to + shift
  }

  setRange(day, other) {
    this.from = Math.min(day, other)
    this.to = Math.max(day, other)
  }

  // The ends of the story are no filter.
  reportRange(isDone) {
    const from = this.from === this.first ? null : formatDay(this.from)
    const to = this.to === this.last ? null : formatDay(this.to)
    this.onChange({ from, to }, isDone)
  }
}
