// A wheel over a chart scrolls the page; with Ctrl, as two fingers on a pad send it, it looks closer.
// The first time this is said on the chart.
const HINTED = 3000
let hinted = false
const looksCloser = (event, place, words) => {
  if (event.ctrlKey || event.metaKey) return true
  if (hinted) return false
  hinted = true
  const hint = Object.assign(document.createElement("p"), { className: "wheel-hint", textContent: words })
  place.append(hint)
  setTimeout(() => hint.remove(), HINTED)
  return false
}
