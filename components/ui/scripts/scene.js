// A painted scene whose marks react, by their attributes: a mark that the filters exclude is
// dimmed; what is under the pointer is highlighted everywhere on the page, with a tooltip; a
// click selects.
const MARKS = "[data-event], [data-region], [data-place]"
// Rows beside a scene that say the same as its marks.
const ROWS = ".event-list [data-event], .counts [data-region]"
// The tooltip of a place names as many events.
const MOST_NAMED = 4
const TIP_GAP = 6
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }
const DIRECTIONS = { ArrowUp: -1, ArrowDown: 1 }
// The nearest mark is rather the one in the nearest lane.
const LANE_WEIGHT = 2

const nameMark = (mark, id) => {
  const title = mark.querySelector(":scope > title")
  const isEvent = Boolean(mark.dataset.event)
  if (isEvent) mark.setAttribute("role", "option")
  if (isEvent && title) mark.setAttribute("aria-label", title.textContent)
  mark.id = id
  title?.remove()
}

// What holds no event is hidden with all that is in it.
const hideDecoration = (node) => {
  for (const child of node.children) {
    if (child.matches("[data-event]")) continue
    if (child.querySelector("[data-event]")) {
      child.setAttribute("role", "none")
      hideDecoration(child)
    } else {
      child.setAttribute("aria-hidden", "true")
    }
  }
}

const markState = (mark, isDim, isChosen) => {
  mark.classList.toggle("dim", isDim)
  mark.toggleAttribute("data-dim", isDim)
  mark.toggleAttribute("data-chosen", isChosen)
  if (mark.role !== "option") return
  mark.ariaSelected = String(isChosen)
  mark.ariaDisabled = String(isDim)
}

const hasOverlap = (box, other) =>
  box.left < other.right && other.left < box.right &&
  box.top < other.bottom && other.top < box.bottom

// Where a tooltip of a size can stand at an anchor, within a frame: above, below, at the right,
// at the left. Without any room it stands below.
const listTipPlaces = (anchor, frame, { width, height }) => {
  const middle = anchor.left + anchor.width / 2
  const centred = clamp(middle - width / 2, frame.left, frame.right - width)
  const centre = anchor.top + anchor.height / 2
  const level = clamp(centre - height / 2, frame.top, frame.bottom - height)
  const corners = [
    { left: centred, top: anchor.top - height - TIP_GAP },
    { left: centred, top: anchor.bottom + TIP_GAP },
    { left: anchor.right + TIP_GAP, top: level },
    { left: anchor.left - width - TIP_GAP, top: level },
  ]
  const places = corners.map(({ left, top }) => new DOMRect(left, top, width, height))
  const fits = (place) =>
    place.left >= frame.left && place.right <= frame.right && place.top >= frame.top
  const fitting = places.filter(fits)
  return fitting.length ? fitting : [places[1]]
}

class Scene {
  // `actions`: what a click does, by what is selected (`selectEvent`, `selectRegion`,
  // `selectPlace`), what Enter does (`enterEvent`), and `listRows`, marks as rows.
  constructor(root, boxes, actions) {
    this.root = root
    this.boxes = boxes
    this.actions = actions
    this.events = []
    this.eventNumbers = new Map()
    this.isSelected = []
    for (const box of boxes) this.listenTo(box)
    document.addEventListener("pointerover", ({ target }) => this.highlightRow(target))
  }

  listenTo(box) {
    box.addEventListener("pointerdown", (event) => this.followPress(event))
    box.addEventListener("click", (event) => this.pickMark(this.findMark(event)))
    box.addEventListener("pointerover", (event) => this.highlightMark(this.findMark(event)))
    box.addEventListener("pointerleave", () => this.highlightMark(null))
    if (box.role !== "listbox") return
    box.addEventListener("keydown", (event) => this.handleKey(event))
    box.addEventListener("blur", () => this.highlightMark(null))
  }

