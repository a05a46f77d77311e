// What every published page does by itself: folded parts open where an address leads to them, and
// what was read once can be read again without a connection.

// An address may lead into a folded part.
const openTarget = () => {
  const node = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!node) return
  const fold = node.querySelector(":scope > details") ?? node.closest("details")
  if (fold) fold.open = true
  node.scrollIntoView()
}

openTarget()
addEventListener("hashchange", openTarget)
if (location.protocol.startsWith("http") && navigator.serviceWorker)
  addEventListener("load", () => navigator.serviceWorker.register(document.body.dataset.worker).catch(() => {}))
