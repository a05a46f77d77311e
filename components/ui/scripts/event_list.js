// Rows are buttons in an ordered list. Text is set as text; a row's sign and what opens under it come
// from the project's own drawing and templates, which escape every value.
const PARTS = ["date", "sign", "basis", "glyph", "kind", "title", "tag", "note", "sources"]

class EventList {
  constructor(list) {
    this.list = list
    // What the stage was told of another view: the list is drawn for it without a run of the page.
    document.addEventListener("stage:said", ({ detail }) => list.isConnected && this.draw(detail.list))
  }

  draw(data) {
    this.data = data
    this.staged = Boolean(document.querySelector(PICTURE))
    // The row that was pressed beside a picture, which knows nothing of the list: until another record
    // is chosen it stands open under itself.
    if (this.pressed !== data.chosen) this.pressed = null
    const caveat = this.list.parentElement.querySelector(".caveat")
    write(caveat, data.signs)
    caveat.hidden = !data.signs
    const rows = data.rows.map((row) => this.row(row))
    morph(this.list, made("ol", { "aria-label": data.label }, ...rows))
    tell("list:drawn")
  }

  row(row) {
    const { chosen, detail } = this.data
    const current = row.id === chosen
    const opened = current && this.staged && this.pressed === row.id
    const parts = PARTS.flatMap((name) => {
      const part = made("span", { class: name, "aria-hidden": ["sign", "glyph"].includes(name) && "true",
        hidden: !(row[name] || (name === "glyph" && row.mark)), lang: name === "title" && (row.lang || ""),
        style: name === "glyph" && row.colour && `color:${row.colour}` })
      if (name === "glyph" && row.mark) part.innerHTML = row.mark
      else part.textContent = row[name] ?? ""
      return [part, " "]
    })
    const expanded = detail ? String(Boolean(opened)) : null
    const button = made("button", { type: "button", "data-id": row.id, "data-event": row.id,
      "aria-expanded": expanded, "aria-current": current && "true",
      onclick: () => this.press(row.id, expanded === "true") }, ...parts)
    if (!opened || !detail) return made("li", {}, button)
    // It is the next stop of the keyboard; Esc closes it and goes back.
    const place = made("div", { class: "opened" })
    place.innerHTML = detail
    const escape = (event) => {
      if (event.key !== "Escape") return
      event.stopPropagation()
      event.currentTarget.firstElementChild.focus()
      tell("stage:choose", null)
    }
    return made("li", { onkeydown: escape }, button, place)
  }

  // Beside a stage the stage chooses: it answers at once.
  press(id, again) {
    this.pressed = again ? "" : id
    if (!this.staged) this.send("chosen", id)
    // What stands in full already moves under its line.
    else if (!again && id === this.data.chosen) this.draw(this.data)
    else tell("stage:choose", again ? null : id)
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector("ol")
  const owner = ownerOf(list, () => new EventList(list))
  owner.send = setTriggerValue
  if (isNew(list, data) || !document.querySelector(PICTURE)) owner.draw(data)
}
