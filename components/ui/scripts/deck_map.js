// The map: a scene whose marks, made by pydeck, deck.gl draws over a basemap in SVG that moves
// with them. Where a reader looks is in the address when the map is at rest.
// Pixels: how far from the middle the keys find a mark, how far a key moves, and the margin
// around the extent, less on a phone.
const NEAR_PX = 60
const PAN_PX = 90
const MARGIN_PX = 28
const NARROW_MARGIN_PX = 10
const NARROW_PX = 480
// A press zooms by so much.
const ZOOM_STEP = 2 ** 0.7
const MOST_SCALE_PX = 140
const POINTER_BOX = { above: 4, height: 18 }
// Round lengths of the scale bar, in kilometres.
const POWERS_OF_TEN = [0.1, 1, 10, 100, 1000]
const SCALE_LENGTHS = POWERS_OF_TEN.flatMap((power) => [power, 2 * power, 5 * power])
const PROPERTY_PREFIX = "@@="
const DECK_CONTROLLER = {
  scrollZoom: { speed: 0.01 },
  dragRotate: false,
  touchRotate: false,
  keyboard: false,
}

// pydeck writes the name of a property as "@@=name": what each row has by that name.
const readProperties = (properties) => {
  const result = { ...properties }
  for (const [name, value] of Object.entries(properties)) {
    const text = String(value)
    const column = text.slice(PROPERTY_PREFIX.length)
    if (text.startsWith(PROPERTY_PREFIX)) result[name] = (row) => row[column]
  }
  return result
}

const makeLayer = (layer, text) => {
  const { data, "@@type": type, ...properties } = layer
  const extensions = []
  if (properties.getDashArray) {
    extensions.push(new window.deck.PathStyleExtension({ dash: true }))
  }
  const read = readProperties(properties)
  const sheet = type === "IconLayer" ? makeLabelSheet(data, properties) : {}
  return { text, type, data, properties: { extensions, ...read, ...sheet } }
}

const makePointerBox = ({ x, y }) => {
  const top = y - POINTER_BOX.above
  return new DOMRect(x, top, 0, POINTER_BOX.height)
}

const isInBox = ({ x, y }, { left, top, right, bottom }) =>
  left <= x && x <= right && top <= y && y <= bottom

// The parameter of the address by which the lines around what is inferred are hidden.
const INFERRED = "inferred"

class DeckMap extends ZoomableScene {
  constructor(root) {
    super(root, root.querySelector(".box"), [], {
      selectPlace: (id) => this.selectPlace(id),
      selectRegion: (id) => this.selectRegion(id),
    }, ZOOM_STEP)
    this.basemap = root.querySelector(".basemap")
    this.tip = root.querySelector(".tip")
    this.layers = []
    this.commands.first = () => this.resetView()
    this.sizeObserver.observe(this.box)
    this.listenToBox()
    this.followHistory = ({ isTrusted }) => {
      if (!isTrusted) return
      if (this.view) this.showAddress()
      this.showInferredLines()
    }
    addEventListener("popstate", this.followHistory)
    root.addEventListener("change", ({ target }) => {
      if (target.name === INFERRED) writeAddress({ [INFERRED]: target.checked ? null : "hidden" })
    })
  }

  listenToBox() {
    const { box } = this
    const options = { capture: true, passive: false }
    box.addEventListener("wheel", (event) => this.handleWheel(event), options)
    box.addEventListener("pointerleave", () => this.highlightMark(null))
    box.addEventListener("blur", () => this.highlightMark(null))
    box.addEventListener("focus", () => this.nameMiddle())
    box.addEventListener("keydown", ({ key }) => {
      if (key === "Enter" && this.deck) this.pickMark(this.findMark(this.findMiddle()))
    })
  }

  handleWheel(event) {
    const isZoom = this.zoomsByWheel(event, this.root, this.data.texts.wheel)
    if (isZoom) event.preventDefault()
    else event.stopPropagation()
  }

