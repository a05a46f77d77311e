// Play goes through the days of the stage.

// Of very many events the timeline draws bars that count them. The part of a bar whose events
// are shown keeps its colour; the rest is pale.
const readBin = (mark, box) => {
  const rect = mark.querySelector("rect")
  const { kind, start, end, count } = mark.dataset
  const selector = `.bin-number[data-kind="${CSS.escape(kind)}"][data-start="${start}"]`
  const paleRect = rect.cloneNode()
  paleRect.setAttribute("class", "all")
  rect.before(paleRect)
  return {
    mark,
    rect,
    label: box.querySelector(selector),
    kind,
    top: Number(rect.getAttribute("y")),
    height: Number(rect.getAttribute("height")),
    first: parseDay(start),
    last: parseDay(end),
    total: Number(count),
    shown: Number(count),
  }
}

class TimelineBins {
  constructor(box, locale) {
    this.numberFormat = new Intl.NumberFormat(locale)
    const marks = [...box.querySelectorAll(".bin")]
    const bins = marks.map((mark) => readBin(mark, box))
    bins.sort((bin, other) => bin.first - other.first)
    this.binsByKind = Map.groupBy(bins, ({ kind }) => kind)
  }

  // `isShown`: whether the event of a number is shown; `days`: the first and the last drawn day.
  showCounts(events, isShown, days) {
    if (!this.binsByKind.size) return
    const counts = this.countEvents(events, isShown, days)
    for (const bin of [...this.binsByKind.values()].flat()) {
      const count = counts.get(bin) ?? 0
      if (bin.shown !== count) this.drawBin(bin, count)
    }
  }

  countEvents(events, isShown, [from, to]) {
    const counts = new Map()
    events.forEach((event, number) => {
      const first = event.first ?? -Infinity
      const last = event.last ?? Infinity
      if (!isShown(number) || last < from || first > to) return
      const day = Math.max(first, from)
      const bins = this.binsByKind.get(event.kind)
      const bin = bins?.findLast((other) => other.first <= day)
      if (bin && day <= bin.last) counts.set(bin, (counts.get(bin) ?? 0) + 1)
    })
    return counts
  }

  drawBin(bin, count) {
    const { mark, rect, label } = bin
    bin.shown = count
    const height = (bin.height * count) / bin.total
    const drop = bin.height - height
    rect.setAttribute("y", bin.top + drop)
    rect.setAttribute("height", height)
    mark.dataset.count = count
    mark.toggleAttribute("data-dim", !count)
    if (!label) return
    label.toggleAttribute("data-dim", !count)
    label.setAttribute("transform", `translate(0 ${drop})`)
    for (const text of label.children) text.textContent = this.numberFormat.format(count)
  }
}

const ICONS = {
  play: "M4 2l10 6-10 6z",
  pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z",
}
const CALM = matchMedia("(prefers-reduced-motion: reduce)")
const INPUTS = "button, input, select, summary, a, [contenteditable]"
const NUMBERS_OF_CIRCLE = "text[font-weight='700']"

// The picture of a day shows what had happened by then, an uncertain event over its whole span,
// and counts apart what may have happened later; circles, colours of regions and totals are of
// the last day that has some. The index lists what holds from which day on.
class Play {
  constructor(stage) {
    this.stage = stage
    this.box = stage.findPart("play")
    this.button = this.box.querySelector("button")
    // The day has its place on the axis.
    this.slider = stage.findPart("axis").querySelector(".day")
    this.speed = this.box.querySelector("select")
    this.button.onclick = () => this.togglePlay()
    this.listenToSlider()
    this.speed.onchange = () => {
      if (!this.timer) return
      this.stopTimer()
      this.startPlay()
    }
    this.box.querySelector(".end").onclick = () => this.leaveDay()
    document.addEventListener("keydown", (event) => this.handleSpace(event))
  }

  // However far the slider is moved, it is a single choice until it is released.
  listenToSlider() {
    const finish = () => {
      if (!this.timer) this.pausePlay()
    }
    this.slider.oninput = () => this.goToDay(Number(this.slider.value), false)
    this.slider.onpointerup = finish
    this.slider.onblur = finish
  }

  leaveDay() {
    this.pausePlay()
    this.stage.changeView({ day: null })
    this.button.focus()
  }

  // Space plays anywhere on the stage where a control has no use for it.
  handleSpace(event) {
    const { key, target } = event
    const isControl = target.closest(INPUTS)
    const isPlaying = this.timer && target === document.body
    const isOurs = this.stage.root.contains(target) || isPlaying
    if (key !== " " || isControl || !isOurs) return
    event.preventDefault()
    this.togglePlay()
  }

  togglePlay() {
    if (this.timer) this.pausePlay()
    else if (this.stage.index) this.startPlay()
  }

