// The Timeline page: a touch of its filters, its chart or its spans changes the address, and what the
// server says of that view is fetched by an address: filters, words, chart, and the list below.
class TimelinePage {
  constructor(root) {
    this.root = root
    this.part = (name) => root.querySelector(`[data-part="${name}"]`)
    this.filters = new FilterLine(this.part("filters"), (changes, how) => this.go({ ...changes, page: null }, how))
    this.chart = new Chart(this.part("timeline"))
    this.told = new Told(this)
    this.part("back").addEventListener("click", (event) => this.lift(event))
    new ResizeObserver(() => this.wide && this.size() !== this.wide && this.told.ask()).observe(root)
    document.addEventListener("stage:choose", ({ detail }) => root.isConnected && this.go({ event: detail }))
    addEventListener("popstate", ({ isTrusted }) => {
      if (isTrusted) this.filters.forget(), this.chart.time.forget()
      if (root.isConnected) this.apply()
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

  // A run of the page sends the chart of all widths: it is that of the view which stands here already.
  async draw(data) {
    const key = `${data.filters_key} ${data.seen} ${this.size(data)}`
    if (!data.chart || (key === this.drawn && !data.inline)) return
    this.drawn = key
    this.wide = this.size(data)
    await this.chart.show({ ...data.chart, whole: data.whole }, (name, value) => this.touched(name, value))
  }

  // The width for which the server places the names: the next one below the chart's.
  size({ widths } = this.data) {
    const room = this.root.clientWidth
    return `&w=${(widths.filter(([, whole]) => whole <= room).at(-1) ?? widths[0])[0]}`
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
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".timeline-page")
  if (!pages.has(root)) pages.set(root, new TimelinePage(root))
  const page = pages.get(root)
  page.update(data)
  return () => page.chart.end()
}