  // No click comes where the drawing is replaced before the press ends.
  followPress(event) {
    const { target } = event
    const mark = this.findMark(event)
    trackDrag(() => {}, (isDone) => {
      if (isDone && !target.isConnected) this.pickMark(mark)
    })
  }

  highlightRow(target) {
    const row = target.closest(ROWS)
    if (this.root.isConnected && (row || this.highlightedRow)) {
      this.highlightMark(row, row && this.findMarkOfRow(row))
    }
    this.highlightedRow = row
  }

  findMarkOfRow(row) {
    const { event: id } = row.dataset
    return this.listMarks().find(({ dataset }) => dataset.event && dataset.event === id)
  }

  // The events of the story, by date.
  setEvents(events) {
    this.events = events
    this.eventNumbers = new Map(events.map(({ id }, number) => [id, number]))
  }

  // Marks a new drawing with what its marks are of.
  tagMarks(box, regions) {
    for (const mark of box.querySelectorAll("svg [data-id]:not([data-event])")) {
      const { id } = mark.dataset
      mark.dataset[regions.has(id) ? "region" : "place"] ??= id
    }
    this.marks = undefined
  }

  // The drawing is a single tab stop: a list of its events by date. The title of a mark becomes
  // its name; lanes and ticks are hidden from screen readers.
  describeMarks(box) {
    const svg = box.querySelector("svg")
    svg.setAttribute("role", "none")
    svg.removeAttribute("aria-label")
    for (const [number, mark] of [...svg.querySelectorAll(MARKS)].entries()) {
      nameMark(mark, `${box.dataset.part}-${number}`)
    }
    if (box.getAttribute("role") === "listbox") hideDecoration(svg)
  }

  listMarks() {
    this.marks ??= this.boxes.flatMap((box) => [...box.querySelectorAll(`svg :is(${MARKS})`)])
    const rows = this.actions.listRows?.() ?? []
    return [...this.marks, ...rows]
  }

  // Dims marks and marks the selected ones. For screen readers the list is by date.
  showMarks(isShown, isChosen = () => false) {
    for (const mark of this.listMarks()) {
      const { dataset } = mark
      const isDim = !isShown(dataset, mark)
      markState(mark, isDim, Boolean(isChosen(dataset)))
    }
    for (const box of this.boxes) {
      if (box.role === "listbox") this.orderOptions(box)
    }
  }

  orderOptions(box) {
    const options = this.sortMarks(box, "[role=option]")
    const ids = options.map(({ id }) => id)
    box.setAttribute("aria-owns", ids.join(" "))
  }

  sortMarks(box, selector) {
    const numberOf = ({ dataset }) => this.eventNumbers.get(dataset.event)
    const marks = [...box.querySelectorAll(selector)]
    return marks.sort((mark, other) => numberOf(mark) - numberOf(other))
  }

  // The mark under the pointer; a place on the circle of a region leaves the pointer to it.
  findMark({ target, clientX, clientY }) {
    const mark = target.closest(MARKS)
    if (!mark?.dataset.place) return mark
    return this.findAtPoint(clientX, clientY, ".count") ?? mark
  }

  findAtPoint(x, y, selector) {
    if (!Number.isFinite(x)) return undefined
    const nodes = this.root.getRootNode().elementsFromPoint(x, y)
    return nodes.map((node) => node.closest(selector)).find(Boolean)
  }

  pickMark(mark) {
    const { event, place, region } = mark?.dataset ?? {}
    if (event) this.actions.selectEvent(event)
    else if (region) this.actions.selectRegion(region)
    else if (place) this.actions.selectPlace(place)
  }

