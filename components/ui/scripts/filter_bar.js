// The filter bar: the server renders its lists, each control with the name of its parameter. A
// choice becomes an address, and the controls show what an address says.
const TICKED = "[type=checkbox], [type=radio]"
const FIELDS = ".sheet [name]"
const TYPING_MS = 60
const LIST_STEPS = { ArrowDown: 1, ArrowUp: -1 }

class FilterBar {
  // `onChange` gets the changed parameters, and the options of `writeAddress`.
  constructor(box, onChange) {
    this.box = box
    this.onChange = onChange
    const capture = { capture: true }
    addEventListener("pointerdown", (event) => this.closeByPress(event), capture)
    document.addEventListener("click", (event) => this.closeHitsByClick(event))
    document.addEventListener("keydown", (event) => this.closeHitsByKey(event), capture)
    box.addEventListener("click", (event) => this.handleClick(event))
    box.addEventListener("keydown", (event) => this.handleKey(event))
    box.addEventListener("focusin", ({ target }) => {
      if (target === this.searchField) this.showHits(false)
    })
    box.addEventListener("input", ({ target }) => this.handleInput(target))
    box.addEventListener("change", ({ target }) => this.handleChange(target))
    box.addEventListener("focusout", (event) => this.handleFocusOut(event))
  }

  // One list at a time is open; a press beside it closes it.
  closeByPress(event) {
    const path = event.composedPath()
    const openLists = [...this.box.querySelectorAll(".filter-list[open]")]
    const isVisible = (list) => list.lastElementChild.checkVisibility()
    const isOutside = this.box.isConnected && !path.includes(this.box)
    if (isOutside && openLists.some(isVisible)) swallowPress(event)
    for (const list of openLists) {
      if (!path.includes(list)) list.open = false
    }
  }

  // The list of hits is a panel beside the page, so that a press reaches what it was meant for
  // before the panel closes.
  closeHitsByClick(event) {
    if (!this.hits || this.hits.hidden) return
    const isInSearch = event.composedPath().includes(this.searchBox)
    const isDrag = measureDrag(event) >= STILL_PX
    if (!isInSearch && !isDrag) this.showHits(true)
  }

  // A list that an address opens is closed wherever the focus is.
  closeHitsByKey(event) {
    const isOpen = this.box.isConnected && this.hits && !this.hits.hidden
    const isInBar = this.box.contains(event.target)
    if (event.key === "Escape" && isOpen && !isInBar) this.closeByEscape(event)
  }

  handleClick(event) {
    const { target } = event
    const hit = target.closest(".search-hits [data-event]")
    const choice = target.closest(".search-hits [data-change]")
    if (target === this.searchField) this.showHits(false)
    else if (target === this.toggleButton) this.toggleBar()
    else if (target.dataset.clears) this.clearFilters(target.dataset.clears)
    else if (hit) this.selectHit(hit, event)
    else if (choice) this.followChoice(choice, event)
  }

  toggleBar() {
    const isOpen = this.box.classList.toggle("open")
    this.toggleButton.ariaExpanded = String(isOpen)
  }

  clearFilters(names) {
    this.cancelTyping()
    const cleared = names.split(" ").map((name) => [name, null])
    this.onChange(Object.fromEntries(cleared))
  }

