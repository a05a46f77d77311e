// A list of parts that open, one at a time: found by their words, opened by a link; on paper the style sheet
// opens them all.
// The parts are the page's own HTML, which the server may replace at any time: what a reader has
// opened or looks for is put back then.
const all = (selector, from = document) => [...from.querySelectorAll(selector)]
// The first document says the same under the same ids until the page is drawn: only the page counts.
const MAIN = "[data-testid='stMain']"
const named = (id) => document.querySelector(`${MAIN} [id="${CSS.escape(id)}"]`)
const partOf = (one) => one.closest("[data-fold]") ?? one
const folds = () => all(`${MAIN} details.fold`)
const inAddress = () => decodeURIComponent(location.hash.slice(1))

class Folds {
  constructor(box) {
    Object.assign(this, { opened: new Set(), target: "", end: new AbortController() })
    this.find = made("input", { type: "search", oninput: () => this.filter() })
    this.status = made("output")
    this.every = made("button", { type: "button", onclick: () => {
      this.openAll(this.wide = !this.everyOpen)
      this.say()
    } })
    this.index = made("nav")
    box.replaceChildren(this.find, this.index, this.status, this.every)
    const { signal } = this.end
    const on = (from, name, act, capture) => from.addEventListener(name, act, { capture, signal })
    // A "toggle" does not rise from its element: it is caught on the way down.
    on(document, "toggle", ({ target }) => target.matches?.("details.fold") && this.toggled(target), true)
    on(document, "click", (event) => this.clicked(event))
    // The part that the address names now, after back or forward: it is open, and no other.
    on(window, "hashchange", () => {
      const id = inAddress()
      if (!this.wide) for (const one of folds()) if (partOf(one).id !== id) one.open = false
      this.reach(id)
    })
    this.watch = new MutationObserver(() => this.renewed())
    this.watch.observe(document.body, { childList: true, subtree: true })
  }

  show(data) {
    this.words = data
    Object.assign(this.find, { placeholder: data.find, ariaLabel: data.find, hidden: !data.find })
    morph(this.index, made("nav", { hidden: !data.links.length, "aria-label": data.index },
      ...data.links.map(({ id, text }) => made("a", { target: "_self", href: `#${id}` }, text))))
    if (data.target !== this.target) this.target = this.wanted = data.target
    this.say()
    this.renewed(true)
  }

  // What is opened stands in the address, a step back from what stood there before.
  name(id) {
    if (id !== inAddress()) history.pushState(history.state, "", `${location.pathname}${location.search}${id ? `#${id}` : ""}`)
  }

  // The page's HTML came, or came anew.
  renewed(again = false) {
    const list = document.querySelector(`${MAIN} :is(.folds, details.fold)`)
    if (!list || (list === this.list && !again)) return
    const first = !this.list
    if (list !== this.list) {
      this.list = list
      for (const one of folds()) if (this.opened.has(partOf(one).id)) one.open = true
      if (this.wide) this.openAll(true)
    }
    this.filter()
    this.say()
    const wanted = (first && inAddress()) || this.wanted
    if (wanted && this.reach(wanted)) this.wanted = ""
  }

  // Opens what an id names, or what it stands in, brings it into sight and gives it the focus.
  reach(id) {
    const node = id && named(id)
    if (!node) return false
    const fold = node.closest("details.fold") ?? (node.matches("[data-fold]") ? node.querySelector("details.fold") : null)
    if (fold) {
      partOf(fold).hidden = false
      fold.open = true
      fold.querySelector("summary").focus({ preventScroll: true })
    }
    this.follow(fold && !fold.contains(node) ? partOf(fold) : node)
    return true
  }

  // Letters and charts that come late move what is above: until the reader does something, it is
  // brought back into sight.
  follow(node) {
    this.following?.disconnect()
    const show = () => node.scrollIntoView({ block: "start" })
    const following = (this.following = new ResizeObserver(show))
    following.observe(node.closest(".stMainBlockContainer"))
    for (const act of ["wheel", "touchmove", "keydown", "pointerdown"])
      addEventListener(act, () => following.disconnect(), { once: true, passive: true, signal: this.end.signal })
  }

  toggled(fold) {
    const { id } = partOf(fold)
    this.opened[fold.open ? "add" : "delete"](id)
    if (fold === this.pressed) {
      this.pressed = null
      if (id && !this.wide && (fold.open || id === inAddress())) this.name(fold.open ? id : "")
    }
    this.say()
  }

  clicked(event) {
    this.pressed = event.target.closest?.("details.fold > summary")?.parentElement
    const link = event.target.closest?.(`${MAIN} a[href^='#']`)
    const id = link && decodeURIComponent(link.hash.slice(1))
    if (!link || !this.reach(id)) return
    event.preventDefault()
    this.name(id)
  }

  filter() {
    const wanted = fold(this.find.value).split(/\s+/).filter(Boolean)
    this.texts ??= new WeakMap()
    const parts = folds().map(partOf)
    for (const part of parts) {
      if (!this.texts.has(part)) this.texts.set(part, fold(part.textContent))
      part.hidden = !wanted.every((word) => this.texts.get(part).includes(word))
    }
    for (const part of all(".folds > .fold-list")) {
      part.hidden = wanted.length > 0 && all("[data-fold]", part).every((one) => one.hidden)
      // The number beside a heading is of all its parts.
      for (const count of all("h2 > .muted", part)) count.hidden = wanted.length > 0
    }
    const shown = parts.filter((part) => !part.hidden).length
    const said = shown ? filled(this.words.count, { shown, total: parts.length }) : this.words.none
    this.status.textContent = wanted.length ? said : ""
  }

  say() {
    const every = folds()
    this.everyOpen = every.length > 0 && every.every((one) => one.open)
    this.every.hidden = !every.length
    if (this.words) this.every.textContent = this.everyOpen ? this.words.close : this.words.open
  }

  // Parts of one name close each other; while all are open, they have none.
  openAll(open) {
    for (const one of folds()) {
      one.dataset.name ??= one.getAttribute("name") ?? ""
      if (open) one.removeAttribute("name")
      else if (one.dataset.name) one.setAttribute("name", one.dataset.name)
      one.open = open
    }
  }

  close() {
    this.end.abort()
    this.watch.disconnect()
    this.following?.disconnect()
  }
}

export default function ({ data, parentElement }) {
  const box = parentElement.querySelector(".fold-tools")
  const own = ownerOf(box, () => new Folds(box))
  own.show(data)
  return () => {
    own.close()
    owners.delete(box)
  }
}
