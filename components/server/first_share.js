// "Share this view" in a first document that answers: what it says is fetched when a reader opens it,
// and again when the view has changed meanwhile.
const fillShare = async (menu) => {
  if (!menu.open) return
  const parameters = new URLSearchParams(location.search)
  parameters.set("lang", document.documentElement.lang)
  const address = `${menu.dataset.body}?${parameters}`
  menu.dataset.asked = address
  // Without an answer the menu says what it said; opened again, it asks again.
  const html = await fetchCached(address, "text").catch(() => "")
  if (html && menu.dataset.asked === address) setHtml(menu.querySelector(".body"), html)
}

const startShare = () => {
  const menu = document.querySelector("#first .share[data-body]")
  if (!menu) return
  const fill = () => fillShare(menu)
  menu.addEventListener("toggle", fill)
  document.addEventListener("address:changed", fill)
  addEventListener("popstate", fill)
}
