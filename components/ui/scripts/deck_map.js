// The map, drawn by deck.gl from what pydeck made. It stays: other data change its layers in place.
// The view is the reader's: Ctrl and the wheel, keys, buttons and fingers move it, one button leads back.
let library
const deckgl = (address) => (library ??= import(new URL(address, document.baseURI).href).then(() => window.deck))
const maps = new WeakMap()
const STEP = 90
const EDGE = 28
const LENGTHS = [0.1, 1, 10, 100, 1000].flatMap((ten) => [1, 2, 5].map((one) => one * ten))
const EARTH = 40075.016686
// Milliseconds after which a map that is moved rests.
const RESTS = 300

// pydeck writes the name of a property as "@@=name": what each thing has by that name.
const read = (value) => {
  if (typeof value === "string" && value.startsWith("@@=")) {
    const name = value.slice(3)
    return (row) => row.__source?.object[name] ?? row[name]
  }
  if (Array.isArray(value)) return value.map(read)
  if (value === null || typeof value !== "object") return value
  const { "@@type": kind, ...rest } = value
  const props = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, read(one)]))
  return kind ? new window.deck[kind](props) : props
}

class DeckMap {
  constructor(root) {
    Object.assign(this, { root, box: root.querySelector(".box"), tip: root.querySelector(".map-tip"), layers: new Map(), ground: new KeptGround(root) })
    this.watch = new ResizeObserver(() => this.deck && !this.moved && this.first())
    this.watch.observe(this.box)
    this.box.addEventListener("wheel", (event) => (looksCloser(event, root, this.data.texts.wheel) ? event.preventDefault() : event.stopPropagation()), { capture: true, passive: false })
    const does = { closer: () => this.zoom(0.7), wider: () => this.zoom(-0.7), first: () => (this.first(), this.rest()), pan: (x, y) => this.pan(x * STEP, y * STEP) }
    closerByKeys(this.box, does, () => this.view)
    this.box.addEventListener("pointerleave", () => this.hover({}))
    this.back = ({ isTrusted }) => isTrusted && this.deck && this.asked()
    addEventListener("popstate", this.back)
    for (const button of root.querySelectorAll("[data-name]")) button.onclick = does[button.dataset.name]
  }

  async show(data, tell) {
    Object.assign(this, { data, tell })
    this.box.setAttribute("aria-label", data.label)
    for (const button of this.root.querySelectorAll("button")) button.setAttribute("aria-label", data.texts[button.dataset.name])
    this.root.querySelector('[data-name="first"]').textContent = data.texts.first
    if (data.deck === this.told) return
    this.told = data.deck
    try {
      await deckgl(data.script)
      if (this.told === data.deck && this.box.isConnected) this.draw(JSON.parse(data.deck))
    } catch (error) {
      library = window.deck ? library : undefined
      this.told = undefined
      console.warn(error)
      this.box.replaceChildren(made("p", {}, data.texts.failed))
    }
  }