  showInferredLines() {
    const field = this.root.querySelector(`[name=${INFERRED}]`)
    if (field) field.checked = !new URLSearchParams(location.search).has(INFERRED)
  }

  selectPlace(id) {
    const event = this.data.opens?.[id]
    if (event) writeAddress({ event })
  }

  selectRegion(id) {
    if (!this.data.opens) return
    const isSelected = String(this.data.chosen) === id
    writeAddress({ region: isSelected ? null : id, event: null })
  }

  resetView() {
    this.showExtent()
    this.scheduleRest()
  }

  async update(data) {
    this.data = data
    this.box.setAttribute("aria-label", data.label)
    setHtml(this.root.querySelector(".commands"), data.tools)
    this.showInferredLines()
    const startLoading = () => [this.loadBasemap(), loadLibrary(data.script, "deck")]
    const key = data.deck + data.ground
    const parts = await this.loadParts(key, startLoading, data.texts.failed)
    if (!parts) return
    const [basemap] = parts
    this.drawMap(basemap, JSON.parse(data.deck))
  }

  loadBasemap() {
    const { ground } = this.data
    return ground.startsWith("<svg") ? ground : fetchCached(ground, "text")
  }

  drawMap(basemap, { initialViewState: limits, layers, tips }) {
    this.layers = this.makeLayers(layers)
    // The text of a failed load is removed.
    if (!this.basemap.isConnected) this.box.replaceChildren(this.basemap)
    setHtml(this.basemap, basemap)
    this.tips = tips
    this.showMarks(() => true, ({ region }) => this.data.chosen.includes(region))
    this.deck ??= this.makeDeck(window.deck)
    const boundsText = String(this.data.bounds)
    if (boundsText === this.boundsText) {
      this.redrawView()
      return
    }
    this.limits = limits
    this.boundsText = boundsText
    this.lookText = undefined
    this.showAddress()
  }

  // A layer whose text is the same as before is the same object: it is not drawn anew.
  makeLayers(layers) {
    const before = new Map(this.layers.map((layer) => [layer.text, layer]))
    return layers.map((layer) => {
      const text = JSON.stringify(layer)
      return before.get(text) ?? makeLayer(layer, text)
    })
  }

  makeDeck({ Deck, MapView }) {
    return new Deck({
      parent: this.box,
      id: "deckgl-overlay",
      views: new MapView({ id: "map", controller: DECK_CONTROLLER }),
      // A finger scrolls the page.
      touchAction: "pan-y",
      onViewStateChange: ({ viewState, interactionState = {} }) => {
        // A new size is no choice of the reader's.
        const isByReader = Object.values(interactionState).includes(true)
        this.showView(viewState, isByReader)
      },
      onInteractionStateChange: ({ isDragging }) => {
        this.isDragged = isDragging
      },
      onHover: (pick) => this.highlightMark(this.findMark(pick)),
      onClick: (pick) => this.pickMark(this.findMark(pick)),
      // A press is a click however long it lasts: to find what is there may take longer than
      // deck.gl allows.
      eventRecognizerOptions: { click: { time: Infinity } },
      getCursor: ({ isDragging }) => this.chooseCursor(isDragging),
      pickingRadius: 2,
      // The map is a single tab stop: its box.
      onLoad: () => {
        this.box.querySelector("canvas").tabIndex = -1
      },
      onError: (error) => console.warn(error),
      onAfterRender: () => this.moveBasemap(),
    })
  }

  chooseCursor(isDragging) {
    if (isDragging) return "grabbing"
    return this.tip.hidden ? "grab" : "pointer"
  }

  // The basemap is where deck.gl has drawn the marks.
  moveBasemap() {
    const svg = this.basemap.querySelector("svg")
    const [viewport] = this.deck?.getViewports() ?? []
    if (!viewport) return
    const { corners } = svg.querySelector("[data-corners]").dataset
    const [west, north, east] = corners.split(",").map(Number)
    const [left, top] = viewport.project([west, north])
    const [right] = viewport.project([east, north])
    const unit = svg.getAttribute("width") / (right - left)
    const viewBox = [-left, -top, viewport.width, viewport.height]
    svg.setAttribute("viewBox", viewBox.map((length) => length * unit).join(" "))
    this.drawScale(viewport.metersPerPixel / 1000)
    this.root.dataset.drawn = viewport.zoom.toFixed(2)
  }

