// A lesson on a screen shows what the address says; a move writes the address. The texts of
// each step come as HTML from the server's templates.
const PHONE = matchMedia("(max-width: 760px), (max-aspect-ratio: 1/1)")
// A projector of 4 to 3, where the column of the drawings is far higher than wide.
const TALL = matchMedia("(max-aspect-ratio: 7/5)")
const CALM = matchMedia("(prefers-reduced-motion: reduce)")
const FADE_MS = 350
const SECOND_MS = 1000
// The type gives way to a long text down to this size; smaller steps are not seen.
const LEAST_SIZE = 0.7
const SIZE_STEP = 0.02
// The largest sizes of the text, and of evidence alone.
const MOST_TEXT_SIZE = 1.2
const MOST_EVIDENCE_SIZE = 1.5
// The room between two drawings, in the size of the type.
const GAP_EM = 0.6

const findScreen = () => {
  if (PHONE.matches) return "narrow"
  return TALL.matches ? "tall" : "wide"
}

const makeSet = (drawings) => {
  const set = makeElement("div", { class: "set" })
  set.innerHTML = drawings.join("")
  // Titles name the drawings, and need no tooltip.
  for (const title of set.querySelectorAll(":scope > svg > title")) {
    title.remove()
  }
  return set
}

// The drawings of the steps, made by the server. All are fetched while the first step is shown,
// so that the next one has its drawings in the same frame.
class StepPictures {
  // `source`: the key of these drawings, their number, and where they are.
  constructor(place, source, onChange) {
    this.place = place
    this.source = source
    this.onChange = onChange
    this.sets = new Map()
  }

  async fetchDrawings(screen, step) {
    const { inline, address } = this.source
    if (inline) return inline[screen][step - 1]
    const path = address.replace("SCREEN", screen).replace("STEP", step)
    return fetchCached(path, "json")
  }

  loadSet(step) {
    const screen = findScreen()
    const key = `${screen}/${step}`
    if (!this.sets.has(key)) {
      const set = this.fetchDrawings(screen, step).then(makeSet)
      this.sets.set(key, set)
      set.catch(() => this.sets.delete(key))
    }
    return this.sets.get(key)
  }

  async showStep(step) {
    this.step = step
    const set = await this.loadSet(step).catch(() => null)
    if (this.step === step) {
      if (set) this.placeSet(set)
      else this.place.replaceChildren(this.source.failed)
    }
    await this.loadAhead(step)
  }

  // One after the other, so that the server is not kept from other work.
  async loadAhead(step) {
    if (this.loadsAhead) return
    this.loadsAhead = true
    const { steps } = this.source
    for (let offset = 0; offset < steps; offset += 1) {
      if (!this.step) return
      const nextStep = ((step - 1 + offset) % steps) + 1
      await this.loadSet(nextStep).catch(() => {})
    }
  }

  placeSet(set) {
    const oldSet = this.place.lastElementChild
    set.classList.remove("old")
    const isOther = oldSet && oldSet !== set
    if (isOther && !CALM.matches) {
      this.place.replaceChildren(oldSet, set)
      this.fadeSets(oldSet, set)
    } else {
      this.place.replaceChildren(set)
    }
    this.onChange()
  }

  fadeSets(oldSet, newSet) {
    oldSet.classList.add("old")
    const timing = { duration: FADE_MS, easing: "ease-in-out" }
    newSet.animate({ opacity: [0, 1] }, timing)
    const fading = oldSet.animate({ opacity: [1, 0] }, timing)
    fading.onfinish = () => {
      if (oldSet.classList.contains("old")) oldSet.remove()
    }
  }
}

