// The Timeline page: a touch of its filters, its chart or its spans changes the address, and what the
// server says of that view is fetched by an address: filters, words, chart, and the list below.
// Pixels: the steps in which the server lays the chart out, and the least and the greatest width.
const STEP = 20
const WIDTHS = [280, 1800]

class TimelinePage extends Answering {
  constructor(root) {
    super(root)
    this.chart = new Chart(root, {
      event: (event) => this.go({ event }),
      // A bar chooses its days, and so does what is dragged.
      days: (from = null, to = null) => this.go({ from, to, zoom: null, page: null }),
      span: (first, last) => this.go({ zoom: first ? `${first}/${last}` : null }),
    })
    this.part("back").addEventListener("click", (event) => this.lift(event))
    // The stretches of time that the story names.
    this.part("spans").addEventListener("change", ({ target: { value } }) => this.go({ zoom: value === "all" ? null : value }))
    new ResizeObserver(() => {
      clearTimeout(this.resting)
      if (this.shown && this.shown !== this.width) this.resting = setTimeout(() => this.draw(this.data), RESTS)
    }).observe(root)
    document.addEventListener("view:change", ({ detail }) => root.isConnected && this.go(detail))
  }

  update(data, { setStateValue }) {
    this.state = setStateValue
    super.update(data)
  }

  // What depends on the answer waits until the chart is drawn.
  async take(data) {
    this.data = data
    for (const [place, text] of [["h1", data.title], [".lead", data.lead], [".shown", data.shown]]) {
      setText(this.root.querySelector(place), text)
      this.root.querySelector(place).hidden = !text
    }
    for (const name of ["back", "spans", "key"]) {
      setHtml(this.part(name), data[name])
      this.part(name).hidden = !data[name]
    }
    this.filters.build(data)
    this.part("timeline").hidden = !data.chart
    await this.draw(data)
    this.apply()
  }

  // A chart that is laid out for another width waits for that of its own, which is asked for once for a view.
  // Where no answer comes, as of an address with a value that is not known, the one that is here is drawn.
  async draw(data) {
    const key = `${data.addresses.view} ${data.seen}`
    if (!data.chart || (key === this.drawn && this.shown === this.width && !data.inline)) return
    if (data.width !== this.width) {
      const asked = `${key} ${this.width}`
      if (this.asked !== asked) {
        this.asked = asked
        loadLibrary(data.chart.script, "Plotly")
        this.coming = data.inline ? this.state("width", this.width) : this.ask()
      }
      await this.coming
      if (this.data !== data || (data.inline && data.width > this.root.clientWidth)) return
    }
    Object.assign(this, { drawn: key, shown: data.width })
    await this.chart.draw({ ...data.chart, whole: data.whole })
    this.chart.show(() => true, ({ event }) => event === readState().event)
  }

  get width() { return clamp(Math.floor(this.root.clientWidth / STEP) * STEP, ...WIDTHS) }
  size() { return `&w=${this.width}` }

  apply() {
    super.apply()
    const zoom = new URLSearchParams(location.search).get("zoom") ?? "all"
    for (const input of this.part("spans").querySelectorAll("input")) input.checked = input.value === zoom
  }

  forget() {
    super.forget()
    this.chart.forget()
  }

  go(changes, how) {
    this.chart.forget()
    super.go(changes, how)
  }

  end() {
    this.chart.end()
    this.drawn = undefined
  }
}

export default defineComponent(".timeline-page", (root) => new TimelinePage(root))
