// Of very many events the timeline draws bars that count them. What the filters leave of a bar, or the
// day played has reached, keeps its colour; the rest is pale.
class Bins {
  constructor(box, locale) {
    this.number = new Intl.NumberFormat(locale)
    const bins = [...box.querySelectorAll(".bin")].map((mark) => {
      const rect = mark.querySelector("rect")
      const { kind, start, end, count } = mark.dataset
      const [top, tall] = ["y", "height"].map((name) => Number(rect.getAttribute(name)))
      const label = box.querySelector(`.bin-number[data-kind="${CSS.escape(kind)}"][data-start="${start}"]`)
      const whole = rect.cloneNode()
      whole.setAttribute("class", "all")
      rect.before(whole)
      const [first, last] = [parseDay(start), parseDay(end)]
      return { mark, rect, label, kind, top, tall, first, last, all: Number(count), left: Number(count) }
    })
    this.kinds = Map.groupBy(bins.sort((one, other) => one.first - other.first), ({ kind }) => kind)
  }

  // `stays` says of the number of an event whether it is shown, `window` the days that are drawn.
  show(events, stays, [from, to]) {
    if (!this.kinds.size) return
    const left = new Map()
    events.forEach((event, number) => {
      if (!stays(number) || (event.last ?? Infinity) < from || (event.first ?? -Infinity) > to) return
      const day = Math.max(event.first ?? -Infinity, from)
      const bin = this.kinds.get(event.kind)?.findLast(({ first }) => first <= day)
      if (bin && day <= bin.last) left.set(bin, (left.get(bin) ?? 0) + 1)
    })
    for (const bin of [...this.kinds.values()].flat()) {
      const { mark, rect, label, all } = bin
      const count = left.get(bin) ?? 0
      if (bin.left === count) continue
      bin.left = count
      const tall = (bin.tall * count) / all
      rect.setAttribute("y", bin.top + bin.tall - tall)
      rect.setAttribute("height", tall)
      mark.dataset.count = count
      for (const node of [mark, label].filter(Boolean)) node.toggleAttribute("data-dim", !count)
      label?.setAttribute("transform", `translate(0 ${bin.tall - tall})`)
      for (const text of label?.children ?? []) text.textContent = this.number.format(count)
    }
  }
}

