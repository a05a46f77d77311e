// One Plotly chart that stays: other data change its drawing in place, and a text that is the same
// as before changes nothing.
// Plotly knows no width below this; a chart that is out of sight has none.
const LEAST = 10

class Chart {
  constructor(root) {
    this.box = root.querySelector(".chart")
    this.time = new TimeTools(this, root)
    this.watch = new ResizeObserver(() => this.fit())
    this.box.addEventListener("click", (event) => this.named(event), true)
  }

  async show(data, tell) {
    this.tell = tell
    this.watch.observe(this.box)
    this.box.setAttribute("aria-label", data.label)
    this.time.update(data, tell)
    if (data.figure === this.figure) return
    this.figure = data.figure
    this.made = JSON.parse(data.figure)
    const { height } = this.made.layout
    // Its room is kept before there is anything in it: nothing below may jump.
    this.box.style.height = `${height}px`
    let Plotly
    try {
      Plotly = await library(data.script, "Plotly")
    } catch {
      this.figure = undefined
      this.box.textContent = data.failed
      return
    }
    // While the library came, the figure may have become another one.
    if (this.figure !== data.figure || !this.box.isConnected) return
    // What an earlier try said goes.
    if (!this.config) this.box.replaceChildren()
    this.Plotly = Plotly
    this.config = data.config
    this.width = 0
    this.fit()
  }

  fit() {
    const width = Math.floor(this.box.clientWidth)
    if (!this.config || width < LEAST || width === this.width) return
    this.width = width
    const { data, layout } = this.made
    const first = !this.box.classList.contains("js-plotly-plot")
    this.box.style.height = `${layout.height}px`
    this.time.begin(layout)
    // Plotly writes what is looked at into the layout it is given.
    this.Plotly.react(this.box, data, { ...structuredClone(layout), width }, this.config)
    // On paper it is a picture as wide as the paper: see the style sheet.
    this.box.style.setProperty("--shape", `${width} / ${layout.height}`)
    for (const svg of this.box.querySelectorAll(".main-svg"))
      svg.setAttribute("viewBox", `0 0 ${width} ${layout.height}`)
    if (this.time.seen) this.Plotly.relayout(this.box, this.time.axes())
    if (first) this.box.on("plotly_click", ({ points }) => this.clicked(points))
  }

  clicked(points) {
    const found = points.map((point) => point.customdata).find((data) => data?.length)
    if (found) this.choose([found].flat().map(String))
  }

  choose(found) {
    if (!this.time.pulled) this.tell("clicked", found)
  }

  // A name is as good as its mark.
  named(event) {
    const within = ({ left, right, top, bottom }) => event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
    const texts = [...this.box.querySelectorAll(".textpoint")]
    const number = texts.findIndex((text) => within(text.getBoundingClientRect()))
    const found = this.made?.data.find((trace) => trace.name === "labels")?.customdata?.[number]
    if (number < 0 || !found) return
    event.stopPropagation()
    this.choose([found].flat().map(String))
  }

  // The framework may end a part of the page and begin it again in the same box.
  end() {
    this.watch.disconnect()
    this.Plotly?.purge(this.box)
    this.box.classList.remove("js-plotly-plot")
    this.figure = this.config = undefined
  }
}
