// The head of every page, and what the browser does for all of them.

// Texts of the framework's elements ----------------------------------------------------------

// The framework names some buttons in English only, wherever and whenever they appear.
const frameworkTexts = { copy: "" }
const COPY_BUTTONS = "[data-testid='stCodeCopyButton']"

const rewordElements = (node) => {
  if (!node.querySelectorAll) return
  for (const button of node.querySelectorAll(COPY_BUTTONS)) {
    button.title = frameworkTexts.copy
    button.setAttribute("aria-label", frameworkTexts.copy)
  }
  rewordUploads(node)
}

// From page to page --------------------------------------------------------------------------

// The browser owns the address: it is that of the wanted page at once, and the framework runs
// the page, as it does for Back. Until that page is drawn, messages are of the page before.
let currentPage = null
let requestedHref = ""
let retriedHref = ""
// Milliseconds in which what came is drawn.
const IDLE_MS = 1000
const passedPaths = new Set()
const formatPath = (slug) => new URL(`./${slug}`, document.baseURI).pathname
const isLeaving = () => currentPage !== null && formatPath(currentPage) !== location.pathname
const APP = "[data-testid='stApp']"
const RUN_STATES = ["data-test-script-state", "data-test-connection-state"]
const IDLE_APP = `${APP}[${RUN_STATES[0]}='notRunning'][${RUN_STATES[1]}='CONNECTED']`

const requestRun = () => {
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }))
}

const updateLeaving = () => {
  const leaving = isLeaving()
  if (leaving) passedPaths.add(location.pathname)
  document.documentElement.toggleAttribute("data-leaving", leaving)
  if (leaving) scheduleIdle()
}

const setCurrentPage = (slug) => {
  currentPage = slug
  updateLeaving()
  if (!isLeaving()) retriedHref = ""
}

const navigate = (href) => {
  history.pushState(null, "", href)
  requestedHref = location.href
  updateLeaving()
  if (!isLeaving()) notifyPage("address:changed")
  requestRun()
}

// The last run may be one of the page before, or none may come: when nothing runs any more, the
// page of the address is requested again, a few times at most.
const MOST_RETRIES = 5
let idleTimer = 0
let retries = 0

const onIdle = () => {
  if (!document.querySelector(IDLE_APP)) return
  if (!isLeaving()) {
    passedPaths.clear()
    return
  }
  if (retriedHref !== location.href) {
    retriedHref = location.href
    retries = 0
  }
  retries += 1
  if (retries > MOST_RETRIES) return
  requestRun()
  scheduleIdle()
}

const scheduleIdle = () => {
  clearTimeout(idleTimer)
  idleTimer = setTimeout(onIdle, IDLE_MS)
}

// What a reader chose on the page that is being left goes along to the next one.
const carryView = (search, replaceState) => {
  const url = new URL(location.href)
  url.search = pickTravelling(search)
  replaceState(null, "", url)
  requestedHref = location.href
}

// The framework writes into the history, too: a late run must not lead back to a page that was
// passed.
const guardHistory = () => {
  const replaceState = history.replaceState.bind(history)
  const isLate = (state, address) => {
    if (!state) return false
    const { pathname, search } = new URL(address, location.href)
    if (pathname !== location.pathname) {
      return pathname === formatPath(currentPage) || passedPaths.has(pathname)
    }
    if (!isLeaving()) return false
    if (location.href === requestedHref) carryView(search, replaceState)
    setTimeout(requestRun)
    return true
  }
  const guardMethod = (name) => {
    const writeEntry = history[name].bind(history)
    history[name] = (state, title, address) => {
      if (!isLate(state, address)) writeEntry(state, title, address)
    }
  }
  guardMethod("pushState")
  guardMethod("replaceState")
}

// The framework takes a typed day when the focus has left the whole field with its calendar, so
// that Enter would do nothing, Tab too little, and Esc would lose the day. It is sent an event
// of the focus; where the focus goes, the key decides.
const DAY_PARTS = "[data-testid='stDateInput'] [role=spinbutton]"
const COMMIT_KEYS = ["Enter", "Tab", "Escape"]

const commitTypedDay = ({ key, target }) => {
  if (!COMMIT_KEYS.includes(key) || !target.matches?.(DAY_PARTS)) return
  const relatedTarget = document.querySelector(".page-head a")
  target.dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget }))
}

// Links --------------------------------------------------------------------------------------

// The stage changes the address without a run of the page. The links of the menu carry the
// view, without parameters of a single page.
let menu = null
let travellingNames = []

const pickTravelling = (search) => {
  const parameters = [...new URLSearchParams(search)]
  return new URLSearchParams(parameters.filter(([name]) => travellingNames.includes(name)))
}

