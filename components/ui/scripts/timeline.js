// The Timeline page: a choice in its filters, its chart or its periods changes the address, and
// what the server says of that view is fetched by an address: filters, texts, chart, and the
// list below.
// Pixels: the steps of widths for which the server lays out the chart, and the least and the
// greatest width.
const WIDTH_STEP = 20
const WIDTHS = [280, 1800]
// A phone has no room for names beside their marks: there the list below, which is by date, is
// all. Bars that count very many events have room.
const PHONE = matchMedia("(max-width: 48rem)")

class TimelinePage extends LiveView {
  constructor(root) {
    super(root)
    this.chart = new Chart(root, {
      selectEvent: (event) => this.changeView({ event }),
      // A bar selects its days, and so does a drag.
      selectDays: (from = null, to = null) => {
        this.changeView({ from, to, zoom: null, page: null })
      },
      saveSpan: (first, last) => {
        this.changeView({ zoom: first ? `${first}/${last}` : null })
      },
      fetchFigure: () => this.fetchFigure(),
    })
    this.findPart("back").addEventListener("click", (event) => this.followFilterLink(event))
    // The periods that the story names.
    this.findPart("spans").addEventListener("change", ({ target }) => {
      const { value } = target
      this.changeView({ zoom: value === "all" ? null : value })
    })
    new ResizeObserver(() => this.scheduleDrawing()).observe(root)
    PHONE.addEventListener("change", () => {
      if (root.isConnected && this.data) this.drawData(this.data)
    })
    document.addEventListener("view:change", ({ detail }) => {
      if (root.isConnected) this.changeView(detail)
    })
  }

  scheduleDrawing() {
    clearTimeout(this.sizeTimer)
    const isOther = this.drawnWidth && this.drawnWidth !== this.width
    if (isOther) this.sizeTimer = setTimeout(() => this.drawChart(this.data), REST_MS)
  }

  update(data, { setStateValue } = {}) {
    this.setStateValue = setStateValue
    super.update(data)
  }

  // What depends on the answer waits until the chart is drawn.
  async drawData(data) {
    this.data = data
    this.drawText("h1", data.title)
    this.drawText(".lead", data.lead)
    this.drawText(".shown", data.shown)
    for (const name of ["back", "spans", "key"]) {
      const part = this.findPart(name)
      setHtml(part, data[name])
      part.hidden = !data[name]
    }
    this.filterBar.drawBar(data)
    this.drawHidden(data)
    this.findPart("timeline").hidden = !this.hasChart(data)
    if (!this.hasChart(data)) this.findPart("spans").hidden = true
    await this.drawChart(data)
    this.showView()
  }

  hasChart({ chart, counted }) {
    return Boolean(chart) && (counted || !PHONE.matches)
  }

  // A chart that is laid out for another width waits for the right one, which is requested once
  // for a view. Where no answer comes, as for an address with an unknown value, the chart that is
  // here is drawn.
  async drawChart(data) {
    const { chart, inline } = data
    const key = `${data.addresses.view} ${data.seen}`
    const isSame = key === this.drawnKey && this.drawnWidth === this.width
    if (!this.hasChart(data) || (isSame && !inline)) return
    if (data.width !== this.width) {
      await this.requestWidth(data, key)
      const isTooWide = inline && data.width > this.root.clientWidth
      if (this.data !== data || isTooWide) return
    }
    this.drawnKey = key
    this.drawnWidth = data.width
    await this.chart.drawChart({ ...chart, whole: data.whole })
    this.chart.showMarks(() => true, ({ event }) => event === readState().event)
  }

  requestWidth(data, key) {
    const request = `${key} ${this.width}`
    if (this.widthRequest !== request) {
      this.widthRequest = request
      if (!data.chart.svg) loadLibrary(data.chart.script, "Plotly")
      this.widthAnswer = this.sendWidth(data)
    }
    return this.widthAnswer
  }

  async fetchFigure() {
    const { chart } = await fetchCached(this.formatRequest(location.search), "json")
    return chart.figure
  }

  sendWidth({ inline }) {
    if (inline) return this.setStateValue("width", this.width)
    return this.requestView()
  }

  get width() {
    const steps = Math.floor(this.root.clientWidth / WIDTH_STEP)
    return clamp(steps * WIDTH_STEP, ...WIDTHS)
  }

  formatSize() {
    return `&w=${this.width}`
  }

  showView() {
    super.showView()
    const zoom = new URLSearchParams(location.search).get("zoom") ?? "all"
    for (const input of this.findPart("spans").querySelectorAll("input")) {
      input.checked = input.value === zoom
    }
  }

  cancelPending() {
    super.cancelPending()
    this.chart.cancelRest()
  }

  changeView(changes, options) {
    this.chart.cancelRest()
    super.changeView(changes, options)
  }

  end() {
    this.chart.end()
    this.drawnKey = undefined
  }
}

const drawNewTimeline = defineComponent(".timeline-page", (root) => new TimelinePage(root))
