// The scene: what is shown is what the address says, and a move writes the address.
const scenes = new WeakMap()

const read = (steps) => {
  const params = new URLSearchParams(location.search)
  const number = Number(params.get("step") ?? 1)
  const sound = Number.isInteger(number) && number >= 1 && number <= steps.length
  const step = sound ? number : 1
  const shown = params.get("evidence") === "shown" && Boolean(steps[step - 1].question)
  return { step, shown, panel: params.get("panel") === "teacher" }
}

const build = (root) => {
  const part = (name, kind, attributes = {}) => make(kind, { class: name, ...attributes })
  const nodes = {
    notices: part("notices", "div", { role: "status" }),
    left: part("left", "div"),
    right: part("right", "div"),
    kicker: part("kicker", "p"),
    headline: part("headline", "h1"),
    text: part("text", "p"),
    ask: part("ask", "div"),
    answer: part("answer", "div"),
    cites: part("cites", "div"),
    map: part("map", "div", { role: "img" }),
    time: draw("svg", { class: "time", role: "img" }),
    evidence: part("evidence", "ul"),
    bar: part("bar", "nav"),
    panel: part("panel", "aside"),
    citation: part("citation", "section", { role: "dialog", hidden: true }),
    live: part("live", "p", { "aria-live": "polite" }),
  }
  nodes.left.append(nodes.kicker, nodes.headline, nodes.text, nodes.ask, nodes.answer, nodes.cites)
  nodes.right.append(nodes.map, nodes.time, nodes.evidence)
  root.replaceChildren(nodes.notices, nodes.left, nodes.right, nodes.panel, nodes.citation, nodes.bar, nodes.live)
  return nodes
}

class Scene {
  constructor(root) {
    this.root = root
    this.nodes = build(root)
    this.path = location.pathname
    this.began = Date.now()
    this.typed = { digits: "", at: 0 }
    this.drawnFor = ""
    this.keys = (event) => this.key(event)
    this.back = () => this.sync()
    this.sizes = new ResizeObserver(() => this.drawStep())
  }

  listen() {
    if (this.listening) return
    this.listening = true
    document.addEventListener("keydown", this.keys)
    addEventListener("popstate", this.back)
    this.sizes.observe(this.root)
    this.sizes.observe(this.nodes.map)
    this.clock = setInterval(() => this.tick(), 1000)
  }

  stop() {
    this.listening = false
    document.removeEventListener("keydown", this.keys)
    removeEventListener("popstate", this.back)
    this.sizes.disconnect()
    clearInterval(this.clock)
  }

  update({ data, setTriggerValue }) {
    this.send = setTriggerValue
    const fresh = JSON.stringify(data.drawing.events) + data.language
    this.data = data
    if (this.drawnFor !== fresh) {
      this.map = makeMap(this.nodes.map, data.drawing)
      this.time = makeTime(this.nodes.time, data.drawing)
      this.drawnFor = fresh
    }
    this.root.setAttribute("aria-label", data.title)
    this.shown = null
    this.drawBar()
    this.drawNotices()
    this.sync()
  }

  // What the address says now.
  sync() {
    if (!this.data || !this.listening || location.pathname !== this.path) return
    const now = read(this.data.steps)
    const before = this.shown
    this.shown = now
    const moved = !before || before.step !== now.step || before.shown !== now.shown
    if (moved) this.close()
    if (moved) this.drawStep()
    if (before && moved) this.root.scrollTop = 0
    this.drawPanel()
    if (before && moved) this.say()
  }

  go(changes, { replaced = false } = {}) {
    const next = { ...this.shown, ...changes }
    if (JSON.stringify(next) === JSON.stringify(this.shown)) return
    const params = new URLSearchParams(this.data.query)
    if (next.step > 1) params.set("step", next.step)
    if (next.shown) params.set("evidence", "shown")
    if (next.panel) params.set("panel", "teacher")
    const query = params.toString()
    const address = location.pathname + (query ? `?${query}` : "")
    if (replaced) history.replaceState(history.state, "", address)
    else history.pushState(null, "", address)
    if (!replaced) this.nodes.notices.hidden = true
    this.sync()
  }