  // Highlights an event in all drawings and lists, all events of a place, or the circle and the
  // row of a region. `anchor`: the mark that the tooltip is at.
  highlightMark(source, anchor = source) {
    const { event: id, place, region } = source?.dataset ?? {}
    const events = this.findEvents(id, place)
    const ids = new Set([id, ...events.map((event) => event.id)])
    const eventPlaces = id ? events.map(({ at }) => at) : []
    const places = new Set([place, ...eventPlaces])
    const isSame = ({ dataset }) => {
      if (dataset.event && ids.has(dataset.event)) return true
      if (dataset.place && places.has(dataset.place)) return true
      return Boolean(dataset.region) && dataset.region === region
    }
    for (const mark of [...this.listMarks(), ...document.querySelectorAll(ROWS)]) {
      mark.toggleAttribute("data-lit", mark === source || isSame(mark))
    }
    this.showTip(source, anchor, events)
  }

  findEvents(id, place) {
    if (id) return this.events.filter((event) => event.id === id)
    if (!place) return []
    return this.events.filter((event, number) => event.at === place && this.isSelected[number])
  }

  showTip(source, anchor, events) {
    const tip = this.root.querySelector(".tip")
    if (!tip) return
    const lines = source?.tipText ? [source.tipText] : this.listEventLines(events)
    tip.replaceChildren(...lines)
    tip.hidden = !lines.length || !anchor
    if (!tip.hidden) this.placeTip(tip, anchor)
  }

  listEventLines(events) {
    const lines = events.slice(0, MOST_NAMED).map(({ when, title }) =>
      makeElement("div", {}, makeElement("b", {}, when), " ", makeElement("bdi", {}, title)))
    const rest = events.length - MOST_NAMED
    return rest > 0 ? [...lines, `+ ${rest}`] : lines
  }

  // Above the anchor, below it or beside it: the first of these that is within the edges and
  // covers the fewest labels of other marks (`others` of the anchor).
  placeTip(tip, anchor) {
    const frame = this.root.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = tip
    const places = listTipPlaces(anchor.getBoundingClientRect(), frame, { width, height })
    const countCovered = (place) =>
      (anchor.others ?? []).filter((other) => hasOverlap(place, other)).length
    places.sort((place, other) => countCovered(place) - countCovered(other))
    const [{ left, top }] = places
    tip.style.transform = `translate(${left - frame.left}px, ${top - frame.top}px)`
  }

  // Left and Right go by date, Up and Down to the nearest mark of another lane, Home and End to
  // the ends.
  handleKey(event) {
    const { currentTarget: box, key } = event
    const marks = this.sortMarks(box, "[data-event]:not([data-dim])")
    const activeId = box.getAttribute("aria-activedescendant")
    const current = marks.find(({ id }) => id === activeId)
    const enters = key === "Enter" && current
    const isMove = key in STEPS || key in DIRECTIONS
    if (!marks.length || !(isMove || enters)) return
    event.preventDefault()
    if (enters) {
      this.actions.enterEvent(current.dataset.event)
      return
    }
    const next = this.findNext(marks, current, key)
    box.setAttribute("aria-activedescendant", next.id)
    this.highlightMark(next)
  }

  findNext(marks, current, key) {
    const direction = DIRECTIONS[key]
    if (direction && current) return this.findInLane(marks, current, direction)
    const position = marks.indexOf(current) + (STEPS[key] ?? 1)
    return marks[clamp(position, 0, marks.length - 1)]
  }

  findInLane(marks, current, direction) {
    const here = current.getBoundingClientRect()
    const measureDistance = (mark) => {
      const { left, top } = mark.getBoundingClientRect()
      return Math.abs(left - here.left) + LANE_WEIGHT * Math.abs(top - here.top)
    }
    const isBeyond = (mark) => {
      const { top } = mark.getBoundingClientRect()
      const isOther = mark.dataset.kind !== current.dataset.kind
      return isOther && direction * (top - here.top) > 0
    }
    const others = marks.filter(isBeyond)
    others.sort((mark, other) => measureDistance(mark) - measureDistance(other))
    return others[0] ?? current
  }
}
