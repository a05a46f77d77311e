// A page without instruments: HTML of the server whose parts have scripts of their own, the same in a
// first document and in the page of the app. What is chosen is in the address; whoever answers an
// address sends the whole page, and what is the same stays.
const MANAGED = ".live-view, .folds-bar, .forms, .record-drawer"

const listIds = (node) => [...node.querySelectorAll("[id]")].map(({ id }) => id).join()

const replaceText = (node, wanted) => {
  // Parts that open would lend what is open to others.
  if (listIds(node) !== listIds(wanted)) {
    node.replaceWith(wanted)
    return
  }
  // What is open is the reader's: the tools of the parts open the one that an address names.
  for (const fold of wanted.querySelectorAll("details.fold")) fold.open = false
  morphElement(node, wanted)
}

// What the scripts of its parts are sent.
const readParts = (page) => {
  const drawer = page.querySelector(".record-drawer")
  const folds = page.querySelector(".folds-bar")
  return {
    line: page.querySelector(".live-view > form")?.innerHTML,
    forms: [...page.querySelectorAll(".forms")].map(({ innerHTML }) => innerHTML),
    drawer: drawer && {
      key: drawer.dataset.record,
      html: drawer.querySelector(".body").innerHTML,
      close: drawer.dataset.close,
    },
    folds: folds && {
      html: folds.firstElementChild.innerHTML,
      target: folds.dataset.target,
    },
  }
}

class LivePage {
  constructor(root) {
    this.root = root
    // As the browser writes it: that of a first document, or nothing.
    this.html = root.innerHTML
    this.ends = new Set()
    root.addEventListener("click", (event) => this.handleClick(event))
    root.addEventListener("submit", (event) => {
      if (event.target.matches(".live-view form")) event.preventDefault()
    })
    const drawer = root.querySelector(".record-drawer .body")
    if (drawer) drawer.prerenderedHtml = drawer.innerHTML
  }

  handleClick(event) {
    const { target } = event
    // The panel closes itself; its link is for a browser without scripts.
    if (target.closest(".record-drawer .close")) event.preventDefault()
    if (target.closest(".totals-drawing, .takes, .share")) handlePress(event, this.data.words)
  }

  update(data) {
    if (this.isOfOtherView(data)) {
      this.askedSearch = location.search
      requestRun()
      return
    }
    this.data = data
    const wanted = makeElement("div")
    wanted.innerHTML = data.html
    const html = wanted.innerHTML
    const parts = readParts(wanted)
    if (this.html !== html) this.drawChildren(this.root, wanted)
    this.html = html
    this.drawParts(parts)
    this.root.removeAttribute("data-waiting")
  }

  // What is sent may be of an address that the reader has left: that of the new one is asked for,
  // once.
  isOfOtherView({ asked, filters }) {
    if (!filters || asked === undefined || !this.html) return false
    return this.askedSearch !== location.search && !isSeen({ seen: asked, names: filters.names })
  }

  drawChildren(node, wanted) {
    const present = [...node.children]
    const pairs = [...wanted.children].map((child) => {
      const index = present.findIndex(({ className }) => className === child.className)
      const [old] = index < 0 ? [] : present.splice(index, 1)
      return [old, child]
    })
    for (const old of present) old.remove()
    let place = node.firstElementChild
    for (const [old, child] of pairs) {
      if (old === place && old) place = old.nextElementSibling
      else node.insertBefore(old ?? child, place)
      if (old) this.drawChild(old, child)
    }
  }

  drawChild(old, child) {
    if (old.matches(MANAGED)) return
    if (old.querySelector(MANAGED)) this.drawChildren(old, child)
    else replaceText(old, child)
  }

  // The scripts of the parts, each with what the page has for it.
  drawParts({ line, forms, drawer, folds }) {
    const { root } = this
    const { asked, filters } = this.data
    if (line) this.drawPart(drawFilters, root, { ...filters, asked, line })
    const places = [...root.querySelectorAll(".forms")]
    forms.forEach((html, index) => {
      this.drawPart(drawForms, places[index].parentElement, { html })
    })
    if (drawer) this.drawPart(drawDrawer, root, drawer)
    if (folds) this.drawPart(drawFolds, root, folds)
  }

  drawPart(draw, parentElement, data) {
    const end = draw({ data, parentElement })
    this.ends.add(end)
  }

  end() {
    for (const end of this.ends) end()
  }
}

const drawNewPage = defineComponent(".live-page", (root) => new LivePage(root))

export default drawNewPage
