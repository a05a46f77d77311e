// HTML of the server that is updated where it is: a table, or forms. Their fields have the
// names of parameters: what is chosen or submitted is in the address.
// An answer in the lowest part of the window, or below it, is scrolled into view.
const LOWEST_SHARE = 0.7

const readField = ({ type, value, checked }, before = []) => {
  if (type !== "checkbox") return collapseSpaces(value)
  return checked ? [...before, value] : before
}

const readFields = (form) => {
  const values = {}
  for (const field of form.elements) {
    const { name, type } = field
    // What a form keeps when it is sent without a script is in the address.
    if (type === "hidden") continue
    if (name || type === "checkbox") values[name] = readField(field, values[name])
  }
  return values
}

// A number alone leaves the parts chosen before it; a sentence says its own.
const BARE_NUMBER = /^[\d.,' ]*$/u

const isUntouched = ({ value, dataset }) => collapseSpaces(value) === dataset.now
const isEmptied = ({ value, dataset }) => Boolean(dataset.now) && !value

// A figure typed anew is read anew: of the parts shown with the one before, only those chosen since
// are kept. A sentence that is the same goes on saying the parts that nobody has changed.
const resetParts = ({ elements }, changes) => {
  const { check, unit } = elements
  const isPart = (field) => field !== check && field !== unit && "now" in field.dataset
  const parts = [...elements].filter(isPart)
  const untouched = parts.filter(isUntouched)
  const address = new URLSearchParams(location.search)
  const sentence = address.get("check") ?? ""
  const isSame = isUntouched(check) || collapseSpaces(check.value) === sentence
  if (!isSame && !sentence && BARE_NUMBER.test(check.value)) return
  if (!isSame) {
    for (const { name } of untouched) changes[name] = ""
    return
  }
  if (unit.value || parts.some(isEmptied)) {
    changes.check = collapseSpaces(`${check.dataset.now} ${unit.value}`)
    return
  }
  changes.check = sentence
  for (const { name } of untouched) {
    if (!address.has(name)) changes[name] = ""
  }
}

const readChanges = (form) => {
  const { unit, ...changes } = readFields(form)
  const { check, said, column } = changes
  // The columns that are there without being chosen.
  if (column && String(column) === form.dataset.first) changes.column = []
  // Another order begins at its first page.
  if ("find" in changes) changes.page = null
  if (check) changes.check = collapseSpaces(`${check} ${unit}`)
  // Without a number nothing is checked.
  if (check === "") {
    changes.said = ""
    changes.check_day = ""
    changes.check_region = ""
  }
  const isRange = check && said === "range"
  if ("check" in changes && !isRange) changes.check_to = ""
  if (check) resetParts(form, changes)
  return changes
}

class Forms {
  constructor(root) {
    this.root = root
    root.addEventListener("pointerdown", () => {
      this.usesKeys = false
    })
    root.addEventListener("keydown", (event) => {
      this.usesKeys = true
      if (event.key === "Enter") this.finishSelect(event)
    })
    root.addEventListener("focusout", (event) => this.finishSelect(event))
    root.addEventListener("input", ({ target }) => {
      const isSearch = target.matches(".at-once [type=search]")
      if (isSearch) this.writeForm(target.form, { push: false })
    })
    root.addEventListener("change", ({ target }) => this.handleChange(target))
    root.addEventListener("submit", (event) => this.submitForm(event))
  }

  // Keys select one option of a list after the other: they are a single choice, until Enter or
  // until the list is left.
  finishSelect({ target }) {
    if (target.matches(".at-once select")) this.writeForm(target.form)
  }

  handleChange(field) {
    if (!field.matches(".at-once *")) return
    const isFinished = !this.usesKeys || !field.matches("select")
    this.writeForm(field.form, { push: isFinished })
  }

  submitForm(event) {
    event.preventDefault()
    this.writeForm(event.target)
    // The same question again has its answer already: it is scrolled to.
    this.answerText = ""
    this.showAnswer()
  }

  update(data) {
    if (!isNewData(this.root, data)) return
    morphHtml(this.root, data.html)
    if (data.page !== this.page) this.showFirstRow()
    this.page = data.page
    this.showAnswer()
    for (const field of this.root.querySelectorAll("[data-now]")) this.fillField(field)
  }

  // Another page of a table begins at its first row, for the eye and for the keyboard.
  showFirstRow() {
    const { activeElement } = this.root.getRootNode()
    if (!activeElement?.closest("nav")) return
    const table = this.root.firstElementChild
    table.focus({ preventScroll: true })
    table.scrollIntoView({ block: "start" })
  }

  // What a reader has changed and not sent yet stays while other parts of the view change. A field
  // in which a reader types follows the address, which has that text already.
  fillField(field) {
    let { now } = field.dataset
    const isSame = field.filledText === now
    field.filledText = now
    if (isSame) return
    if (field.type === "checkbox") {
      field.checked = Boolean(now)
      return
    }
    if (field === document.activeElement) {
      now = new URLSearchParams(location.search).get(field.name) ?? ""
    }
    if (collapseSpaces(field.value) !== now) field.value = now
  }

  // A new answer that would be below the window is scrolled into view.
  showAnswer() {
    const answer = this.root.querySelector(".check")
    const text = answer?.querySelector("[role=status]").textContent
    if (text === this.answerText) return
    this.answerText = text
    const top = answer?.getBoundingClientRect().top ?? 0
    const isOutside = top < 0 || top > LOWEST_SHARE * innerHeight
    if (isOutside) answer.scrollIntoView({ block: "start" })
  }

  // What is sent is filled in again as the server has read it.
  writeForm(form, options) {
    for (const field of form.elements) field.filledText = null
    writeAddress(readChanges(form), options)
  }
}

const drawForms = defineComponent(".forms, .data-table", (root) => new Forms(root))

export default drawForms
