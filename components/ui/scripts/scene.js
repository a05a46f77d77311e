// A painted scene that answers, by the attributes of its marks: what a view leaves out is dimmed, what is
// pointed at is lit wherever it stands on the page and named under the pointer, and a press chooses it.
const MARKS = "[data-event], [data-region], [data-place]"
// Lines beside a scene that say the same as its marks.
const BESIDE = ".event-list [data-event], .counts [data-region]"
// So many events of a place are named under the pointer.
const MOST_TOLD = 4

class Scene {
  // `does`: what a choice does, by what was chosen (`event`, `region`, `place`), and `rows`, marks in words.
  constructor(root, boxes, does) {
    Object.assign(this, { root, boxes, does, events: [], number: new Map(), kept: [] })
    for (const box of boxes) {
      box.addEventListener("pointerdown", (event) => {
        const [node, mark] = [event.target, this.under(event)]
        // No click comes where the drawing is renewed before the press ends.
        trackDrag(() => {}, (done) => done && !node.isConnected && this.picked(mark))
      })
      box.addEventListener("click", (event) => this.picked(this.under(event)))
      box.addEventListener("pointerover", (event) => this.light(this.under(event)))
      box.addEventListener("pointerleave", () => this.light(null))
      if (box.role !== "listbox") continue
      box.addEventListener("keydown", (event) => this.key(event))
      box.addEventListener("blur", () => this.light(null))
    }
    document.addEventListener("pointerover", ({ target }) => {
      const mark = target.closest(BESIDE)
      const same = ({ dataset }) => dataset.event && dataset.event === mark?.dataset.event
      if (root.isConnected && (mark || this.beside)) this.light(mark, mark && this.every().find(same))
      this.beside = mark
    })
  }

  // The events of the story, in order of date.
  holds(events) {
    this.events = events
    this.number = new Map(events.map(({ id }, number) => [id, number]))
  }

  // A drawing has come: each mark says what it is of; it is looked through once.
  drawn(box, regions) {
    for (const mark of box.querySelectorAll("svg [data-id]:not([data-event])"))
      mark.dataset[regions.has(mark.dataset.id) ? "region" : "place"] ??= mark.dataset.id
    this.marks = undefined
  }

  // The drawing is one stop of the keyboard: a list of its events, in order of date. What a mark
  // says of itself becomes its name; lanes and ticks are for the eye.
  listed(box) {
    const svg = box.querySelector("svg")
    svg.setAttribute("role", "none")
    svg.removeAttribute("aria-label")
    for (const [number, mark] of [...svg.querySelectorAll(MARKS)].entries()) {
      const title = mark.querySelector(":scope > title")
      if (mark.dataset.event) mark.setAttribute("role", "option")
      if (mark.dataset.event && title) mark.setAttribute("aria-label", title.textContent)
      mark.id = `${box.dataset.part}-${number}`
      title?.remove()
    }
    if (box.getAttribute("role") !== "listbox") return
    for (const part of svg.querySelectorAll("*")) {
      if (part.closest("[data-event]")) continue
      if (part.querySelector("[data-event]")) part.setAttribute("role", "none")
      else part.setAttribute("aria-hidden", "true")
    }
  }

  every() {
    this.marks ??= this.boxes.flatMap((box) => [...box.querySelectorAll(`svg :is(${MARKS})`)])
    return [...this.marks, ...(this.does.rows?.() ?? [])]
  }

  // Dims what does not stay, and marks what is chosen. For who listens the list runs by date.
  show(stays, chosen = () => false) {
    for (const mark of this.every()) {
      const dim = !stays(mark.dataset, mark)
      mark.classList.toggle("dim", dim)
      mark.toggleAttribute("data-dim", dim)
      const taken = Boolean(chosen(mark.dataset))
      mark.toggleAttribute("data-chosen", taken)
      if (mark.role === "option") Object.assign(mark, { ariaSelected: String(taken), ariaDisabled: String(dim) })
    }
    for (const box of this.boxes.filter(({ role }) => role === "listbox"))
      box.setAttribute("aria-owns", this.inOrder(box, "[role=option]").map(({ id }) => id).join(" "))
  }

