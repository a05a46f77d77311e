// A map that can be looked at more closely, whatever draws its marks: where a reader looks, which is in the
// address once it rests, and what stands under and beside the marks.
const STEP = 90
const EDGE = 28
const LENGTHS = [0.1, 1, 10, 100, 1000].flatMap((ten) => [1, 2, 5].map((one) => one * ten))

class MapScene extends Closer {
  constructor(root, does) {
    super(root, root.querySelector(".box"), [], does)
    Object.assign(this, { ground: root.querySelector(".ground"), tip: root.querySelector(".tip"), step: 2 ** 0.7 })
    this.watch.observe(this.box)
    const wheel = (event) => (this.looks(event, root, this.data.texts.wheel) ? event.preventDefault() : event.stopPropagation())
    this.box.addEventListener("wheel", wheel, { capture: true, passive: false })
    this.back = ({ isTrusted }) => isTrusted && this.view && this.asked()
    addEventListener("popstate", this.back)
  }

  // Where a reader, or the page, looks; where a reader comes to rest is one entry of the history.
  look(view, reader = false) {
    const { minZoom, maxZoom } = this.limits
    this.view = { ...view, minZoom, maxZoom, zoom: Math.min(Math.max(view.zoom, minZoom), maxZoom) }
    this.moved = this.tip.hidden = true
    this.deck.setProps({ viewState: this.view })
    this.redraw()
    if (reader) this.rest()
  }

  // The view in which all that must be seen is seen; no closer than the ground is drawn for.
  all() {
    const [west, south, east, north] = this.data.bounds
    const { longitude, latitude, zoom } = this.port({}).fitBounds([[west, south], [east, north]], { padding: EDGE })
    this.limits.minZoom = Math.min(this.limits.minZoom, zoom)
    this.look({ longitude, latitude, zoom, pitch: 0, bearing: 0 })
    this.moved = false
  }

  port(view) {
    const [width, height] = [this.box.clientWidth, this.box.clientHeight].map((length) => Math.max(length, 3 * EDGE))
    return new window.deck.WebMercatorViewport({ ...view, width, height })
  }

  fit() {
    if (this.view && !this.moved) this.all()
  }

  // Where the address looks; without a place in it all is seen.
  asked() {
    const said = new URLSearchParams(location.search).get("look") ?? ""
    if (said === this.said) return
    this.all()
    this.said = said
    const [longitude, latitude, zoom] = said.split(",").map(Number)
    if (Number.isFinite(zoom)) this.look({ ...this.view, longitude, latitude, zoom })
  }

  rested() {
    if (this.held) return this.rest()
    const { longitude, latitude, zoom } = this.view
    this.said = this.moved ? [longitude.toFixed(3), latitude.toFixed(3), zoom.toFixed(1)].map(Number).join() : ""
    writeAddress({ look: this.said || null })
  }

  hears() {
    return this.view
  }

  first() {
    this.all()
    this.rest()
  }

  zoom(times) {
    this.look({ ...this.view, zoom: this.view.zoom + Math.log2(times) }, true)
  }

  pan(right, down) {
    const port = this.port(this.view)
    const [longitude, latitude] = port.unproject([port.width / 2 + right * STEP, port.height / 2 + down * STEP])
    this.look({ ...this.view, longitude, latitude }, true)
  }

  // A length in round kilometres.
  scale(perPixel) {
    const length = LENGTHS.filter((one) => one / perPixel <= 140).at(-1) ?? LENGTHS[0]
    const [words, bar] = this.root.querySelector(".scale").children
    bar.style.width = `${length / perPixel}px`
    write(words, `${length.toLocaleString(this.data.language)} km`)
  }

  // What a reader may choose, of the ground: the outline of a region.
  every() {
    return [...this.ground.querySelectorAll(".ring")]
  }

  end() {
    this.forget()
    removeEventListener("popstate", this.back)
    this.watch.disconnect()
  }
}
