// The map: deck.gl draws the marks that pydeck made, over a ground in SVG that moves with them. It can be looked
// at more closely: by Ctrl and the wheel, keys, buttons and fingers. Where it comes to rest is in the address.
const STEP = 90
const EDGE = 28
const LENGTHS = [0.1, 1, 10, 100, 1000].flatMap((ten) => [1, 2, 5].map((one) => one * ten))
const EARTH = 40075.016686
// Milliseconds after which a map that is moved rests.
const RESTS = 300
// Milliseconds after which the server has been told where the map rests.
const TOLD = 80
// How far from the middle the keys reach, in pixels.
const NEAR = 60

// pydeck writes the name of a property as "@@=name": what each thing has by that name.
const read = ([name, value]) => [name, String(value).startsWith("@@=") ? (row) => row[value.slice(3)] : value]

class DeckMap {
  constructor(root) {
    Object.assign(this, { root, box: root.querySelector(".box"), tip: root.querySelector(".map-tip"), ground: root.querySelector(".ground"), layers: [] })
    this.watch = new ResizeObserver(() => this.view && !this.moved && this.first())
    this.watch.observe(this.box)
    this.box.addEventListener("wheel", (event) => (looksCloser(event, root, this.data.texts.wheel) ? event.preventDefault() : event.stopPropagation()), { capture: true, passive: false })
    this.moves = { closer: () => this.zoom(0.7), wider: () => this.zoom(-0.7), first: () => (this.first(), this.rest()), pan: (x, y) => this.move(this.beside(x * STEP, y * STEP)) }
    closerByKeys(this.box, this.moves, () => this.view)
    for (const gone of ["pointerleave", "blur"]) this.box.addEventListener(gone, () => this.hover({}))
    this.box.addEventListener("focus", () => this.name())
    this.box.addEventListener("keydown", ({ key }) => key === "Enter" && this.deck && this.pressed(this.meant(this.middle())))
    this.back = ({ isTrusted }) => isTrusted && this.view && this.asked()
    addEventListener("popstate", this.back)
  }

  async show(data, tell) {
    Object.assign(this, { data, tell })
    this.box.setAttribute("aria-label", data.label)
    namedTools(this.root, data.texts, this.moves)
    const told = data.deck + data.ground
    if (told === this.told) return
    this.told = told
    try {
      const sent = data.ground.startsWith("<svg") ? data.ground : fetched(data.ground, "text")
      const [ground] = await Promise.all([sent, library(data.script, "deck")])
      if (this.told === told && this.box.isConnected) this.draw(ground, JSON.parse(data.deck))
    } catch (error) {
      this.told = undefined
      console.warn(error)
      this.box.replaceChildren(made("p", {}, data.texts.failed))
    }
  }

  // A layer whose text is the same as before is the same object: nothing of it is made anew.
  draw(ground, { initialViewState: limits, layers, tips }) {
    const kept = new Map(this.layers.map((one) => [one.text, one]))
    this.layers = layers.map((layer) => {
      const { data, "@@type": kind, ...rest } = layer
      const text = JSON.stringify(layer)
      const extensions = rest.getDashArray ? [new window.deck.PathStyleExtension({ dash: true })] : []
      return kept.get(text) ?? { text, kind, data, props: { extensions, ...Object.fromEntries(Object.entries(rest).map(read)) } }
    })
    html(this.ground, ground)
    for (const ring of this.ground.querySelectorAll(".ring")) ring.toggleAttribute("data-chosen", this.data.chosen.includes(ring.dataset.region))
    this.tips = tips
    if (!this.deck) this.begin()
    if (String(this.data.bounds) === this.framed) return this.refresh()
    Object.assign(this, { limits, framed: String(this.data.bounds), said: undefined })
    this.asked()
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
      onClick: (found) => this.pressed(this.meant(found)),
      // A press is a click however long it lasts: finding what lies there may take longer than deck allows.
      eventRecognizerOptions: { click: { time: Infinity } },
      getCursor: ({ isDragging }) => (isDragging ? "grabbing" : this.tip.hidden ? "grab" : "pointer"),
      pickingRadius: 2,
      // The map is one stop of the keys: its box.
      onLoad: () => (this.box.querySelector("canvas").tabIndex = -1),
      onError: (error) => console.warn(error),
      onAfterRender: () => this.under(),
    })
  }

  // The ground lies where deck.gl has drawn the marks.
  under() {
    const [svg, port] = [this.ground.querySelector("svg"), this.deck?.getViewports()[0]]
    if (!port) return
    const [west, north, east] = svg.querySelector("[data-corners]").dataset.corners.split(",").map(Number)
    const [[left, top], [right]] = [port.project([west, north]), port.project([east, north])]
    const unit = svg.getAttribute("width") / (right - left)
    svg.setAttribute("viewBox", [-left, -top, port.width, port.height].map((length) => length * unit).join(" "))
    this.root.dataset.drawn = port.zoom.toFixed(2)
  }

  look(view) {
    const { minZoom, maxZoom } = this.limits
    this.view = { ...view, minZoom, maxZoom, zoom: Math.min(Math.max(view.zoom, minZoom), maxZoom) }
    this.moved = this.tip.hidden = true
    this.deck.setProps({ viewState: this.view })
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = undefined
      if (this.box.isConnected) this.refresh()
    })
  }

  // What depends on how close the reader looks: the names and the scale.
  refresh() {
    const { zoom, longitude, latitude } = this.view
    this.root.dataset.view = JSON.stringify({ zoom, longitude, latitude })
    this.measure()
    for (const one of this.layers) {
      const data = one.data.filter(({ from = zoom }) => from <= zoom)
      // The closer one looks, the more there are.
      if (data.length === one.drawn?.props.data.length) continue
      one.drawn = new window.deck[one.kind]({ ...one.props, data })
    }
    this.deck.setProps({ layers: this.layers.map(({ drawn }) => drawn) })
    this.name()
  }

  // What lies at a spot: a mark, else the region of the ground. A place on a circle leaves the press to
  // the circle until a reader looks close enough.
  meant({ object, x, y }) {
    const { place_id: place, region_id: counted, tip, under, press } = object ?? {}
    if (place && !(under && this.view.zoom < press)) return { place, tip }
    const region = counted ?? (under || regionAt(this.ground, x, y))
    return region ? { region, tip: this.tips[region] ?? region } : {}
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
    if (place || region) setTimeout(() => this.tell(place ? "place" : "region", place ?? region), TOLD)
  }

  end() {
    clearTimeout(this.resting)
    removeEventListener("popstate", this.back)
    this.watch.disconnect()
    this.deck?.finalize()
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".deck-map")
  const map = ownerOf(root, () => new DeckMap(root))
  map.show(data, (name, id) => data.answers && setTriggerValue(name, id))
  return () => {
    map.end()
    owners.delete(root)
  }
}
