// What every published page does by itself: it opens the folded part that its address names,
// and can be read again without a connection.
const openTarget = () => {
  const id = decodeURIComponent(location.hash.slice(1))
  const node = location.hash && document.getElementById(id)
  if (!node) return
  const inner = node.querySelector(":scope > details")
  const fold = inner ?? node.closest("details")
  if (fold) fold.open = true
  node.scrollIntoView()
}

const registerWorker = () => {
  const { worker } = document.body.dataset
  navigator.serviceWorker.register(worker).catch(() => {})
}

openTarget()
addEventListener("hashchange", openTarget)
addEventListener("click", ({ target }) => {
  const anchor = target.closest?.("a[data-report]")
  if (anchor) fillReport(anchor)
}, { capture: true })
const isServed = location.protocol.startsWith("http")
if (isServed && navigator.serviceWorker) addEventListener("load", registerWorker)
