// The map, drawn by deck.gl from what pydeck made. It stays: other data change its layers in place.
// The view is the reader's: Ctrl and the wheel, keys, buttons and fingers move it, one button leads back.
let library
const deckgl = (address) => (library ??= import(new URL(address, document.baseURI).href).then(() => window.deck))
const maps = new WeakMap()
const STEP = 90
const EDGE = 28
const LENGTHS = [1, 2, 5].flatMap((one) => [0.1, 1, 10, 100, 1000].map((ten) => one * ten)).sort((a, b) => a - b)
const EARTH = 40075.016686

// pydeck writes the name of a property as "@@=name": what each thing has by that name. The parts of
// a layer get rows that say what they were made from.
const accessor = (name) => (row) => {
  const thing = row.__source?.object ?? row
  return thing[name] ?? thing.properties?.[name]
}
const read = (value) => {
  if (typeof value === "string" && value.startsWith("@@=")) return accessor(value.slice(3))
  if (Array.isArray(value)) return value.map(read)
  if (value === null || typeof value !== "object") return value
  const props = Object.fromEntries(Object.entries(value).filter(([name]) => name !== "@@type").map(([name, one]) => [name, read(one)]))
  return "@@type" in value ? new window.deck[value["@@type"]](props) : props
}

// About where a label is, in pixels.
const boxOf = ({ geometry, text, size, offset, anchor }, port) => {
  const [x, y] = port.project(geometry.coordinates)
  const wide = text.length * size * 0.56
  const left = x + offset[0] - { start: 0, middle: wide / 2, end: wide }[anchor]
  return [left - 3, y + offset[1] - size * 0.65, left + wide + 3, y + offset[1] + size * 0.65]
}
const CLEAR = [0, 0, 0, 0]
const PLATE = { textBackground: true, getTextBackgroundColor: "@@=back", textBackgroundPadding: [2, 0] }
const PLATED = ["count-names", "count-numbers", "place-names"]

class DeckMap {
  constructor(root) {
    this.root = root
    this.box = root.querySelector(".box")
    this.tip = root.querySelector(".map-tip")
    Object.assign(this, { layers: new Map(), ground: new KeptGround(root) })
    this.watch = new ResizeObserver(() => this.resized())
    this.watch.observe(this.box)
    this.box.addEventListener("wheel", (event) => this.wheel(event), { capture: true, passive: false })
    this.box.addEventListener("keydown", (event) => this.key(event))
    this.box.addEventListener("pointerleave", () => (this.tip.hidden = true))
    const does = { closer: () => this.zoom(0.7), wider: () => this.zoom(-0.7), first: () => this.first() }
    for (const [name, act] of Object.entries(does)) root.querySelector(`[data-name="${name}"]`).onclick = act
  }

  async show(data, tell) {
    Object.assign(this, { data, tell })
    this.box.setAttribute("aria-label", data.label)
    for (const button of this.root.querySelectorAll("button")) {
      button.setAttribute("aria-label", data.texts[button.dataset.name])
      if (button.dataset.name === "first") button.textContent = data.texts.first
    }
    if (data.deck === this.told) return
    this.told = data.deck
    try {
      await deckgl(data.script)
      if (this.told !== data.deck || !this.box.isConnected) return
      this.draw(JSON.parse(data.deck))
    } catch (error) {
      library = window.deck ? library : undefined
      this.told = undefined
      console.warn(error)
      this.failed()
    }
  }

  failed() {
    const words = document.createElement("p")
    words.textContent = this.data.texts.failed
    this.box.replaceChildren(words)
  }

  draw(made) {
    const start = made.initialViewState
    this.limits = { minZoom: start.minZoom, maxZoom: start.maxZoom }
    this.made = made.layers
    const key = JSON.stringify(this.data.bounds)
    if (key !== this.framed || !this.view) {
      this.framed = key
      this.view = this.fitted()
      this.moved = false
    }
    if (this.deck) this.deck.setProps({ viewState: this.view })
    else this.begin()
    this.refresh()
  }

