// The list of records: the rows are the server's, a button each; what is chosen here opens under its own.
class EventList {
  constructor(list) {
    this.list = list
    // Beside a stage the stage chooses: it answers at once.
    list.addEventListener("click", ({ target }) => {
      const row = target.closest("li > button")
      if (!row) return
      const again = row.ariaExpanded === "true"
      this.pressed = again ? "" : row.dataset.id
      // What stands in full already moves under its line.
      if (this.staged && !again && this.pressed === this.data.chosen) this.draw(this.data)
      else notifyPage("view:change", { [this.data.chooses]: this.pressed })
    })
    // What is open is the next stop of the keyboard; Esc closes it and goes back.
    list.addEventListener("keydown", (event) => {
      const row = event.target.closest("li:has(> .opened)")
      if (event.key !== "Escape" || !row) return
      event.stopPropagation()
      row.firstElementChild.focus()
      notifyPage("view:change", { event: "" })
    })
    // What the stage was told of another view: the list is drawn for it without a run of the page.
    document.addEventListener("view:loaded", ({ detail }) => list.isConnected && this.draw(detail.list))
  }

  // The first time the picture above it comes first.
  update(data) {
    if (!isNewData(this.list, data) && document.querySelector(PICTURE)) return
    this.coming = data
    if (this.data || !window.requestIdleCallback) this.draw(data)
    else requestIdleCallback(() => this.data || this.draw(this.coming), { timeout: 400 })
  }

  draw(data) {
    this.data = data
    this.staged = Boolean(document.querySelector(PICTURE))
    // The row that was pressed beside a picture, which knows nothing of the list: until another record
    // is chosen it stands open under itself.
    if (this.pressed !== data.chosen) this.pressed = null
    const caveat = this.list.parentElement.querySelector(".caveat")
    setText(caveat, data.signs)
    caveat.hidden = !data.signs
    const list = makeElement("ol", { "aria-label": data.label })
    list.innerHTML = data.rows
    const chosen = this.staged && this.pressed && data.detail && list.querySelector("[aria-current]")
    if (chosen) {
      chosen.ariaExpanded = "true"
      chosen.insertAdjacentHTML("afterend", `<div class="opened">${data.detail}</div>`)
    }
    morphElement(this.list, list)
    notifyPage("list:drawn")
  }
}

export default defineComponent("ol", (list) => new EventList(list))