// What the buttons of the templates do, by their `data-do`.
const BUTTON_ACTIONS = {
  next: "goNext",
  back: "goBack",
  full: "toggleFullscreen",
  panel: "togglePanel",
  apart: "openNotes",
  leave: "leaveLesson",
  save: "saveLesson",
  shipped: "closeOpenedLesson",
  restart: "restartClock",
  reveal: "revealNotes",
}
const KEY_ACTIONS = {
  ArrowRight: "goNext",
  PageDown: "goNext",
  ArrowLeft: "goBack",
  PageUp: "goBack",
  Home: "goFirst",
  End: "goLast",
  f: "toggleFullscreen",
  t: "togglePanel",
  // A clicker's button for a black screen sends one of these two.
  b: "toggleBlack",
  ".": "toggleBlack",
}
const BUTTONS = "[data-do], [data-speak], [data-take]"
const CONTROLS = "button, a, input, summary"

class LessonScreen {
  constructor(root) {
    this.root = root
    this.path = location.pathname
    this.startTime = Date.now()
    this.typed = { digits: "", time: 0 }
    this.isBlack = false
    root.addEventListener("click", (event) => this.handleClick(event))
    root.addEventListener("change", ({ target }) => this.openFile(target))
    root.addEventListener("beforetoggle", (event) => this.returnFocus(event), true)
  }

  findPart(name) {
    return this.root.querySelector(`.${name}`)
  }

  async openFile(input) {
    const [file] = input.files
    if (!file) return
    const { most, texts } = this.data
    if (file.size > most) {
      const problem = fillText(texts.large, { value: file.size, most })
      this.drawProblems([problem])
      input.value = ""
      return
    }
    const reading = file.text()
    input.value = ""
    this.send("lesson", await reading)
  }

  // A citation gives the focus back to its mark, which the browser does not do in a shadow tree.
  returnFocus({ target, newState }) {
    if (newState !== "closed") return
    const { activeElement } = this.root.getRootNode()
    if (!target.contains(activeElement)) return
    this.root.querySelector(`.cite[popovertarget="${target.id}"]`).focus()
  }

  // All listeners end together, with the screen.
  startListening() {
    if (this.life && !this.life.signal.aborted) return
    this.life = new AbortController()
    const { signal } = this.life
    const listen = (target, name, listener) => {
      target.addEventListener(name, listener, { signal })
    }
    listen(document, "keydown", (event) => this.handleKey(event))
    listen(window, "popstate", () => {
      if (this.readAddress()) this.sendPosition()
    })
    listen(window, "pagehide", () => this.sendMessage({ gone: true }))
    for (const query of [PHONE, TALL]) {
      listen(query, "change", () => this.pictures?.showStep(this.shown.step))
    }
    const sizeObserver = new ResizeObserver(() => this.fitType())
    sizeObserver.observe(this.root)
    this.channel = new BroadcastChannel(`present ${this.path}`)
    this.channel.onmessage = ({ data }) => this.handleMessage(data)
    const clock = setInterval(() => this.drawClock(), SECOND_MS)
    signal.onabort = () => {
      this.sendMessage({ gone: true })
      this.channel.close()
      sizeObserver.disconnect()
      clearInterval(clock)
    }
  }

  end() {
    this.life.abort()
  }

  setPictures(source) {
    if (source.key === this.pictures?.source.key) return
    if (this.pictures) this.pictures.step = 0
    const place = this.findPart("drawings")
    this.pictures = new StepPictures(place, source, () => this.fitType())
  }

  // What the server sent with this run of the page.
  update(data, { setTriggerValue }) {
    this.startListening()
    rerunWhenConnected(() => setTriggerValue("again", true))
    const notices = makeSessionNotices(data.lost)
    this.findPart("lost-place").replaceChildren(...notices)
    setLanguage(data.language, data.texts.skip)
    notifyPage("page:shown", "present")
    this.send = setTriggerValue
    this.data = data
    if (data.restores && data.own) storeOpenedLesson(data.file)
    else if (data.restores) restoreOpenedLesson(data, setTriggerValue)
    this.drawFrame()
    this.drawProblems(data.problems)
    this.setPictures(data.drawings)
    this.drawNotices()
    this.shown = null
    this.readAddress()
    this.sendPosition({ ask: this.shown.notes })
  }

