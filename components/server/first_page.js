// A page without instruments in its first document, which answers before the framework is asked for:
// the document of another address is loaded, and what is the same stays. The address is the only
// state: the page of the app, when it comes, takes the elements over and goes on from there.
const firstPage = document.querySelector("#first .live-page")

// When the page of the app has taken over, its runs answer.
const isFirst = () => Boolean(firstPage.closest("#first"))
const readView = () => location.pathname + location.search
let shownView = readView()

// What of its address a view cannot use is not waited for: `asked` is the whole of it.
const readPage = (page) => {
  const data = JSON.parse(page.getElementById("page-data").textContent)
  const html = page.querySelector(".live-page").innerHTML
  const asked = new URL(shownView, location).search
  return { ...data, asked, html }
}

const draw = (message) => {
  const { parentElement } = firstPage
  return drawNewPage({ ...message, parentElement })
}

const replacePart = (selector, page) => {
  const part = document.querySelector(selector)
  morphElement(part, page.querySelector(selector))
}

const showPage = (page) => {
  document.title = page.title
  // The arrows of the menu stay.
  replacePart("#first > header nav", page)
  replacePart("#first > header .languages", page)
  replacePart("#first .first-notices", page)
  draw({ data: readPage(page) })
}

const loadView = async () => {
  const view = readView()
  if (!isFirst() || view === shownView) return
  firstPage.toggleAttribute("data-waiting", true)
  // Without an answer the page stays as it is; another choice asks again.
  const text = await fetchCached(view, "text").catch(() => "")
  if (!isFirst() || view !== readView()) return
  firstPage.removeAttribute("data-waiting")
  if (!text) return
  shownView = view
  showPage(new DOMParser().parseFromString(text, "text/html"))
}

addEventListener("popstate", loadView)
document.addEventListener("view:change", ({ detail }) => {
  if (isFirst()) writeAddress(detail)
})

const isOfPage = (anchor) =>
  anchor.origin === location.origin
  && anchor.pathname === location.pathname
  && new URL(anchor.href).searchParams.get("lang") === document.documentElement.lang

// A link to another view of this page is followed without a new document.
const followLink = (event) => {
  const anchor = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
  if (!anchor || !isFirst() || !opensHere(event, anchor)) return
  if (!isOfPage(anchor) || isPartOfPage(anchor)) return
  event.preventDefault()
  if (anchor.href === location.href) return
  history.pushState(null, "", anchor.href)
  notifyPage("address:changed")
  requestRun()
}

const startFirst = () => {
  const choices = readEarlyFields(firstPage)
  const data = readPage(document)
  carryView(data.travels)
  startHead()
  firstPage.toggleAttribute("data-answers", true)
  // The box is another one when the page has found its place in the app.
  firstPage.drawSent = draw
  draw({ data })
  chooseEarlyFields(choices)
  document.addEventListener("click", followLink)
  notifyPage("first:answers")
}

// What is in the document is painted before the script touches it.
requestAnimationFrame(() => setTimeout(startFirst))
