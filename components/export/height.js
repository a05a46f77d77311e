// Tells the page around this frame how high the frame must be, in both of the forms that pages
// listen to: an object (Sidechain, AMP) and Pym's text. Nothing else is said or heard.
const id = new URLSearchParams(location.search).get("childId") ?? ""
let told = 0

const tell = () => {
  told = Math.ceil(document.documentElement.getBoundingClientRect().height)
  parent.postMessage({ sentinel: "amp", type: "embed-size", height: told }, "*")
  parent.postMessage(["pym", id, "height", told].join("xPYMx"), "*")
}

if (parent !== window) {
  new ResizeObserver(() => {
    const now = Math.ceil(document.documentElement.getBoundingClientRect().height)
    if (now !== told) tell()
  }).observe(document.documentElement)
  // Pym says each new width; a page that began to listen late hears the height then.
  addEventListener("message", ({ source, data }) => {
    const asked = ["pym", id, "width", ""].join("xPYMx")
    if (source === parent && typeof data === "string" && data.startsWith(asked)) tell()
  })
  addEventListener("load", tell)
}