  drawFrame() {
    const { data } = this
    this.root.setAttribute("aria-label", data.title)
    for (const [name, label] of Object.entries(data.labels)) {
      this.findPart(name).setAttribute("aria-label", label)
    }
    const closeButton = this.findPart("panel").querySelector(".close")
    closeButton.textContent = data.texts.close
    for (const name of ["bar", "warning", "kit"]) {
      setHtml(this.findPart(name), data[name])
    }
  }

  drawNotices() {
    const { notices } = this.data
    const place = this.findPart("lesson-notices")
    const lines = notices.map((line) => makeElement("p", {}, line))
    place.replaceChildren(...lines)
    place.hidden = !notices.length
  }

  // The class's window and the teacher's, of a browser, tell each other where they are. A lesson
  // that only the class's window has goes along to the other.
  sendMessage(message) {
    const { notes } = this.shown ?? {}
    this.channel?.postMessage({ notes, file: this.data?.file, ...message })
  }

  sendPosition(more = {}) {
    const { step, shown } = this.shown
    this.sendMessage({ step, shown, began: this.startTime, ...more })
  }

  sendLesson() {
    const { steps, drawings, file, spoken } = this.data
    this.sendPosition({ lesson: { steps, drawings, file, spoken } })
  }

  handleMessage(message) {
    const { notes } = this.shown ?? {}
    if (!this.data || message.notes === notes) return
    if ("black" in message) this.setBlack(message.black)
    if (notes) this.followClass(message)
    else this.followTeacher(message)
  }

  // In the teacher's window: the class has moved, or has another lesson.
  followClass(message) {
    this.isFollowed = !message.gone
    if (message.lesson) {
      Object.assign(this.data, message.lesson)
      this.setPictures(this.data.drawings)
      this.shown.step = 0
    }
    if (!message.gone) this.followPosition(message)
    this.drawPanel()
  }

  followPosition(message) {
    if (message.file !== this.data.file) {
      this.sendPosition({ ask: true })
      return
    }
    this.startTime = message.began
    this.moveTo(message, { isTold: true })
  }

  // In the class's window: the teacher has moved, or asks where the class is.
  followTeacher(message) {
    const isSame = message.file === this.data.file
    if (message.ask) {
      if (isSame) this.sendPosition()
      else this.sendLesson()
    } else if (isSame && !message.gone) {
      this.moveTo(message, { isTold: true })
    }
  }

  // What an address asks for, of this lesson.
  parseAddress() {
    const { steps } = this.data
    const params = new URLSearchParams(location.search)
    const number = Number(params.get("step"))
    const step = steps[number - 1] ? number : 1
    const showsEvidence = params.get("evidence") === "shown"
    const notes = params.get("screen") === "notes"
    const hasPanel = params.get("panel") === "teacher"
    return {
      step,
      shown: showsEvidence && this.hasQuestion(step),
      panel: notes || hasPanel,
      notes,
    }
  }

  // Shows what the address says now; returns whether it is an address of this page.
  readAddress() {
    const isHere = location.pathname === this.path
    if (!this.data || this.life.signal.aborted || !isHere) return false
    const before = this.shown
    this.shown = this.parseAddress()
    const { step, shown } = this.shown
    const isSame = before?.step === step && before.shown === shown
    const hasMoved = !isSame
    if (hasMoved) this.drawStep()
    this.drawPanel()
    if (before && hasMoved) {
      this.root.scrollTop = 0
      this.announceStep()
    }
    return true
  }

  announceStep() {
    const { labels, spoken, steps } = this.data
    const { where, headline, text, question, answer } = steps[this.shown.step - 1]
    const evidence = [where, labels.evidence, answer]
    const story = [where, headline, text, question]
    const sentences = this.shown.shown ? evidence : story
    const live = this.findPart("live")
    live.lang = spoken
    live.textContent = sentences.filter(Boolean).join(". ")
  }

