// The scene: what is shown is what the address says, and a move writes the address. What is said of
// each step comes as HTML from the server's templates.

// The drawings of the steps, made by the server: all are fetched while the first one is told, so
// that the next step has its drawing in the same frame. From one to the next they fade.
const PHONE = matchMedia("(max-width: 760px), (max-aspect-ratio: 1/1)")
const CALM = matchMedia("(prefers-reduced-motion: reduce)")

// Their titles are their names, and need not be said under the pointer.
const setOf = (drawings) => {
  const set = makeElement("div", { class: "set" })
  set.innerHTML = drawings.join("")
  for (const title of set.querySelectorAll(":scope > svg > title")) title.remove()
  return set
}

class Pictures {
  // `from`: what tells these drawings from others, how many there are, and where they are.
  constructor(place, from, changed) { Object.assign(this, { place, from, changed, sets: new Map() }) }

  // The drawings of a step, when they are there.
  load(step) {
    const screen = PHONE.matches ? "narrow" : "wide"
    const key = `${screen}/${step}`
    const { sets, from: { address, inline } } = this
    if (!sets.has(key)) {
      const asked = inline ? Promise.resolve(inline[screen][step - 1]) : fetchCached(address.replace("SCREEN", screen).replace("STEP", step), "json")
      sets.set(key, asked.then(setOf))
      sets.get(key).catch(() => sets.delete(key))
    }
    return sets.get(key)
  }

  async show(step) {
    this.step = step
    const node = await this.load(step).catch(() => null)
    if (this.step === step && node) this.put(node)
    else if (this.step === step) this.place.replaceChildren(this.from.failed)
    // The next ones; one after the other, so that the server is not kept from other work.
    if (this.ahead) return
    this.ahead = true
    const { steps } = this.from
    for (let n = 0; n < steps && this.step; n += 1) await this.load(((step - 1 + n) % steps) + 1).catch(() => {})
  }

  put(node) {
    const old = this.place.lastElementChild
    node.classList.remove("old")
    const fades = old && old !== node && !CALM.matches
    this.place.replaceChildren(...(fades ? [old, node] : [node]))
    const fade = (one, opacity) => one.animate({ opacity }, { duration: 350, easing: "ease-in-out" })
    if (fades) {
      old.classList.add("old")
      fade(node, [0, 1])
      fade(old, [1, 0]).onfinish = () => old.classList.contains("old") && old.remove()
    }
    this.changed()
  }
}

class Scene {
  constructor(root) {
    this.root = root
    this.part = (name) => root.querySelector(`.${name}`)
    this.path = location.pathname
    this.began = Date.now()
    this.typed = { digits: "", at: 0 }
    root.addEventListener("click", (event) => this.pressed(event))
    root.addEventListener("change", ({ target }) => {
      const { files: [chosen] } = target
      if (!chosen) return
      const { most, texts } = this.data
      if (chosen.size > most) this.drawWrong([fillText(texts.large, { value: chosen.size, most })])
      else chosen.text().then((text) => this.send("lesson", text))
      target.value = ""
    })
    // A citation gives the focus back to its mark, which the browser does not do in a tree of its own.
    root.addEventListener("beforetoggle", ({ target, newState }) => newState === "closed"
      && target.contains(root.getRootNode().activeElement) && root.querySelector(`.cite[popovertarget="${target.id}"]`).focus(), true)
  }

  // What is heard ends with the scene, all at once.
  listen() {
    if (this.life && !this.life.signal.aborted) return
    this.life = new AbortController()
    const { signal } = this.life
    const on = (from, name, act) => from.addEventListener(name, act, { signal })
    on(document, "keydown", (event) => this.key(event))
    on(window, "popstate", () => this.sync() && this.tell())
    on(window, "pagehide", () => this.post({ gone: true }))
    on(PHONE, "change", () => this.pictures?.show(this.shown.step))
    const sizes = new ResizeObserver(() => this.fit())
    sizes.observe(this.root)
    this.channel = new BroadcastChannel(`present ${this.path}`)
    this.channel.onmessage = (event) => this.heard(event.data)
    const clock = setInterval(() => this.tick(), 1000)
    signal.onabort = () => {
      this.post({ gone: true })
      this.channel.close()
      sizes.disconnect()
      clearInterval(clock)
    }
  }