  forward() {
    const { step, shown } = this.shown
    if (this.data.steps[step - 1].question && !shown) this.go({ shown: true })
    else if (step < this.data.steps.length) this.go({ step: step + 1, shown: false })
  }

  backward() {
    const { step, shown } = this.shown
    if (shown) this.go({ shown: false })
    else if (step > 1) this.go({ step: step - 1, shown: Boolean(this.data.steps[step - 2].question) })
  }

  jump(step) {
    if (step >= 1 && step <= this.data.steps.length) this.go({ step, shown: false })
  }

  full() {
    if (document.fullscreenElement) document.exitFullscreen()
    else document.documentElement.requestFullscreen?.().catch(() => {})
  }

  // The framework goes to the page of the address whenever the history moves, so that back leads to
  // this very step again.
  leave() {
    history.pushState(null, "", `./${this.data.query ? `?${this.data.query}` : ""}`)
    dispatchEvent(new PopStateEvent("popstate", { state: null }))
  }

  // "1" then "2" within a second is step twelve; "1" alone is step one at once.
  number(digit) {
    const soon = Date.now() - this.typed.at < 1000
    const both = Number(this.typed.digits + digit)
    const joined = soon && both <= this.data.steps.length
    this.typed = { digits: joined ? String(both) : digit, at: Date.now() }
    this.jump(Number(this.typed.digits))
  }