  // `replaces`: without an entry of the history; `isTold`: the other window has moved and knows.
  moveTo(changes, { replaces = this.shown.notes, isTold = false } = {}) {
    const current = this.shown
    const { step, shown, panel } = { ...current, ...changes }
    const address = this.formatAddress({ ...current, step, shown, panel })
    const isSame = address === this.formatAddress(current)
    if (isSame && current.step) return
    if (replaces) {
      history.replaceState(history.state, "", address)
    } else {
      history.pushState(null, "", address)
      this.findPart("lesson-notices").hidden = true
    }
    this.readAddress()
    if (!isTold) this.sendPosition()
  }

  formatAddress({ step, shown, panel, notes }) {
    const params = new URLSearchParams(this.data.query)
    if (step > 1) params.set("step", step)
    if (shown) params.set("evidence", "shown")
    if (panel) params.set("panel", "teacher")
    if (notes) params.set("screen", "notes")
    const query = params.size ? `?${params}` : ""
    return location.pathname + query
  }

  hasQuestion(step = this.shown.step) {
    return Boolean(this.data.steps[step - 1]?.question)
  }

  goNext() {
    const { step, shown } = this.shown
    if (this.hasQuestion() && !shown) this.moveTo({ shown: true })
    else this.goTo(step + 1)
  }

  goBack() {
    const { step, shown } = this.shown
    if (shown) this.moveTo({ shown: false })
    else this.goTo(step - 1, this.hasQuestion(step - 1))
  }

  goFirst() {
    this.goTo(1)
  }

  goLast() {
    this.goTo(this.data.steps.length)
  }

  goTo(step, shown = false) {
    if (this.data.steps[step - 1]) this.moveTo({ step, shown })
  }

  toggleFullscreen() {
    if (document.fullscreenElement) document.exitFullscreen()
    else document.documentElement.requestFullscreen?.().catch(() => {})
  }

  // Opened on the class's screen the panel holds a warning, and the notes only when asked for
  // again.
  togglePanel() {
    if (this.shown.notes) return
    this.isRevealed = false
    const panel = !this.shown.panel
    this.moveTo({ panel }, { replaces: true, isTold: true })
    // On a phone it is below the step.
    if (panel) this.findPart("panel").scrollIntoView({ block: "start" })
  }

  // The notes in a window of their own; where the browser opens none, the link is followed.
  openNotes(event) {
    const { href } = event.target.closest("a")
    const size = "popup,width=1000,height=720"
    if (!open(href, "present-notes", size)) return
    event.preventDefault()
    this.moveTo({ panel: false }, { replaces: true, isTold: true })
  }

  // The framework goes to the page of the address whenever the history moves, so that Back leads
  // to this very step again.
  leaveLesson() {
    if (this.shown.notes && opener) {
      close()
      return
    }
    const { query } = this.data
    history.pushState(null, "", query ? `./?${query}` : "./")
    dispatchEvent(new PopStateEvent("popstate", { state: null }))
  }

  // The address has the language at once: a run that is asked for until the page has come in it
  // is one in that language, too.
  changeLanguage(code) {
    const params = new URLSearchParams(this.data.query)
    params.set("lang", code)
    this.data = { ...this.data, query: params.toString() }
    history.pushState(null, "", this.formatAddress(this.shown))
    dispatchEvent(new PopStateEvent("popstate", { state: null }))
  }

  closeOpenedLesson() {
    forgetOpenedLesson()
    this.send("shipped", true)
  }

  // The class's screen is black until the next key or click; the teacher's window says so.
  toggleBlack() {
    this.setBlack(!this.isBlack)
    this.sendPosition({ black: this.isBlack })
  }

  setBlack(isBlack) {
    this.isBlack = isBlack
    this.root.classList.toggle("black", isBlack && !this.shown.notes)
    this.findPart("live").textContent = isBlack ? this.data.texts.black : ""
    this.drawPanel()
  }

  restartClock() {
    this.startTime = Date.now()
    this.drawClock()
  }

  revealNotes() {
    this.isRevealed = true
    this.drawPanel()
  }