  end() { this.life.abort() }

  draw(from) {
    if (from.key === this.pictures?.from.key) return
    if (this.pictures) this.pictures.step = 0
    this.pictures = new Pictures(this.part("drawings"), from, () => this.fit())
  }

  // What the server sent with this run of the page.
  update(data, { setTriggerValue }) {
    this.listen()
    drawWhenBack(() => setTriggerValue("again", true))
    this.part("lost-place").replaceChildren(...lostNotice(data.lost))
    nameDocument(data.language, data.texts.skip)
    notifyPage("page:shown", "present")
    this.send = setTriggerValue
    this.data = data
    if (data.restores && data.own) storeOpenedLesson(data.file)
    else if (data.restores) restoreOpenedLesson(setTriggerValue)
    this.root.setAttribute("aria-label", data.title)
    for (const [name, label] of Object.entries(data.labels)) this.part(name).setAttribute("aria-label", label)
    this.part("panel").querySelector(".close").textContent = data.texts.close
    for (const name of ["bar", "warning", "kit"]) setHtml(this.part(name), data[name])
    this.drawWrong(data.problems)
    this.draw(data.drawings)
    this.part("noted").replaceChildren(...data.notices.map((line) => makeElement("p", {}, line)))
    this.part("noted").hidden = !data.notices.length
    this.shown = null
    this.sync()
    this.tell({ ask: this.shown.notes })
  }

  // The class's window and the teacher's, of one browser, tell each other where they are. A lesson
  // that only the class's window has goes along to the other one.
  post(said) {
    const { notes } = this.shown ?? {}
    this.channel?.postMessage({ notes, file: this.data?.file, ...said })
  }

  tell(more = {}) {
    const { step, shown } = this.shown
    this.post({ step, shown, began: this.began, ...more })
  }

  heard(said) {
    const { notes } = this.shown ?? {}
    if (!this.data || said.notes === notes) return
    if (notes) this.followed = !said.gone
    if (notes && said.lesson) {
      Object.assign(this.data, said.lesson)
      this.draw(this.data.drawings)
      this.shown.step = 0
    }
    const { steps, drawings, file, spoken } = this.data
    const same = said.file === file
    if (!notes && said.ask) this.tell(same ? {} : { lesson: { steps, drawings, file, spoken } })
    else if (notes && !same && !said.gone) this.tell({ ask: true })
    else if (same && !said.gone) {
      if (notes) this.began = said.began
      this.go(said, { told: true })
    }
    if (notes) this.drawPanel()
  }

  // What the address says now; whether it is this page's.
  sync() {
    if (!this.data || this.life.signal.aborted || location.pathname !== this.path) return false
    const { data: { labels, spoken, steps }, shown: before } = this
    const params = new URLSearchParams(location.search)
    const asks = (name, value) => params.get(name) === value
    const number = Number(params.get("step"))
    const step = steps[number - 1] ? number : 1
    const { where, headline, text, question, answer } = steps[step - 1]
    const [shown, notes] = [asks("evidence", "shown") && Boolean(question), asks("screen", "notes")]
    this.shown = { step, shown, panel: notes || asks("panel", "teacher"), notes }
    const moved = !before || before.step !== step || before.shown !== shown
    if (moved) this.drawStep()
    this.drawPanel()
    if (before && moved) {
      this.root.scrollTop = 0
      const said = shown ? [where, labels.evidence, answer] : [where, headline, text, question]
      Object.assign(this.part("live"), { lang: spoken, textContent: said.filter(Boolean).join(". ") })
    }
    return true
  }

  // `replaced`: without an entry of the history; `told`: another window moved, and knows.
  go(changes, { replaced = this.shown.notes, told = false } = {}) {
    const { step, shown, panel } = { ...this.shown, ...changes }
    const [address, now] = [{ ...this.shown, step, shown, panel }, this.shown].map((one) => this.address(one))
    if (address === now && this.shown.step) return
    if (replaced) history.replaceState(history.state, "", address)
    else {
      history.pushState(null, "", address)
      this.part("noted").hidden = true
    }
    this.sync()
    if (!told) this.tell()
  }

