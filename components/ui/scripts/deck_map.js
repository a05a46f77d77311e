// The map: a scene whose marks, which pydeck made, deck.gl draws over a ground in SVG that moves with them. Where
// a reader looks is in the address once it comes to rest.
// How far from the middle the keys reach and how far one moves, and the room around what is seen whole, in pixels.
const NEAR = 60
const STEP = 90
const EDGE = 28
// Round kilometres.
const LENGTHS = [0.1, 1, 10, 100, 1000].flatMap((ten) => [1, 2, 5].map((one) => one * ten))

class DeckMap extends Closer {
  constructor(root) {
    super(root, root.querySelector(".box"), [], {
      place: (id) => this.data.opens?.[id] && writeAddress({ event: this.data.opens[id] }),
      region: (id) => this.data.opens && writeAddress({ region: String(this.data.chosen) === id ? null : id, event: null }),
    }, 2 ** 0.7)
    Object.assign(this, { ground: root.querySelector(".ground"), tip: root.querySelector(".tip"), layers: [] })
    this.acts.first = () => (this.all(), this.rest())
    this.watch.observe(this.box)
    const wheel = (event) => (this.looks(event, root, this.data.texts.wheel) ? event.preventDefault() : event.stopPropagation())
    this.box.addEventListener("wheel", wheel, { capture: true, passive: false })
    for (const gone of ["pointerleave", "blur"]) this.box.addEventListener(gone, () => this.light(null))
    this.box.addEventListener("focus", () => this.say())
    this.box.addEventListener("keydown", ({ key }) => key === "Enter" && this.deck && this.picked(this.under(this.middle())))
    this.back = ({ isTrusted }) => isTrusted && this.view && this.asked()
    addEventListener("popstate", this.back)
  }

  async update(data) {
    this.data = data
    this.box.setAttribute("aria-label", data.label)
    setHtml(this.root.querySelector(".acts"), data.tools)
    const ground = () => (data.ground.startsWith("<svg") ? data.ground : fetchCached(data.ground, "text"))
    const found = await this.fetch(data.deck + data.ground, () => [ground(), loadLibrary(data.script, "deck")], data.texts.failed)
    if (found) this.put(found[0], JSON.parse(data.deck))
  }

  // A layer whose text is the same as before is the same object: nothing of it is made anew.
  put(ground, { initialViewState: limits, layers, tips }) {
    const kept = new Map(this.layers.map((one) => [one.text, one]))
    this.layers = layers.map((layer) => {
      const { data, "@@type": kind, ...rest } = layer
      const text = JSON.stringify(layer)
      const extensions = rest.getDashArray ? [new window.deck.PathStyleExtension({ dash: true })] : []
      // pydeck writes the name of a property as "@@=name": what each thing has by that name.
      for (const [name, value] of Object.entries(rest)) if (String(value).startsWith("@@=")) rest[name] = (row) => row[value.slice(3)]
      return kept.get(text) ?? { text, kind, data, props: { extensions, ...rest } }
    })
    // What an earlier try said goes.
    if (!this.ground.isConnected) this.box.replaceChildren(this.ground)
    setHtml(this.ground, ground)
    this.tips = tips
    this.show(() => true, ({ region }) => this.data.chosen.includes(region))
    this.deck ??= this.begin(window.deck)
    if (String(this.data.bounds) === this.framed) return this.refresh()
    Object.assign(this, { limits, framed: String(this.data.bounds), said: undefined })
    this.asked()
  }

