// The counts of a map alone under the filters of its address: on its two latest days, every
// region's, as the app draws them. A mark keeps its place; its circles and its number change.
class Counts {
  constructor(answers, state, mode, texts, regions) {
    Object.assign(this, { answers, mode, texts, regions })
    const days = answers.days({ ...state, region: [] })
    this.largest = answers.largest(days)
    const [earlier, latest] = [days.at(-2), days.at(-1)].map((day) => Object.fromEntries((day?.claims ?? []).map(({ region, value }) => [region, value])))
    Object.assign(this, { earlier, latest })
    this.answered = !answers.counts.length || answers.counted(state)
  }

  // The circles of a region, the larger day first, and what is written beside them.
  of(region) {
    const [earlier, latest] = [this.earlier[region], this.latest[region]]
    const number = (value) => (value === undefined ? "" : this.answers.number(value))
    if (this.mode === "earlier") return { values: [earlier], text: number(earlier) }
    if (this.mode !== "change") return { values: [latest], text: number(latest) }
    if (latest === undefined) return { values: [], text: "" }
    const fresh = filled(this.texts.fresh, { number: number(latest) })
    return { values: [latest, earlier], text: earlier === undefined ? fresh : `${number(earlier)} → ${number(latest)}` }
  }

  draw(marks) {
    for (const mark of marks) {
      const { id } = mark.dataset
      const { values, text } = this.of(id)
      mark.querySelectorAll("circle").forEach((circle, at) => circle.setAttribute("r", this.answers.size(values[at] ?? 0, this.largest).toFixed(2)))
      mark.toggleAttribute("data-none", mark.matches(".count") && !text)
      const title = mark.querySelector("title")
      if (title && mark.matches(".count")) title.textContent = `${this.regions[id]}: ${text}`
      for (const number of mark.querySelectorAll("text[font-weight='700']")) number.textContent = text || this.answers.texts.notReported
      if (!this.answered) mark.toggleAttribute("data-dim", true)
    }
  }
}
