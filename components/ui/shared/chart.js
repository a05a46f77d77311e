// One Plotly chart that stays: other data change its drawing in place, and a text that is the same
// as before changes nothing.
let library
// A component's script has no address of its own from which to reach another.
const plotly = (address) => (library ??= import(new URL(address, document.baseURI).href).then(() => window.Plotly))
const charts = new WeakMap()
// Plotly knows no width below this; a chart that is out of sight has none.
const LEAST = 10

class Chart {
  constructor(root) {
    this.box = root.querySelector(".chart")
    this.watch = new ResizeObserver(() => this.fit())
    this.watch.observe(this.box)
  }

  async show(data, choose) {
    this.choose = choose
    this.box.setAttribute("aria-label", data.label)
    if (data.figure === this.figure) return
    this.figure = data.figure
    const { data: traces, layout } = JSON.parse(data.figure)
    // Its room is kept before there is anything in it: nothing below may jump.
    this.box.style.height = `${layout.height}px`
    let Plotly
    try {
      Plotly = await plotly(data.script)
    } catch {
      library = undefined
      this.figure = undefined
      this.box.textContent = data.failed
      return
    }
    // While the library came, the figure may have become another one.
    if (this.figure !== data.figure || !this.box.isConnected) return
    // What an earlier try said goes.
    if (!this.drawn) this.box.replaceChildren()
    this.Plotly = Plotly
    this.drawn = { traces, layout, config: data.config }
    this.width = 0
    this.fit()
  }

  fit() {
    const width = Math.floor(this.box.clientWidth)
    if (!this.drawn || width < LEAST || width === this.width) return
    this.width = width
    const { traces, layout, config } = this.drawn
    const first = !this.box.classList.contains("js-plotly-plot")
    this.Plotly.react(this.box, traces, { ...layout, width }, config)
    if (first) this.box.on("plotly_click", ({ points }) => this.clicked(points))
  }

  clicked(points) {
    const found = points.map((point) => point.customdata).find((data) => data?.length)
    if (found) this.choose([found].flat().map(String))
  }

  end() {
    this.watch.disconnect()
    this.Plotly?.purge(this.box)
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (!charts.has(parentElement)) charts.set(parentElement, new Chart(parentElement))
  const chart = charts.get(parentElement)
  chart.show(data, (found) => data.answers && setTriggerValue("clicked", found))
  return () => chart.end()
}
