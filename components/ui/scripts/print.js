// On paper a chart is no wider than the paper. Plotly draws in pixels of the window, so what is wider
// than a page would be cut: while the page is printed, such a chart is a picture made smaller.
const PAPER = 680
const shrink = (box) => {
  const { width, height } = box.getBoundingClientRect()
  if (width <= PAPER) return []
  const tall = (height * PAPER) / width
  const drawn = [box, ...box.querySelectorAll(":scope > .main-svg")]
  const holders = []
  for (let node = box.parentElement; node && node.dataset.testid !== "stElementContainer"; node = node.parentElement) {
    if (Math.abs(node.getBoundingClientRect().height - height) < 12) holders.push(node)
  }
  const kept = [...drawn, ...holders].map((node) => [node, node.style.cssText])
  for (const node of drawn) {
    if (node !== box) node.setAttribute("viewBox", `0 0 ${width} ${height}`)
    node.style.cssText += `width: ${PAPER}px !important; height: ${tall}px !important;`
  }
  for (const node of holders) node.style.cssText += `height: ${tall}px !important; min-height: 0 !important;`
  return kept
}
if (!window.shrinksOnPaper) {
  window.shrinksOnPaper = true
  let kept = []
  addEventListener("beforeprint", () => {
    kept = [...document.querySelectorAll(".js-plotly-plot .svg-container")].flatMap(shrink)
  })
  addEventListener("afterprint", () => {
    for (const [node, style] of kept) {
      node.style.cssText = style
      if (node.matches(".main-svg")) node.removeAttribute("viewBox")
    }
    kept = []
  })
}