  // A found event of this page is selected here. Everything else found is a link.
  selectHit(hit, event) {
    const hasPicture = document.querySelector(PICTURE)
    if (!hasPicture || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    this.searchField.focus()
    this.showHits(true)
    notifyPage("view:change", { event: hit.dataset.event })
  }

  // The dates that a search names, and whether what it finds is shown alone, are choices of this
  // page.
  followChoice(choice, event) {
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    this.cancelTyping()
    const values = [...new URLSearchParams(choice.dataset.change)]
    const changes = values.map(([name, value]) => [name, value || null])
    this.searchField.focus()
    this.onChange(Object.fromEntries(changes))
    this.showHits(true)
  }

  handleKey(event) {
    const { key, target } = event
    if (key in LIST_STEPS && this.searchBox.contains(target)) this.moveInHits(event)
    const isEntered = key === "Enter" && target.matches(FIELDS)
    if (isEntered && target.reportValidity()) this.writeChoice(target, true)
    if (key === "Escape") this.closeByEscape(event)
  }

  // The arrows go through the list from the field and back to it.
  moveInHits(event) {
    const links = [...this.hits.querySelectorAll("a, summary")]
    const stops = [this.searchField, ...links.filter((link) => link.checkVisibility())]
    const position = stops.indexOf(event.target) + LIST_STEPS[event.key]
    if (this.hits.hidden || position < 0 || position >= stops.length) return
    event.preventDefault()
    stops[position].focus()
  }

  // The focus goes back to the button of the list.
  closeByEscape(event) {
    const openList = this.box.querySelector(".filter-list[open]")
    if (!openList && this.hits.hidden) return
    event.stopPropagation()
    event.preventDefault()
    if (openList) openList.open = false
    const control = openList?.firstElementChild ?? this.searchField
    control.focus()
    this.showHits(true)
  }

  handleInput(field) {
    if (field === this.searchField) this.writeSearch(false)
    if (field.matches(".sheet [type=search]")) this.searchList(field)
  }

  searchList(field) {
    const text = foldText(collapseSpaces(field.value))
    for (const label of field.parentElement.querySelectorAll("label")) {
      label.hidden = !foldText(label.textContent).includes(text)
    }
  }

  handleChange(field) {
    if (field === this.searchField) this.writeSearch(true)
    else if (field.name) this.writeChoice(field, field.matches(TICKED))
  }

  handleFocusOut({ target, relatedTarget }) {
    const isTyped = target.matches(FIELDS) && !target.matches(TICKED)
    if (isTyped) this.writeChoice(target, true)
    const hasLeft = relatedTarget && !this.searchBox.contains(relatedTarget)
    if (hasLeft && !lastPress) this.showHits(true)
  }

  // `line`: the HTML of the bar for a view; `hits`: what the words of the search find in the
  // whole story.
  drawBar({ line, hits }) {
    if (this.line !== line) this.drawLine(line)
    setHtml(this.hits, hits)
    const said = this.hits.querySelector("[data-said]")
    setText(this.searchStatus, said?.textContent ?? "")
    this.showHits()
  }

  drawLine(line) {
    this.line = line
    if (this.box.innerHTML !== line) morphHtml(this.box, line)
    this.toggleButton = this.box.querySelector(".filters-toggle")
    this.searchBox = this.box.querySelector(".search-box")
    this.searchField = this.searchBox.firstElementChild
    this.hits = this.box.querySelector(".search-hits")
    watchDock(this.hits)
    this.searchStatus = this.searchBox.lastElementChild
    this.hits.givenHtml = ""
    this.box.setAttribute("aria-label", this.toggleButton.dataset.all)
  }

  // Closed hits stay closed when an answer comes late, until they are wanted again. Those of an
  // address that lists them are open at once; those of one that filters, where the focus is.
  showHits(isClosed = this.hitsClosed) {
    this.hitsClosed = isClosed
    const hasFocus = this.searchBox.contains(document.activeElement)
    const isListed = new URLSearchParams(location.search).has("search")
    const isWanted = hasFocus || isListed
    this.hits.hidden = isClosed || !this.hits.givenHtml || !isWanted || !this.searchField.value
  }

  // The labels of a list by their values.
  readLabels(name) {
    const inputs = [...this.box.querySelectorAll(`input[name=${name}]`)]
    return new Map(inputs.map(({ value, dataset }) => [value, dataset.label]))
  }

  findFields({ name }) {
    return [...this.box.querySelectorAll(`.sheet [name=${name}]`)]
  }

  // Writes what the controls of a name say.
  writeChoice(input, push) {
    const changes = input.matches(TICKED) ? this.readTicks(input) : this.readDays(input)
    if (changes) this.onChange(changes, { push })
  }

  readTicks(input) {
    const isTicked = ({ checked, dataset }) => checked !== ("without" in dataset)
    const ticks = this.findFields(input).filter((field) => field.matches(TICKED))
    const { clearsFilter, aloneName } = input.dataset
    const isAlone = new URLSearchParams(location.search).has(aloneName)
    if (isAlone) return this.readShownAlone(input, ticks)
    const values = ticks.filter(isTicked).map(({ value }) => value)
    // What is shown alone is no longer left out.
    if (clearsFilter && input.checked) return { [input.name]: values, [clearsFilter]: null }
    return { [input.name]: values }
  }

  // The boxes of a list of which a part is shown alone say what is shown: with another box, that
  // is shown, too. Without the last one, the list leaves it out and shows all others.
  readShownAlone({ name, value, dataset }, ticks) {
    const shown = ticks.filter(({ checked }) => checked).map((field) => field.value)
    const isPart = shown.length > 0 && shown.length < ticks.length
    const alone = isPart ? shown : null
    const without = shown.length ? null : [value]
    return { [dataset.aloneName]: alone, [name]: without }
  }

  // A day counts when it is complete and inside the story, and is a single choice until its
  // field is left; other dates to compare with are two days. Null until then.
  readDays(input) {
    const fields = this.findFields(input).filter((field) => !field.matches(TICKED))
    const values = fields.map(({ value }) => value)
    const isValid = fields.every(({ validity }) => validity.valid)
    const isHalf = values.length > 1 && values.includes("")
    if (!isValid || isHalf) return null
    return { [input.name]: values.join("/") }
  }

  writeSearch(isDone) {
    this.hitsClosed = false
    this.cancelTyping()
    const write = () => {
      this.cancelTyping()
      const text = collapseSpaces(this.searchField.value)
      this.onChange({ [this.findSearchName()]: text }, { push: isDone })
    }
    if (isDone) write()
    else this.typingTimer = setTimeout(write, TYPING_MS)
  }

  // The events that a search lists, for their marks.
  listFoundEvents() {
    const isListed = new URLSearchParams(location.search).has("search")
    const hits = isListed ? this.hits.querySelectorAll("[data-event]") : []
    return new Set([...hits].map(({ dataset }) => dataset.event))
  }

  // Words that filter the page go on filtering it; others are listed alone.
  findSearchName() {
    const params = new URLSearchParams(location.search)
    return params.has("q") ? "q" : this.searchField.name
  }

  // What was typed last is not in the address yet.
  cancelTyping() {
    clearTimeout(this.typingTimer)
    this.typingTimer = 0
  }

  // Shows the choices of a view: of the address, or as the server has read it.
  showChoices({ dates_said: datesText }, query = location.search) {
    const params = new URLSearchParams(query)
    let activeCount = Number(params.has("q"))
    for (const list of this.box.querySelectorAll(".filter-list")) {
      const fields = [...list.querySelectorAll("[name]")]
      const active = fields.filter((field) => this.showField(field, params))
      this.showSummary(list, active, datesText)
      if (active.length) activeCount += 1
    }
    this.showComparison(params)
    this.showSearch(params)
    const { all } = this.toggleButton.dataset
    setText(this.toggleButton, activeCount ? `${all} · ${activeCount}` : all)
    this.toggleButton.ariaExpanded = this.box.classList.contains("open")
    this.showClearButton(params)
  }

  // Shows what a view has for a control; returns whether that filters.
  showField(field, params) {
    const values = params.getAll(field.name)
    if (field.matches(TICKED)) {
      const isChosen = values.includes(field.value)
      field.checked = isChosen !== ("without" in field.dataset)
      const alone = params.getAll(field.dataset.aloneName)
      if (alone.length && !alone.includes(field.value)) field.checked = false
      return isChosen
    }
    if (!field.matches(".dates *")) return false
    // A day that is being typed is left alone.
    const isTyped = field === document.activeElement && !field.validity.valid
    if (!isTyped) setText(field, values[0] ?? "", "value")
    return Boolean(values[0])
  }

  showSummary(list, active, datesText) {
    const { name, label, all, one, several } = list.dataset
    const isAlone = ({ dataset }) => "alone" in dataset
    const alone = active.filter(isAlone)
    const named = alone.length ? alone : active
    const count = named.length
    const template = [all, named[0]?.dataset.alone ?? one][count] ?? several
    const allCount = list.querySelectorAll(`[name="${name}"]`).length
    const values = {
      name: named[0]?.dataset.label,
      on: count,
      off: alone.length ? count : allCount - count,
    }
    const hasDates = name === "dates" && count > 0 && datesText
    const text = hasDates ? datesText : fillText(template, values)
    const summary = list.firstElementChild
    const isNamed = text.startsWith(label)
    setText(summary, text)
    summary.setAttribute("aria-label", isNamed ? text : `${label}: ${text}`)
    summary.classList.toggle("on", count > 0)
  }

  // A region is not compared with itself, and only a comparison can be stopped.
  showComparison(params) {
    const list = this.box.querySelector("[data-name=compare]")
    if (!list) return
    const regions = params.getAll("region")
    const chosenRegion = regions.length === 1 ? `region:${regions[0]}` : ""
    for (const label of list.querySelectorAll("[data-filter]")) {
      label.classList.toggle("same-region", label.dataset.value === chosenRegion)
    }
    const stopButton = list.querySelector(".clear")
    const isComparing = params.has("compare")
    // A button that hides itself would take the focus with it.
    if (!isComparing && stopButton === document.activeElement) list.firstElementChild.focus()
    stopButton.hidden = !isComparing
  }

  showSearch(params) {
    const text = params.get("q") ?? params.get("search") ?? ""
    const isSame = collapseSpaces(this.searchField.value) === text
    if (this.typingTimer) return
    if (!isSame) this.searchField.value = text
    // Another search, such as that of Back, has its list open.
    const search = `${params.has("q") ? "q" : "search"}: ${text}`
    if (search === this.shownSearch) return
    this.shownSearch = search
    this.showHits(false)
  }

  showClearButton(params) {
    const button = this.box.lastElementChild
    const names = button.dataset.clears.split(" ")
    button.hidden = !names.some((name) => params.has(name))
  }
}
