// The Timeline page: a touch of its filters, its chart or its spans changes the address, and what the
// server says of that view is fetched by an address: filters, words, chart, and the list below.
// Pixels: the steps in which the server lays the chart out, and the least and the greatest width.
const STEP = 20
const WIDTHS = [280, 1800]

class TimelinePage {
  constructor(root, state) {
    Object.assign(this, { root, state })
    this.part = (name) => root.querySelector(`[data-part="${name}"]`)
    this.filters = new FilterLine(this.part("filters"), (changes, how) => this.go({ ...changes, page: null }, how))
    this.chart = new Chart(this.part("timeline"))
    this.told = new Told(this)
    this.part("back").addEventListener("click", (event) => this.lift(event))
    new ResizeObserver(() => this.resized()).observe(root)
    document.addEventListener("stage:choose", ({ detail }) => root.isConnected && this.go({ event: detail }))
    addEventListener("popstate", ({ isTrusted }) => {
      if (isTrusted || left()) this.filters.forget(), this.chart.time.forget()
      if (root.isConnected && !left()) this.apply()
    })
  }

  // What the server sent with this run of the page.
  update(data) {
    this.take(data)
    this.told.ran(data)
  }

  // What the server says of the view, however it came. It waits for it until the chart is drawn.
  async take(data) {
    this.data = data
    this.write("h1", data.title)
    this.write(".lead", data.lead)
    this.write(".shown", data.shown)
    this.fill("back", data.back)
    this.fill("key", data.key)
    this.filters.build(data)
    this.filters.tell(data.hits)
    this.spans(data)
    this.part("filters").setAttribute("aria-label", data.texts.filters)
    this.part("timeline").hidden = !data.chart
    await this.draw(data)
    this.apply()
  }

  // A chart that is laid out for another width waits for that of its own.
  async draw(data) {
    const key = `${data.filters_key} ${data.seen}`
    const same = key === this.drawn && this.shown === this.width
    if (!data.chart || (same && !data.inline)) return
    if (data.width !== this.width && !(await this.own(data, key))) return
    Object.assign(this, { drawn: key, shown: data.width })
    await this.chart.show({ ...data.chart, whole: data.whole }, (name, value) => this.touched(name, value))
  }

  // Asks for the chart of the own width, once for a view; whether the one that is here is all there is.
  async own(data, key) {
    const asked = `${key} ${this.width}`
    if (this.asked === asked) return true
    this.asked = asked
    plotly(data.chart.script)
    if (data.inline) this.state("width", this.width)
    else await this.told.ask()
    return this.data === data && data.width <= this.root.clientWidth
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

  write(selector, text) {
    const node = this.root.querySelector(selector)
    if (node.textContent !== text) node.textContent = text
    node.hidden = !text
  }

  fill(name, html) {
    const part = this.part(name)
    if (part.told !== html) part.innerHTML = part.told = html
    part.hidden = !html
  }

  // The stretches of time that the story names.
  spans({ zooms, texts }) {
    const box = this.root.querySelector(".zoom")
    const key = JSON.stringify(zooms)
    box.hidden = !zooms.length
    if (box.key === key) return
    box.key = key
    const one = ({ value, label }) => made("label", {}, made("input", { type: "radio", name: "timeline-zoom", value,
      onchange: () => this.go({ zoom: value === "all" ? null : value }) }), made("span", {}, label))
    box.replaceChildren(made("legend", { class: "unseen" }, texts.axis), ...zooms.map(one))
  }

  // The picture as the address has it.
  apply() {
    this.filters.show(this.data)
    const zoom = new URLSearchParams(location.search).get("zoom") ?? "all"
    for (const input of this.root.querySelectorAll(".zoom input")) input.checked = input.value === zoom
    this.root.toggleAttribute("data-waiting", this.told.waits(this.data))
  }

  // A mark chooses its event, a bar its days, what is dragged over its days.
  touched(name, [first = null, last = null]) {
    if (name === "zoomed") this.go({ zoom: first && `${first}/${last}` })
    else if (name === "ranged" || this.data.counted) this.go({ from: first, to: last, zoom: null, page: null })
    else this.go({ event: first })
  }

  go(changes, how) {
    this.chart.time.forget()
    writeAddress(changes, how)
    this.apply()
  }

  lift(event) {
    liftHere(event, this.data.names, (changes) => this.go(changes))
  }
}

// Nothing is shown before the answer: it is asked for at once.
PAUSE.done = 0
const pages = new WeakMap()
export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".timeline-page")
  if (!pages.has(root)) pages.set(root, new TimelinePage(root, setStateValue))
  const page = pages.get(root)
  page.update(data)
  return () => page.chart.end()
}
