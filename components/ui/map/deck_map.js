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

class DeckMap {
  constructor(root) {
    Object.assign(this, { root, box: root.querySelector(".box"), tip: root.querySelector(".map-tip"), layers: new Map(), ground: new KeptGround(root) })
    this.watch = new ResizeObserver(() => this.deck && !this.moved && this.first())
    this.watch.observe(this.box)
    this.box.addEventListener("wheel", (event) => this.wheel(event), { capture: true, passive: false })
    const does = { closer: () => this.zoom(0.7), wider: () => this.zoom(-0.7), first: () => this.reset(), pan: (x, y) => this.pan(x * STEP, y * STEP) }
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
      this.box.replaceChildren(Object.assign(document.createElement("p"), { textContent: data.texts.failed }))
    }
  }

  draw({ initialViewState: limits, layers, tips }) {
    Object.assign(this, { limits, made: layers, tips })
    const key = JSON.stringify(this.data.bounds)
    if (!this.deck) this.begin()
    if (key === this.framed) return this.refresh()
    this.framed = key
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

  reset() {
    this.first()
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
      onViewStateChange: ({ viewState, interactionState }) => {
        // A new size is no choice of the reader's.
        if (Object.values(interactionState ?? {}).some((one) => one === true)) this.move(viewState)
        else this.look(viewState)
      },
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
    const whole = Math.min(zoom, this.limits.maxZoom)
    this.look({ longitude, latitude, zoom: whole, minZoom: Math.min(this.limits.minZoom, whole), maxZoom: this.limits.maxZoom, pitch: 0, bearing: 0 })
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

  wheel(event) {
    if (looksCloser(event, this.root, this.data.texts.wheel)) event.preventDefault()
    else event.stopPropagation()
  }

  // What depends on how close the reader looks: the names and the scale. A layer whose text is the
  // same as before is the same object: nothing of it is made anew.
  refresh() {
    const { zoom, longitude, latitude } = this.view
    this.root.dataset.view = JSON.stringify({ zoom, longitude, latitude })
    this.measure()
    const layers = this.made.map((made) => {
      const fitted = { names: () => this.named(made.data), places: () => this.apart(made.data) }[made.id]
      const layer = fitted ? { ...made, data: fitted() } : made
      const text = JSON.stringify(layer)
      if (this.layers.get(layer.id)?.text !== text) {
        const { data, "@@type": kind, ...rest } = layer
        const sent = typeof data === "string" ? new URL(data, document.baseURI).href : data
        this.layers.set(layer.id, { text, drawn: new window.deck[kind]({ ...read(rest), data: sent }) })
      }
      return this.layers.get(layer.id).drawn
    })
    if (layers.some((one, n) => one !== this.drawn?.[n])) this.deck.setProps({ layers })
    this.drawn = layers
  }

  // Diamonds that would run into each other are one: the chosen one, which comes last, before all.
  apart(places) {
    const port = this.port()
    const kept = []
    for (const place of [...places].reverse()) {
      const [x, y] = port.project(place.geometry.coordinates)
      if (kept.every((other) => Math.hypot(x - other.x, y - other.y) > 0.6 * place.size)) kept.push({ x, y, place })
    }
    return kept.map(({ place }) => place).reverse()
  }

  // The names that have room among the numbers, the circles and each other, the first ones first; a
  // name of several lines whole or not at all.
  named(names) {
    const port = this.port()
    const layer = (id) => this.made.find((one) => one.id === id)?.data ?? []
    const box = ({ geometry, text, size, offset, anchor, id }) => {
      const [x, y] = port.project(geometry.coordinates)
      const wide = text.length * size * 0.54
      const left = x + offset[0] - { start: 0, middle: wide / 2, end: wide }[anchor]
      return { id, edges: [left - 2, y + offset[1] - size * 0.5, left + wide + 2, y + offset[1] + size * 0.5] }
    }
    const { offsetLeft: left, offsetTop: top, offsetWidth: wide, offsetHeight: high } = this.root.querySelector(".buttons")
    const taken = [{ edges: [left, top, left + wide, top + high] }, ...layer("numbers").map(box)]
    for (const { geometry, radius, region_id: id } of layer("counts")) {
      const [x, y] = port.project(geometry.coordinates)
      taken.push({ id, edges: [x - 0.7 * radius, y - 0.7 * radius, x + 0.7 * radius, y + 0.7 * radius] })
    }
    const said = new Set()
    const labels = new Map()
    names.forEach((name, n) => labels.set(name.id ?? n, [...(labels.get(name.id ?? n) ?? []), name]))
    return [...labels.values()].flatMap((lines) => {
      if (this.view.zoom < (lines[0].from ?? 0) || said.has(lines[0].text.replace("• ", ""))) return []
      const mine = lines.map(box)
      const on = ({ id, edges: one }) => taken.some(({ id: other, edges: two }) => !(id && id === other) && one[0] < two[2] && two[0] < one[2] && one[1] < two[3] && two[1] < one[3])
      if (mine.some(on)) return []
      taken.push(...mine)
      lines.forEach(({ text }) => said.add(text))
      return lines
    })
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
    const { place_id: place, region_id: region, tip, under, from } = { ...object?.properties, ...object }
    const id = under && this.view.zoom < from ? under : region
    return id ? { region: id, tip: tip && !under ? tip : this.tips[id] ?? id } : { place, tip }
  }

  // What is under the pointer is named, and lit in the lists beside the map.
  hover({ object, x, y }) {
    const { tip: words, region } = object ? this.meant(object) : {}
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
