// Tells the page around this frame how high the frame must be, in both of the forms that pages
// listen to: an object (Sidechain, AMP) and Pym's text. No other message is sent or read.
const SEPARATOR = "xPYMx"
const childId = new URLSearchParams(location.search).get("childId") ?? ""
let sentHeight = 0

const measureHeight = () => {
  const { height } = document.documentElement.getBoundingClientRect()
  return Math.ceil(height)
}

const sendHeight = () => {
  const height = measureHeight()
  sentHeight = height
  const text = ["pym", childId, "height", height].join(SEPARATOR)
  parent.postMessage({ sentinel: "amp", type: "embed-size", height }, "*")
  parent.postMessage(text, "*")
}

// Pym sends each new width; a page that listens late learns the height then.
const answerWidth = ({ source, data }) => {
  const prefix = ["pym", childId, "width", ""].join(SEPARATOR)
  const isWidth = typeof data === "string" && data.startsWith(prefix)
  if (source === parent && isWidth) sendHeight()
}

if (parent !== window) {
  const observer = new ResizeObserver(() => {
    if (measureHeight() !== sentHeight) sendHeight()
  })
  observer.observe(document.documentElement)
  addEventListener("message", answerWidth)
  addEventListener("load", sendHeight)
}
