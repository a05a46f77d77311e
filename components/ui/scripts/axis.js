// More bars than this cannot be told apart, and take a machine without a graphics card long to draw.
const MOST_BARS = 400

// The axis under the timeline: how many events each day has, and a range to drag over it.
class Axis {
  constructor(box, change) {
    Object.assign(this, { box, change })
    this.track = box.firstElementChild
    this.track.hidden = false
    this.track.addEventListener("pointerdown", (event) => this.grab(event))
    box.querySelector(".chips").addEventListener("click", ({ target: { dataset } }) =>
      "from" in dataset && change({ from: dataset.from, to: dataset.to }, true))
    this.handles = { from: box.querySelector(".from"), to: box.querySelector(".to") }
    for (const [name, handle] of Object.entries(this.handles)) {
      handle.oninput = () => this.move(name, Number(handle.value))
      // However often a key is pressed, it is one choice until the handle is left.
      handle.onpointerup = handle.onblur = () => this.tell(true)
      handle.onkeydown = (event) => {
        const week = { PageDown: -7, PageUp: 7 }[event.key]
        if (week) event.preventDefault(), this.move(name, this[name] + week)
      }
    }
  }

  build(data) {
    ;[this.first, this.last] = data.period.map(parseDay)
    this.long = new Intl.DateTimeFormat(data.texts.locale, { dateStyle: "long", timeZone: "UTC" })
    this.told = new Intl.DateTimeFormat(data.texts.locale, { day: "numeric", month: "long", timeZone: "UTC" })
    setHtml(this.box.querySelector(".chips"), data.chips)
    // A slider has a value from the start, before the index of events has come.
    this.from ??= this.first
    this.to ??= this.last
    this.place()
  }

  // Bars for the days of events, of several days where there are very many; what the filters leave
  // out is paler.
  bars(index, kept) {
    const span = this.last - this.first + 1
    const step = Math.ceil(span / MOST_BARS)
    const [all, some] = [0, 1].map(() => new Uint32Array(Math.ceil(span / step)))
    index.events.forEach((event, number) => {
      if (event.first === null || event.first !== event.last) return
      const bar = Math.floor((event.first - this.first) / step)
      all[bar] += 1
      if (kept[number]) some[bar] += 1
    })
    const most = all.reduce((one, other) => Math.max(one, other), 1)
    const svg = this.track.querySelector("svg")
    svg.setAttribute("viewBox", `0 0 ${span} ${most}`)
    // One shape for all bars, and left alone where it is the same.
    for (const [name, counts] of Object.entries({ all, some })) {
      const path = svg.querySelector(`.${name}`)
      const shape = [...counts].map((count, bar) => (count ? `M${step * (bar + 0.1)} ${most}v${-count}h${step * 0.8}V${most}z` : "")).join("")
      if (path.getAttribute("d") !== shape) path.setAttribute("d", shape)
    }
  }

  show(state) {
    ;[this.from, this.to] = this.between(state)
    this.place()
    for (const chip of this.box.querySelectorAll(".chips button")) {
      const same = (name) => (chip.dataset[name] ? parseDay(chip.dataset[name]) : null) === state[name]
      chip.setAttribute("aria-pressed", String(same("from") && same("to")))
    }
  }

  // The days of a view, the first and the last, of those of the story.
  between({ from, to }) { return [from ?? this.first, to ?? this.last].map((day) => clamp(day, this.first, this.last)) }

  place() {
    const span = this.last - this.first + 1
    const at = (day) => (100 * (day - this.first)) / span
    const range = this.track.querySelector(".range")
    range.style.left = `${at(this.from)}%`
    range.style.right = `${100 - at(this.to + 1)}%`
    range.classList.toggle("whole", this.from === this.first && this.to === this.last)
    this.track.style.setProperty("--days", span)
    for (const [name, handle] of Object.entries(this.handles)) {
      Object.assign(handle, { min: this.first, max: this.last, value: this[name] })
      handle.setAttribute("aria-valuetext", this.say(this[name]))
    }
  }

  // A day in words; without its year where the day that follows it names the same one.
  say(day, next = day) {
    const [date, end] = [day, next].map((one) => new Date(formatDay(one)))
    return (day !== next && date.getUTCFullYear() === end.getUTCFullYear() ? this.told : this.long).format(date)
  }

  dayAt(event) {
    const box = this.track.getBoundingClientRect()
    const share = clamp((event.clientX - box.left) / box.width, 0, 0.9999)
    return this.first + Math.floor(share * (this.last - this.first + 1))
  }

  move(name, day) {
    this[name] = name === "from" ? clamp(day, this.first, this.to) : clamp(day, this.from, this.last)
    this.place()
    this.tell(false)
  }

  // The range between the handles moves whole, elsewhere a new range begins.
  grab(event) {
    if (event.button || event.target.matches("input")) return
    event.preventDefault()
    const start = this.dayAt(event)
    const inside = event.target.matches(".range:not(.whole)")
    const before = [this.from, this.to]
    let moved = false
    const move = (now) => {
      const day = this.dayAt(now)
      if (day === start && !moved) return
      moved = true
      if (inside) {
        const by = clamp(day - start, this.first - before[0], this.last - before[1])
        ;[this.from, this.to] = before.map((one) => one + by)
      } else [this.from, this.to] = [Math.min(start, day), Math.max(start, day)]
      this.place()
      this.tell(false)
    }
    trackDrag(move, () => moved && this.tell(true))
  }

  tell(done) {
    const from = this.from === this.first ? null : formatDay(this.from)
    const to = this.to === this.last ? null : formatDay(this.to)
    this.change({ from, to }, done)
  }
}
