// A map that can be looked at more closely: by Ctrl and the wheel, keys, buttons and fingers. Where it comes
// to rest is in the address; one button leads back. What draws it is a `deck` with
// `limits`, and says how to `look` and what is `meant` at a spot.
const STEP = 90
const EDGE = 28
const LENGTHS = [0.1, 1, 10, 100, 1000].flatMap((ten) => [1, 2, 5].map((one) => one * ten))
const EARTH = 40075.016686
// Milliseconds after which a map that is moved rests.
const RESTS = 300
// How far from the middle the keys reach, in pixels.
const NEAR = 60

class LookingMap {
  constructor(root) {
    Object.assign(this, { root, box: root.querySelector(".box"), tip: root.querySelector(".map-tip") })
    this.watch = new ResizeObserver(() => this.view && !this.moved && this.first())
    this.watch.observe(this.box)
    this.box.addEventListener("wheel", (event) => (looksCloser(event, root, this.data.texts.wheel) ? event.preventDefault() : event.stopPropagation()), { capture: true, passive: false })
    const does = { closer: () => this.zoom(0.7), wider: () => this.zoom(-0.7), first: () => (this.first(), this.rest()), pan: (x, y) => this.move(this.beside(x * STEP, y * STEP)) }
    closerByKeys(this.box, does, () => this.view)
    for (const gone of ["pointerleave", "blur"]) this.box.addEventListener(gone, () => this.hover({}))
    this.box.addEventListener("focus", () => this.name())
    this.box.addEventListener("keydown", ({ key }) => key === "Enter" && this.deck && this.pressed(this.meant(this.middle())))
    this.back = ({ isTrusted }) => isTrusted && this.view && this.asked()
    addEventListener("popstate", this.back)
    for (const button of root.querySelectorAll("[data-name]")) button.onclick = does[button.dataset.name]
  }

  // The words of its buttons and of the whole.
  words({ label, texts }) {
    this.box.setAttribute("aria-label", label)
    for (const button of this.root.querySelectorAll("[data-name]")) button.setAttribute("aria-label", texts[button.dataset.name])
    write(this.root.querySelector('[data-name="first"]'), texts.first)
  }

  // The view in which all that must be seen is seen; no closer than the ground is drawn for.
  first() {
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

  // The view so many pixels to the right and below.
  beside(dx, dy) {
    const port = this.port(this.view)
    const [longitude, latitude] = port.unproject([port.width / 2 + dx, port.height / 2 + dy])
    return { ...this.view, longitude, latitude }
  }

  // Where the address looks; without a place in it all is seen.
  asked() {
    const said = new URLSearchParams(location.search).get("look") ?? ""
    if (said === this.said) return
    this.first()
    this.said = said
    const [longitude, latitude, zoom] = said.split(",").map(Number)
    if (Number.isFinite(zoom)) this.look({ ...this.view, longitude, latitude, zoom })
  }

  // The reader moves the map: where it comes to rest is one entry of the history.
  move(view) {
    this.look(view)
    this.rest()
  }

  rest() {
    clearTimeout(this.resting)
    this.resting = setTimeout(() => {
      if (this.held) return this.rest()
      const { longitude, latitude, zoom } = this.view
      this.said = this.moved ? [longitude.toFixed(3), latitude.toFixed(3), zoom.toFixed(1)].map(Number).join() : ""
      writeAddress({ look: this.said || null })
    }, RESTS)
  }

  zoom(by) {
    if (this.view) this.move({ ...this.view, zoom: this.view.zoom + by })
  }

  // A length in round kilometres at the latitude in the middle.
  measure() {
    const perPixel = (EARTH * Math.cos((this.view.latitude * Math.PI) / 180)) / (512 * 2 ** this.view.zoom)
    const length = LENGTHS.filter((one) => one / perPixel <= 140).at(-1) ?? LENGTHS[0]
    const scale = this.root.querySelector(".scale")
    scale.querySelector("i").style.width = `${length / perPixel}px`
    scale.querySelector("span").textContent = `${length.toLocaleString(this.data.language)} km`
    scale.dataset.kilometres = length
  }

  // What is under the pointer is named, and lit in the lists beside the map.
  hover(found) {
    const { tip: words = "", region } = this.meant(found)
    light({ region })
    this.tip.hidden = !words
    write(this.tip, words)
    placeTip(this.tip, this.box, { middle: found.x, top: found.y - 4, bottom: found.y + 14 })
  }

  // What lies nearest the middle: by keys it is named, and Enter chooses it.
  middle() {
    const [x, y] = [this.box.clientWidth / 2, this.box.clientHeight / 2]
    return { x, y, object: this.deck.pickObject({ x, y, radius: NEAR })?.object }
  }

  name() {
    if (this.deck && this.box.matches(":focus-visible")) this.hover(this.middle())
  }

  // Where the map has come to rest is told first: one run of the page does not undo the other.
  pressed({ place, region }) {
    if (place || region) setTimeout(() => this.tell(place ? "place" : "region", place ?? region), 2 * PAUSE.done)
  }

  end() {
    clearTimeout(this.resting)
    removeEventListener("popstate", this.back)
    this.watch.disconnect()
  }
}
