// A page with a line of filters: what is chosen changes the address, and the page shows what the address says.
// What only the server can say of a view is fetched by an address that names the view: that costs the server a
// tenth of a run of the page. The page itself runs only when something around it is about to be used, or shows
// what another view changes.
const OTHERS = "a, button, input, select, textarea, summary, label"
const OPEN = "details[open]"

class Answering {
  constructor(root) {
    this.root = root
    this.part = (name) => root.querySelector(`[data-part="${name}"]`)
    this.filters = new FilterLine(this.part("filters"), (changes, how) => this.filter({ ...changes, page: null }, how))
    this.known = location.search
    for (const name of ["pointerdown", "focusin", "keydown"])
      addEventListener(name, (event) => {
        const nodes = event.composedPath().filter((node) => node instanceof Element)
        // Something beside the page's own part and its list that a reader uses.
        const leaves = nodes.some((node) => node.matches(OTHERS)) && !nodes.some((node) => node.matches(".answering, .event-list"))
        if (root.isConnected && leaves) this.run()
      }, { capture: true })
    addEventListener("popstate", ({ isTrusted }) => {
      this.known = location.search
      // Back and forward: the page runs as well, and may have nothing new to send.
      if (isTrusted && root.isConnected) this.ask()
      // What was on its way is not told any more.
      if (isTrusted || isLeaving()) this.forget()
      if (this.data && root.isConnected && !isLeaving()) this.apply()
    })
    notifyServer = () => this.ask()
  }

  // What the server sent with this run of the page.
  update(data) {
    this.take(data)
    this.server = data
    this.answered = undefined
    if (isSeen(data)) this.known = location.search
    else if (data.addresses && !data.inline) this.ask()
  }

  // What the server says of the view, however it came.
  take(data) {
    this.data = data
    this.filters.build(data)
    this.apply()
  }

  // Whether what the server says is not of the view in the address; `asked` is the address as it stood,
  // with what of it could not be used.
  waits({ asked, seen, names } = this.data) {
    return this.answered !== location.search && !isSeen({ seen: asked ?? seen, names })
  }

  async ask() {
    const { data, root } = this
    if (!root.isConnected || isLeaving()) return
    if (!data.addresses || data.inline) return this.run()
    const asked = location.search
    try {
      const view = new URLSearchParams(asked)
      for (const name of [...view.keys()]) if (!data.names.includes(name)) view.delete(name)
      const said = await fetchCached(`${data.addresses.view}${this.size?.() ?? ""}&${view}`, "json")
      // The page has moved on, or has run in another language since: its words stand.
      if (asked !== location.search || !root.isConnected || this.data.addresses.view !== data.addresses.view) return
      // A value that means what is there without it, such as `tier=all`, is left out of what was seen.
      this.answered = asked
      this.take({ ...this.data, ...said })
      notifyPage("view:loaded", said)
      // Something that holds the view stands open.
      const open = document.querySelector(`[data-testid=stExpander] ${OPEN}`)
        || [...document.querySelectorAll("[data-testid^=stBidiComponent]")].some(({ shadowRoot }) => shadowRoot?.querySelector(OPEN))
      if (open || JSON.stringify(said.around) !== JSON.stringify(this.server.around)) this.run()
    } catch {
      if (asked !== location.search || !root.isConnected) return
      if (this.known !== asked) return this.run()
      // The page has run for this address, and a value in it is unknown: what it said of the rest stands.
      this.answered = asked
      this.apply()
    }
  }

  // The framework's address follows ours, and it runs the page.
  run() {
    if (this.known === location.search || isLeaving()) return
    this.known = location.search
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }))
  }

  // The page as the address has it.
  apply() {
    const waits = this.waits()
    this.filters.show(this.data, waits ? location.search : this.data.seen)
    this.root.toggleAttribute("data-waiting", waits)
  }

  forget() { this.filters.forget() }
  filter(changes, how) { this.go(changes, how) }

  go(changes, how) {
    writeAddress(changes, how)
    this.apply()
  }

  // A way back from an empty view: the filters of a link, here.
  lift(event) {
    const link = event.target.closest("a[data-lift]")
    if (!link || event.ctrlKey || event.metaKey) return false
    event.preventDefault()
    const wanted = new URL(link.href, document.baseURI).searchParams
    this.go(Object.fromEntries(this.data.names.map((name) => [name, wanted.getAll(name)])))
    return true
  }
}