  address({ step, shown, panel, notes }) {
    const params = new URLSearchParams(this.data.query)
    const said = { step: step > 1 && step, evidence: shown && "shown", panel: panel && "teacher", screen: notes && "notes" }
    for (const [name, value] of Object.entries(said)) if (value) params.set(name, value)
    return location.pathname + (params.size ? `?${params}` : "")
  }

  asks(step = this.shown.step) { return Boolean(this.data.steps[step - 1]?.question) }

  next() {
    if (this.asks() && !this.shown.shown) this.go({ shown: true })
    else this.jump(this.shown.step + 1)
  }

  back() {
    const { step, shown } = this.shown
    if (shown) this.go({ shown: false })
    else this.jump(step - 1, this.asks(step - 1))
  }

  jump(step, shown = false) { if (this.data.steps[step - 1]) this.go({ step, shown }) }

  full() {
    if (document.fullscreenElement) document.exitFullscreen()
    else document.documentElement.requestFullscreen?.().catch(() => {})
  }

  // Opened on the class's screen the panel holds a warning, and the notes only when asked for again.
  panel() {
    if (this.shown.notes) return
    this.revealed = false
    this.go({ panel: !this.shown.panel }, { replaced: true, told: true })
    // On a phone it stands below the step.
    if (this.shown.panel) this.part("panel").scrollIntoView({ block: "start" })
  }

  // The notes in a window of their own; where the browser opens none, the link is followed.
  apart(event) {
    const made = open(event.target.closest("a").href, "present-notes", "popup,width=1000,height=720")
    if (!made) return
    event.preventDefault()
    this.go({ panel: false }, { replaced: true, told: true })
  }

  // The framework goes to the page of the address whenever the history moves, so that back leads to
  // this very step again.
  leave() {
    if (this.shown.notes && opener) return close()
    history.pushState(null, "", `./${this.data.query ? `?${this.data.query}` : ""}`)
    dispatchEvent(new PopStateEvent("popstate", { state: null }))
  }

  pressed(event) {
    const button = event.target.closest("[data-do], [data-speak], [data-take]")
    if (!button) return
    const { do: action, speak, take } = button.dataset
    if (speak) this.send("language", speak)
    else if (take) {
      const { own, file, language, takeaway } = this.data
      downloadFile({ ...takeaway.files[take], body: own ? file : "" }, button, { language, texts: takeaway.texts })
    } else if (action === "shipped") forgetOpenedLesson(), this.send("shipped", true)
    else if (action === "restart") this.began = Date.now(), this.tick()
    else if (action === "reveal") this.revealed = true, this.drawPanel()
    else this[action](event)
  }