  begin() {
    const { Deck, MapView } = window.deck
    this.deck = new Deck({
      parent: this.box,
      id: "deckgl-overlay",
      views: new MapView({ id: "map", controller: { scrollZoom: { speed: 0.01 }, dragRotate: false, touchRotate: false, keyboard: false } }),
      viewState: this.view,
      // One finger scrolls the page.
      touchAction: "pan-y",
      onViewStateChange: ({ viewState }) => this.look(viewState),
      onHover: (found) => this.hover(found),
      onClick: (found) => this.clicked(found),
      // A press is a click however long it lasts: without a graphics card finding what lies under it
      // may take longer than the quarter of a second deck allows, and the click was lost.
      eventRecognizerOptions: { click: { time: Infinity } },
      getCursor: ({ isDragging, isHovering }) => (isDragging ? "grabbing" : isHovering ? "pointer" : "grab"),
      pickingRadius: 2,
      useDevicePixels: true,
      onError: (error) => console.warn(error),
      _customRender: (reason) => this.ground.render(this.deck, reason),
      onAfterRender: () => (this.root.dataset.drawn = this.deck?.getViewports()[0]?.zoom.toFixed(2) ?? ""),
    })
  }

  // The view in which all that must be seen is seen; no closer than the ground is drawn for.
  fitted() {
    const { clientWidth: width, clientHeight: height } = this.box
    const [west, south, east, north] = this.data.bounds
    const size = { width: Math.max(width, 3 * EDGE), height: Math.max(height, 3 * EDGE) }
    const { longitude, latitude, zoom } = new window.deck.WebMercatorViewport(size).fitBounds([[west, south], [east, north]], { padding: EDGE })
    const { minZoom, maxZoom } = this.limits
    const whole = Math.min(zoom, maxZoom)
    return { longitude, latitude, zoom: whole, minZoom: Math.min(minZoom, whole), maxZoom, pitch: 0, bearing: 0 }
  }

  resized() {
    if (!this.deck || this.moved) return
    this.view = this.fitted()
    this.deck.setProps({ viewState: this.view })
    this.refresh()
  }

