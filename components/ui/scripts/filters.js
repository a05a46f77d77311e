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
      for (const details of box.querySelectorAll("details.pick[open]")) if (!path.includes(details)) details.open = false
      if (this.found && !path.includes(this.looking)) this.found.hidden = true
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
    this.clear = made("button", { type: "button", class: "clear", hidden: true, onclick: () =>
      (this.forget(), this.change(Object.fromEntries(data.cleared.map((name) => [name, null])))) }, t.clear)
    // On a phone the filters are one button, which shows and hides the others.
    this.all = made("button", { type: "button", class: "every", "aria-expanded": "false", onclick: () =>
      this.all.setAttribute("aria-expanded", String(this.box.classList.toggle("open"))) }, t.filters)
    this.box.classList.remove("open")
    this.box.setAttribute("aria-label", t.filters)
    this.box.replaceChildren(this.all, this.dates(data), ...data.filters.map((one) => this.list(one, data)), this.looking, this.clear)
  }

  list(filter, data) {
    const t = data.texts
    const options = filter.options.map((option) =>
      made("label", { "data-filter": filter.name, "data-value": option.value },
        made("input", { type: filter.single ? "radio" : "checkbox", name: `stage-${filter.name}`, value: option.value,
          onchange: () => this.picked(filter) }),
        ...(option.glyph ? [made("span", { "aria-hidden": "true", style: `color:${option.colour}` }, option.glyph)] : []),
        option.label, made("span", { class: "count" }),
      ),
    )
    const field = made("fieldset", {}, made("legend", {}, filter.label))
    // A list longer than a sheet is looked through by words.
    const find = ({ target }) => options.forEach((one) => (one.hidden = !fold(one.textContent).includes(fold(target.value.trim()))))
    if (options.length > MOST_SEEN) field.append(made("input", { type: "search", placeholder: t.find, "aria-label": t.find, oninput: find }))
    field.append(...options)
    if (filter.single) {
      // Any other dates to compare with, and the way out.
      const tell = (push) => days.every((day) => day.value && day.validity.valid) && this.change({ [filter.name]: days.map((day) => day.value).join("/") }, { push })
      const days = [t.from, t.to].map((label) => this.day(data.period, tell, { "aria-label": `${t.otherDates}: ${label}` }))
      field.append(made("p", {}, t.otherDates), ...days,
        made("button", { type: "button", class: "clear", onclick: () => this.change({ [filter.name]: null }) }, t.stopCompare))
    }
    return this.pick(filter.name, filter.all, field)
  }

  // A list to open; one of a name closes the others.
  pick(name, words, ...inside) {
    return made("details", { class: "pick", name: "filters", "data-name": name }, made("summary", {}, words), made("div", { class: "sheet" }, ...inside))
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
    const certain = made("label", {}, made("input", { type: "checkbox", name: "possible", onchange: () => this.typed(true) }), t.certain)
    const details = this.pick("dates", t.dates, day("from", t.from), day("to", t.to), certain,
      ...(data.known ? [day("known", t.known, data.known), made("p", {}, t.knownNote)] : []))
    details.classList.add("dates")
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

  // What is chosen in a view: that of the address, or as the server has read it.
  show(data, view = location.search) {
    const params = new URLSearchParams(view)
    let active = 0
    for (const filter of data.filters) {
      const { label, options, several, without } = filter
      const on = params.getAll(filter.name)
      const names = options.filter((option) => on.includes(option.value)).map((option) => option.label)
      for (const input of this.box.querySelectorAll(`[name=stage-${filter.name}]`)) input.checked = on.includes(input.value) !== Boolean(without)
      for (const { value, count } of options) if (count !== undefined) write(this.box.querySelector(`[data-filter=${filter.name}][data-value="${CSS.escape(value)}"] .count`), count)
      const summary = this.box.querySelector(`[data-name=${filter.name}] summary`)
      const one = without ? without.replace("{voices}", names[0]) : names[0]
      const more = without ? several.replace("{shown}", options.length - names.length) : `${label} · ${names.length}`
      summary.textContent = [filter.all, one][names.length] ?? more
      const said = `${label}: ${summary.textContent}`
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