  key(event) {
    if (!this.data || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    const target = event.composedPath()[0]
    if (target instanceof HTMLInputElement && target.type !== "file") return
    // The browser itself closes an open citation.
    if (event.key === "Escape" && this.root.querySelector(":popover-open")) return
    const onControl = target instanceof Element && target.closest("button, a, input, summary")
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const [next, back] = [this.next, this.back]
    const action = { ArrowRight: next, PageDown: next, ArrowLeft: back, PageUp: back, f: this.full, t: this.panel,
      " ": onControl ? null : event.shiftKey ? back : next,
      Home: () => this.jump(1),
      End: () => this.jump(this.data.steps.length),
      Escape: this.shown.panel && !this.shown.notes ? this.panel : this.leave,
    }[name]
    if (action) action.call(this)
    else if (/^[0-9]$/.test(name)) {
      // "1" then "2" within a second is step twelve; "1" alone is step one at once.
      const both = this.typed.digits + name
      const joined = Date.now() - this.typed.at < 1000 && Number(both) <= this.data.steps.length
      this.typed = { digits: joined ? both : name, at: Date.now() }
      this.jump(Number(this.typed.digits))
    } else return
    event.preventDefault()
  }

  drawStep() {
    const { step, shown } = this.shown
    const { steps, texts } = this.data
    const one = steps[step - 1]
    const { root } = this
    root.classList.toggle("shown", shown)
    Object.assign(root.dataset, { step, id: one.id })
    for (const [name, said] of [["left", one.told], ["evidence", one.evidence], ["notes", one.notes]]) setHtml(this.part(name), said)
    const last = step === steps.length && (shown || !this.asks())
    const [back, next] = ["back", "next"].map((name) => root.querySelector(`[data-do=${name}]`))
    next.textContent = `${this.asks() && !shown ? texts.show : texts.next} →`
    next.setAttribute("aria-disabled", last)
    back.setAttribute("aria-disabled", step === 1 && !shown)
    this.part("where").textContent = `${step} / ${steps.length}`
    this.pictures.show(step)
    this.fit()
  }

  // The largest size from 0.7 to `most` in which a part holds all that is in it.
  widen(name, part, most) {
    const fits = (size) => {
      this.root.style.setProperty(name, size)
      return part.scrollHeight <= part.clientHeight + 1
    }
    let [low, high] = [0.7, most]
    if (fits(high)) return
    while (high - low > 0.02) {
      const middle = (low + high) / 2
      if (fits(middle)) low = middle
      else high = middle
    }
    fits(low)
  }

  // Type fills the room there is and gives way to a long text, but only so far. What room the
  // evidence leaves is for as many of the drawings as fit in it whole.
  fit() {
    const [left, right, evidence] = ["left", "right", "evidence"].map(this.part)
    const pictures = [...this.root.querySelectorAll(".set:not(.old) > svg")]
    const { shown, notes } = this.shown ?? {}
    const beside = shown && !notes && !PHONE.matches
    for (const one of pictures) one.toggleAttribute("hidden", beside)
    for (const name of ["--fit", "--fill"]) this.root.style.setProperty(name, 1)
    if (notes || PHONE.matches) return
    this.widen("--fit", left, 1.2)
    if (!beside) return
    this.widen("--fill", evidence, 1)
    const unit = parseFloat(getComputedStyle(right).fontSize)
    let room = right.clientHeight - evidence.scrollHeight - unit
    for (const one of pictures) {
      const { width, height } = one.viewBox.baseVal
      const tall = (height / width) * right.clientWidth + 0.6 * unit
      one.toggleAttribute("hidden", tall > room)
      if (tall <= room) room -= tall
    }
    this.widen("--fill", evidence, 1.5)
  }

  drawPanel() {
    const { panel, notes, step, shown } = this.shown
    const { texts } = this.data
    this.part("panel").hidden = !panel
    for (const [name, on] of [["with-panel", panel && !notes], ["apart", notes], ["revealed", this.revealed]])
      this.root.classList.toggle(name, Boolean(on))
    this.root.querySelector(".bar [data-do=panel]").setAttribute("aria-expanded", panel)
    this.part("warning").querySelector("a").href = this.address({ step, shown, panel: true, notes: true })
    this.part("follows").textContent = !notes ? "" : this.followed ? (shown ? texts.sees_answer : texts.sees) : texts.alone
    this.tick()
    this.fit()
  }

  tick() {
    const passed = this.part("passed")
    if (!passed) return
    const seconds = Math.floor((Date.now() - this.began) / 1000)
    const minutes = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
    passed.textContent = fillText(this.data.texts.elapsed, { minutes })
  }

  drawWrong(lines) {
    const wrong = this.part("wrong")
    const before = wrong.textContent
    const list = makeElement("ul", {}, ...lines.map((line) => makeElement("li", {}, line)))
    wrong.replaceChildren(...(lines.length ? [makeElement("p", {}, this.data.texts.wrong), list] : []))
    // Under a long panel nobody would see that there is something to mend.
    if (lines.length && wrong.textContent !== before) wrong.scrollIntoView({ block: "nearest" })
  }

  save() {
    const href = URL.createObjectURL(new Blob([this.data.file], { type: "application/json" }))
    makeElement("a", { href, download: `${this.data.texts.file}.json` }).click()
    URL.revokeObjectURL(href)
  }
}

export default defineComponent(".scene", (root) => new Scene(root))