  draw({ initialViewState: limits, layers, tips }) {
    Object.assign(this, { limits, made: layers, tips })
    if (!this.deck) this.begin()
    if (String(this.data.bounds) === this.framed) return this.refresh()
    this.framed = String(this.data.bounds)
    this.said = undefined
    this.asked()
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

  begin() {
    const { Deck, MapView } = window.deck
    this.deck = new Deck({
      parent: this.box,
      id: "deckgl-overlay",
      views: new MapView({ id: "map", controller: { scrollZoom: { speed: 0.01 }, dragRotate: false, touchRotate: false, keyboard: false } }),
      // One finger scrolls the page.
      touchAction: "pan-y",
      // A new size is no choice of the reader's.
      onViewStateChange: ({ viewState, interactionState = {} }) => (Object.values(interactionState).includes(true) ? this.move(viewState) : this.look(viewState)),
      onInteractionStateChange: ({ isDragging }) => (this.held = isDragging),
      onHover: (found) => this.hover(found),
      onClick: ({ object }) => this.clicked(this.meant(object)),
      // A press is a click however long it lasts: without a graphics card finding what lies under it
      // may take longer than the quarter of a second deck allows, and the click was lost.
      eventRecognizerOptions: { click: { time: Infinity } },
      getCursor: ({ isDragging, isHovering }) => (isDragging ? "grabbing" : isHovering ? "pointer" : "grab"),
      pickingRadius: 2,
      onError: (error) => console.warn(error),
      _customRender: (reason) => this.ground.render(this.deck, reason),
      onAfterRender: () => (this.root.dataset.drawn = this.deck?.getViewports()[0]?.zoom.toFixed(2) ?? ""),
    })
  }

  // The view in which all that must be seen is seen; no closer than the ground is drawn for.
  first() {
    const [west, south, east, north] = this.data.bounds
    const size = { width: Math.max(this.box.clientWidth, 3 * EDGE), height: Math.max(this.box.clientHeight, 3 * EDGE) }
    const { longitude, latitude, zoom } = new window.deck.WebMercatorViewport(size).fitBounds([[west, south], [east, north]], { padding: EDGE })
    const { minZoom, maxZoom } = this.limits
    this.look({ longitude, latitude, zoom, minZoom: Math.min(minZoom, zoom), maxZoom, pitch: 0, bearing: 0 })
    this.moved = false
  }

  look(view) {
    const { minZoom, maxZoom } = view.minZoom === undefined ? this.view : view
    this.view = { ...view, minZoom, maxZoom, zoom: Math.min(Math.max(view.zoom, minZoom), maxZoom) }
    this.moved = this.tip.hidden = true
    this.deck.setProps({ viewState: this.view })
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = undefined
      if (this.box.isConnected) this.refresh()
    })
  }

  zoom(by) {
    if (this.view) this.move({ ...this.view, zoom: this.view.zoom + by })
  }

  pan(dx, dy) {
    const [longitude, latitude] = this.port().unproject([this.box.clientWidth / 2 + dx, this.box.clientHeight / 2 + dy])
    this.move({ ...this.view, longitude, latitude })
  }

  port() {
    return new window.deck.WebMercatorViewport({ ...this.view, width: this.box.clientWidth, height: this.box.clientHeight })
  }

  // What depends on how close the reader looks: the names and the scale. A layer whose text is the
  // same as before is the same object: nothing of it is made anew.
  refresh() {
    const { zoom, longitude, latitude } = this.view
    this.root.dataset.view = JSON.stringify({ zoom, longitude, latitude })
    this.measure()
    const layers = this.made.map((made) => {
      const near = ["names", "places"].includes(made.id) && made.data.filter(({ from }) => from <= zoom)
      const seen = near ? { ...made, data: made.id === "names" ? this.beside(near) : near } : made
      const text = JSON.stringify(seen)
      if (this.layers.get(made.id)?.text !== text) {
        const { data, "@@type": kind, ...rest } = seen
        const sent = typeof data === "string" ? new URL(data, document.baseURI).href : data
        this.layers.set(made.id, { text, drawn: new window.deck[kind]({ ...read(rest), data: sent }) })
      }
      return this.layers.get(made.id).drawn
    })
    if (layers.some((one, n) => one !== this.drawn?.[n])) this.deck.setProps({ layers })
    this.drawn = layers
  }

  // The names that do not stand under the buttons, each with all its lines.
  beside(names) {
    const port = this.port()
    const { offsetLeft: left, offsetTop: top, offsetWidth: wide, offsetHeight: high } = this.root.querySelector(".buttons")
    const under = ({ geometry, text, size, offset: [dx, dy], anchor }) => {
      const [x, y] = port.project(geometry.coordinates)
      const long = text.length * size * 0.54
      const from = x + dx - { start: 0, middle: long / 2, end: long }[anchor]
      return from < left + wide && from + long > left && y + dy - size / 2 < top + high && y + dy + size / 2 > top
    }
    const hidden = new Set(names.filter(under).map(({ id, text }) => id ?? text))
    return names.filter(({ id, text }) => !hidden.has(id ?? text))
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

  // A place on a circle leaves the press to the circle until a reader looks close enough.
  meant(object) {
    const { place_id: place, region_id: region, tip, under, press } = object ?? {}
    const id = under && this.view.zoom < press ? under : region
    return id ? { region: id, tip: tip && !under ? tip : this.tips[id] ?? id } : { place, tip }
  }

  // What is under the pointer is named, and lit in the lists beside the map.
  hover({ object, x, y }) {
    const { tip: words, region } = this.meant(object)
    light({ region })
    this.tip.hidden = !words
    if (!words) return
    write(this.tip, words)
    placeTip(this.tip, this.box, { middle: x, top: y - 4, bottom: y + 14 })
  }

  clicked({ place, region }) {
    if (place || region) this.tell(place ? "place" : "region", place ?? region)
  }

  end() {
    clearTimeout(this.resting)
    removeEventListener("popstate", this.back)
    this.watch.disconnect()
    this.ground.end()
    this.deck?.finalize()
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".deck-map")
  if (!maps.has(root)) maps.set(root, new DeckMap(root))
  const map = maps.get(root)
  map.show(data, (name, id) => data.answers && setTriggerValue(name, id))
  return () => {
    map.end()
    maps.delete(root)
  }
}
