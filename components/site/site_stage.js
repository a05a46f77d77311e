// The stage on a page of its own. Its texts and drawings are in the page; a script is fetched
// when it is wanted: every event in full, the drawing for a phone, the words of the story and
// its days.
const box = document.querySelector(".stage-box")
const page = box && JSON.parse(document.getElementById("stage-data").textContent)
const FILTERS = ["from", "to", "possible", "region", "category", "source", "q"]

const findPart = (name) => box.querySelector(`[data-part="${name}"]`)
const hasParameter = (names) => {
  const params = new URLSearchParams(location.search)
  return names.some((name) => params.has(name))
}

// A script of data hands over the rest: a page that is opened from a folder may fetch nothing
// else.
let restRequest = null

const fetchRest = () => new Promise((resolve, reject) => {
  document.addEventListener("stage:rest", ({ detail }) => {
    page.inline.list = detail.list
    Object.assign(page.inline.index, detail.index)
    resolve(detail)
  }, { once: true })
  const script = makeElement("script", { src: box.dataset.rest, onerror: reject })
  document.head.append(script)
})

const loadRest = () => {
  restRequest ??= fetchRest()
  return restRequest
}

let details = null
let search = null
let renderHits = null
const SEARCH_HELPERS = {
  makeElement, fillText, foldText, GROUPED_DIGITS, extractDates, findHolders,
}

const loadDetails = async () => {
  if (details) return
  const rest = await loadRest()
  if (details) return
  details = rest.details
  search = rest.search
  renderHits = rest.makeSearch(SEARCH_HELPERS)
  drawPage()
}

// A drawing is as high as it is wide for: what is there before the script is what stays.
const { showPicture } = Stage.prototype
Stage.prototype.showPicture = async function (part, kind, width) {
  if (kind === "list" && !page.inline.list) {
    await loadRest()
    if (!PHONE.matches) return
  }
  await showPicture.call(this, part, kind, width, 0)
}

// Until it is known what holds on which day, a day in the address waits.
const { showDay } = Play.prototype
Play.prototype.showDay = function (state) {
  if (state.day !== null) loadDetails()
  const shownState = details ? state : { ...state, day: null }
  return showDay.call(this, shownState)
}

const formatSelectedKey = (params) => {
  const event = params.get("event")
  if (event) return `event:${event}`
  const regions = params.getAll("region")
  return regions.length === 1 ? `region:${regions[0]}` : ""
}

// The filters select events; the figures stay those of the whole story.
const drawPage = () => {
  const params = new URLSearchParams(location.search)
  const isFiltered = hasParameter(FILTERS)
  const key = formatSelectedKey(params)
  const text = collapseSpaces(params.get("q") ?? params.get("search") ?? "")
  if (key || text) loadDetails()
  const { words } = page.inline.index
  const hits = search ? renderHits(search, words, text, page.texts.locale) : ""
  const detail = details?.[key] ?? ""
  const parts = { ...page.parts, chosen: detail ? key : "", detail }
  if (isFiltered) parts.figures += `<li class="whole">${page.whole}</li>`
  const seen = isFiltered ? page.seen : location.search.slice(1)
  drawNewStage({ data: { ...page, seen, parts, hits }, parentElement: box })
}

// What only the app does is removed from the address, with a notice.
const removeAppParameters = () => {
  const address = new URL(location.href)
  const names = page.apart.filter((name) => address.searchParams.has(name))
  for (const name of names) {
    address.searchParams.delete(name)
  }
  if (names.length) history.replaceState(history.state, "", address)
  document.querySelector(".apart").hidden = !names.length
}

// The prerendered parts are what the stage would draw.
const readPrerendered = () => {
  for (const name of ["figures", "counts"]) {
    const part = findPart(name)
    part.givenHtml = part.innerHTML
    page.parts[name] = part.innerHTML
  }
  for (const name of ["timeline", "map"]) {
    page.inline[name] = findPart(name).innerHTML
  }
}

// Who reaches for the filters or the days is about to need them.
const loadOnApproach = (part) => {
  for (const name of ["pointerover", "focusin"]) {
    part.addEventListener(name, loadDetails, { once: true })
  }
}

const startStage = () => {
  // What is drawn from now on is painted at once.
  box.dataset.live = ""
  // Before Chrome 120 and Safari 17 the style sheet does not know whether scripts run.
  document.querySelector(".without-script").hidden = true
  removeAppParameters()
  readPrerendered()
  const timeline = findPart("timeline")
  timeline.setAttribute("role", "listbox")
  timeline.tabIndex = 0
  drawPage()
  addEventListener("popstate", drawPage)
  loadOnApproach(findPart("filters"))
  loadOnApproach(findPart("play"))
  const script = makeElement("script", { src: box.dataset.rest.replace("stage", "later") })
  document.head.append(script)
}

// What is in the page is painted before the script touches it.
if (box) requestAnimationFrame(() => setTimeout(startStage))
