// On paper a drawing gives way to one that is laid out for the sheet: in light colours, and in
// type of nine points. What the window has would shrink with its type. A browser prints what there
// is when the event is over, so the request waits for its answer.
const PAPER_DRAWINGS = { "timeline-paper": "timeline", "map-paper": "map" }
const PAPER_PLACES = {
  timeline: ".stage [data-part=timeline], .timeline-page [data-part=timeline]",
  map: ".stage [data-part=map], .deck-map",
}
const PAPER_STYLE = `
@media screen { .on-paper { display: none; } }
@media print { .off-paper { display: none !important; } .on-paper svg { display: block; width: 100%; max-width: 718px; height: auto; } }`

// No address leads to a story that this tab has opened: its drawings came with the page.
const isOwnStory = () => document.documentElement.hasAttribute("data-own-story")

// A published page has its drawings in a folder, and names it.
const findPublished = () => document.querySelector("[data-paper]")?.dataset.paper

const paperAddress = (name) => {
  const { lang } = document.documentElement
  const folder = findPublished()
  if (folder) return `${folder}${name}-${lang}.svg`
  const params = new URLSearchParams(location.search)
  params.set("lang", lang)
  return `./stage/${name}.svg?${params}`
}

const requestForPaper = (name) => {
  if (isOwnStory()) return window.ownPaper?.[name] ?? ""
  const request = new XMLHttpRequest()
  request.open("GET", new URL(paperAddress(name), document.baseURI), false)
  request.send()
  return request.status === 200 ? request.responseText : ""
}

// A published drawing is that of the whole story: what the window has pale is pale on paper, too.
const copyPaleMarks = (place, sheet) => {
  for (const mark of sheet.querySelectorAll("[data-event]")) {
    const shown = place.querySelector(`[data-event="${CSS.escape(mark.dataset.event)}"]`)
    for (const state of ["data-dim", "data-later"]) {
      mark.toggleAttribute(state, Boolean(shown?.hasAttribute(state)))
    }
  }
}

const isOnPage = (place) => place.isConnected && !place.closest("[hidden]")

const placeForPaper = (place, name) => {
  const drawn = place.nextElementSibling
  const sheet = drawn?.classList.contains("on-paper") ? drawn : document.createElement("div")
  const key = `${name} ${location.search} ${document.documentElement.lang}`
  if (sheet.dataset.drawn === key && !isOwnStory()) return
  try {
    sheet.innerHTML = requestForPaper(name)
  } catch {
    // Without the server the drawing of the window is printed.
    sheet.innerHTML = ""
  }
  sheet.className = "on-paper"
  sheet.dataset.drawn = key
  if (sheet !== drawn) place.after(sheet)
  place.classList.toggle("off-paper", Boolean(sheet.firstChild))
  if (findPublished()) copyPaleMarks(place, sheet)
}

const drawForPaper = () => {
  for (const [name, part] of Object.entries(PAPER_DRAWINGS)) {
    const places = [...document.querySelectorAll(PAPER_PLACES[part])]
    for (const place of places.filter(isOnPage)) placeForPaper(place, name)
  }
}

const listenToPrint = () => {
  if (window.drawsForPaper) return
  window.drawsForPaper = true
  const style = document.createElement("style")
  style.textContent = PAPER_STYLE
  document.head.append(style)
  addEventListener("beforeprint", drawForPaper)
  matchMedia("print").addEventListener("change", ({ matches }) => {
    if (matches) drawForPaper()
  })
}

listenToPrint()