  drawScale(kilometresPerPixel) {
    const fits = (length) => length / kilometresPerPixel <= MOST_SCALE_PX
    const length = SCALE_LENGTHS.filter(fits).at(-1) ?? SCALE_LENGTHS[0]
    const [label, bar] = this.root.querySelector(".scale").children
    bar.style.width = `${length / kilometresPerPixel}px`
    setText(label, `${length.toLocaleString(this.data.locale)} km`)
  }

  // The closer the view, the more rows a layer has.
  redrawView() {
    const { zoom, longitude, latitude } = this.view
    this.root.dataset.view = JSON.stringify({ zoom, longitude, latitude })
    for (const layer of this.layers) this.drawLayer(layer, zoom)
    this.deck.setProps({ layers: this.layers.map(({ drawn }) => drawn) })
    this.nameMiddle()
  }

  drawLayer(layer, zoom) {
    const data = layer.data.filter(({ from = zoom }) => from <= zoom)
    if (data.length === layer.drawn?.props.data.length) return
    const Layer = window.deck[layer.type]
    layer.drawn = new Layer({ ...layer.properties, data })
  }

  // Shows a view that a reader or the page has chosen; where a reader comes to rest is a single
  // entry of the history.
  showView(view, isByReader = false) {
    const { minZoom, maxZoom } = this.limits
    const zoom = clamp(view.zoom, minZoom, maxZoom)
    const longitude = this.findLongitude(view.longitude)
    this.view = { ...view, minZoom, maxZoom, zoom, longitude }
    this.hasMoved = true
    this.tip.hidden = true
    this.deck.setProps({ viewState: this.view })
    this.requestRedraw()
    if (isByReader) this.scheduleRest()
  }

  // A map of both sides of the date line goes on east of 180 degrees; deck.gl turns back there.
  findLongitude(longitude) {
    const [west, , east] = this.data.bounds
    const isTurned = east > 180 && longitude < (west + east) / 2 - 180
    return isTurned ? longitude + 360 : longitude
  }

  // The view with the whole extent; no closer than the basemap is drawn for.
  showExtent() {
    const [west, south, east, north] = this.data.bounds
    const corners = [[west, south], [east, north]]
    const viewport = this.makeViewport({})
    const padding = viewport.width < NARROW_PX ? NARROW_MARGIN_PX : MARGIN_PX
    const fitted = viewport.fitBounds(corners, { padding })
    const { longitude, latitude, zoom } = fitted
    this.limits.minZoom = Math.min(this.limits.minZoom, zoom)
    this.showView({ longitude, latitude, zoom, pitch: 0, bearing: 0 })
    this.hasMoved = false
  }

  makeViewport(view) {
    const width = Math.max(this.box.clientWidth, 3 * MARGIN_PX)
    const height = Math.max(this.box.clientHeight, 3 * MARGIN_PX)
    return new window.deck.WebMercatorViewport({ ...view, width, height })
  }

  fitSize() {
    if (this.view && !this.hasMoved) this.showExtent()
  }

  // Where the address looks; without a place in it the whole extent is shown.
  showAddress() {
    const text = new URLSearchParams(location.search).get("look") ?? ""
    if (text === this.lookText) return
    this.showExtent()
    this.lookText = text
    const [longitude, latitude, zoom] = text.split(",").map(Number)
    if (Number.isFinite(zoom)) this.showView({ ...this.view, longitude, latitude, zoom })
  }

  onRest() {
    if (this.isDragged) {
      this.scheduleRest()
      return
    }
    this.lookText = this.hasMoved ? this.formatLook() : ""
    writeAddress({ look: this.lookText || null })
  }

