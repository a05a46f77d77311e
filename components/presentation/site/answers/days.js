// What the days say that are played, as the app's index has it under the filters of sources: the
// running total, and the counts by region from the day on for which they hold, or by which they had
// been published.
class Days {
  constructor(answers, { tier, without, known }) {
    this.answers = answers
    this.state = { ...answers.read(""), tier, without, known }
    this.used = answers.used(this.state)
  }

  all() {
    const { answers, state } = this
    const days = answers.days(state)
    const largest = answers.largest(days)
    const claims = days.flatMap((day) => day.claims.map(({ claim }) => claim))
    const told = [...new Set(claims.map((claim) => this.published(claim)))].sort((one, other) => one - other)
    const known = (day) => answers.days({ ...state, known: day }).at(-1)
    return { totals: this.totals(), counts: {
      happened: days.map((day) => this.step(day.day.last, day, largest)),
      published: told.map((day) => this.step(day, known(day), largest)),
    } }
  }

  from(claim) {
    return this.answers.claims[claim].from.filter((source) => this.used.has(source))
  }

  published(claim) {
    return Math.min(...this.from(claim).map((source) => this.answers.sources[source].day))
  }

  sources(claims) {
    return [...new Set(claims.flatMap((claim) => this.from(claim)))].map((source) => this.answers.sources[source].id).sort()
  }

  totals() {
    const { answers, used } = this
    const kept = answers.kept(this.state)
    return answers.totals.filter(({ claim }) => kept.has(claim)).map((item) => ({
      day: item.day.last, published: this.published(item.claim), label: answers.figures.labels.total,
      value: item.value, note: item.note, mark: answers.marks(item, used)[0] ?? "", sources: this.sources([item.claim]),
    }))
  }

  step(day, counted, largest) {
    const { answers, used } = this
    const { claims } = counted
    const { label, value, note } = answers.summed(counted, used, new Set(), false)
    return {
      day, label, value, note, when: counted.when, mark: answers.shared(counted, used)[0] ?? "", finding: this.finding(claims),
      html: answers.table(counted, largest, used), sources: this.sources(claims.map(({ claim }) => claim)),
      regions: answers.sizes(claims, largest),
    }
  }

  finding(claims) {
    const { texts, label } = this.answers
    const sum = claims.reduce((all, { value }) => all + value, 0)
    if (!sum) return texts.noCounts
    const top = claims.reduce((one, other) => (other.value > one.value ? other : one))
    return filled(texts.largest, { percent: Math.round((100 * top.value) / sum), region: label[top.region] })
  }
}
