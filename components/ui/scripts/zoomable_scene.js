// A scene with zoom and pan, whatever paints it: by keys, buttons and fingers, and by the wheel
// with Ctrl, which is also how a pinch on a touchpad arrives. The commands of keys have the
// names of the buttons.
// Milliseconds: how long the hint on the wheel is shown, and until a moved view is at rest.
const HINT_MS = 3000
const REST_MS = 200
const PAN_KEYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const COMMAND_KEYS = { "+": "closer", "=": "closer", "-": "wider", Home: "first" }
let hintShown = false

class ZoomableScene extends Scene {
  // `step`: by how much a press zooms.
  constructor(root, box, boxes, actions, step) {
    super(root, boxes, actions)
    this.box = box
    this.commands = {
      closer: () => this.zoomBy(step),
      wider: () => this.zoomBy(1 / step),
    }
    this.sizeObserver = new ResizeObserver(() => this.fitSize())
    root.addEventListener("click", ({ target }) => this.handleButton(target))
    box.addEventListener("keydown", (event) => this.moveByKey(event))
  }

  // Nothing happens before the scene is drawn.
  handleButton(target) {
    const button = this.handlesKey("+") && target.closest("button[data-name]")
    if (button) this.commands[button.dataset.name]()
  }

  moveByKey(event) {
    const { key, ctrlKey, metaKey, altKey } = event
    const pan = PAN_KEYS[key]
    const command = this.commands[COMMAND_KEYS[key]]
    if (ctrlKey || metaKey || altKey || !(pan || command)) return
    if (!this.handlesKey(key)) return
    event.preventDefault()
    if (pan) this.panBy(...pan)
    else command()
  }

  // Whether a turn of the wheel zooms. Without Ctrl it scrolls the page, which a hint says once.
  zoomsByWheel({ ctrlKey, metaKey }, place, hintText) {
    if (ctrlKey || metaKey) return true
    if (hintShown) return false
    hintShown = true
    const hint = makeElement("p", { class: "wheel-hint" }, hintText)
    place.append(hint)
    setTimeout(() => hint.remove(), HINT_MS)
    return false
  }

  // What a drawing needs, loaded once for each key; null where another key came since.
  async loadParts(key, startLoading, failedText) {
    if (key === this.partsKey) return null
    this.partsKey = key
    try {
      const parts = await Promise.all(startLoading())
      const isCurrent = key === this.partsKey && this.box.isConnected
      return isCurrent ? parts : null
    } catch (error) {
      if (key !== this.partsKey) return null
      console.warn(error)
      this.partsKey = undefined
      this.box.replaceChildren(makeElement("p", {}, failedText))
      return null
    }
  }

  // One drawing for each frame, however often the wheel turns in it.
  requestRedraw() {
    this.frameRequest ??= requestAnimationFrame(() => {
      this.frameRequest = undefined
      if (this.box.isConnected) this.redrawView()
    })
  }

  // A moved view is saved once, when it is at rest.
  scheduleRest() {
    this.cancelRest()
    this.restTimer = setTimeout(() => {
      this.restTimer = 0
      this.onRest()
    }, REST_MS)
  }

  // Another choice was made before.
  cancelRest() {
    clearTimeout(this.restTimer)
    this.restTimer = 0
  }
}
