// A list of parts that open, one at a time: found by their text, opened by a link; on paper the
// style sheet opens all.
// The parts are HTML of the page, which the server may replace at any time: what a reader has
// opened or searched is then restored.
// A prerendered document without such tools has the same ids until the page is drawn: only the page
// counts.
const MAIN = ":is([data-testid='stMain'], .live-page)"
const FOLD = "details.fold"
const LINKS = `${MAIN} a[href^='#']`
const ACTIONS_OF_READER = ["wheel", "touchmove", "keydown", "pointerdown"]

const findAll = (selector, root = document) => [...root.querySelectorAll(selector)]
const listFolds = () => findAll(`${MAIN} ${FOLD}`)
const findPart = (fold) => fold.closest("[data-fold]") ?? fold
const decodeHash = ({ hash }) => decodeURIComponent(hash.slice(1))

class FoldTools {
  constructor(box) {
    this.box = box
    this.openedIds = new Set()
    this.target = ""
    this.partTexts = new WeakMap()
    this.life = new AbortController()
    box.addEventListener("input", () => this.filterParts())
    box.addEventListener("click", ({ target }) => {
      if (target === this.toggleButton) this.toggleAll()
    })
    const { signal } = this.life
    // A "toggle" does not bubble: it is caught on the way down.
    document.addEventListener("toggle", ({ target }) => {
      if (target.matches?.(FOLD)) this.noteToggle(target)
    }, { capture: true, signal })
    document.addEventListener("click", (event) => this.handleClick(event), { signal })
    window.addEventListener("hashchange", () => this.showAddress(), { signal })
    this.observer = new MutationObserver(() => this.restoreParts())
    this.observer.observe(document.body, { childList: true, subtree: true })
  }

  noteToggle(fold) {
    const { id } = findPart(fold)
    if (fold.open) this.openedIds.add(id)
    else this.openedIds.delete(id)
    const isPressed = fold === this.pressedFold
    if (isPressed) this.pressedFold = null
    const isNamed = fold.open || id === decodeHash(location)
    if (isPressed && id && !this.showsAll && isNamed) {
      this.writeHash(fold.open ? id : "")
    }
    this.updateButton()
  }

  handleClick(event) {
    const summary = event.target.closest?.(`${FOLD} > summary`)
    this.pressedFold = summary?.parentElement
    const link = event.target.closest?.(LINKS)
    if (!link) return
    const id = decodeHash(link)
    if (!this.openPart(id)) return
    event.preventDefault()
    this.writeHash(id)
  }

  // After Back or Forward the part that the address names is open, and no other.
  showAddress() {
    const id = decodeHash(location)
    if (!this.showsAll) {
      for (const fold of listFolds()) {
        if (findPart(fold).id !== id) fold.open = false
      }
    }
    this.openPart(id)
  }

  update(data) {
    morphHtml(this.box, data.html)
    this.searchField = this.box.querySelector("input")
    this.status = this.box.querySelector("output")
    this.toggleButton = this.box.querySelector("button")
    if (data.target !== this.target) {
      this.target = data.target
      this.wantedId = data.target
    }
    this.updateButton()
    this.restoreParts(true)
    if (this.showsAll) this.openAll(true)
  }

  // The HTML of the page came, or came again.
  restoreParts(isUpdate = false) {
    const list = document.querySelector(`${MAIN} :is(.folds, ${FOLD})`)
    if (!list || (list === this.list && !isUpdate)) return
    const firstId = this.list ? "" : decodeHash(location)
    const wantedId = firstId || this.wantedId
    if (list !== this.list) {
      for (const fold of listFolds()) {
        if (this.openedIds.has(findPart(fold).id)) fold.open = true
      }
      if (this.showsAll) this.openAll(true)
    }
    this.list = list
    this.filterParts()
    this.updateButton()
    if (wantedId && this.openPart(wantedId)) this.wantedId = ""
  }

  // Opens the part with an id, or the part around it, scrolls to it and focuses it. Returns
  // whether there is one.
  openPart(id) {
    const node = id && document.querySelector(`${MAIN} [id="${CSS.escape(id)}"]`)
    if (!node) return false
    const isPart = node.matches("[data-fold]")
    const inner = isPart ? node.querySelector(FOLD) : null
    const fold = node.closest(FOLD) ?? inner
    if (fold) {
      findPart(fold).hidden = false
      fold.open = true
      fold.querySelector("summary").focus({ preventScroll: true })
    }
    const isOutside = fold && !fold.contains(node)
    this.keepInView(isOutside ? findPart(fold) : node)
    return true
  }

  // Letters and charts that come late move what is above: until the reader does something, the
  // part is scrolled into view again.
  keepInView(node) {
    this.sizeObserver?.disconnect()
    const observer = new ResizeObserver(() => {
      node.scrollIntoView({ block: "start" })
    })
    this.sizeObserver = observer
    observer.observe(node.closest(".live-page, .stMainBlockContainer"))
    const options = { once: true, passive: true, signal: this.life.signal }
    for (const name of ACTIONS_OF_READER) {
      addEventListener(name, () => observer.disconnect(), options)
    }
  }

  // The opened part is in the address, as an entry of the history.
  writeHash(id) {
    if (id === decodeHash(location)) return
    const { pathname, search } = location
    const hash = id ? `#${id}` : ""
    history.pushState(history.state, "", `${pathname}${search}${hash}`)
  }

  matchesSearch(part, words) {
    if (!this.partTexts.has(part)) {
      this.partTexts.set(part, foldText(part.textContent))
    }
    const text = this.partTexts.get(part)
    return words.every((word) => text.includes(word))
  }

  filterParts() {
    const words = foldText(this.searchField.value).split(/\s+/).filter(Boolean)
    const isSearch = words.length > 0
    const parts = listFolds().map(findPart)
    for (const part of parts) part.hidden = !this.matchesSearch(part, words)
    for (const section of findAll(".folds > .fold-list")) {
      const isEmpty = findAll("[data-fold]", section).every(({ hidden }) => hidden)
      section.hidden = isSearch && isEmpty
      // The number beside a heading counts all its parts.
      for (const count of findAll("h2 > .muted", section)) count.hidden = isSearch
    }
    const shown = parts.filter(({ hidden }) => !hidden).length
    setText(this.status, isSearch ? this.formatCount(shown, parts.length) : "")
  }

  formatCount(shown, total) {
    const { count, none } = this.status.dataset
    return shown ? fillText(count, { shown, total }) : none
  }

  updateButton() {
    const folds = listFolds()
    const hasFolds = folds.length > 0
    this.allOpen = hasFolds && folds.every(({ open }) => open)
    this.toggleButton.hidden = !hasFolds
    const { close, open } = this.toggleButton.dataset
    setText(this.toggleButton, this.allOpen ? close : open)
  }

  toggleAll() {
    this.showsAll = !this.allOpen
    this.openAll(this.showsAll)
  }

  // Parts with the same name close each other; while all are open, they have none.
  openAll(isOpen) {
    for (const fold of listFolds()) {
      fold.dataset.name ??= fold.getAttribute("name") ?? ""
      fold.name = isOpen ? "" : fold.dataset.name
      fold.open = isOpen
    }
    this.updateButton()
  }

  end() {
    this.life.abort()
    this.observer.disconnect()
    this.sizeObserver?.disconnect()
    owners.delete(this.box)
  }
}

const drawFolds = defineComponent(".fold-tools", (box) => new FoldTools(box))

export default drawFolds
