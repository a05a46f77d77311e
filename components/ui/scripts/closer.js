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

// What the keys of a picture do that can be looked at more closely; `can` says which have an effect now.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
const CLOSER = { "+": "closer", "=": "closer", "-": "wider", Home: "first" }
const closerByKeys = (box, does, can) =>
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !can(event.key)) return
    const [way, name] = [WAYS[event.key], CLOSER[event.key]]
    if (!way && !name) return
    event.preventDefault()
    if (way) does.pan(...way)
    else does[name]()
  })

// Its buttons: a sign stays, with a name for who listens; other ones say what they do.
const namedTools = (root, texts, does) => {
  for (const button of root.querySelectorAll("button[data-name]")) {
    const { name } = button.dataset
    button.setAttribute("aria-label", texts[name])
    button.onclick = does[name]
    if (!"+−".includes(button.textContent || "?")) write(button, texts[name])
  }
}
