// The line of filters: the server writes its lists, each control with the name of its parameter. What is touched
// becomes an address, and what an address says stands in the controls.
const TICKED = "[type=checkbox], [type=radio]"

class FilterLine {
  constructor(box, choose) {
    Object.assign(this, { box, choose })
    // One list at a time; a press beside it or Esc closes it, and focus goes back to its button.
    addEventListener("pointerdown", (event) => {
      const path = event.composedPath()
      const open = [...box.querySelectorAll(".pick[open]")]
      if (box.isConnected && !path.includes(box) && open.some((pick) => pick.lastElementChild.checkVisibility())) swallowPress(event)
      for (const pick of open) if (!path.includes(pick)) pick.open = false
      if (this.found && !path.includes(this.looking)) this.found.hidden = true
    }, { capture: true })
    const on = (name, act) => box.addEventListener(name, act)
    on("click", (event) => {
      const { target } = event
      // An event that was found is on this page: it is chosen here. Everything else found is a link.
      const hit = target.closest(".found [data-event]")
      if (target === this.search) this.offer(false)
      else if (target === this.every) this.every.ariaExpanded = box.classList.toggle("open")
      else if (target.dataset.clears) {
        this.forget()
        choose(Object.fromEntries(target.dataset.clears.split(" ").map((name) => [name, null])))
      } else if (hit && document.querySelector(PICTURE) && !event.ctrlKey && !event.metaKey) {
        event.preventDefault()
        this.offer(true)
        notifyPage("view:change", { event: hit.dataset.event })
      }
    })
    on("keydown", (event) => {
      const { key, target } = event
      if (key === "Enter" && target.matches(".sheet [name]") && target.reportValidity()) this.tell(target, true)
      const open = box.querySelector(".pick[open]")
      if (key !== "Escape" || !(open || !this.found.hidden)) return
      event.stopPropagation()
      event.preventDefault()
      if (open) open.open = false
      const back = open?.firstElementChild ?? this.search
      back.focus()
      this.offer(true)
    })
    on("focusin", ({ target }) => target === this.search && this.offer(false))
    on("input", ({ target }) => {
      if (target === this.search) this.words()
      if (!target.matches(".sheet [type=search]")) return
      const wanted = foldText(collapseSpaces(target.value))
      for (const one of target.parentElement.querySelectorAll("label")) one.hidden = !foldText(one.textContent).includes(wanted)
    })
    on("change", ({ target }) => {
      if (target === this.search) this.words(true)
      else if (target.name) this.tell(target, target.matches(TICKED))
    })
    on("focusout", ({ target, relatedTarget }) => {
      if (target.matches(".sheet [name]") && !target.matches(TICKED)) this.tell(target, true)
      if (relatedTarget && !this.looking.contains(relatedTarget)) this.found.hidden = true
    })
  }

  // The line of a view, and what its words find in the whole story, under them while they are looked up.
  build({ line, hits }) {
    if (this.line !== line) {
      morphHtml(this.box, (this.line = line))
      for (const part of ["every", "looking", "found"]) this[part] = this.box.querySelector(`.${part}`)
      this.search = this.looking.firstElementChild
      this.found.givenHtml = ""
      this.box.setAttribute("aria-label", this.every.dataset.all)
    }
    setHtml(this.found, hits)
    this.offer()
  }

  // What was closed stays closed when an answer comes late, until it is asked for again.
  offer(away = this.away) {
    this.away = away
    this.found.hidden = away || !this.found.givenHtml || !this.looking.contains(document.activeElement)
  }

  // The words of a list's values.
  names(list) {
    return new Map([...this.box.querySelectorAll(`input[name=${list}]`)].map(({ value, dataset }) => [value, dataset.label]))
  }

  // What stands in the controls of a name. A day is told once it is whole and inside the story, and is one choice
  // until its box is left; other dates to compare with are two.
  tell(input, push) {
    const ticks = input.matches(TICKED)
    const inputs = [...this.box.querySelectorAll(`.sheet [name=${input.name}]`)].filter((one) => one.matches(TICKED) === ticks)
    const values = inputs.filter(({ checked, dataset }) => !ticks || checked !== ("without" in dataset)).map(({ value }) => value)
    if (!ticks && (!inputs.every((one) => one.validity.valid) || (values.length > 1 && values.includes("")))) return
    this.choose({ [input.name]: ticks ? values : values.join("/") }, { push })
  }

  words(now) {
    this.away = false
    const tell = () => {
      this.forget()
      this.choose({ q: collapseSpaces(this.search.value) }, { push: Boolean(now) })
    }
    this.forget()
    if (now) tell()
    else this.typing = setTimeout(tell, 60)
  }

  // What was typed last and is not told yet.
  forget() {
    clearTimeout(this.typing)
    this.typing = 0
  }

  // What is chosen in a view: that of the address, or as the server has read it.
  show({ dates_said: dates }, view = location.search) {
    const params = new URLSearchParams(view)
    let active = Number(params.has("q"))
    for (const pick of this.box.querySelectorAll(".pick")) {
      const { name, label, all, one, several } = pick.dataset
      // Each control shows what its name has. A day that is being typed is left alone.
      const on = [...pick.querySelectorAll("[name]")].filter((input) => {
        const { dataset, value } = input
        const values = params.getAll(input.name)
        if (input.matches(TICKED)) {
          const chosen = values.includes(value)
          input.checked = chosen !== ("without" in dataset)
          return chosen
        }
        if (!input.matches(".dates *")) return false
        if (input !== document.activeElement || input.validity.valid) setText(input, values[0] ?? "", "value")
        return Boolean(values[0])
      })
      const values = { name: on[0]?.dataset.label, on: on.length, off: pick.querySelectorAll(TICKED).length - on.length }
      const said = (name === "dates" && on.length && dates) || fillText([all, one][on.length] ?? several, values)
      const summary = pick.firstElementChild
      setText(summary, said)
      summary.setAttribute("aria-label", said.startsWith(label) ? said : `${label}: ${said}`)
      summary.classList.toggle("on", on.length > 0)
      active += Number(on.length > 0)
    }
    const words = params.get("q") ?? ""
    if (!this.typing && collapseSpaces(this.search.value) !== words) this.search.value = words
    const { all } = this.every.dataset
    setText(this.every, active ? `${all} · ${active}` : all)
    this.every.ariaExpanded = this.box.classList.contains("open")
    const clear = this.box.lastElementChild
    clear.hidden = !clear.dataset.clears.split(" ").some((name) => params.has(name))
  }
}
