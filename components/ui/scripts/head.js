// The head of every page, and what the browser does for all of them.
// Buttons the framework names in English only, wherever and whenever they appear.
const wording = { copy: "" }
let watcher = null
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
}

// On a phone the menu is one line that scrolls: the page one is on is brought into sight, again when the style
// or the letters come late and give the line another width. An arrow stands at each end beyond which the menu
// goes on, for fingers: the keyboard comes to each link.
const revealed = new WeakMap()
const reveal = (nav) => {
  const current = nav.querySelector("[aria-current]")
  if (current && nav.scrollWidth > nav.clientWidth) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - 44
}
const keepInSight = (nav, page) => {
  const sayMore = () => {
    nav.parentElement.querySelector(".more-before").hidden = nav.scrollLeft < 2
    nav.parentElement.querySelector(".more-after").hidden = nav.scrollWidth - nav.clientWidth - nav.scrollLeft < 2
  }
  if (revealed.has(nav)) {
    // Not at every change of the view: a reader may have scrolled the menu.
    if (revealed.get(nav) !== page) reveal(nav)
    sayMore()
  } else {
    // What observes it says all this of it first, once it is laid out.
    new ResizeObserver(() => (reveal(nav), sayMore())).observe(nav)
    nav.addEventListener("scroll", sayMore, { passive: true })
    // To ask whether the letters are there would have the page laid out.
    document.fonts.addEventListener("loadingdone", () => reveal(nav))
  }
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
const idle = () => Boolean(document.querySelector("[data-testid='stApp'][data-test-script-state='notRunning'][data-test-connection-state='CONNECTED']"))
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
    if (!idle()) return
    if (!leaving()) return passed.clear()
    if (asked !== location.href) [asked, times] = [location.href, 0]
    if ((times += 1) > MOST_ASKED) return
    runAddress()
    rest()
  }, DRAWN)
}

// What the framework writes into the history. A late run leads to no page that was passed; what a reader chose
// on the page that is being left goes along. It adds an entry for every few letters that are typed in a field
// of its own: as long as the reader stays in it, they are one.
const keepEntriesWhole = () => {
  const own = { pushState: history.pushState.bind(history), replaceState: history.replaceState.bind(history) }
  const late = ([state, , to]) => {
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
  let typedIn = null
  history.replaceState = (...entry) => late(entry) || own.replaceState(...entry)
  history.pushState = (...entry) => {
    if (late(entry)) return
    const field = document.activeElement?.closest("[data-testid='stTextInput'] input")
    if (field && field === typedIn) return own.replaceState(...entry)
    typedIn = field
    own.pushState(...entry)
  }
  for (const name of ["focusout", "popstate"]) addEventListener(name, ({ isTrusted }) => isTrusted && (typedIn = null))
}

// A day typed into a field of the framework's holds: it takes it once the focus has left its whole field,
// calendar and all, so that Enter would do nothing, Tab too little, and Esc would lose it. It is told that
// the focus goes elsewhere; where the focus really goes, the key decides.
const hold = ({ key, target }) => {
  if (!["Enter", "Tab", "Escape"].includes(key) || target.getAttribute?.("role") !== "spinbutton") return
  if (target.closest("[data-testid='stDateInput']"))
    target.dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget: document.querySelector(".page-head a") }))
}

// A menu of the framework's hears a press beside it, and so does what lies under the press.
const closesMenu = (event) => {
  const open = [...document.querySelectorAll("[data-testid='stPopoverBody']")].some((menu) => menu.checkVisibility())
  if (!open || event.composedPath().some((node) => node.matches?.("[data-st-overlay-root]"))) return
  swallow(event)
  for (const name of ["mousedown", "mouseup", "click"]) document.body.dispatchEvent(new MouseEvent(name, { bubbles: true }))
}

// The stage changes the address without a run of the page; links carry the view all the same, but for
// what belongs to this page alone.
let linked = null
let travels = []
const travelling = (search) => new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => travels.includes(name)))
document.addEventListener("stage:moved", () => {
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
document.addEventListener("page:opens", ({ detail }) => opened.observe(detail))

// A page that has done what was asked leads on to another one, by its link in the menu.
const led = new WeakSet()
const leadOn = () => {
  const asks = document.querySelector("[data-leads]")
  if (!asks || led.has(asks)) return
  led.add(asks)
  leadTo([...linked.children].find(({ pathname }) => pathname === pathOf(asks.dataset.leads)).href)
}

// The answer of a form is brought into sight when it comes, where it would stand below the window.
let answered = ""
const leadToAnswer = () => {
  const answer = document.querySelector(".st-key-check .check")
  const asked = answer?.querySelector("[role=status]").textContent ?? ""
  if (asked === answered) return
  answered = asked
  const top = answer?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > 0.7 * innerHeight) answer.scrollIntoView({ block: "start" })
}

export default function ({ data, parentElement, setTriggerValue }) {
  const header = parentElement.querySelector("header")
  const follow = (event) => {
    const anchor = event.currentTarget
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (anchor.pathname !== location.pathname) leadTo(anchor.href)
  }
  const links = data.links.map(({ slug, label, href }) =>
    made("a", { href, "aria-current": slug === data.current && "page", onclick: follow }, label))
  const speak = ({ code, name }) =>
    made("button", { type: "button", lang: code, onclick: () => setTriggerValue("language", code) }, name)
  const arrow = (sign, name, way) => made("button", { type: "button", class: `more more-${name}`, tabindex: -1, "aria-hidden": "true",
    onclick: () => linked.scrollBy({ left: way * 0.7 * linked.clientWidth }) }, sign)
  morph(header, made("header", { class: "page-head" }, made("p", { class: "brand" }, data.brand),
    made("nav", { "aria-label": data.menu }, ...links),
    made("div", { class: "languages" }, ...data.languages.map(speak)),
    arrow("‹", "before", -1), arrow("›", "after", 1), ...lostNotice(data.lost)))
  linked = header.querySelector("nav")
  travels = data.travels
  standsNow(data.current)
  keepInSight(linked, data.current)
  drawWhenBack(() => setTriggerValue("again", true))
  wording.copy = data.copy
  reword(document)
  if (!watcher) {
    addEventListener("pointerdown", closesMenu, { capture: true })
    addEventListener("keydown", hold, { capture: true })
    keepEntriesWhole()
    addEventListener("popstate", () => {
      clearTimeout(resting)
      moved()
    })
    document.addEventListener("page:stands", ({ detail }) => standsNow(detail))
    new MutationObserver(rest).observe(document.querySelector("[data-testid='stApp']"), {
      attributeFilter: ["data-test-script-state", "data-test-connection-state"] })
    watcher = new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) reword(node)
      leadOn()
      leadToAnswer()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
  }
  nameDocument(data.language, data.skip)
}
