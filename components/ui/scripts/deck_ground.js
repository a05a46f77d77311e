// The ground of the map, kept as a picture under its marks. Its layers are the lowest, and no filter
// changes them; without a graphics card they take nine tenths of a drawing's time.
const GROUND = ["ground", "regions", "textures", "rivers", "edges"]
const REST = 250

class KeptGround {
  constructor(root) {
    this.root = root
    this.picture = document.createElement("canvas")
    this.picture.className = "ground"
  }

  // While the reader moves the map all of it is drawn; at rest only what lies over the picture.
  render(deck, reason) {
    const canvas = deck.getCanvas()
    const { longitude, latitude, zoom } = deck.getViewports()[0] ?? {}
    const ground = deck.layerManager.getLayers().filter((one) => GROUND.includes(one.id))
    const state = [longitude, latitude, zoom, canvas.width, canvas.height, ...ground]
    const same = (known) => known?.length === state.length && known.every((one, n) => one === state[n])
    const part = (low) => deck._drawLayers(reason, { layerFilter: ({ layer }) => GROUND.includes(layer.id) === low })
    if (!same(this.kept) && same(this.last) && ground.every((one) => one.isLoaded)) {
      part(true)
      this.keep(canvas)
      this.kept = state
    }
    this.picture.hidden = !same(this.kept)
    if (same(this.kept)) return part(false)
    const moved = !same(this.last)
    Object.assign(this, { last: state, kept: undefined })
    deck._drawLayers(reason)
    // What is still on its way asks for a drawing itself when it comes.
    if (!moved) return
    clearTimeout(this.resting)
    this.resting = setTimeout(() => canvas.isConnected && deck.redraw("at rest"), REST)
  }

  keep(canvas) {
    const { width, height } = canvas
    Object.assign(this.picture, { width, height })
    this.picture.getContext("2d").drawImage(canvas, 0, 0)
    canvas.after(this.picture)
    this.root.dataset.grounds = Number(this.root.dataset.grounds ?? 0) + 1
  }

  end() {
    clearTimeout(this.resting)
  }
}
