// A view of the world in Web Mercator, as deck.gl has it: from degrees to pixels of a box.
const TILE_PX = 512
// Metres: the length of the equator, as deck.gl takes it.
const EQUATOR_M = 40.03e6
const RADIANS = Math.PI / 180

// Where a point is in the whole world, whose width and height are 1.
const toWorld = ([longitude, latitude]) => {
  const y = Math.asinh(Math.tan(latitude * RADIANS)) / Math.PI
  return [longitude / 360 + 0.5, (1 - y) / 2]
}

const toDegrees = ([x, y]) => {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / RADIANS
  return [(x - 0.5) * 360, latitude]
}

class MercatorView {
  constructor({ longitude, latitude, zoom }, { width, height }) {
    this.zoom = zoom
    this.width = width
    this.height = height
    this.latitude = latitude
    this.worldPx = TILE_PX * 2 ** zoom
    this.middle = toWorld([longitude, latitude])
  }

  project(degrees) {
    const [x, y] = toWorld(degrees)
    const [middleX, middleY] = this.middle
    const right = this.width / 2 + (x - middleX) * this.worldPx
    const down = this.height / 2 + (y - middleY) * this.worldPx
    return [right, down]
  }

  unproject([x, y]) {
    const [middleX, middleY] = this.middle
    const worldX = middleX + (x - this.width / 2) / this.worldPx
    const worldY = middleY + (y - this.height / 2) / this.worldPx
    return toDegrees([worldX, worldY])
  }

  get metersPerPixel() {
    return (Math.cos(this.latitude * RADIANS) * EQUATOR_M) / this.worldPx
  }
}

// The middle and the zoom at which some bounds in degrees fit into a box, with a margin.
const fitBounds = ([west, south, east, north], { width, height }, margin) => {
  const [left, top] = toWorld([west, north])
  const [right, bottom] = toWorld([east, south])
  const shares = [
    (width - 2 * margin) / (right - left),
    (height - 2 * margin) / (bottom - top),
  ]
  const [longitude, latitude] = toDegrees([(left + right) / 2, (top + bottom) / 2])
  return { longitude, latitude, zoom: Math.log2(Math.min(...shares) / TILE_PX) }
}
