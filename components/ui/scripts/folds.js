// A list of parts that open, one at a time: found by their words, opened by a link, all open on paper.
// The parts are the page's own HTML, which the server may replace at any time: what a reader has
// opened or looks for is put back then.
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
const all = (selector, from = document) => [...from.querySelectorAll(selector)]
// The first document says the same under the same ids until the page is drawn: only the page counts.
const MAIN = "[data-testid='stMain']"
const named = (id) => document.querySelector(`${MAIN} [id="${CSS.escape(id)}"]`)
const partOf = (fold) => fold.closest("[data-fold]") ?? fold

class Folds {
  constructor(box) {
    this.box = box
    this.opened = new Set()
    this.target = ""
    this.build()
    this.end = new AbortController()
    const { signal } = this.end
    // A "toggle" does not rise from its element: it is caught on the way down.
    document.addEventListener("toggle", ({ target }) => this.toggled(target), { capture: true, signal })
    document.addEventListener("click", (event) => this.clicked(event), { signal })
    addEventListener("hashchange", () => this.go(), { signal })
    addEventListener("beforeprint", () => this.print(), { signal })
    addEventListener("afterprint", () => this.printed(), { signal })
    this.watch = new MutationObserver(() => this.renewed())
    this.watch.observe(document.body, { childList: true, subtree: true })
  }

  build() {
    this.find = made("input", { type: "search", oninput: () => this.filter() })
    this.status = made("output")
    this.every = made("button", { type: "button", onclick: () => this.toggleAll() })
    this.index = made("nav")
    this.box.replaceChildren(this.find, this.index, this.status, this.every)
  }

  show(data) {
    this.words = data
    this.find.placeholder = data.find
    this.find.setAttribute("aria-label", data.find)
    this.find.hidden = !data.find
    this.index.hidden = !data.links.length
    this.index.setAttribute("aria-label", data.index)
    repeat(this.index, data.links.length, () => made("a", { target: "_self" }))
    data.links.forEach(({ id, text }, at) => Object.assign(this.index.children[at], { href: `#${id}`, textContent: text }))
    this.say()
    if (data.target !== this.target) {
      this.target = data.target
      this.wanted = data.target
    }
    this.renewed(true)
  }

  named() {
    return decodeURIComponent(location.hash.slice(1))
  }

  // The part that the address names now, after back or forward: it is open, and no other.
  go() {
    const id = this.named()
    if (!this.wide) for (const fold of this.folds()) if (partOf(fold).id !== id) fold.open = false
    this.reach(id)
  }

  // What is opened stands in the address, a step back from what stood there before.
  name(id) {
    if (id !== this.named()) history.pushState(history.state, "", `${location.pathname}${location.search}${id ? `#${id}` : ""}`)
  }

  folds() {
    return all(`${MAIN} details.fold`)
  }

  // The page's HTML came, or came anew.
  renewed(again = false) {
    const list = document.querySelector(`${MAIN} :is(.folds, details.fold)`)
    if (!list || (list === this.list && !again)) return
    const first = !this.list
    if (list !== this.list) {
      this.list = list
      for (const fold of this.folds()) if (this.opened.has(partOf(fold).id)) fold.open = true
      if (this.wide) this.openAll(true)
    }
    this.filter()
    this.say()
    const wanted = (first && this.named()) || this.wanted
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
    const inSight = fold && !fold.contains(node) ? partOf(fold) : node
    this.follow(inSight)
    return true
  }

  // Letters and charts that come late move what is above: until the reader does something, it is
  // brought back into sight.
  follow(node) {
    this.following?.disconnect()
    const show = () => node.scrollIntoView({ block: "start" })
    show()
    this.following = new ResizeObserver(show)
    this.following.observe(node.closest(".stMainBlockContainer"))
    const letGo = () => this.following.disconnect()
    for (const act of ["wheel", "touchmove", "keydown", "pointerdown"])
      addEventListener(act, letGo, { once: true, passive: true, signal: this.end.signal })
  }

  toggled(fold) {
    if (!fold.matches?.("details.fold") || this.printing) return
    const { id } = partOf(fold)
    if (fold.open) this.opened.add(id)
    else this.opened.delete(id)
    if (fold === this.pressed) {
      this.pressed = null
      if (id && !this.wide && (fold.open || id === this.named())) this.name(fold.open ? id : "")
    }
    this.say()
  }

  clicked(event) {
    this.pressed = event.target.closest?.("details.fold > summary")?.parentElement
    const link = event.target.closest?.("[data-testid='stMain'] a[href^='#']")
    if (link) {
      const id = decodeURIComponent(link.hash.slice(1))
      if (!this.reach(id)) return
      event.preventDefault()
      this.name(id)
    }
  }

  filter() {
    const wanted = folded(this.find.value).split(/\s+/).filter(Boolean)
    const folds = this.folds()
    let shown = 0
    for (const fold of folds) {
      const part = partOf(fold)
      const text = (this.texts ??= new WeakMap()).get(part) ?? folded(part.textContent)
      this.texts.set(part, text)
      part.hidden = !wanted.every((word) => text.includes(word))
      if (!part.hidden) shown += 1
    }
    for (const part of all(".folds > .fold-list")) part.hidden = wanted.length > 0 && all("[data-fold]", part).every((one) => one.hidden)
    const said = filled(this.words.count, { shown, total: folds.length })
    this.status.textContent = wanted.length ? (shown ? said : this.words.none) : ""
  }

  say() {
    this.everyOpen = this.folds().length > 0 && this.folds().every((fold) => fold.open)
    this.every.hidden = this.folds().length === 0
    if (this.words) this.every.textContent = this.everyOpen ? this.words.close : this.words.open
  }

  // Parts of one name close each other; while all are open, they have none.
  openAll(open) {
    for (const fold of this.folds()) {
      if (fold.getAttribute("name")) fold.dataset.name = fold.getAttribute("name")
      if (open) fold.removeAttribute("name")
      else if (fold.dataset.name) fold.setAttribute("name", fold.dataset.name)
      fold.open = open
    }
  }

  toggleAll() {
    this.wide = !this.everyOpen
    this.openAll(this.wide)
    this.say()
  }

  print() {
    this.printing = this.folds().filter((fold) => fold.open)
    this.openAll(true)
    // A list of a hundred pages is not what is printed.
    for (const fold of this.folds()) if (fold.dataset.printed === "no" && !this.printing.includes(fold)) fold.open = false
  }

  printed() {
    const before = this.printing ?? []
    const every = before.length === this.folds().length
    if (!every) this.openAll(false)
    if (this.wide) for (const fold of this.folds()) fold.removeAttribute("name")
    for (const fold of before) fold.open = true
    this.printing = null
  }

  close() {
    this.end.abort()
    this.watch.disconnect()
    this.following?.disconnect()
  }
}

const kept = new WeakMap()
export default function ({ data, parentElement }) {
  const box = parentElement.querySelector(".fold-tools")
  if (!kept.has(box)) kept.set(box, new Folds(box))
  kept.get(box).show(data)
  return () => {
    kept.get(box)?.close()
    kept.delete(box)
  }
}
