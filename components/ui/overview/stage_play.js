// Play: the days go by. What had happened by a day is lit, an uncertain event over its whole span.
class Play {
  constructor(stage) {
    this.stage = stage
    this.box = stage.part("play")
    this.button = this.box.querySelector("button")
    this.slider = this.box.querySelector("input")
    this.button.onclick = () => (this.timer ? this.pause() : this.start())
    this.slider.oninput = () => this.go(Number(this.slider.value), false)
    this.slider.onchange = () => this.go(Number(this.slider.value), true)
    this.box.querySelector(".by").onchange = (event) =>
      this.stage.go({ by: event.target.checked ? "published" : null }, { push: false })
    this.box.querySelector(".end").onclick = () => (this.pause(), this.stage.go({ day: null, by: null }))
  }

  // Reduced motion steps: one day with an event at a time, on each press.
  start() {
    const state = readState()
    const [first, last] = this.stage.data.period.map(dayNumber)
    const from = state.day === null || state.day >= last ? first : state.day
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.go(this.following(from, last), true)
    this.timer = setInterval(() => {
      const day = (readState().day ?? from - 1) + 1
      if (day > last) return this.pause()
      this.go(day, false)
    }, this.stage.data.play_milliseconds)
    this.go(from, false)
    this.name()
  }

  following(from, last) {
    const days = this.stage.index.events.map((event) => event.first).filter((day) => day !== null && day > from)
    return Math.min(...days, last)
  }

  pause() {
    clearInterval(this.timer)
    this.timer = 0
    this.name()
    const { day } = readState()
    if (day !== null) this.say(day)
  }

  go(day, done) {
    this.stage.go({ day: isoDay(day) }, { push: done })
    if (done) this.say(day)
  }

  name() {
    const { texts } = this.stage.data
    this.button.setAttribute("aria-label", this.timer ? texts.pause : texts.play)
    this.button.textContent = this.timer ? "❚❚" : "▶"
  }

  // Lit: happened (or published) by the day. Its days may lie further on: then it is only perhaps so.
  show(state) {
    const { data, index, root } = this.stage
    const [first, last] = data.period.map(dayNumber)
    if (!this.timer) this.name()
    this.slider.min = first
    this.slider.max = last
    const playing = state.day !== null
    this.slider.value = playing ? state.day : first
    this.slider.setAttribute("aria-valuetext", playing ? this.stage.axis.say(state.day) : "")
    this.box.classList.toggle("playing", playing)
    root.toggleAttribute("data-playing", playing)
    this.box.querySelector(".by").checked = state.published
    for (const mark of this.stage.every()) {
      const event = mark.dataset.event && index.events[this.stage.number.get(mark.dataset.event)]
      if (!event) continue
      const shown = !playing || this.by(event, state)
      mark.classList.toggle("later", !shown)
      mark.toggleAttribute("data-later", !shown)
    }
    const day = this.stage.part("day")
    day.hidden = !playing
    if (playing) this.total(day, state)
  }

  by(event, state) {
    if (state.published) return event.published !== null && event.published <= state.day
    return (event.first ?? -Infinity) <= state.day
  }

  // The latest total that holds for the day, with who gave it; none before the first.
  total(box, state) {
    const { index, axis, data } = this.stage
    const known = index.totals.filter((one) => (state.published ? one.published : one.day) <= state.day)
    const latest = known.at(-1)
    box.replaceChildren(made("b", {}, axis.say(state.day)),
      made("span", { class: "num" }, latest ? latest.value : data.texts.noTotal), made("span", {}, latest ? latest.who : ""))
  }

  say(day) {
    this.stage.part("status").textContent = [this.stage.axis.say(day), this.stage.part("day").textContent].join(". ")
  }
}