  inOrder(box, marks) {
    const order = (mark) => this.number.get(mark.dataset.event)
    return [...box.querySelectorAll(marks)].sort((one, other) => order(one) - order(other))
  }

  // What is under the pointer; over a circle that is the circle, though a place may lie on it.
  under({ target, clientX, clientY }) {
    const mark = target.closest(MARKS)
    if (!mark?.dataset.place) return mark
    return this.at(clientX, clientY, ".count") ?? mark
  }

  at(x, y, selector) {
    const nodes = Number.isFinite(x) ? this.root.getRootNode().elementsFromPoint(x, y) : []
    return nodes.map((node) => node.closest(selector)).find(Boolean)
  }

  picked(mark) {
    const { event: id, place, region } = mark?.dataset ?? {}
    if (id) this.does.event(id)
    else if (region) this.does.region(region)
    else if (place) this.does.place(place)
  }

  // The same event in all drawings and lists; under a place all that happened there, under a region
  // its circle and its row. `at`: the mark at which it is named, by what it `says` or its events, over
  // it, or under it where there is no room, and never beyond the edges.
  light(under, at = under) {
    const { event: id, place, region } = under?.dataset ?? {}
    const here = (one, number) => (id ? one.id === id : place && one.at === place && this.kept[number])
    const events = this.events.filter(here)
    const ids = new Set([id, ...events.map((one) => one.id)])
    const places = new Set([place, ...(id ? events.map((one) => one.at) : [])])
    const same = ({ event, place, region: own }) => (event && ids.has(event)) || (place && places.has(place)) || (own && own === region)
    for (const mark of [...this.every(), ...document.querySelectorAll(BESIDE)]) mark.toggleAttribute("data-lit", Boolean(mark === under || same(mark.dataset)))
    const tip = this.root.querySelector(".tip")
    if (!tip) return
    const line = (event) => makeElement("div", {}, makeElement("b", {}, event.when), ` ${event.title}`)
    const more = events.length > MOST_TOLD ? [`+ ${events.length - MOST_TOLD}`] : []
    tip.replaceChildren(...(under?.says ? [under.says] : [...events.slice(0, MOST_TOLD).map(line), ...more]))
    tip.hidden = !tip.hasChildNodes() || !at
    if (tip.hidden) return
    const [box, frame] = [at, this.root].map((one) => one.getBoundingClientRect())
    const left = clamp(box.left + box.width / 2 - frame.left - tip.offsetWidth / 2, 0, frame.width - tip.offsetWidth)
    const over = box.top - frame.top - tip.offsetHeight - 6
    tip.style.transform = `translate(${left}px, ${over < 0 ? box.bottom - frame.top + 6 : over}px)`
  }

  // Left and right by date, up and down to the nearest mark of another lane, Home and End to the ends.
  key(event) {
    const [box, { key }] = [event.currentTarget, event]
    const marks = this.inOrder(box, "[data-event]:not([data-dim])")
    const now = marks.find((mark) => mark.id === box.getAttribute("aria-activedescendant"))
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key]
    const way = { ArrowUp: -1, ArrowDown: 1 }[key]
    const enters = key === "Enter" && now
    if (!marks.length || !(by || way || enters)) return
    event.preventDefault()
    if (enters) return this.does.enter(now.dataset.event)
    let next = marks[clamp(marks.indexOf(now) + (by ?? 1), 0, marks.length - 1)]
    if (way && now) {
      const at = (mark) => mark.getBoundingClientRect()
      const here = at(now)
      const far = (mark) => Math.abs(at(mark).left - here.left) + 2 * Math.abs(at(mark).top - here.top)
      const others = marks.filter((mark) => mark.dataset.kind !== now.dataset.kind && way * (at(mark).top - here.top) > 0)
      next = others.sort((one, two) => far(one) - far(two))[0] ?? now
    }
    box.setAttribute("aria-activedescendant", next.id)
    this.light(next)
  }
}