  handleClick(event) {
    if (this.root.classList.contains("black")) {
      this.toggleBlack()
      return
    }
    const button = event.target.closest(BUTTONS)
    if (!button) return
    const { do: action, speak, take } = button.dataset
    if (speak) this.changeLanguage(speak)
    else if (take) this.takeProduct(take, button)
    else this[BUTTON_ACTIONS[action]](event)
  }

  takeProduct(name, button) {
    const { own, file, language, takeaway } = this.data
    const { files, texts } = takeaway
    const product = { ...files[name], body: own ? file : "" }
    downloadFile(product, button, { language, texts })
  }

  handleKey(event) {
    const { key, ctrlKey, altKey, metaKey } = event
    const isShortcut = ctrlKey || altKey || metaKey
    if (!this.data || event.defaultPrevented || isShortcut) return
    const [target] = event.composedPath()
    const isInput = target instanceof HTMLInputElement
    if (isInput && target.type !== "file") return
    // The browser itself closes an open citation.
    const hasPopover = this.root.querySelector(":popover-open")
    if (key === "Escape" && hasPopover) return
    const action = this.findAction(event, target)
    const isDigit = /^[0-9]$/.test(key)
    // On a black screen every key of the lesson shows the step again, and does nothing else.
    if (this.isBlack && (action || isDigit)) this.toggleBlack()
    else if (action) this[action](event)
    else if (isDigit) this.typeDigit(key)
    else return
    event.preventDefault()
  }

  // The name of what a key does; empty where a control uses the key.
  findAction({ key, shiftKey }, target) {
    if (key === " ") {
      const isElement = target instanceof Element
      if (isElement && target.closest(CONTROLS)) return ""
      return shiftKey ? "goBack" : "goNext"
    }
    if (key === "Escape") {
      const { panel, notes } = this.shown
      return panel && !notes ? "togglePanel" : "leaveLesson"
    }
    const isLetter = key.length === 1
    return KEY_ACTIONS[isLetter ? key.toLowerCase() : key]
  }

  // "1" then "2" within a second is step twelve; "1" alone is step one at once.
  typeDigit(digit) {
    const time = Date.now()
    const both = this.typed.digits + digit
    const isSoon = time - this.typed.time < SECOND_MS
    const isStep = Number(both) <= this.data.steps.length
    const digits = isSoon && isStep ? both : digit
    this.typed = { digits, time }
    this.goTo(Number(digits))
  }

  drawStep() {
    const { root } = this
    const { step, shown } = this.shown
    const { id, told, evidence, notes } = this.data.steps[step - 1]
    root.classList.toggle("shown", shown)
    root.dataset.step = step
    root.dataset.id = id
    setHtml(this.findPart("left"), told)
    setHtml(this.findPart("evidence"), evidence)
    setHtml(this.findPart("notes"), notes)
    this.drawBar()
    this.pictures.showStep(step)
    this.fitType()
  }

  drawBar() {
    const { steps, texts } = this.data
    const { step, shown } = this.shown
    const count = steps.length
    const hasAnswer = this.hasQuestion() && !shown
    const isFirst = step === 1 && !shown
    const isLast = step === count && !hasAnswer
    const backButton = this.root.querySelector("[data-do=back]")
    const nextButton = this.root.querySelector("[data-do=next]")
    nextButton.textContent = `${hasAnswer ? texts.show : texts.next} →`
    nextButton.setAttribute("aria-disabled", isLast)
    backButton.setAttribute("aria-disabled", isFirst)
    this.findPart("where").textContent = `${step} / ${count}`
  }

  setSize(name, size) {
    this.root.style.setProperty(name, size)
  }

  // Sets the largest size up to `most` at which a part holds all that is in it.
  enlargeType(name, part, most) {
    const fitsAt = (size) => {
      this.setSize(name, size)
      return part.scrollHeight <= part.clientHeight + 1
    }
    if (fitsAt(most)) return
    let low = LEAST_SIZE
    let high = most
    while (high - low > SIZE_STEP) {
      const middle = (low + high) / 2
      if (fitsAt(middle)) low = middle
      else high = middle
    }
    this.setSize(name, low)
  }

