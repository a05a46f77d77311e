// Rows are buttons in an ordered list. They are patched in place, so that the reader's focus and
// the scroll position survive a rerun. Text is set as text; a row's sign and what opens under it come
// from the project's own drawing and templates, which escape every value.
const PARTS = ["date", "sign", "basis", "glyph", "kind", "title", "tag", "note", "sources"]

const part = (row, name, text) => {
  const node = row.querySelector("." + name)
  write(node, text)
  node.hidden = !text
}

const blank = () => {
  const parts = PARTS.flatMap((name) => [made("span", { class: name, "aria-hidden": ["sign", "glyph"].includes(name) && "true" }), " "])
  return made("li", {}, made("button", { type: "button" }, ...parts))
}

// What opens under the chosen row. It is the next stop of the keyboard; Esc closes it and goes back.
const open = (item, detail, close) => {
  let place = item.querySelector(":scope > .opened")
  if (!detail) return place?.remove()
  if (!place) item.append((place = made("div", { class: "opened" })))
  html(place, detail)
  item.onkeydown = (event) => {
    if (event.key !== "Escape" || !item.querySelector(":scope > .opened")) return
    event.stopPropagation()
    item.firstElementChild.focus()
    close()
  }
}

// The row that was pressed beside a picture, which knows nothing of the list: until another record is
// chosen it stands open under itself.
const pressed = new WeakMap()

// What the stage was told of another view: the list is drawn for it without a run of the page.
const drawn = new WeakMap()
const sent = new WeakMap()
const follow = (list) => {
  if (drawn.has(list)) return
  document.addEventListener("stage:said", ({ detail }) => list.isConnected && drawn.get(list)(detail.list))
}

const draw = (list, data, setTriggerValue) => {
  const staged = () => document.querySelector(PICTURE)
  list.setAttribute("aria-label", data.label)
  part(list.parentElement, "caveat", data.signs)
  if (pressed.get(list) !== data.chosen) pressed.delete(list)
  repeat(list, data.rows.length, blank)
  data.rows.forEach((row, index) => {
    const item = list.children[index]
    const button = item.firstElementChild
    for (const name of PARTS) if (name !== "glyph" || !row.mark) part(button, name, row[name])
    button.querySelector(".title").lang = row.lang ?? ""
    const glyph = button.querySelector(".glyph")
    glyph.style.color = row.colour
    if (row.mark) html(glyph, row.mark)
    const opened = row.id === data.chosen && staged() && pressed.get(list) === row.id
    if (data.detail) button.setAttribute("aria-expanded", String(Boolean(opened)))
    else button.removeAttribute("aria-expanded")
    open(item, opened && data.detail, () => (staged() ? tell("stage:choose", null) : setTriggerValue("chosen", row.id)))
    if (row.id === data.chosen) button.setAttribute("aria-current", "true")
    else button.removeAttribute("aria-current")
    button.dataset.id = row.id
    button.dataset.event = row.id
    // Beside a stage the stage chooses: it answers at once.
    button.onclick = () => {
      const again = button.getAttribute("aria-expanded") === "true"
      pressed.set(list, again ? "" : row.id)
      // What stands in full already moves under its line.
      if (staged() && !again && row.id === data.chosen) return draw(list, data, setTriggerValue)
      if (staged()) tell("stage:choose", again ? null : row.id)
      else setTriggerValue("chosen", row.id)
    }
  })
  tell("list:drawn")
}

export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector("ol")
  follow(list)
  drawn.set(list, (said) => draw(list, said, setTriggerValue))
  // The framework calls again with what it has sent before, which may be older than what was told.
  const now = JSON.stringify(data)
  if (sent.get(list) !== now || !document.querySelector(PICTURE)) draw(list, data, setTriggerValue)
  sent.set(list, now)
}
