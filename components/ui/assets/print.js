// On paper a chart is as wide as the paper. Plotly draws in pixels of the window, so what is wider
// than the page would be cut: while the page is printed, each chart is a picture that scales.
const chartsOnPaper = () => {
  for (const box of document.querySelectorAll(".js-plotly-plot .svg-container")) {
    const { width, height } = box.getBoundingClientRect()
    if (!width || !height) continue
    const kept = [box, ...box.querySelectorAll(":scope > .main-svg")].map((node) => [node, node.style.cssText])
    for (const [node] of kept.slice(1)) {
      if (!node.hasAttribute("viewBox")) node.setAttribute("viewBox", `0 0 ${width} ${height}`)
      node.style.cssText += "width: 100% !important; height: 100% !important;"
    }
    box.style.cssText += `width: 100% !important; height: auto !important; max-width: ${width}px; aspect-ratio: ${width} / ${height};`
    addEventListener("afterprint", () => {
      for (const [node, style] of kept) {
        node.style.cssText = style
        node.removeAttribute("viewBox")
      }
    }, { once: true })
  }
}
if (!window.chartsOnPaper) {
  window.chartsOnPaper = true
  addEventListener("beforeprint", chartsOnPaper)
}

