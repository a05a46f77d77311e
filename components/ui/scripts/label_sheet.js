// deck.gl sets the letters of a text one by one, from the left. A text that runs right to left is
// drawn in one piece by the browser, which joins and orders its letters, on a sheet of pictures.
const SHEET_SCALE = 2
const SHEET_WIDTH = 2048
// Around a text there is room for its halo.
const SHEET_PADDING = 4
const HALO_WIDTH = 3.5
const LINE_EMS = 1.6
// The share of a text to the left of its point.
const ANCHOR_SHARES = { start: 0, middle: 0.5, end: 1 }

const formatColour = ([red, green, blue, alpha = 255]) =>
  `rgb(${red} ${green} ${blue} / ${alpha / 255})`

const setLabelFont = (context, size, { fontWeight, fontFamily }) => {
  context.font = `${fontWeight} ${size * SHEET_SCALE}px ${fontFamily}`
  context.textBaseline = "middle"
  context.textAlign = "left"
  context.lineJoin = "round"
}

// Where each text stands on the sheet, in rows from its top.
const placeLabels = (rows, context, look) => {
  const padding = SHEET_PADDING * SHEET_SCALE
  let left = 0
  let top = 0
  let rowHeight = 0
  return rows.map((row) => {
    setLabelFont(context, row.size, look)
    const textWidth = context.measureText(row.text).width
    const width = Math.ceil(textWidth + 2 * padding)
    const height = Math.ceil(row.size * SHEET_SCALE * LINE_EMS)
    if (left && left + width > SHEET_WIDTH) {
      left = 0
      top += rowHeight
      rowHeight = 0
    }
    const anchorX = padding + ANCHOR_SHARES[row.anchor] * textWidth
    const place = { x: left, y: top, width, height, anchorX, mask: false }
    left += width
    rowHeight = Math.max(rowHeight, height)
    return place
  })
}

const drawLabels = (rows, places, context, look) => {
  rows.forEach((row, index) => {
    const { x, y, height } = places[index]
    const textX = x + SHEET_PADDING * SHEET_SCALE
    const textY = y + height / 2
    setLabelFont(context, row.size, look)
    context.lineWidth = HALO_WIDTH * SHEET_SCALE
    context.strokeStyle = formatColour(look.outlineColor)
    context.strokeText(row.text, textX, textY)
    context.fillStyle = formatColour(row.ink)
    context.fillText(row.text, textX, textY)
  })
}

// The properties of a layer of icons that shows the texts of rows, each an icon.
const makeLabelSheet = (rows, look) => {
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d")
  const places = placeLabels(rows, context, look)
  const rights = places.map(({ x, width }) => x + width)
  const bottoms = places.map(({ y, height }) => y + height)
  canvas.width = Math.max(...rights)
  canvas.height = Math.max(...bottoms)
  drawLabels(rows, places, context, look)
  const indices = new Map(rows.map((row, index) => [row, index]))
  return {
    iconAtlas: canvas,
    iconMapping: { ...places },
    getIcon: (row) => indices.get(row),
    getSize: (row) => places[indices.get(row)].height / SHEET_SCALE,
  }
}