  formatLook() {
    const { longitude, latitude, zoom } = this.view
    const degrees = longitude > 180 ? longitude - 360 : longitude
    const numbers = [degrees.toFixed(3), latitude.toFixed(3), zoom.toFixed(1)]
    return numbers.map(Number).join()
  }

  handlesKey() {
    return this.view
  }

  zoomBy(factor) {
    const zoom = this.view.zoom + Math.log2(factor)
    this.showView({ ...this.view, zoom }, true)
  }

  panBy(right, down) {
    const viewport = this.makeViewport(this.view)
    const x = viewport.width / 2 + right * PAN_PX
    const y = viewport.height / 2 + down * PAN_PX
    const [longitude, latitude] = viewport.unproject([x, y])
    this.showView({ ...this.view, longitude, latitude }, true)
  }

  // What a reader may select of the basemap: the outline of a region.
  listMarks() {
    return [...this.basemap.querySelectorAll(".ring")]
  }

  // What deck.gl found at a point, in the shape of a mark: a place, else the region of the
  // basemap. A place on a circle leaves the click to the circle until the view is close enough.
  findMark({ object, x, y }) {
    const { place_id: place, tip, under, press } = object ?? {}
    const { left, top } = this.basemap.getBoundingClientRect()
    const point = { x: left + x, y: top + y }
    const isOnCircle = under && this.view.zoom < press
    if (place && !isOnCircle) return this.describePoint(point, { place }, tip)
    const region = object?.region_id ?? (under || this.findRegion(point))
    if (!region) return null
    const isOnMark = Boolean(object)
    return this.describePoint(point, { region }, this.tips[region] ?? region, isOnMark)
  }

  findRegion({ x, y }) {
    return this.findAtPoint(x, y, ".basemap [data-region]")?.dataset.region
  }

  // The tooltip stands beside the mark or the label that is at the point, else beside the point.
  describePoint(point, dataset, tipText, isOnMark = true) {
    const markBoxes = this.listMarkBoxes()
    const { region: id = dataset.place } = dataset
    const ownBox = isOnMark && markBoxes.find((markBox) => markBox.id === id)
    const isAtPoint = ({ box }) => isInBox(point, box)
    const { box } = ownBox || markBoxes.find(isAtPoint) || { box: makePointerBox(point) }
    const others = markBoxes.map((markBox) => markBox.box)
    return { dataset, tipText, others, getBoundingClientRect: () => box }
  }

  // The boxes of the drawn marks with their labels, in the window's pixels.
  listMarkBoxes() {
    const viewport = this.makeViewport(this.view)
    const { left, top } = this.basemap.getBoundingClientRect()
    const rows = this.layers.flatMap(({ drawn }) => drawn?.props.data ?? [])
    return rows.filter((row) => row.box).map((row) => {
      const [x, y] = viewport.project(row.at)
      const [boxLeft, boxTop, boxRight, boxBottom] = row.box
      const [width, height] = [boxRight - boxLeft, boxBottom - boxTop]
      const box = new DOMRect(left + x + boxLeft, top + y + boxTop, width, height)
      return { id: row.region_id ?? row.place_id, box }
    })
  }

  // What is nearest to the middle: by keys it is named, and Enter selects it.
  findMiddle() {
    const x = this.box.clientWidth / 2
    const y = this.box.clientHeight / 2
    const pick = this.deck.pickObject({ x, y, radius: NEAR_PX })
    return { x, y, object: pick?.object }
  }

  nameMiddle() {
    const hasFocus = this.box.matches(":focus-visible")
    if (this.deck && hasFocus) this.highlightMark(this.findMark(this.findMiddle()))
  }

  end() {
    this.cancelRest()
    removeEventListener("popstate", this.followHistory)
    this.sizeObserver.disconnect()
    this.deck?.finalize()
    owners.delete(this.root)
  }
}

export default defineComponent(".deck-map", (root) => new DeckMap(root))
