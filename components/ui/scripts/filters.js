// The line of filters: a list to open for each kind of filter, and words to look up.
// More choices than these are a list to look through.
const MOST_SEEN = 80

class FilterLine {
  constructor(box, change) {
    this.box = box
    this.change = change
    // One list at a time; a click beside it or Esc closes it, and focus goes back to its button.
    addEventListener("pointerdown", (event) => {
      const path = event.composedPath()
      const open = [...box.querySelectorAll("details.pick[open] .sheet")].some((sheet) => sheet.checkVisibility())
      if (box.isConnected && open && !path.includes(box)) swallow(event)
      this.close(path)
    }, { capture: true })
    box.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && !this.looking.contains(relatedTarget) && (this.found.hidden = true))
    box.addEventListener("keydown", (event) => {
      const open = box.querySelector("details.pick[open]")
      if (event.key !== "Escape" || !(open || !this.found.hidden)) return
      event.stopPropagation()
      event.preventDefault()
      if (open) open.open = false
      else this.search.focus()
      this.putAway()
      open?.querySelector("summary").focus()
    })
  }

  close(path = []) {
    for (const details of this.box.querySelectorAll("details.pick[open]"))
      if (!path.includes(details)) details.open = false
    if (!path.includes(this.looking)) this.found.hidden = true
  }

  build(data) {
    if (this.built === data.filters_key) return
    this.built = data.filters_key
    const t = data.texts
    this.search = made("input", {
      type: "search", placeholder: t.search, "aria-label": t.search, maxlength: data.most_text,
      oninput: () => this.words(), onchange: () => this.words(true),
      onfocus: () => this.reopen(), onclick: () => this.reopen(),
    })
    // What the words find in the whole story, under them while they are being looked up.
    this.found = made("div", { class: "sheet found", "data-part": "found", hidden: true, onclick: (event) => this.follow(event) })
    this.looking = made("div", { class: "looking" }, this.search, this.found)
    this.clear = made("button", { type: "button", class: "clear", hidden: true, onclick: () => this.clearAll(data) }, t.clear)
    // On a phone the filters are one button, which shows and hides the others.
    this.all = made("button", { type: "button", class: "every", "aria-expanded": "false", onclick: () =>
      this.all.setAttribute("aria-expanded", String(this.box.classList.toggle("open"))) }, t.filters)
    this.box.classList.remove("open")
    this.box.setAttribute("aria-label", t.filters)
    this.box.replaceChildren(this.all, this.dates(data), ...data.filters.map((one) => this.list(one, data)), this.looking, this.clear)
  }

  list(filter, data) {
    const options = filter.options.map((option) =>
      made("label", { "data-filter": filter.name, "data-value": option.value },
        made("input", { type: filter.single ? "radio" : "checkbox", name: `stage-${filter.name}`, value: option.value,
          onchange: () => this.picked(filter) }),
        ...(option.glyph ? [made("span", { "aria-hidden": "true", style: `color:${option.colour}` }, option.glyph)] : []),
        option.label, made("span", { class: "count" }),
      ),
    )
    const field = made("fieldset", {}, made("legend", {}, filter.label), ...this.finder(options, data), ...options)
    if (filter.single) field.append(...this.other(filter, data))
    const details = made("details", { class: "pick", "data-name": filter.name },
      made("summary", {}, filter.all), made("div", { class: "sheet" }, field))
    details.addEventListener("toggle", () => details.open && this.close([details]))
    return details
  }

  // A list longer than a sheet is looked through by words.
  finder(options, { texts }) {
    if (options.length <= MOST_SEEN) return []
    const find = ({ target }) => options.forEach((one) => (one.hidden = !fold(one.textContent).includes(fold(target.value.trim()))))
    return [made("input", { type: "search", placeholder: texts.find, "aria-label": texts.find, oninput: find })]
  }

  // Any other dates to compare with, and the way out.
  other(filter, data) {
    const t = data.texts
    const tell = (push) => days.every((day) => day.value && day.validity.valid) && this.change({ [filter.name]: days.map((day) => day.value).join("/") }, { push })
    const days = [t.from, t.to].map((label) => this.day(data.period, tell, { "aria-label": `${t.otherDates}: ${label}` }))
    return [made("p", {}, t.otherDates), ...days,
      made("button", { type: "button", class: "clear", onclick: () => this.change({ [filter.name]: null }) }, t.stopCompare)]
  }

  // A day to pick or to type. It is told when it is whole and inside the story, and is one choice until
  // the box is left. No calendar of a browser knows a day before the year 1: it is typed.
  day([first, last], tell, attributes) {
    const how = first < "0001" ? { type: "text", placeholder: `${first} … ${last}` } : { type: "date", min: first, max: last }
    const enters = ({ key, target }) => void (key === "Enter" && target.reportValidity() && tell(true))
    return made("input", { ...attributes, ...how, onchange: ({ target }) => target.validity.valid && tell(false), onblur: () => tell(true), onkeydown: enters })
  }

  dates(data) {
    const t = data.texts
    const day = (name, label, days = data.period) => made("label", {}, label, this.day(days, (push) => this.typed(push), { name }))
    const certain = made("label", {},
      made("input", { type: "checkbox", name: "possible", onchange: () => this.typed(true) }), t.certain)
    const details = made("details", { class: "pick dates", "data-name": "dates" }, made("summary", {}, t.dates),
      made("div", { class: "sheet" }, day("from", t.from), day("to", t.to), certain, ...(data.known ? [day("known", t.known, data.known), made("p", {}, t.knownNote)] : [])))
    details.addEventListener("toggle", () => details.open && this.close([details]))
    return details
  }

  typed(push) {
    const input = (name) => this.box.querySelector(`.dates [name=${name}]`)
    // What is not yet a day of the story says nothing.
    const now = new URLSearchParams(location.search)
    const value = (name) => (input(name)?.validity.valid ? input(name).value : now.get(name)) || null
    this.change({ from: value("from"), to: value("to"), known: value("known"),
      possible: input("possible").checked ? "out" : null }, { push })
  }

  picked(filter) {
    const inputs = [...this.box.querySelectorAll(`[name=stage-${filter.name}]`)]
    const found = inputs.filter((input) => input.checked !== Boolean(filter.without)).map((input) => input.value)
    this.change({ [filter.name]: found })
  }

  words(now) {
    this.away = false
    this.forget()
    const tell = () => {
      this.typing = 0
      this.change({ q: this.search.value.trim().replace(/\s+/g, " ") }, { push: Boolean(now) })
    }
    if (now) tell()
    else this.typing = setTimeout(tell, 60)
  }

  // What was typed last and is not told yet.
  forget() {
    clearTimeout(this.typing)
    this.typing = 0
  }

  tell(words = "") {
    html(this.found, words)
    this.found.hidden = !words || this.away || !this.looking.contains(document.activeElement)
  }

  reopen() {
    this.away = false
    this.tell(this.found.told)
  }

  // What was closed stays closed when an answer comes late, until it is asked for again.
  putAway() {
    this.found.hidden = this.away = true
  }

  // An event is on this page: it is chosen here. Everything else found is a link.
  follow(event) {
    const hit = event.target.closest("[data-event]")
    if (!hit || !document.querySelector(PICTURE) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    this.putAway()
    tell("stage:choose", hit.dataset.event)
  }

  // What the button of a list says of the values chosen.
  button(filter, names) {
    const { label, options, several, without } = filter
    if (!without) return names.length > 1 ? `${label} · ${names.length}` : names[0]
    return names.length > 1 ? several.replace("{shown}", options.length - names.length) : without.replace("{voices}", names[0])
  }

  clearAll(data) {
    this.forget()
    this.change(Object.fromEntries(data.cleared.map((name) => [name, null])))
  }

  // What is chosen in a view: that of the address, or as the server has read it.
  show(data, view = location.search) {
    const params = new URLSearchParams(view)
    let active = 0
    for (const filter of data.filters) {
      const on = params.getAll(filter.name)
      const names = filter.options.filter((option) => on.includes(option.value)).map((option) => option.label)
      for (const input of this.box.querySelectorAll(`[name=stage-${filter.name}]`)) input.checked = on.includes(input.value) !== Boolean(filter.without)
      for (const { value, count } of filter.options) if (count !== undefined) write(this.box.querySelector(`[data-filter=${filter.name}][data-value="${CSS.escape(value)}"] .count`), count)
      const summary = this.box.querySelector(`[data-name=${filter.name}] summary`)
      summary.textContent = names.length ? this.button(filter, names) : filter.all
      const said = `${filter.label}: ${summary.textContent}`
      // A region chosen to compare with is no filter; the line says so.
      if (filter.name === "compare" && names.length) summary.textContent = said
      summary.setAttribute("aria-label", said)
      summary.classList.toggle("on", names.length > 0)
      active += Number(on.length > 0)
    }
    for (const name of ["from", "to", "known"]) {
      const input = this.box.querySelector(`.dates [name=${name}]`)
      // A day that is being typed is left alone.
      if (input && (input !== document.activeElement || input.validity.valid)) write(input, params.get(name) ?? "", "value")
    }
    this.box.querySelector(".dates [name=possible]").checked = params.get("possible") === "out"
    const dated = ["from", "to", "known", "possible"].some((name) => params.get(name))
    const summary = this.box.querySelector(".dates summary")
    summary.textContent = data.dates_said && dated ? data.dates_said : dated ? data.texts.datesSet : data.texts.dates
    summary.classList.toggle("on", dated)
    const words = params.get("q") ?? ""
    if (!this.typing && this.search.value.trim().replace(/\s+/g, " ") !== words) this.search.value = words
    active += Number(dated) + Number(params.has("q"))
    this.all.textContent = active ? `${data.texts.filters} · ${active}` : data.texts.filters
    this.clear.hidden = !data.cleared.some((name) => params.has(name))
  }
}
