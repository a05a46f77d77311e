// A list of parts that open, one at a time: found by their words, opened by a link; on paper the style sheet
// opens them all.
// The parts are the page's own HTML, which the server may replace at any time: what a reader has
// opened or looks for is put back then.
// The first document says the same under the same ids until the page is drawn: only the page counts.
const MAIN = "[data-testid='stMain']"
const all = (selector, from = document) => [...from.querySelectorAll(selector)]
const folds = () => all(`${MAIN} details.fold`)
const partOf = (one) => one.closest("[data-fold]") ?? one
const inAddress = () => decodeURIComponent(location.hash.slice(1))

class Folds {
  constructor(box) {
    Object.assign(this, { box, opened: new Set(), target: "", texts: new WeakMap(), life: new AbortController() })
    box.addEventListener("input", () => this.filter())
    box.addEventListener("click", ({ target }) => target === this.every && this.openAll((this.wide = !this.everyOpen)))
    const on = (from, name, act, capture) => from.addEventListener(name, act, { capture, signal: this.life.signal })
    // A "toggle" does not rise from its element: it is caught on the way down.
    on(document, "toggle", ({ target: fold }) => {
      if (!fold.matches?.("details.fold")) return
      const { id } = partOf(fold)
      this.opened[fold.open ? "add" : "delete"](id)
      const pressed = fold === this.pressed
      if (pressed) this.pressed = null
      if (pressed && id && !this.wide && (fold.open || id === inAddress())) this.name(fold.open ? id : "")
      this.say()
    }, true)
    on(document, "click", (event) => {
      this.pressed = event.target.closest?.("details.fold > summary")?.parentElement
      const link = event.target.closest?.(`${MAIN} a[href^='#']`)
      const id = link && decodeURIComponent(link.hash.slice(1))
      if (!link || !this.reach(id)) return
      event.preventDefault()
      this.name(id)
    })
    // The part that the address names now, after back or forward: it is open, and no other.
    on(window, "hashchange", () => {
      const id = inAddress()
      if (!this.wide) for (const one of folds()) if (partOf(one).id !== id) one.open = false
      this.reach(id)
    })
    this.watch = new MutationObserver(() => this.renewed())
    this.watch.observe(document.body, { childList: true, subtree: true })
  }

  update(data) {
    morphHtml(this.box, data.html)
    ;[this.find, this.status, this.every] = ["input", "output", "button"].map((tag) => this.box.querySelector(tag))
    if (data.target !== this.target) this.target = this.wanted = data.target
    this.say()
    this.renewed(true)
  }

  // The page's HTML came, or came anew.
  renewed(again = false) {
    const list = document.querySelector(`${MAIN} :is(.folds, details.fold)`)
    if (!list || (list === this.list && !again)) return
    const wanted = (!this.list && inAddress()) || this.wanted
    if (list !== this.list) {
      for (const one of folds()) if (this.opened.has(partOf(one).id)) one.open = true
      if (this.wide) this.openAll(true)
    }
    this.list = list
    this.filter()
    this.say()
    if (wanted && this.reach(wanted)) this.wanted = ""
  }

  // Opens what an id names, or what it stands in, brings it into sight and gives it the focus.
  reach(id) {
    const node = id && document.querySelector(`${MAIN} [id="${CSS.escape(id)}"]`)
    if (!node) return false
    const fold = node.closest("details.fold") ?? (node.matches("[data-fold]") ? node.querySelector("details.fold") : null)
    if (fold) {
      partOf(fold).hidden = false
      fold.open = true
      fold.querySelector("summary").focus({ preventScroll: true })
    }
    // Letters and charts that come late move what is above: until the reader does something, it is
    // brought back into sight.
    this.following?.disconnect()
    const seen = fold && !fold.contains(node) ? partOf(fold) : node
    const following = (this.following = new ResizeObserver(() => seen.scrollIntoView({ block: "start" })))
    following.observe(seen.closest(".stMainBlockContainer"))
    for (const act of ["wheel", "touchmove", "keydown", "pointerdown"])
      addEventListener(act, () => following.disconnect(), { once: true, passive: true, signal: this.life.signal })
    return true
  }

  // What is opened stands in the address, a step back from what stood there before.
  name(id) {
    if (id !== inAddress()) history.pushState(history.state, "", `${location.pathname}${location.search}${id ? `#${id}` : ""}`)
  }

  filter() {
    const wanted = foldText(this.find.value).split(/\s+/).filter(Boolean)
    const parts = folds().map(partOf)
    for (const part of parts) {
      if (!this.texts.has(part)) this.texts.set(part, foldText(part.textContent))
      part.hidden = !wanted.every((word) => this.texts.get(part).includes(word))
    }
    for (const part of all(".folds > .fold-list")) {
      part.hidden = wanted.length > 0 && all("[data-fold]", part).every((one) => one.hidden)
      // The number beside a heading is of all its parts.
      for (const count of all("h2 > .muted", part)) count.hidden = wanted.length > 0
    }
    const shown = parts.filter((part) => !part.hidden).length
    const { count, none } = this.status.dataset
    const said = shown ? fillText(count, { shown, total: parts.length }) : none
    setText(this.status, wanted.length ? said : "")
  }

  say() {
    const every = folds()
    this.everyOpen = every.length > 0 && every.every((one) => one.open)
    this.every.hidden = !every.length
    setText(this.every, this.every.dataset[this.everyOpen ? "close" : "open"])
  }

  // Parts of one name close each other; while all are open, they have none.
  openAll(open) {
    for (const one of folds()) {
      one.dataset.name ??= one.getAttribute("name") ?? ""
      one.name = open ? "" : one.dataset.name
      one.open = open
    }
    this.say()
  }

  end() {
    this.life.abort()
    this.watch.disconnect()
    this.following?.disconnect()
    owners.delete(this.box)
  }
}

export default defineComponent(".fold-tools", (box) => new Folds(box))