  key(event) {
    if (!this.data || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    const target = event.composedPath()[0]
    if (target instanceof HTMLInputElement && target.type !== "file") return
    const onControl = target instanceof Element && target.closest("button, a, input, summary")
    const action = {
      ArrowRight: () => this.forward(),
      PageDown: () => this.forward(),
      ArrowLeft: () => this.backward(),
      PageUp: () => this.backward(),
      " ": onControl ? null : () => (event.shiftKey ? this.backward() : this.forward()),
      Home: () => this.jump(1),
      End: () => this.jump(this.data.steps.length),
      Escape: () => (this.nodes.citation.hidden ? this.leave() : this.close(true)),
      f: () => this.full(),
      t: () => this.togglePanel(),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (action) action()
    else if (/^[0-9]$/.test(event.key)) this.number(event.key)
    else return
    event.preventDefault()
  }

  togglePanel() {
    this.go({ panel: !this.shown.panel }, { replaced: true })
  }

  say() {
    const { step, shown } = this.shown
    const one = this.data.steps[step - 1]
    const where = filled(this.data.texts.step, { number: step, total: this.data.steps.length })
    const rest = shown ? [this.data.texts.evidence, one.answer] : [one.headline, one.text, one.question]
    this.nodes.live.lang = this.data.spoken
    this.nodes.live.textContent = [where, ...rest.filter(Boolean)].join(". ")
  }

  drawNotices() {
    const { notices } = this.nodes
    notices.replaceChildren(...this.data.notices.map((line) => make("p", {}, line)))
    notices.hidden = !this.data.notices.length
  }

  cites(found, label) {
    const items = found.map((one) =>
      make(
        "li",
        {},
        pressed(make("span", { class: "sign" }, one.mark), (event) => this.open(one, event.currentTarget), {
          class: one.outside ? "cite outside" : "cite",
          "aria-haspopup": "dialog",
        }),
      ),
    )
    items.forEach((item, index) => item.firstChild.append(found[index].label))
    return make("ul", { class: "marks", "aria-label": label }, ...items)
  }

  drawStep() {
    if (!this.data || !this.shown) return
    const { nodes, data } = this
    const { step, shown } = this.shown
    const one = data.steps[step - 1]
    const { texts } = data
    nodes.kicker.textContent = filled(texts.step, { number: step, total: data.steps.length })
    for (const node of [nodes.headline, nodes.text, nodes.ask, nodes.answer, nodes.panel]) node.lang = data.spoken
    nodes.headline.textContent = one.headline
    nodes.text.textContent = one.text
    const asked = (label, text) => (text ? [make("p", { class: "label", lang: data.language }, label), make("p", {}, text)] : [])
    nodes.ask.replaceChildren(...asked(texts.question, one.question))
    nodes.answer.replaceChildren(...asked(texts.evidence, one.answer))
    this.root.classList.toggle("shown", shown)
    this.root.classList.toggle("asks", Boolean(one.question))
    nodes.cites.replaceChildren(
      make("p", { class: "label" }, texts.sources),
      this.cites(one.sources, texts.sources),
    )
    nodes.evidence.replaceChildren(...one.evidence.map((item) => this.card(item)))
    nodes.evidence.setAttribute("aria-label", texts.evidence)
    nodes.map.setAttribute("aria-label", one.map)
    nodes.time.setAttribute("aria-label", one.time)
    this.root.dataset.step = step
    this.root.dataset.id = one.id
    this.fit()
    this.map.show(one.view)
    this.time.show(one.view)
    this.drawButtons()
  }

  card(item) {
    const line = (name, text) => (text ? make("p", { class: name }, text) : null)
    return make(
      "li",
      { class: item.value ? "card" : "card words" },
      line("value", item.value),
      line("said", item.text),
      line("who", [item.who, item.when].filter(Boolean).join(", ")),
      this.cites(item.sources, this.data.texts.sources),
    )
  }

  // A lesson of one's own may be longer than ours: the type gives way, but only so far.
  fit() {
    const { left, evidence } = this.nodes
    const over = () => [left, evidence].some((node) => node.scrollHeight > node.clientHeight + 1)
    let size = 1
    this.root.style.setProperty("--fit", size)
    while (over() && size > 0.7) {
      size -= 0.04
      this.root.style.setProperty("--fit", size)
    }
  }

  drawBar() {
    const { texts, languages } = this.data
    const { bar } = this.nodes
    bar.setAttribute("aria-label", texts.controls)
    this.buttons = {
      back: pressed(`← ${texts.back}`, () => this.backward()),
      next: pressed("", () => this.forward(), { class: "next" }),
      panel: pressed(`${texts.panel} (T)`, () => this.togglePanel()),
      full: pressed(`${texts.full} (F)`, () => this.full(), { class: "full" }),
      leave: pressed(`${texts.leave} (Esc)`, () => this.leave()),
    }
    const spoken = languages.map(({ code, name }) => pressed(name, () => this.send("language", code), { lang: code }))
    this.where = make("span", { class: "where", "aria-hidden": "true" })
    const { back, next, panel, full, leave } = this.buttons
    bar.replaceChildren(back, this.where, next, make("span", { class: "room" }), panel, full, ...spoken, leave)
  }

  drawButtons() {
    const { step, shown, panel } = this.shown
    const { texts, steps } = this.data
    const asks = Boolean(steps[step - 1].question) && !shown
    this.where.textContent = `${step} / ${steps.length}`
    this.buttons.next.textContent = `${asks ? texts.show : texts.next} →`
    const last = step === steps.length && !asks
    const first = step === 1 && !shown
    this.buttons.next.setAttribute("aria-disabled", last)
    this.buttons.back.setAttribute("aria-disabled", first)
    this.buttons.panel.setAttribute("aria-expanded", panel)
  }
}
Object.assign(Scene.prototype, overlays)

export default function (component) {
  const root = component.parentElement.querySelector(".scene")
  if (!scenes.has(root)) scenes.set(root, new Scene(root))
  const scene = scenes.get(root)
  scene.listen()
  scene.update(component)
  // The framework's page is always marked as English, and names its skip link in English.
  document.documentElement.lang = component.data.language
  for (const link of document.querySelectorAll("[data-testid='stSkipToContent']"))
    link.textContent = component.data.texts.skip
  return () => scene.stop()
}