  startPlay() {
    const { stage } = this
    const state = readState()
    const [first, last] = stage.axis.clampRange(state)
    const isOver = state.day === null || state.day >= last
    const start = isOver ? first : Math.max(state.day, first)
    // On a phone the button is below the picture that is played.
    const { bottom } = stage.findPart("map").getBoundingClientRect()
    if (bottom < 0) stage.root.scrollIntoView()
    // With reduced motion each press goes to the next day with an event.
    if (CALM.matches) {
      this.goToDay(this.findNextDay(start, last), true)
      return
    }
    const interval = stage.data.play_milliseconds / this.speed.value
    this.timer = setInterval(() => this.playNextDay(start, last), interval)
    this.goToDay(start, false)
  }

  findNextDay(day, last) {
    const days = this.stage.index.events.map(({ first }) => first)
    const laterDays = days.filter((first) => first !== null && first > day)
    return Math.min(...laterDays, last)
  }

  playNextDay(start, last) {
    const day = (readState().day ?? start - 1) + 1
    if (day > last) this.pausePlay()
    else this.goToDay(day, false)
  }

  stopTimer() {
    clearInterval(this.timer)
    this.timer = 0
  }

  // Where the days stop they are a single choice.
  pausePlay() {
    this.stopTimer()
    const { day } = readState()
    if (day !== null) this.goToDay(day, true)
    if (this.stage.index) this.stage.showView()
  }

  goToDay(day, push) {
    const range = this.stage.axis.clampRange(readState())
    this.stage.changeView({ day: formatDay(clamp(day, ...range)) }, { push })
  }

  // Draws the controls and, where a day is shown, the picture of that day. Returns its texts,
  // null for none.
  showDay(state) {
    const { stage } = this
    const { index, root } = stage
    const hasDay = state.day !== null && index.browser
    this.drawControls(state, hasDay)
    const isChanged = root.hasAttribute("data-playing") !== hasDay
    root.toggleAttribute("data-playing", hasDay)
    stage.findPart("day").hidden = !hasDay
    if (!hasDay && !isChanged) return null
    const hasBegun = ({ first }) => !hasDay || (first ?? -Infinity) <= state.day
    const begun = index.events.map(hasBegun)
    // Whether the shown day has come to an event, by its number.
    this.begun = hasDay ? begun : null
    const counts = hasDay ? this.findLatest(index.counts, state) : null
    this.drawMarks(begun, counts, hasDay)
    const table = hasDay ? counts?.html ?? "" : stage.data.parts.counts
    setHtml(stage.findPart("counts"), table)
    if (!hasDay) return null
    const isCounted = (isBegun, number) => isBegun && stage.isSelected[number]
    const happened = index.events.filter((_, number) => isCounted(begun[number], number))
    return this.drawFigures(state, this.countSure(happened, state), counts)
  }

  // How many events fall surely in the days up to the shown one, and how many possibly.
  countSure(events, { from, day }) {
    const isSure = (event) => isInDates(event, { from, to: day, certain: true })
    const sure = events.filter(isSure).length
    return { sure, possible: events.length - sure }
  }

  drawControls(state, hasDay) {
    const { stage, button, slider } = this
    const { axis, index } = stage
    const { texts } = stage.data
    const icon = this.timer ? "pause" : "play"
    button.hidden = !index.browser
    button.setAttribute("aria-label", texts[icon])
    button.querySelector("path").setAttribute("d", ICONS[icon])
    slider.min = axis.first
    slider.max = axis.last
    slider.value = hasDay ? state.day : axis.first
    slider.setAttribute("aria-valuetext", hasDay ? axis.formatDate(state.day) : "")
  }

  drawMarks(begun, counts, hasDay) {
    const { events } = this.stage.index
    const { scene } = this.stage
    const begunEvents = events.filter((_, number) => begun[number])
    const places = new Set(begunEvents.map(({ at }) => at))
    const isLater = (mark) => {
      const { event, place, region } = mark.dataset
      const isUncounted = region && this.drawCount(mark, region, counts)
      if (event) return !begun[scene.eventNumbers.get(event)]
      if (place) return !places.has(place)
      return Boolean(isUncounted && hasDay)
    }
    for (const mark of scene.listMarks()) {
      const later = isLater(mark)
      mark.classList.toggle("later", later)
      if (mark.matches(".area")) {
        const isUncounted = hasDay && this.isUncounted(mark.dataset.region, counts)
        mark.toggleAttribute("data-uncounted", isUncounted)
      }
      mark.toggleAttribute("data-later", later)
    }
  }

  // The last item that holds on the day, of the selected sources.
  findLatest(items, { source, day, from }) {
    const isCited = ({ sources }) =>
      !source.length || sources.some((id) => source.includes(id))
    const isInTime = (item) => item.day <= day && item.day >= (from ?? item.day)
    return items.filter((item) => isInTime(item) && isCited(item)).at(-1)
  }

