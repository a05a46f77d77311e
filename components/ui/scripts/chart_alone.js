// A chart by itself.
// Widths are multiples of as many pixels, so that readers share answers of the server.
const WIDTH_STEP = 20

class ChartAlone extends Chart {
  // A timeline is laid out again for its width; a long list begins again at its first page.
  update(data, { setStateValue }) {
    this.drawChart(data)
    const steps = Math.floor(this.box.clientWidth / WIDTH_STEP)
    const width = steps * WIDTH_STEP
    const { width: drawnWidth } = this.axis
    if (drawnWidth === width || this.requestedWidth === width) return
    this.requestedWidth = width
    setStateValue("width", width)
  }
}

const selectDays = (from = null, to = null) => writeAddress({ from, to, page: null })

export default defineComponent(".bars", (root) => new ChartAlone(root, { selectDays }))