  look(view) {
    const { minZoom, maxZoom } = this.view
    this.moved = true
    this.view = { ...view, minZoom, maxZoom, zoom: Math.min(Math.max(view.zoom, minZoom), maxZoom) }
    this.tip.hidden = true
    this.deck.setProps({ viewState: this.view })
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = undefined
      if (this.box.isConnected) this.refresh()
    })
  }

  first() {
    this.view = this.fitted()
    this.moved = false
    this.deck.setProps({ viewState: this.view })
    this.refresh()
  }

  zoom(by) {
    if (this.view) this.look({ ...this.view, zoom: this.view.zoom + by })
  }

  pan(dx, dy) {
    const [longitude, latitude] = this.port().unproject([this.box.clientWidth / 2 + dx, this.box.clientHeight / 2 + dy])
    this.look({ ...this.view, longitude, latitude })
  }

  port() {
    return new window.deck.WebMercatorViewport({ ...this.view, width: this.box.clientWidth, height: this.box.clientHeight })
  }

  wheel(event) {
    if (looksCloser(event, this.root, this.data.texts.wheel)) event.preventDefault()
    else event.stopPropagation()
  }

  key(event) {
    if (!this.view || event.ctrlKey || event.metaKey || event.altKey) return
    const does = { ArrowLeft: () => this.pan(-STEP, 0), ArrowRight: () => this.pan(STEP, 0), ArrowUp: () => this.pan(0, -STEP), ArrowDown: () => this.pan(0, STEP), "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(-0.5), Home: () => this.first() }[event.key]
    if (!does) return
    event.preventDefault()
    does()
  }

  // What depends on how close the reader looks: names, what can be pressed, the scale.
  refresh() {
    this.measure()
    const { zoom, longitude, latitude } = this.view
    this.root.dataset.view = JSON.stringify({ zoom, longitude, latitude })
    const rings = this.outline()
    const layers = this.made.map((one) => {
      const { pressedFrom, ...layer } = one
      if (pressedFrom !== undefined) layer.pickable = zoom >= pressedFrom
      if (layer.id === "names") layer.data = this.named(layer.data)
      if (PLATED.includes(layer.id)) Object.assign(layer, PLATE, { data: this.plated(layer.data, rings) })
      return this.layer(layer)
    })
    const key = layers.map((one) => one.key).join()
    if (key === this.key_) return
    this.key_ = key
    this.deck.setProps({ layers: layers.map((one) => one.props) })
  }

  // A layer whose text is the same as before is the same object: nothing of it is made anew.
  layer(made) {
    const text = JSON.stringify(made)
    const known = this.layers.get(made.id)
    if (known?.text === text) return known
    const data = typeof made.data === "string" ? new URL(made.data, document.baseURI).href : made.data
    const { data: _, "@@type": kind, ...rest } = made
    this.count = (this.count ?? 0) + 1
    const found = { text, key: `${made.id}:${this.count}`, props: new window.deck[kind]({ ...read(rest), data }) }
    this.layers.set(made.id, found)
    return found
  }

  // Points along the outline of what is chosen, in pixels.
  outline() {
    const port = this.port()
    const parts = (coordinates) => (typeof coordinates[0]?.[0] === "number" ? [coordinates] : coordinates.flatMap(parts))
    const lines = (this.made.find((one) => one.id === "selection")?.data ?? []).flatMap((one) => parts(one.geometry.coordinates))
    const found = []
    for (const line of lines) {
      const spots = line.map((spot) => port.project(spot))
      spots.slice(1).forEach(([x, y], n) => {
        const [fromX, fromY] = spots[n]
        const steps = Math.min(Math.ceil(Math.hypot(x - fromX, y - fromY) / 4), 400)
        for (let step = 0; step <= steps; step += 1) found.push([fromX + ((x - fromX) * step) / steps || x, fromY + ((y - fromY) * step) / steps || y])
      })
    }
    return found
  }

  // A label through which the outline would run stands on a plate of paper.
  plated(names, rings) {
    const port = this.port()
    const crossed = ([left, top, right, bottom]) => rings.some(([x, y]) => x > left && x < right && y > top && y < bottom)
    return names.map((name) => (crossed(boxOf(name, port)) ? { ...name, back: this.data.paper } : { ...name, back: CLEAR }))
  }

  // The names that have room among the numbers and each other, what matters most first.
  named(names) {
    const port = this.port()
    const box = (name) => boxOf(name, port)
    const fixed = this.made.filter((one) => ["count-names", "count-numbers", "place-names", "ground-names"].includes(one.id))
    const taken = fixed.flatMap((one) => one.data.map(box))
    for (const { geometry, radius } of this.made.find((one) => one.id === "counts")?.data ?? []) {
      const [x, y] = port.project(geometry.coordinates)
      taken.push([x - radius, y - radius, x + radius, y + radius])
    }
    const said = new Set(fixed.flatMap((one) => one.data.map((name) => name.text)))
    const kept = []
    for (const name of names) {
      if (this.view.zoom < name.from || said.has(name.text.replace("• ", ""))) continue
      const mine = box(name)
      if (taken.some((other) => mine[0] < other[2] && other[0] < mine[2] && mine[1] < other[3] && other[1] < mine[3])) continue
      taken.push(mine)
      kept.push(name)
    }
    return kept
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

  hover({ object, x, y }) {
    const words = object?.tip ?? object?.properties?.tip
    this.tip.hidden = !words
    if (!words) return
    this.tip.textContent = words
    const { clientWidth: wide, clientHeight: high } = this.box
    const { offsetWidth, offsetHeight } = this.tip
    const left = Math.min(Math.max(x + 12, 4), wide - offsetWidth - 4)
    const top = y + 16 + offsetHeight > high ? y - offsetHeight - 10 : y + 14
    this.tip.style.transform = `translate(${left}px, ${Math.max(top, 4)}px)`
  }

  clicked({ object }) {
    const { place_id: place, region_id: region } = { ...object?.properties, ...object }
    if (place) this.tell("place", place)
    else if (region) this.tell("region", region)
  }

  end() {
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
