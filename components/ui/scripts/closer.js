// A scene that can be looked at more closely, whatever paints it: by keys, buttons and fingers, and by the wheel
// with Ctrl, as two fingers on a pad send it. What its buttons and keys do has the names of the buttons.
// Milliseconds for which is said how the wheel looks closer, and after which what was moved rests.
const HINTED = 3000
const RESTS = 200
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
const CLOSER = { "+": "closer", "=": "closer", "-": "wider", Home: "first" }
let hinted = false

class Closer extends Scene {
  // `step`: how many times closer a press looks.
  constructor(root, box, boxes, does, step) {
    super(root, boxes, does)
    this.box = box
    this.acts = { closer: () => this.zoom(step), wider: () => this.zoom(1 / step) }
    this.watch = new ResizeObserver(() => this.fit())
    // Nothing before it is drawn.
    root.addEventListener("click", ({ target }) => {
      const button = this.hears("+") && target.closest("button[data-name]")
      if (button) this.acts[button.dataset.name]()
    })
    box.addEventListener("keydown", (event) => {
      const [way, act] = [WAYS[event.key], this.acts[CLOSER[event.key]]]
      if (event.ctrlKey || event.metaKey || event.altKey || !(way || act) || !this.hears(event.key)) return
      event.preventDefault()
      way ? this.pan(...way) : act()
    })
  }

  // Whether a turn of the wheel looks closer. Without Ctrl it scrolls the page, which the first time is said.
  looks({ ctrlKey, metaKey }, place, words) {
    if (ctrlKey || metaKey || hinted) return ctrlKey || metaKey
    hinted = true
    const hint = makeElement("p", { class: "wheel-hint" }, words)
    place.append(hint)
    setTimeout(() => hint.remove(), HINTED)
    return false
  }

  // What it is drawn with, fetched once for each `wanted`; nothing where another one is wanted since.
  async fetch(wanted, what, failed) {
    if (wanted === this.wanted) return null
    this.wanted = wanted
    try {
      const found = await Promise.all(what())
      return wanted === this.wanted && this.box.isConnected ? found : null
    } catch (error) {
      if (wanted !== this.wanted) return null
      console.warn(error)
      this.wanted = undefined
      this.box.replaceChildren(makeElement("p", {}, failed))
      return null
    }
  }

  // One drawing for each frame, however often the wheel turns in it.
  redraw() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = undefined
      if (this.box.isConnected) this.refresh()
    })
  }

  // Where it comes to rest is told once; nothing where something else is chosen before.
  rest() {
    this.forget()
    this.resting = setTimeout(() => {
      this.resting = 0
      this.rested()
    }, RESTS)
  }

  forget() {
    clearTimeout(this.resting)
    this.resting = 0
  }
}