document.addEventListener("address:changed", () => {
  const carried = pickTravelling(location.search)
  for (const link of menu?.querySelectorAll("a") ?? []) {
    const isCurrent = link.hasAttribute("aria-current")
    link.search = isCurrent ? location.search : carried
  }
})

// The same page with another view; a parameter without a value is removed.
const changeView = (parameters) => {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(parameters)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  if (url.href !== location.href) navigate(url.href)
}

document.addEventListener("view:change", ({ detail }) => {
  if (!document.querySelector(PICTURE)) changeView(detail)
})

const isLink = (node) => node instanceof HTMLAnchorElement || node.dataset?.change

const isOfApp = (anchor) => {
  const isPage = ({ pathname }) => pathname === anchor.pathname
  return anchor.origin === location.origin && [...menu.children].some(isPage)
}

// A link to a page of the app is followed without a new document, which would lose a story that
// this tab has opened. `data-change` changes the address that there is by then. The reader goes
// on from the menu's link, which names the page.
let followedLink = false

const followLink = (event) => {
  const anchor = event.composedPath().find(isLink)
  if (anchor?.dataset.report) fillReport(anchor)
  if (!anchor || !opensHere(event, anchor)) return
  const { change } = anchor.dataset
  if (change) {
    event.preventDefault()
    changeView(Object.fromEntries(new URLSearchParams(change)))
    return
  }
  if (!isOfApp(anchor) || isPartOfPage(anchor)) return
  event.preventDefault()
  if (anchor.ariaCurrent || anchor.href === location.href) return
  followedLink = !menu.contains(anchor) && anchor.pathname !== location.pathname
  if (followedLink) document.querySelector("[data-testid='stMain']").scrollTop = 0
  navigate(anchor.href)
}

// A page that has done what was wanted leads to another one, by its link in the menu.
let followedLead = null

const followLead = () => {
  const lead = document.querySelector("[data-leads]")
  if (!lead || lead === followedLead) return
  followedLead = lead
  const path = formatPath(lead.dataset.leads)
  const link = [...menu.children].find(({ pathname }) => pathname === path)
  navigate(link.href)
}

// A press beside an open menu closes it and does nothing else.
const swallowOutsidePress = (event) => {
  const popover = document.querySelector(":popover-open")
  if (popover && !event.composedPath().includes(popover)) swallowPress(event)
}

let pageObserver = null

const startListening = () => {
  addEventListener("pointerdown", swallowOutsidePress, { capture: true })
  addEventListener("keydown", commitTypedDay, { capture: true })
  document.addEventListener("click", followLink)
  guardHistory()
  addEventListener("popstate", () => {
    clearTimeout(idleTimer)
    updateLeaving()
  })
  document.addEventListener("page:shown", ({ detail }) => setCurrentPage(detail))
  const appObserver = new MutationObserver(scheduleIdle)
  appObserver.observe(document.querySelector(APP), { attributeFilter: RUN_STATES })
  pageObserver = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) rewordElements(node)
    }
    followLead()
    returnFocusToChoice()
  })
  pageObserver.observe(document.body, { childList: true, subtree: true })
}

const makeHeader = (data) => {
  const makePageLink = ({ slug, label, href }) => {
    const isCurrent = slug === data.current
    return makeElement("a", { href, "aria-current": isCurrent && "page" }, label)
  }
  const makeLanguageButton = ({ code, name }) => {
    const onclick = () => changeView({ lang: code })
    return makeElement("button", { type: "button", lang: code, onclick }, name)
  }
  const links = data.links.map(makePageLink)
  const languages = data.languages.map(makeLanguageButton)
  return makeElement("header", { class: "page-head" },
    makeElement("p", { class: "brand" }, data.brand),
    makeElement("nav", { "aria-label": data.menu }, ...links),
    makeElement("div", { class: "languages" }, ...languages),
    ...makeMenuArrows(),
    ...makeSessionNotices(data.lost))
}

export default function ({ data, parentElement, setTriggerValue }) {
  const header = parentElement.querySelector("header")
  morphElement(header, makeHeader(data))
  menu = header.querySelector("nav")
  travellingNames = data.travels
  setCurrentPage(data.current)
  if (followedLink && !isLeaving()) {
    menu.querySelector("[aria-current]")?.focus({ preventScroll: true })
    followedLink = false
  }
  keepCurrentVisible(menu, data.current)
  rerunWhenConnected(() => setTriggerValue("again", true))
  frameworkTexts.copy = data.copy
  uploadTexts = data.uploads
  rewordElements(document)
  if (!pageObserver) startListening()
  setLanguage(data.language, data.skip)
  document.documentElement.toggleAttribute("data-own-story", Boolean(data.lost.own))
}
