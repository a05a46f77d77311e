// A page with a filter bar: what is chosen changes the address, and the page shows what the
// address says. What only the server knows of a view is fetched by an address that names the
// view: that costs the server a tenth of a run of the page. The page itself runs only when
// something around the view is about to be used, or depends on the view.
const CONTROLS = "a, button, input, select, textarea, summary, label"
const LIVE_PARTS = ".live-view, .event-list"
const OPEN_DETAILS = "details[open]"

// Whether something that shows the view is open beside the picture.
const hasOpenDetails = () => {
  if (document.querySelector(`[data-testid=stExpander] ${OPEN_DETAILS}`)) return true
  const components = [...document.querySelectorAll(COMPONENTS)]
  return components.some(({ shadowRoot }) => shadowRoot?.querySelector(OPEN_DETAILS))
}

class LiveView {
  constructor(root) {
    this.root = root
    this.filterBar = new FilterBar(this.findPart("filters"), (changes, options) => {
      this.changeFilters(this.resetPage(changes), options)
    })
    this.findPart("hidden")?.addEventListener("click", (event) => this.followNotice(event))
    // The query of the address for which the page has run.
    this.pageQuery = location.search
    for (const name of ["pointerdown", "focusin", "keydown"]) {
      addEventListener(name, (event) => this.runBeforeUse(event), { capture: true })
    }
    addEventListener("popstate", ({ isTrusted }) => this.handleHistory(isTrusted))
    notifyServer = () => this.requestView()
  }

  findPart(name) {
    return this.root.querySelector(`[data-part="${name}"]`)
  }

  // A list of what words find leaves the page of a table as it is.
  resetPage(changes) {
    const names = Object.keys(changes)
    return names.join() === "search" ? changes : { ...changes, page: null }
  }

  // What a reader uses beside the view must be of the view.
  runBeforeUse(event) {
    const nodes = event.composedPath().filter((node) => node instanceof Element)
    const isControl = nodes.some((node) => node.matches(CONTROLS))
    const isOfView = nodes.some((node) => node.matches(LIVE_PARTS))
    if (this.root.isConnected && isControl && !isOfView) this.runPage()
  }

  handleHistory(isByReader) {
    this.pageQuery = location.search
    const { isConnected } = this.root
    // After Back or Forward the page runs as well, and may have nothing new to send.
    if (isByReader && isConnected) this.requestView()
    // What was typed is of the view before.
    if (isByReader || isLeaving()) this.cancelPending()
    if (this.data && isConnected && !isLeaving()) this.showView()
  }

  // What the server sent with this run of the page.
  update(data) {
    this.drawData(data)
    this.sentData = data
    this.answeredQuery = undefined
    if (isSeen(data)) this.pageQuery = location.search
    else if (data.addresses && !data.inline) this.requestView()
  }

  // What filters on sources leave out stands under the filters, whose open list stays in place.
  drawHidden({ hidden = "" }) {
    const part = this.findPart("hidden")
    setHtml(part, hidden.trim())
    part.hidden = !part.givenHtml
  }

  // The link of a notice takes filters away here: the page has not run for the view they made.
  followNotice(event) {
    const link = event.target.closest("[data-change]")
    if (!link || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const values = [...new URLSearchParams(link.dataset.change)]
    const changes = values.map(([name, value]) => [name, value || null])
    this.changeFilters(Object.fromEntries(changes))
  }

  // What the server says of the view, however it came.
  drawData(data) {
    this.data = data
    this.filterBar.drawBar(data)
    this.showView()
  }

  // Whether the server's answer is not of the view in the address. `asked` is the address with
  // what of it could not be used.
  isWaiting({ asked, seen, names } = this.data) {
    if (this.answeredQuery === location.search) return false
    return !isSeen({ seen: asked ?? seen, names })
  }

  // Whether what the answer says of the page is of another view; words that are only listed
  // change nothing of it.
  isStale() {
    const { names } = this.data
    const viewNames = names.filter((name) => name !== "search")
    return this.isWaiting({ ...this.data, names: viewNames })
  }

  async requestView() {
    const { data, root } = this
    if (!root.isConnected || isLeaving()) return
    if (!data.addresses || data.inline) {
      this.runPage()
      return
    }
    const query = location.search
    try {
      const answer = await fetchCached(this.formatRequest(query), "json")
      // The reader has gone on, or the page has run in another language since.
      const isOther = this.data.addresses.view !== data.addresses.view
      if (query !== location.search || !root.isConnected || isOther) return
      this.drawAnswer(query, answer)
    } catch {
      this.handleFailure(query)
    }
  }

  formatRequest(query) {
    const { addresses, names } = this.data
    const params = new URLSearchParams(query)
    for (const name of [...params.keys()]) {
      if (!names.includes(name)) params.delete(name)
    }
    return `${addresses.view}${this.formatSize()}&${params}`
  }

  // A page whose answer depends on its width adds it to the request.
  formatSize() {
    return ""
  }

  drawAnswer(query, answer) {
    // The server leaves out values that change nothing, such as `tier=all`.
    this.answeredQuery = query
    this.drawData({ ...this.data, ...answer })
    notifyPage("view:loaded", answer)
    const around = JSON.stringify(answer.around)
    const isSame = around === JSON.stringify(this.sentData.around)
    if (!isSame || hasOpenDetails()) this.runPage()
  }

  handleFailure(query) {
    if (query !== location.search || !this.root.isConnected) return
    if (this.pageQuery !== query) {
      this.runPage()
      return
    }
    // The page has run for this address, and a value in it is unknown: the rest of the answer is
    // valid.
    this.answeredQuery = query
    this.showView()
  }

  // The framework reads the address, and runs the page.
  runPage() {
    if (this.pageQuery === location.search || isLeaving()) return
    this.pageQuery = location.search
    requestRun()
  }

  // Shows what the address says.
  showView() {
    const isWaiting = this.isWaiting()
    const query = isWaiting ? location.search : this.data.seen
    this.filterBar.showChoices(this.data, query)
    this.root.toggleAttribute("data-waiting", isWaiting)
  }

  // A line of the page; without a text there is none.
  drawText(selector, text) {
    const node = this.root.querySelector(selector)
    setText(node, text)
    node.hidden = !text
  }

  cancelPending() {
    this.filterBar.cancelTyping()
  }

  changeFilters(changes, options) {
    this.changeView(changes, options)
  }

  changeView(changes, options) {
    writeAddress(changes, options)
    this.showView()
  }

  // A link out of an empty view sets its filters here. Returns whether it was followed.
  followFilterLink(event) {
    const link = event.target.closest("a[data-lift]")
    if (!link || event.ctrlKey || event.metaKey) return false
    event.preventDefault()
    const params = new URL(link.href, document.baseURI).searchParams
    const filters = this.data.names.map((name) => [name, params.getAll(name)])
    this.changeView(Object.fromEntries(filters))
    return true
  }
}
