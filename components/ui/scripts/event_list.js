// The list of records: its rows are the server's, a button each. The selected record opens
// under its row.
// Milliseconds until which the list waits for an idle browser: the picture above comes first.
const MOST_DELAY_MS = 400

class EventList {
  constructor(list) {
    this.list = list
    list.addEventListener("click", ({ target }) => {
      const row = target.closest("li > button")
      if (row) this.pressRow(row)
    })
    list.addEventListener("keydown", (event) => this.closeByEscape(event))
    // The view that a picture shows: the list follows without a run of the page.
    document.addEventListener("view:loaded", ({ detail }) => {
      if (list.isConnected) this.drawList(detail.list)
    })
  }

  pressRow(row) {
    const isOpen = row.ariaExpanded === "true"
    this.pressedId = isOpen ? "" : row.dataset.id
    // A record that the picture shows already moves under its row.
    const isChosen = this.pressedId === this.data.chosen
    if (this.hasPicture && !isOpen && isChosen) this.drawList(this.data)
    else notifyPage("view:change", { [this.data.chooses]: this.pressedId })
  }

  // The opened record is the next stop of the keyboard; Esc closes it and goes back.
  closeByEscape(event) {
    const item = event.target.closest("li:has(> .opened)")
    if (event.key !== "Escape" || !item) return
    event.stopPropagation()
    item.firstElementChild.focus()
    notifyPage("view:change", { event: "" })
  }

  update(data) {
    if (!isNewData(this.list, data) && document.querySelector(PICTURE)) return
    this.sentData = data
    if (this.data || !window.requestIdleCallback) {
      this.drawList(data)
      return
    }
    requestIdleCallback(() => {
      if (!this.data) this.drawList(this.sentData)
    }, { timeout: MOST_DELAY_MS })
  }

  drawList(data) {
    this.data = data
    this.hasPicture = Boolean(document.querySelector(PICTURE))
    // Beside a picture, which has no list, the pressed row stays open until another record is
    // selected.
    if (this.pressedId !== data.chosen) this.pressedId = null
    this.drawCaveat()
    const list = makeElement("ol", { "aria-label": data.label })
    list.innerHTML = data.rows
    if (this.hasPicture && this.pressedId && data.detail) this.openRow(list)
    morphElement(this.list, list)
    notifyPage("list:drawn")
  }

  drawCaveat() {
    const caveat = this.list.parentElement.querySelector(".caveat")
    setText(caveat, this.data.signs)
    caveat.hidden = !this.data.signs
  }

  openRow(list) {
    const row = list.querySelector("[aria-current]")
    if (!row) return
    row.ariaExpanded = "true"
    const detail = `<div class="opened">${this.data.detail}</div>`
    row.insertAdjacentHTML("afterend", detail)
  }
}

export default defineComponent("ol", (list) => new EventList(list))
