// The Timeline page: a touch of its filters, its chart or its spans changes the address, and what the
// server says of that view is fetched by an address: filters, words, chart, and the list below.
// Pixels: the steps in which the server lays the chart out, and the least and the greatest width.
const STEP = 20
const WIDTHS = [280, 1800]

class TimelinePage extends Answering {
  constructor(root, state) {
    super(root)
    this.state = state
    this.chart = new Chart(this.part("timeline"), {
      event: (event) => this.go({ event }),
      // A bar chooses its days, and so does what is dragged.
      days: (from = null, to = null) => this.go({ from, to, zoom: null, page: null }),
      span: (first, last) => this.go({ zoom: first ? `${first}/${last}` : null }),
    })
    this.part("back").addEventListener("click", (event) => this.lift(event))
    new ResizeObserver(() => this.resized()).observe(root)
    document.addEventListener("page:changes", ({ detail }) => root.isConnected && this.go(detail))
  }

  // What the server says of the view, however it came. It waits for it until the chart is drawn.
  async take(data) {
    this.data = data
    for (const [place, text] of [["h1", data.title], [".lead", data.lead], [".shown", data.shown]]) {
      write(this.root.querySelector(place), text)
      this.root.querySelector(place).hidden = !text
    }
    for (const name of ["back", "key"]) {
      html(this.part(name), data[name])
      this.part(name).hidden = !data[name]
    }
    this.filters.build(data)
    this.spans(data)
    this.part("timeline").hidden = !data.chart
    await this.draw(data)
    this.apply()
  }

  // A chart that is laid out for another width waits for that of its own.
  async draw(data) {
    const key = `${data.addresses.view} ${data.seen}`
    const same = key === this.drawn && this.shown === this.width
    if (!data.chart || (same && !data.inline)) return
    if (data.width !== this.width && !(await this.own(data, key))) return
    Object.assign(this, { drawn: key, shown: data.width })
    await this.chart.draw({ ...data.chart, whole: data.whole })
    this.chart.show(() => true, ({ event }) => event === readState().event)
  }

  // Asks for the chart of the own width, once for a view, and waits for the answer; whether the one that is
  // here is all there is.
  async own(data, key) {
    const asked = `${key} ${this.width}`
    if (this.asked !== asked) {
      this.asked = asked
      library(data.chart.script, "Plotly")
      this.coming = data.inline ? this.state("width", this.width) : this.ask()
    }
    await this.coming
    // Where no answer came, as of an address with a value that is not known, the one that is here is drawn.
    return this.data === data && (!data.inline || data.width <= this.root.clientWidth)
  }

  get width() {
    return Math.min(Math.max(Math.floor(this.root.clientWidth / STEP) * STEP, WIDTHS[0]), WIDTHS[1])
  }

  size() {
    return `&w=${this.width}`
  }

  resized() {
    clearTimeout(this.resting)
    if (this.shown && this.shown !== this.width) this.resting = setTimeout(() => this.draw(this.data), RESTS)
  }

  // The stretches of time that the story names.
  spans({ zooms, legend }) {
    const box = this.root.querySelector(".zoom")
    box.hidden = !zooms.length
    const one = ({ value, label }) => made("label", {}, made("input", { type: "radio", name: "timeline-zoom", value,
      onchange: () => this.go({ zoom: value === "all" ? null : value }) }), made("span", {}, label))
    if (isNew(box, [zooms, legend])) box.replaceChildren(made("legend", { class: "unseen" }, legend), ...zooms.map(one))
  }

  // The picture as the address has it.
  apply() {
    super.apply()
    const zoom = new URLSearchParams(location.search).get("zoom") ?? "all"
    for (const input of this.root.querySelectorAll(".zoom input")) input.checked = input.value === zoom
  }

  forget() {
    super.forget()
    this.chart.forget()
  }

  end() {
    this.chart.end()
    this.drawn = undefined
  }

  go(changes, how) {
    this.chart.forget()
    super.go(changes, how)
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".timeline-page")
  const page = ownerOf(root, () => new TimelinePage(root, setStateValue))
  page.update(data)
  return () => page.end()
}