// Play: the days go by. What had happened by a day stands there, an uncertain event over its whole
// span; circles and totals are those of the last day that has some. What holds from which day on is
// the server's: the index lists it in order.
const ICONS = { play: "M4 2l10 6-10 6z", pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z" }

class Play {
  constructor(stage) {
    this.stage = stage
    this.box = stage.part("play")
    this.button = this.box.querySelector("button")
    // On the strip of days itself, so that a day has one place.
    this.slider = stage.part("axis").querySelector(".day")
    this.speed = this.box.querySelector("select")
    this.button.onclick = () => this.toggle()
    this.slider.oninput = () => this.go(Number(this.slider.value), false)
    // However far it is moved, it is one choice until the mark is let go of.
    this.slider.onpointerup = this.slider.onblur = () => this.timer || this.pause()
    this.speed.onchange = () => this.timer && (this.stop(), this.start())
    this.box.querySelector(".end").onclick = () => (this.pause(), this.stage.go({ day: null }), this.button.focus())
    // Space anywhere on the stage that has no use for it itself.
    document.addEventListener("keydown", (event) => {
      const free = !event.target.closest("button, input, select, summary, a, [contenteditable]")
      const ours = stage.root.contains(event.target) || (this.timer && event.target === document.body)
      if (event.key === " " && free && ours) event.preventDefault(), this.toggle()
    })
  }

  toggle() {
    if (this.timer) this.pause()
    else if (this.stage.index) this.start()
  }

  // Reduced motion steps: one day with an event at a time, on each press.
  start() {
    const state = readState()
    const [first, last] = this.stage.axis.between(state)
    const from = state.day === null || state.day >= last ? first : Math.max(state.day, first)
    // On a phone the button lies below the picture that is played.
    if (this.stage.part("map").getBoundingClientRect().bottom < 0) this.stage.root.scrollIntoView()
    const following = this.stage.index.events.map((event) => event.first).filter((day) => day !== null && day > from)
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.go(Math.min(...following, last), true)
    this.timer = setInterval(() => {
      const day = (readState().day ?? from - 1) + 1
      if (day > last) return this.pause()
      this.go(day, false)
    }, this.stage.data.play_milliseconds / this.speed.value)
    this.go(from, false)
  }

  stop() {
    clearInterval(this.timer)
    this.timer = 0
  }

  // Where the days come to rest they are one choice.
  pause() {
    this.stop()
    const { day } = readState()
    if (day !== null) this.go(day, true)
    if (this.stage.index) this.stage.apply()
  }

  go(day, push) {
    this.stage.go({ day: formatDay(clamp(day, ...this.stage.axis.between(readState()))) }, { push })
  }

  // The controls and, where a day is shown, the picture of that day. Gives what it says of it.
  show(state) {
    const { data, index, root, axis: { first, last } } = this.stage
    const t = data.texts
    const playing = state.day !== null && index.browser
    this.button.hidden = !index.browser
    this.button.setAttribute("aria-label", this.timer ? t.pause : t.play)
    this.button.querySelector("path").setAttribute("d", ICONS[this.timer ? "pause" : "play"])
    Object.assign(this.slider, { min: first, max: last, value: playing ? state.day : first })
    this.slider.setAttribute("aria-valuetext", playing ? this.stage.axis.say(state.day) : "")
    const changed = root.hasAttribute("data-playing") !== playing
    root.toggleAttribute("data-playing", playing)
    const box = this.stage.part("day")
    box.hidden = !playing
    if (!playing && !changed) return null
    const there = index.events.map((event) => !playing || (event.first ?? -Infinity) <= state.day)
    // Whether the day that is shown has come to an event, by its number.
    this.there = playing ? there : null
    const at = new Set(index.events.filter((_, number) => there[number]).map((event) => event.at))
    const counts = playing ? this.latest(index.counts, state) : null
    for (const mark of this.stage.scene.every()) {
      const { event, place, region } = mark.dataset
      const uncounted = region && this.count(mark, region, counts) && playing
      const later = event ? !there[this.stage.scene.number.get(event)] : place ? !at.has(place) : uncounted
      mark.classList.toggle("later", Boolean(later))
      mark.toggleAttribute("data-later", Boolean(later))
    }
    setHtml(this.stage.part("counts"), playing ? counts?.html ?? "" : data.parts.counts)
    return playing ? this.say(box, state, there.filter((one, number) => one && this.stage.kept[number]).length, counts) : null
  }

  // The last of what holds on the day, from the sources asked for.
  latest(steps, state) {
    const cited = (one) => !state.source.length || one.sources.some((source) => state.source.includes(source))
    return steps.filter((one) => one.day <= state.day && one.day >= (state.from ?? one.day) && cited(one)).at(-1)
  }

  // A circle in the size of its count of the day, its number beside it, or as drawn; whether there is none yet.
  count(mark, region, counts) {
    if (!mark.matches(".count, .count-label")) return false
    const circle = mark.querySelector("circle")
    const numbers = mark.querySelectorAll("text[font-weight='700']")
    mark.drawn ??= [circle?.getAttribute("r"), numbers[0]?.textContent]
    const [radius, text] = counts?.regions[region] ?? mark.drawn
    circle?.setAttribute("r", radius)
    for (const number of numbers) number.textContent = text
    return !counts?.regions[region] && (!counts || Boolean(circle) || numbers.length > 0)
  }

  // The day in the place of the head figures: its date, the latest total with who gave it, the sum
  // of the regions asked for, and how many events. The same in a sentence is what is announced.
  say(box, state, count, counts) {
    const { index, axis, data } = this.stage
    const t = data.texts
    const date = axis.say(state.day)
    // Where the dates begin later than the story, what came before them is not counted.
    const kind = state.from === null ? "By" : state.from === state.day ? "On" : "From"
    const values = { shown: count, date, start: state.from === null ? "" : axis.say(state.from, state.day) }
    const words = (name) => fillText(t[name + kind], values)
    const total = state.region.length ? null : this.latest(index.totals, state)
    const asked = state.region.filter((region) => counts?.regions[region])
    const number = new Intl.NumberFormat(t.locale)
    const sumOf = (regions) => regions.reduce((sum, one) => sum + counts.regions[one][2], 0)
    let [sum, map] = [counts, counts ? counts.finding : t.noCounts]
    if (state.region.length) {
      const added = number.format(sumOf(asked))
      const link = asked.length === 1 ? counts.regions[asked[0]][3] : counts?.link
      sum = asked.length ? { ...counts, link, value: fillText(t.sum, { total: added }), note: counts.when } : null
      // The map's title: of those asked for how many they have.
      const region = asked.length > 1 ? t.theseRegions : this.stage.filters.names("region").get(asked[0])
      if (sum) map = fillText(t.ofRegion, { count: added, total: number.format(sumOf(Object.keys(counts.regions))), region })
      else if (counts) map = t.noCountsHere
    }
    const items = [
      [date, words("note")],
      total ? [total.value, total.note, total] : [state.region.length ? t.noTotalHere : t.noTotal],
      sum ? [sum.value, sum.note, sum] : [t.noCounts],
      [count, t.ofEvents],
    ]
    box.replaceChildren(...items.map(([value, what = "", figure]) => {
      const head = makeElement("p", { class: what || figure ? "value num" : "value none" }, String(value))
      const by = makeElement("div", { class: "by" })
      setHtml(by, figure?.mark ?? "")
      if (figure) setHtml(head, figure.link), setText(head.firstElementChild, value)
      const label = figure ? [makeElement("b", {}, figure.label), "\u00a0· "] : []
      return makeElement("li", {}, head, makeElement("p", { class: "what" }, ...label, what), by)
    }))
    const heading = words("events")
    const said = [heading, ...items.slice(1, 3).map(([value, what, figure]) => [value, figure ? `${figure.label} · ${what}` : what].filter(Boolean).join(", "))].join(". ")
    return { headline: words("happened"), time: heading, map, status: this.timer ? null : `${said}.` }
  }
}
