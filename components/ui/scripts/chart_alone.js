// A chart by itself.
class ChartAlone extends Chart {
  // A timeline is laid out again for the width that it has; a long list begins again at its first page.
  update(data, { setStateValue }) {
    this.draw(data)
    const own = Math.floor(this.box.clientWidth / 20) * 20
    if (this.made.layout.width !== own && this.asked !== own) setStateValue("width", (this.asked = own))
  }
}

export default defineComponent(".bars", (root) => new ChartAlone(root, {
  days: (from = null, to = null) => writeAddress({ from, to, page: null }),
}))
