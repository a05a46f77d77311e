// The head of every page, and what the browser does for all of them.
// Buttons the framework names in English only, wherever and whenever they appear.
const wording = { copy: "", cutUpload: "" }
let watcher = null

// Of an upload that the network cut, the framework gives its library's name of the error, and that to the
// pointer and to screen readers alone. The style shows what is reworded.
const NETWORK_ERROR = "AxiosError: Network Error"
const UPLOAD_ERRORS = "[data-testid='stFileChip'] [role=alert], [data-testid='stTooltipErrorContent']"
const rewordUpload = (place) => {
  const isCut = place.textContent.endsWith(NETWORK_ERROR)
  if (!isCut && !place.hasAttribute("data-cut")) return
  place.setAttribute("data-cut", "")
  const texts = [...place.childNodes]
  const sentence = texts.pop()
  // The framework still owns these nodes: they stay, with other words.
  for (const prefix of texts) setText(prefix, "", "data")
  setText(sentence, wording.cutUpload, "data")
  if (isCut) forgetChosenFile()
}

const reword = (node) => {
  if (!node.querySelectorAll) return
  for (const panel of node.querySelectorAll(".st-key-cite-view [data-testid='stExpanderDetails']")) opened.observe(panel)
  for (const copy of node.querySelectorAll("[data-testid='stCodeCopyButton']")) {
    copy.title = wording.copy
    copy.setAttribute("aria-label", wording.copy)
  }
  // The framework's place for a file is marked as mere decoration, and named all the same.
  for (const zone of node.querySelectorAll("[data-testid='stFileUploaderDropzone'][role]"))
    zone.removeAttribute("role")
  for (const place of node.querySelectorAll(UPLOAD_ERRORS)) rewordUpload(place)
}

// On a phone the menu is one line that scrolls: the page one is on is brought into sight, again when the style
// or the letters come late and give the line another width. An arrow stands at each end beyond which the menu
// goes on, for fingers: the keyboard comes to each link.
const revealed = new WeakMap()
const keepInSight = (nav, page) => {
  const sayMore = () => {
    nav.parentElement.querySelector(".more-before").hidden = nav.scrollLeft < 2
    nav.parentElement.querySelector(".more-after").hidden = nav.scrollWidth - nav.clientWidth - nav.scrollLeft < 2
  }
  const reveal = () => {
    const current = nav.querySelector("[aria-current]")
    if (current && nav.scrollWidth > nav.clientWidth) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - 44
    sayMore()
  }
  if (!revealed.has(nav)) {
    // What observes it says all this of it first, once it is laid out.
    new ResizeObserver(reveal).observe(nav)
    nav.addEventListener("scroll", sayMore, { passive: true })
    // To ask whether the letters are there would have the page laid out.
    document.fonts.addEventListener("loadingdone", reveal)
  } else if (revealed.get(nav) !== page) reveal()
  // Not at every change of the view: a reader may have scrolled the menu.
  else sayMore()
  revealed.set(nav, page)
}

// The page that stands, and whether the address has left it. The browser leads from page to page: the address
// is that of the wanted page at once, and the framework runs it, as it does for Back. Until it stands, what
// else comes is of the page before.
let stands = null
let gone = ""
let asked = ""
const DRAWN = 1000
const passed = new Set()
const pathOf = (slug) => new URL(`./${slug}`, document.baseURI).pathname
const leaving = () => stands !== null && pathOf(stands) !== location.pathname
const IDLE = "[data-testid='stApp'][data-test-script-state='notRunning'][data-test-connection-state='CONNECTED']"
const runAddress = () => dispatchEvent(new PopStateEvent("popstate", { state: history.state }))
const moved = () => {
  if (leaving()) passed.add(location.pathname)
  document.documentElement.toggleAttribute("data-leaving", leaving())
  if (leaving()) rest()
}
const standsNow = (slug) => {
  stands = slug
  moved()
  if (!leaving()) asked = ""
}
const leadTo = (href) => {
  history.pushState(null, "", href)
  gone = location.href
  moved()
  if (!leaving()) notifyPage("address:changed")
  runAddress()
}
// A run for the page before may be the last to come, or none at all: once nothing runs any more, and what came
// is drawn, the page of the address is asked for again, a few times at most.
const MOST_ASKED = 5
let resting = 0
let times = 0
const rest = () => {
  clearTimeout(resting)
  resting = setTimeout(() => {
    if (!document.querySelector(IDLE)) return
    if (!leaving()) return passed.clear()
    if (asked !== location.href) [asked, times] = [location.href, 0]
    if ((times += 1) > MOST_ASKED) return
    runAddress()
    rest()
  }, DRAWN)
}

// What the framework writes into the history. A late run leads to no page that was passed; what a reader chose
// on the page that is being left goes along.
const keepEntriesWhole = () => {
  const own = { pushState: history.pushState.bind(history), replaceState: history.replaceState.bind(history) }
  const late = (state, to) => {
    if (!state) return false
    const { pathname, search } = new URL(to, location.href)
    if (pathname !== location.pathname) return pathname === pathOf(stands) || passed.has(pathname)
    if (!leaving()) return false
    if (location.href === gone) {
      const kept = new URL(location.href)
      kept.search = travelling(search)
      own.replaceState(null, "", kept)
      gone = location.href
    }
    setTimeout(runAddress)
    return true
  }
  for (const name of Object.keys(own)) history[name] = (state, title, to) => late(state, to) || own[name](state, title, to)
}

