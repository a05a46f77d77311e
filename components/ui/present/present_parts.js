// Small helpers of the scene. Texts are set as text and never parsed as HTML.
const SVG = "http://www.w3.org/2000/svg"

const make = (name, attributes = {}, ...children) => {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue
    node.setAttribute(key, value === true ? "" : value)
  }
  node.append(...children.filter((child) => child !== null && child !== undefined))
  return node
}

const draw = (name, attributes = {}, ...children) => {
  const node = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children)
  return node
}

const pressed = (label, action, attributes = {}) => {
  const button = make("button", { type: "button", ...attributes }, label)
  button.addEventListener("click", action)
  return button
}

const move = (node, x, y, scale = 1) => {
  node.style.transform = `translate(${x}px, ${y}px)${scale === 1 ? "" : ` scale(${scale})`}`
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)

// The unit of the scene's type in pixels: everything on the drawings is measured in it.
const unitOf = (node) => parseFloat(getComputedStyle(node).getPropertyValue("font-size")) || 20

// How long a text is: measured once for each text and size, since every measuring lays the page out.
const lengths = new Map()
const lengthOf = (text) => {
  const key = `${text.getAttribute("class")}|${text.textContent}|${innerWidth}x${innerHeight}`
  if (!lengths.has(key)) {
    const length = text.getComputedTextLength()
    // Nothing is kept of a text that is not drawn yet.
    if (!length) return 0
    lengths.set(key, length)
  }
  return lengths.get(key)
}

const touching = (a, b) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