  // The type fills the room there is and gives way to a long text, but only so far.
  fitType() {
    const { shown, notes } = this.shown ?? {}
    const isStacked = notes || PHONE.matches
    const hasEvidence = Boolean(shown && !isStacked)
    const drawings = [...this.root.querySelectorAll(".set:not(.old) > svg")]
    for (const drawing of drawings) {
      drawing.toggleAttribute("hidden", hasEvidence)
    }
    this.setSize("--fit", 1)
    this.setSize("--fill", 1)
    const left = this.findPart("left")
    if (!isStacked) this.enlargeType("--fit", left, MOST_TEXT_SIZE)
    if (hasEvidence) this.fitEvidence(drawings)
    // What has more text than room is scrolled by the keyboard, too.
    if (left.scrollHeight > left.clientHeight) left.tabIndex = 0
    else left.removeAttribute("tabindex")
  }

  // In the room that the evidence leaves are as many drawings as fit as a whole.
  fitEvidence(drawings) {
    const right = this.findPart("right")
    const evidence = this.findPart("evidence")
    this.enlargeType("--fill", evidence, 1)
    const typeSize = parseFloat(getComputedStyle(right).fontSize)
    let room = right.clientHeight - evidence.scrollHeight - typeSize
    for (const drawing of drawings) {
      const { width, height } = drawing.viewBox.baseVal
      const drawnHeight = (height / width) * right.clientWidth
      const neededHeight = drawnHeight + GAP_EM * typeSize
      const isTooHigh = neededHeight > room
      drawing.toggleAttribute("hidden", isTooHigh)
      if (!isTooHigh) room -= neededHeight
    }
    this.enlargeType("--fill", evidence, MOST_EVIDENCE_SIZE)
  }

  drawPanel() {
    const { root } = this
    const { panel, notes } = this.shown
    this.findPart("panel").hidden = !panel
    root.classList.toggle("with-panel", panel && !notes)
    root.classList.toggle("apart", notes)
    root.classList.toggle("revealed", Boolean(this.isRevealed))
    const button = root.querySelector(".bar [data-do=panel]")
    button.setAttribute("aria-expanded", panel)
    const link = this.findPart("warning").querySelector("a")
    link.href = this.formatAddress({ ...this.shown, panel: true, notes: true })
    this.findPart("follows").textContent = this.describeClass()
    this.drawClock()
    this.fitType()
  }

  // What the class sees, for the teacher's window.
  describeClass() {
    const { texts } = this.data
    const { notes, shown } = this.shown
    if (!notes) return ""
    if (!this.isFollowed) return texts.alone
    if (this.isBlack) return texts.black
    return shown ? texts.sees_answer : texts.sees
  }

  drawClock() {
    const clock = this.findPart("passed")
    if (!clock) return
    const passed = Math.floor((Date.now() - this.startTime) / SECOND_MS)
    const seconds = String(passed % 60).padStart(2, "0")
    const minutes = `${Math.floor(passed / 60)}:${seconds}`
    clock.textContent = fillText(this.data.texts.elapsed, { minutes })
  }

  drawProblems(lines) {
    const place = this.findPart("lesson-problems")
    const textBefore = place.textContent
    if (!lines.length) {
      place.replaceChildren()
      return
    }
    const items = lines.map((line) => makeElement("li", {}, line))
    const heading = makeElement("p", {}, this.data.texts.wrong)
    place.replaceChildren(heading, makeElement("ul", {}, ...items))
    if (place.textContent === textBefore) return
    // Under a long panel nobody would see that there is a problem.
    place.scrollIntoView({ block: "nearest" })
  }

  saveLesson() {
    const { file, texts } = this.data
    const content = new Blob([file], { type: "application/json" })
    const href = URL.createObjectURL(content)
    makeElement("a", { href, download: `${texts.file}.json` }).click()
    URL.revokeObjectURL(href)
  }
}

export default defineComponent(".scene", (root) => new LessonScreen(root))