  // Draws a circle in the size of its count on the day, with its number, or as it was drawn.
  // Returns whether there is no count yet.
  drawCount(mark, region, counts) {
    if (!mark.matches(".count, .count-label")) return false
    const circle = mark.querySelector("circle")
    const numbers = mark.querySelectorAll(NUMBERS_OF_CIRCLE)
    mark.drawn ??= [circle?.getAttribute("r"), numbers[0]?.textContent]
    const count = counts?.regions[region]
    const [radius, text] = count ?? mark.drawn
    circle?.setAttribute("r", radius)
    for (const number of numbers) number.textContent = text
    if (count) return false
    return !counts || Boolean(circle) || numbers.length > 0
  }

  // A region has a colour from its first count on; one that is never counted has dots from the
  // first count of others on.
  isUncounted(region, counts) {
    if (!counts) return true
    const isCounted = ({ regions }) => region in regions
    return !isCounted(counts) && this.stage.index.counts.some(isCounted)
  }

  // The day in the place of the head figures: its date, the latest total with its claimant, the
  // sum of the selected regions, and the number of events. The same in a sentence is announced.
  drawFigures(state, happened, counts) {
    const { index, data } = this.stage
    const { texts } = data
    const date = this.stage.axis.formatDate(state.day)
    const format = this.makeDayFormat(state, happened, date)
    const total = state.region.length ? null : this.findLatest(index.totals, state)
    const { sum, map } = this.sumRegions(state, counts)
    const noTotal = state.region.length ? texts.noTotalHere : texts.noTotal
    const items = [
      { value: date, label: format("note") },
      this.describeFigure(total, noTotal),
      this.describeFigure(sum, texts.noCounts),
      { value: happened.sure, label: this.formatHappened(happened, "ofEvents") },
    ]
    const nodes = items.map((item) => this.makeFigure(item))
    this.stage.findPart("day").replaceChildren(...nodes)
    const heading = format("events")
    const [, totalItem, sumItem] = items
    const sentences = [heading, this.formatItem(totalItem), this.formatItem(sumItem)]
    const status = this.timer ? null : `${sentences.join(". ")}.`
    return { headline: format("happened"), time: heading, map, status }
  }

  // Where the selected days begin later than the story, what came before is not counted.
  makeDayFormat({ from, day }, happened, date) {
    const { axis, data } = this.stage
    let ending = "From"
    if (from === null) ending = "By"
    else if (from === day) ending = "On"
    const start = from === null ? "" : axis.formatDate(from, day)
    const events = this.formatHappened(happened, "count")
    const values = { events, date, start }
    return (name) => fillText(data.texts[name + ending], values)
  }

  // The number of events, by the name of a text that has one for what is possible beside it.
  formatHappened({ sure, possible }, name) {
    const { texts } = this.stage.data
    const text = possible ? texts[`${name}Possible`] : texts[name]
    const numberFormat = new Intl.NumberFormat(texts.locale)
    const [shown, count] = [sure, possible].map((number) => numberFormat.format(number))
    return fillText(text, { shown, possible: count })
  }

  // The sum of the counts of the selected regions as a figure, and the title of the map.
  sumRegions({ region: selected }, counts) {
    const { texts } = this.stage.data
    if (!counts) return { sum: selected.length ? null : counts, map: texts.noCounts }
    if (!selected.length) return { sum: counts, map: counts.finding }
    const { regions } = counts
    const counted = selected.filter((id) => regions[id])
    if (!counted.length) return { sum: null, map: texts.noCountsHere }
    const numberFormat = new Intl.NumberFormat(texts.locale)
    const add = (ids) => ids.reduce((sum, id) => sum + regions[id][2], 0)
    const count = numberFormat.format(add(counted))
    const total = numberFormat.format(add(Object.keys(regions)))
    const [first] = counted
    const isSingle = counted.length === 1
    const labels = this.stage.filterBar.readLabels("region")
    const sum = {
      ...counts,
      link: isSingle ? regions[first][3] : counts.link,
      value: fillText(texts.sum, { total: count }),
      note: counts.when,
    }
    const region = isSingle ? labels.get(first) : texts.theseRegions
    return { sum, map: fillText(texts.ofRegion, { count, total, region }) }
  }

  describeFigure(figure, missingText) {
    if (!figure) return { value: missingText, label: "" }
    return { value: figure.value, label: figure.note, figure }
  }

  makeFigure({ value, label = "", figure }) {
    const isFigure = label || figure
    const head = makeElement("p", { class: isFigure ? "value num" : "value none" }, String(value))
    const marks = makeElement("div", { class: "by" })
    setHtml(marks, figure?.mark ?? "")
    const name = []
    if (figure) {
      setHtml(head, figure.link)
      setText(head.firstElementChild, value)
      name.push(makeElement("b", {}, figure.label), "\u00a0· ")
    }
    const text = makeElement("p", { class: "what" }, ...name, label)
    return makeElement("li", {}, head, text, marks)
  }

  formatItem({ value, label, figure }) {
    const text = figure ? `${figure.label} · ${label}` : label
    return [value, text].filter(Boolean).join(", ")
  }
}