  begin({ Deck, MapView }) {
    return new Deck({
      parent: this.box,
      id: "deckgl-overlay",
      views: new MapView({ id: "map", controller: { scrollZoom: { speed: 0.01 }, dragRotate: false, touchRotate: false, keyboard: false } }),
      // One finger scrolls the page.
      touchAction: "pan-y",
      // A new size is no choice of the reader's.
      onViewStateChange: ({ viewState, interactionState = {} }) => this.look(viewState, Object.values(interactionState).includes(true)),
      onInteractionStateChange: ({ isDragging }) => (this.held = isDragging),
      onHover: (found) => this.light(this.under(found)),
      onClick: (found) => this.picked(this.under(found)),
      // A press is a click however long it lasts: finding what lies there may take longer than deck allows.
      eventRecognizerOptions: { click: { time: Infinity } },
      getCursor: ({ isDragging }) => (isDragging ? "grabbing" : this.tip.hidden ? "grab" : "pointer"),
      pickingRadius: 2,
      // The map is one stop of the keys: its box.
      onLoad: () => (this.box.querySelector("canvas").tabIndex = -1),
      onError: (error) => console.warn(error),
      // The ground lies where deck.gl has drawn the marks.
      onAfterRender: () => {
        const [svg, port] = [this.ground.querySelector("svg"), this.deck?.getViewports()[0]]
        if (!port) return
        const [west, north, east] = svg.querySelector("[data-corners]").dataset.corners.split(",").map(Number)
        const [[left, top], [right]] = [port.project([west, north]), port.project([east, north])]
        const unit = svg.getAttribute("width") / (right - left)
        svg.setAttribute("viewBox", [-left, -top, port.width, port.height].map((length) => length * unit).join(" "))
        const perPixel = port.metersPerPixel / 1000
        const length = LENGTHS.filter((one) => one / perPixel <= 140).at(-1) ?? LENGTHS[0]
        const [words, bar] = this.root.querySelector(".scale").children
        bar.style.width = `${length / perPixel}px`
        setText(words, `${length.toLocaleString(this.data.language)} km`)
        this.root.dataset.drawn = port.zoom.toFixed(2)
      },
    })
  }

  // The closer one looks, the more there are.
  refresh() {
    const { zoom, longitude, latitude } = this.view
    this.root.dataset.view = JSON.stringify({ zoom, longitude, latitude })
    for (const one of this.layers) {
      const data = one.data.filter(({ from = zoom }) => from <= zoom)
      if (data.length !== one.drawn?.props.data.length) one.drawn = new window.deck[one.kind]({ ...one.props, data })
    }
    this.deck.setProps({ layers: this.layers.map(({ drawn }) => drawn) })
    this.say()
  }

  // Where a reader, or the page, looks; where a reader comes to rest is one entry of the history.
  look(view, reader = false) {
    const { minZoom, maxZoom } = this.limits
    this.view = { ...view, minZoom, maxZoom, zoom: clamp(view.zoom, minZoom, maxZoom) }
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

  fit() { if (this.view && !this.moved) this.all() }

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

  hears() { return this.view }
  zoom(times) { this.look({ ...this.view, zoom: this.view.zoom + Math.log2(times) }, true) }

  pan(right, down) {
    const port = this.port(this.view)
    const [longitude, latitude] = port.unproject([port.width / 2 + right * STEP, port.height / 2 + down * STEP])
    this.look({ ...this.view, longitude, latitude }, true)
  }

  // What a reader may choose, of the ground: the outline of a region.
  every() { return [...this.ground.querySelectorAll(".ring")] }

  // What deck found at a spot, as a mark: a place, else the region of the ground. A place on a circle leaves
  // the press to the circle until a reader looks close enough.
  under({ object, x, y }) {
    const { place_id: place, region_id: counted, tip, under, press } = object ?? {}
    const { left, top } = this.ground.getBoundingClientRect()
    const says = (dataset, said) => ({ dataset, says: said, getBoundingClientRect: () => new DOMRect(left + x, top + y - 4, 0, 18) })
    if (place && !(under && this.view.zoom < press)) return says({ place }, tip)
    const region = counted ?? (under || this.at(left + x, top + y, ".ground [data-region]")?.dataset.region)
    return region ? says({ region }, this.tips[region] ?? region) : null
  }

  // What lies nearest the middle: by keys it is named, and Enter chooses it.
  middle() {
    const [x, y] = [this.box.clientWidth / 2, this.box.clientHeight / 2]
    return { x, y, object: this.deck.pickObject({ x, y, radius: NEAR })?.object }
  }

  say() { if (this.deck && this.box.matches(":focus-visible")) this.light(this.under(this.middle())) }

  end() {
    this.forget()
    removeEventListener("popstate", this.back)
    this.watch.disconnect()
    this.deck?.finalize()
    owners.delete(this.root)
  }
}

export default defineComponent(".deck-map", (root) => new DeckMap(root))
