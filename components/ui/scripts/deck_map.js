// The map: deck.gl draws the marks that pydeck made, over a ground in SVG that moves with them.
const maps = new WeakMap()

// pydeck writes the name of a property as "@@=name": what each thing has by that name.
const read = ([name, value]) => [name, String(value).startsWith("@@=") ? (row) => row[value.slice(3)] : value]

class DeckMap extends LookingMap {
  constructor(root) {
    super(root)
    Object.assign(this, { ground: root.querySelector(".ground"), layers: [] })
  }

  async show(data, tell) {
    Object.assign(this, { data, tell })
    this.words(data)
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

  end() {
    super.end()
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
