// HTML of the server that is renewed where it stands: a table, or forms, whose fields have the names of parameters:
// what is chosen in them or sent is in the address.
class Forms {
  constructor(root) {
    this.root = root
    const on = (name, act) => root.addEventListener(name, act)
    // Of a list that opens keys choose one after the other: they are one choice, until Enter or until it is left.
    const end = ({ target }) => target.matches(".at-once select") && this.tell(target.form)
    on("pointerdown", () => (this.keys = false))
    on("keydown", (event) => {
      this.keys = true
      if (event.key === "Enter") end(event)
    })
    on("focusout", end)
    on("input", ({ target }) => target.matches(".at-once [type=search]") && this.tell(target.form, { push: false }))
    on("change", ({ target }) => {
      if (target.matches(".at-once *")) this.tell(target.form, { push: !this.keys || !target.matches("select") })
    })
    on("submit", (event) => {
      event.preventDefault()
      this.tell(event.target)
      // What was asked already is answered: it is led to again.
      this.said = ""
      this.answer()
    })
  }

  // A field whose text is being typed follows the address alone, which has that text already.
  update(data) {
    if (!isNewData(this.root, data)) return
    const { html: text, page } = data
    morphHtml(this.root, text)
    // Another page of a table begins at its first row, for the eye and for the keyboard.
    if (page !== this.page && this.root.getRootNode().activeElement?.closest("nav")) {
      this.root.firstElementChild.focus({ preventScroll: true })
      this.root.firstElementChild.scrollIntoView({ block: "start" })
    }
    this.page = page
    this.answer()
    for (const field of this.root.querySelectorAll("[data-now]")) {
      const now = field === document.activeElement ? new URLSearchParams(location.search).get(field.name) ?? "" : field.dataset.now
      if (field.type === "checkbox") field.checked = Boolean(field.dataset.now)
      else if (collapseSpaces(field.value) !== now) field.value = now
    }
  }

  // An answer is brought into sight when it comes, where it would stand below the window.
  answer() {
    const answer = this.root.querySelector(".check")
    const said = answer?.querySelector("[role=status]").textContent
    if (said === this.said) return
    this.said = said
    const top = answer?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > 0.7 * innerHeight) answer.scrollIntoView({ block: "start" })
  }

  tell(form, how) {
    const asked = {}
    for (const { name, type, value, checked } of form.elements) {
      if (type === "checkbox") asked[name] = [...(asked[name] ?? []), ...(checked ? [value] : [])]
      else if (name) asked[name] = collapseSpaces(value)
    }
    const { unit, check, said, column } = asked
    delete asked.unit
    // The columns that are there without being chosen; another order begins at its first page.
    if (column && String(column) === form.dataset.first) asked.column = []
    if ("find" in asked) asked.page = null
    // Without a number nothing is asked.
    if (check) asked.check = collapseSpaces(`${check} ${unit}`)
    if (check === "") Object.assign(asked, { said: "", check_day: "", check_region: "" })
    if ("check" in asked && (!check || said !== "range")) asked.check_to = ""
    writeAddress(asked, how)
  }
}

export default defineComponent(".forms, .data-table", (root) => new Forms(root))
