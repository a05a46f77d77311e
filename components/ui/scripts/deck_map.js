// The map: a scene whose marks stand over a basemap in SVG that moves with them. They are painted
// as SVG, too, and drawn by deck.gl, which pydeck made them for, as soon as a reader zooms or pans,
// or where they are too many. Where a reader looks is in the address when the map is at rest.
// Pixels: how far from the middle the keys find a mark, how far a key moves, and the margin
// around the extent, less on a phone.
const NEAR_PX = 60
const PAN_PX = 90
const MARGIN_PX = 28
const NARROW_MARGIN_PX = 2
const NARROW_PX = 480
// A press zooms by so much.
const ZOOM_STEP = 2 ** 0.7
const MOST_SCALE_PX = 140
// Pixels: a longer drag is no click; fingers that are nearer count as so far apart.
const DRAG_PX = 4
const LEAST_PINCH_PX = 24
// How much a turn of the wheel zooms, and the most that it does.
const WHEEL_STEP = -0.01
const MOST_WHEEL = 1
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
  // `actions`: what a click does (`selectPlace`, `selectRegion`), and what saves where a reader
  // looks (`saveLook`) and whether lines around what is inferred are hidden (`saveInferred`).
  constructor(root, actions) {
    super(root, root.querySelector(".box"), [], actions, ZOOM_STEP)
    this.basemap = root.querySelector(".basemap")
    this.marksBox = root.querySelector(".map-marks")
    this.tip = root.querySelector(".tip")
    this.layers = []
    this.rows = []
    this.paintedRows = []
    // From the first move on, until the component ends.
    this.wantsDeck = false
    this.commands.first = () => this.resetView()
    this.sizeObserver.observe(this.box)
    this.listenToBox()
    this.listenToPaintedMap()
    this.followHistory = ({ isTrusted }) => {
      if (!isTrusted) return
      if (this.view) this.showAddress()
      this.showInferredLines()
    }
    addEventListener("popstate", this.followHistory)
    root.addEventListener("change", ({ target }) => {
      if (target.name === INFERRED) actions.saveInferred(target.checked ? null : "hidden")
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
      if (key === "Enter" && this.view) this.pickMark(this.findMark(this.findMiddle()))
    })
  }

  // What deck.gl hears when it has come, and not before the painted marks are removed.
  listenToPaintedMap() {
    const { box } = this
    const listen = (name, handle) => {
      box.addEventListener(name, (event) => {
        if (!this.isPainted || !this.view) return
        if (this.deck) event.stopPropagation()
        handle(event)
      }, { capture: true, passive: false })
    }
    listen("pointermove", (event) => this.pointAt(event))
    listen("pointerdown", (event) => this.startDrag(event))
    listen("click", (event) => {
      if (!this.wasDragged) this.pickMark(this.findMark(this.findPainted(event)))
    })
    listen("dblclick", (event) => this.zoomAt(event, 1))
    listen("touchmove", (event) => this.handlePinch(event))
    listen("touchend", () => this.endPinch())
    listen("touchcancel", () => this.endPinch())
  }

  pointAt(event) {
    if (this.isDragged || event.pointerType === "touch") return
    this.highlightMark(this.findMark(this.findPainted(event)))
    this.box.style.cursor = this.chooseCursor(false)
  }

  handleWheel(event) {
    if (!this.zoomsByWheel(event, this.root, this.data.texts.wheel)) {
      event.stopPropagation()
      return
    }
    event.preventDefault()
    if (!this.isPainted || !this.view) return
    event.stopPropagation()
    this.zoomAt(event, clamp(event.deltaY * WHEEL_STEP, -MOST_WHEEL, MOST_WHEEL))
  }

  // What is under the pointer stays there.
  zoomAt(pointer, levels) {
    const point = this.offsetOf(pointer)
    const degrees = this.viewport.unproject(point)
    const zoom = this.clampZoom(this.view.zoom + levels)
    this.moveTo({ ...this.view, zoom }, degrees, point)
  }

  // Shows a view in which a point in degrees is at one of the box.
  moveTo(view, degrees, [x, y]) {
    const { width, height } = this.viewport
    const viewport = this.makeViewport(view)
    const [atX, atY] = viewport.project(degrees)
    const middle = [width / 2 + atX - x, height / 2 + atY - y]
    const [longitude, latitude] = viewport.unproject(middle)
    this.showView({ ...view, longitude, latitude }, true)
  }

  offsetOf({ clientX, clientY }) {
    const { left, top } = this.basemap.getBoundingClientRect()
    return [clientX - left, clientY - top]
  }

  startDrag(event) {
    this.wasDragged = false
    if (event.button !== 0 || !event.isPrimary) return
    const [startX, startY] = this.offsetOf(event)
    const degrees = this.viewport.unproject([startX, startY])
    trackDrag((pointer) => {
      const point = this.offsetOf(pointer)
      const isFar = Math.hypot(point[0] - startX, point[1] - startY) > DRAG_PX
      if (this.fingerDistance || !(isFar || this.wasDragged)) return
      this.wasDragged = true
      this.isDragged = true
      this.box.style.cursor = this.chooseCursor(true)
      this.moveTo(this.view, degrees, point)
    }, () => {
      this.isDragged = false
      this.box.style.cursor = ""
      this.removePaintedMarks()
    })
  }

  // Two fingers: what is between them grows as they part.
  handlePinch(event) {
    if (event.touches.length !== 2) return
    event.preventDefault()
    this.wasDragged = true
    const [first, second] = event.touches
    const across = first.clientX - second.clientX
    const distance = Math.max(
      Math.hypot(across, first.clientY - second.clientY),
      LEAST_PINCH_PX,
    )
    if (this.fingerDistance) {
      const clientX = (first.clientX + second.clientX) / 2
      const clientY = (first.clientY + second.clientY) / 2
      this.zoomAt({ clientX, clientY }, Math.log2(distance / this.fingerDistance))
    }
    this.fingerDistance = distance
  }

  endPinch() {
    this.fingerDistance = 0
    this.removePaintedMarks()
  }

  showInferredLines() {
    const field = this.root.querySelector(`[name=${INFERRED}]`)
    if (field) field.checked = !new URLSearchParams(location.search).has(INFERRED)
  }

  resetView() {
    this.showExtent()
    this.scheduleRest()
  }

  // Whether deck.gl is there, or about to come.
  get needsDeck() {
    return Boolean(this.deck) || this.wantsDeck || !this.data.marks
  }

  async drawData(data) {
    this.data = data
    this.box.setAttribute("aria-label", data.label)
    setHtml(this.root.querySelector(".commands"), data.tools)
    this.showInferredLines()
    const startLoading = () => [
      this.loadBasemap(),
      this.needsDeck && loadLibrary(data.script, "deck"),
    ]
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
    // The text of a failed load is removed.
    if (!this.basemap.isConnected) this.box.replaceChildren(this.basemap, this.marksBox)
    setHtml(this.basemap, basemap)
    this.tips = tips
    this.sentLayers = layers
    this.rows = layers.flatMap(({ data }) => data)
    if (window.deck && this.needsDeck) this.startDeck()
    if (!this.deck || this.isPainted) this.paintMarks()
    this.showMarks(() => true, ({ region }) => this.data.chosen.includes(region))
    const boundsText = String(this.data.bounds)
    if (boundsText !== this.boundsText) {
      this.limits = limits
      this.boundsText = boundsText
      this.lookText = undefined
      this.showAddress()
    }
    this.redrawView()
    notifyPage("map:drawn", this.data.ground)
  }

  paintMarks() {
    setHtml(this.marksBox, this.data.marks)
    this.isPainted = Boolean(this.data.marks)
    this.box.toggleAttribute("data-painted", this.isPainted)
    const nodes = [...this.marksBox.querySelectorAll("[data-at]")]
    this.paintedRows = nodes.map((node) => ({
      node,
      degrees: node.dataset.at.split(",").map(Number),
      from: Number(node.dataset.from ?? 0),
    }))
  }

  // Painted rows have the places and sizes that deck.gl gives them.
  placePaintedRows() {
    const { viewport } = this
    const { zoom, width, height } = viewport
    const svg = this.marksBox.querySelector("svg")
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`)
    for (const { node, degrees, from } of this.paintedRows) {
      const place = viewport.project(degrees).map((length) => length.toFixed(2))
      node.setAttribute("transform", `translate(${place.join(" ")})`)
      node.classList.toggle("closer", from > zoom)
    }
  }

  // When deck.gl has drawn all marks, those that were painted are removed; not while a hand moves
  // them, of which deck.gl has not heard.
  removePaintedMarks() {
    const isMoved = this.isDragged || this.fingerDistance
    if (!this.isPainted || !this.isDeckDrawn || isMoved) return
    this.isPainted = false
    this.paintedRows = []
    setHtml(this.marksBox, "")
    this.box.removeAttribute("data-painted")
    this.box.style.cursor = ""
  }

  // The painted map can be moved, too, until deck.gl has come.
  async requestDeck() {
    if (this.wantsDeck) return
    this.wantsDeck = true
    try {
      await loadLibrary(this.data.script, "deck")
    } catch (error) {
      this.wantsDeck = false
      console.warn(error)
      return
    }
    if (!this.box.isConnected || !this.view) return
    this.startDeck()
    this.redrawView()
  }

  startDeck() {
    this.layers = this.makeLayers(this.sentLayers)
    this.deck ??= this.makeDeck(window.deck)
    if (this.view) this.deck.setProps({ viewState: this.view })
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
      onAfterRender: () => {
        this.isDeckDrawn = this.layers.every(({ drawn }) => drawn?.isLoaded)
        this.removePaintedMarks()
        this.moveBasemap()
      },
    })
  }

  chooseCursor(isDragging) {
    if (isDragging) return "grabbing"
    return this.tip.hidden ? "grab" : "pointer"
  }

  // The basemap is where the marks are drawn.
  moveBasemap() {
    const svg = this.basemap.querySelector("svg")
    const viewport = this.isPainted ? this.viewport : this.deck?.getViewports()[0]
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

  redrawView() {
    const { zoom, longitude, latitude } = this.view
    this.root.dataset.view = JSON.stringify({ zoom, longitude, latitude })
    if (this.isPainted) {
      this.placePaintedRows()
      this.moveBasemap()
    }
    if (this.deck) this.drawLayers(zoom)
    this.nameMiddle()
  }

  // The closer the view, the more rows a layer has.
  drawLayers(zoom) {
    for (const layer of this.layers) this.drawLayer(layer, zoom)
    this.deck.setProps({ layers: this.layers.map(({ drawn }) => drawn) })
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
    const zoom = this.clampZoom(view.zoom)
    const longitude = this.findLongitude(view.longitude)
    this.view = { ...view, minZoom, maxZoom, zoom, longitude }
    this.hasMoved = true
    this.tip.hidden = true
    this.deck?.setProps({ viewState: this.view })
    this.requestRedraw()
    if (!isByReader) return
    this.requestDeck()
    this.scheduleRest()
  }

  clampZoom(zoom) {
    return clamp(zoom, this.limits.minZoom, this.limits.maxZoom)
  }

  // A map of both sides of the date line goes on east of 180 degrees; deck.gl turns back there.
  findLongitude(longitude) {
    const [west, , east] = this.data.bounds
    const isTurned = east > 180 && longitude < (west + east) / 2 - 180
    return isTurned ? longitude + 360 : longitude
  }

  // The view with the whole extent; no closer than the basemap is drawn for.
  showExtent() {
    const { boxSize } = this
    const isNarrow = Math.min(boxSize.width, boxSize.height) < NARROW_PX
    const margin = isNarrow ? NARROW_MARGIN_PX : MARGIN_PX
    const fitted = fitBounds(this.data.bounds, boxSize, margin)
    const { longitude, latitude, zoom } = fitted
    this.limits.minZoom = Math.min(this.limits.minZoom, zoom)
    this.showView({ longitude, latitude, zoom, pitch: 0, bearing: 0 })
    this.hasMoved = false
  }

  get boxSize() {
    const width = Math.max(this.box.clientWidth, 3 * MARGIN_PX)
    const height = Math.max(this.box.clientHeight, 3 * MARGIN_PX)
    return { width, height }
  }

  makeViewport(view) {
    return new MercatorView(view, this.boxSize)
  }

  get viewport() {
    return this.makeViewport(this.view)
  }

  fitSize() {
    if (!this.view) return
    if (this.hasMoved) this.requestRedraw()
    else this.showExtent()
  }

  // Where the address looks; without a place in it the whole extent is shown.
  showAddress() {
    const text = new URLSearchParams(location.search).get("look") ?? ""
    if (text === this.lookText) return
    this.showExtent()
    this.lookText = text
    const [longitude, latitude, zoom] = text.split(",").map(Number)
    if (!Number.isFinite(zoom)) return
    this.showView({ ...this.view, longitude, latitude, zoom })
    this.requestDeck()
  }

  onRest() {
    if (this.isDragged) {
      this.scheduleRest()
      return
    }
    this.lookText = this.hasMoved ? this.formatLook() : ""
    this.actions.saveLook(this.lookText || null)
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
    const { viewport } = this
    const x = viewport.width / 2 + right * PAN_PX
    const y = viewport.height / 2 + down * PAN_PX
    const [longitude, latitude] = viewport.unproject([x, y])
    this.showView({ ...this.view, longitude, latitude }, true)
  }

  // What a reader may select of the basemap: the outline of a region.
  listMarks() {
    return [...this.basemap.querySelectorAll(".ring")]
  }

  // The row whose mark is painted under the pointer, in the shape of a pick of deck.gl's.
  findPainted(event) {
    const [x, y] = this.offsetOf(event)
    const id = event.target.closest(".map-marks [data-id]")?.dataset.id
    const object = id && this.rows.find(({ region_id, place_id }) => id === (region_id ?? place_id))
    return { object, x, y }
  }

  // What was found at a point, in the shape of a mark: a place, else the region of the
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
    const { viewport } = this
    const { left, top } = this.basemap.getBoundingClientRect()
    return this.listShownRows().map((row) => {
      const [x, y] = viewport.project(row.at)
      const [boxLeft, boxTop, boxRight, boxBottom] = row.box
      const [width, height] = [boxRight - boxLeft, boxBottom - boxTop]
      const box = new DOMRect(left + x + boxLeft, top + y + boxTop, width, height)
      return { id: row.region_id ?? row.place_id, box }
    })
  }

  // The rows of marks, with their labels, that are shown at this zoom.
  listShownRows() {
    const { zoom } = this.view
    return this.rows.filter(({ box, from = zoom }) => box && from <= zoom)
  }

  // What is nearest to the middle: by keys it is named, and Enter selects it.
  findMiddle() {
    const x = this.box.clientWidth / 2
    const y = this.box.clientHeight / 2
    if (this.isPainted) return { x, y, object: this.findNearest(x, y) }
    const pick = this.deck.pickObject({ x, y, radius: NEAR_PX })
    return { x, y, object: pick?.object }
  }

  findNearest(x, y) {
    const { viewport } = this
    let nearest
    let least = NEAR_PX
    for (const row of this.listShownRows()) {
      const [rowX, rowY] = viewport.project(row.at)
      const distance = Math.hypot(rowX - x, rowY - y) - (row.radius ?? 0)
      if (distance <= least) {
        nearest = row
        least = distance
      }
    }
    return nearest
  }

  nameMiddle() {
    const hasFocus = this.box.matches(":focus-visible")
    if (this.view && hasFocus) this.highlightMark(this.findMark(this.findMiddle()))
  }

  end() {
    this.cancelRest()
    removeEventListener("popstate", this.followHistory)
    this.sizeObserver.disconnect()
    this.deck?.finalize()
    this.deck = undefined
    this.isDeckDrawn = false
    this.wantsDeck = false
    owners.delete(this.root)
  }
}