// A day typed into a field of the framework's holds: it takes it once the focus has left its whole field,
// calendar and all, so that Enter would do nothing, Tab too little, and Esc would lose it. It is told that
// the focus goes elsewhere; where the focus really goes, the key decides.
const hold = ({ key, target }) => {
  if (["Enter", "Tab", "Escape"].includes(key) && target.matches?.("[data-testid='stDateInput'] [role=spinbutton]"))
    target.dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget: document.querySelector(".page-head a") }))
}

// The stage changes the address without a run of the page; links carry the view all the same, but for
// what belongs to this page alone.
let linked = null
let travels = []
const travelling = (search) => new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => travels.includes(name)))
document.addEventListener("address:changed", () => {
  const kept = travelling(location.search)
  for (const anchor of linked?.querySelectorAll("a") ?? [])
    anchor.search = anchor.hasAttribute("aria-current") ? location.search : kept
})

// What is open at the end of a page, Share or Cite, has no sheet over it: on a phone the sheet of what is
// chosen is away as long as any of it is in sight.
const inSight = new Set()
const opened = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) inSight[isIntersecting ? "add" : "delete"](target)
  for (const gone of [...inSight].filter((one) => !one.isConnected)) inSight.delete(gone)
  document.documentElement.toggleAttribute("data-end-open", inSight.size > 0)
})
document.addEventListener("panel:opened", ({ detail }) => opened.observe(detail))

// The same page with another view: some parameters anew, others without a value.
const changed = (parameters) => {
  const to = new URL(location.href)
  for (const [name, value] of Object.entries(parameters)) value ? to.searchParams.set(name, value) : to.searchParams.delete(name)
  if (to.href !== location.href) leadTo(to.href)
}
document.addEventListener("view:change", ({ detail }) => document.querySelector(PICTURE) || changed(detail))

// A link to a page of the app is followed as the menu's are, without a new document, which would know nothing of
// a story that this tab has opened. What `data-change` says is changed in whatever address there is by then. The
// reader goes on from the menu's link, which names the page.
let followed = false
const follow = (event) => {
  const anchor = event.composedPath().find((node) => node instanceof HTMLAnchorElement || node.dataset?.change)
  const plain = !event.defaultPrevented && !["button", "metaKey", "ctrlKey", "shiftKey", "altKey"].some((key) => event[key])
  if (!anchor || !plain || anchor.hasAttribute("download") || anchor.target === "_blank") return
  if (anchor.dataset.change) return event.preventDefault(), changed(Object.fromEntries(new URLSearchParams(anchor.dataset.change)))
  const own = anchor.origin === location.origin && [...linked.children].some(({ pathname }) => pathname === anchor.pathname)
  const part = anchor.hash && anchor.pathname + anchor.search === location.pathname + location.search
  if (!own || part) return
  event.preventDefault()
  if (anchor.ariaCurrent || anchor.href === location.href) return
  followed = !linked.contains(anchor) && anchor.pathname !== location.pathname
  if (followed) document.querySelector("[data-testid='stMain']").scrollTop = 0
  leadTo(anchor.href)
}

export default function ({ data, parentElement, setTriggerValue }) {
  const header = parentElement.querySelector("header")
  const links = data.links.map(({ slug, label, href }) =>
    makeElement("a", { href, "aria-current": slug === data.current && "page" }, label))
  const speak = ({ code, name }) =>
    makeElement("button", { type: "button", lang: code, onclick: () => setTriggerValue("language", code) }, name)
  const arrow = (sign, name, way) => makeElement("button", { type: "button", class: `more more-${name}`, tabindex: -1, "aria-hidden": "true",
    onclick: () => linked.scrollBy({ left: way * 0.7 * linked.clientWidth }) }, sign)
  morphElement(header, makeElement("header", { class: "page-head" }, makeElement("p", { class: "brand" }, data.brand),
    makeElement("nav", { "aria-label": data.menu }, ...links),
    makeElement("div", { class: "languages" }, ...data.languages.map(speak)),
    arrow("‹", "before", -1), arrow("›", "after", 1), ...lostNotice(data.lost)))
  linked = header.querySelector("nav")
  travels = data.travels
  standsNow(data.current)
  if (followed && !leaving()) linked.querySelector("[aria-current]")?.focus({ preventScroll: true }), (followed = false)
  keepInSight(linked, data.current)
  drawWhenBack(() => setTriggerValue("again", true))
  wording.copy = data.copy
  wording.cutUpload = data.cutUpload
  reword(document)
  if (!watcher) {
    // A press beside an open menu closes it and does nothing else.
    addEventListener("pointerdown", (event) => {
      const open = document.querySelector(":popover-open")
      if (open && !event.composedPath().includes(open)) swallowPress(event)
    }, { capture: true })
    addEventListener("keydown", hold, { capture: true })
    document.addEventListener("click", follow)
    keepEntriesWhole()
    addEventListener("popstate", () => {
      clearTimeout(resting)
      moved()
    })
    document.addEventListener("page:shown", ({ detail }) => standsNow(detail))
    new MutationObserver(rest).observe(document.querySelector("[data-testid='stApp']"), {
      attributeFilter: ["data-test-script-state", "data-test-connection-state"] })
    let led = null
    watcher = new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) reword(node)
      // A page that has done what was asked leads on to another one, by its link in the menu.
      const asks = document.querySelector("[data-leads]")
      if (!asks || asks === led) return
      led = asks
      leadTo([...linked.children].find(({ pathname }) => pathname === pathOf(asks.dataset.leads)).href)
    })
    watcher.observe(document.body, { childList: true, subtree: true })
  }
  nameDocument(data.language, data.skip)
}
