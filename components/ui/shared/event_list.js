// Rows are buttons in an ordered list. They are patched in place, so that the reader's focus and
// the scroll position survive a rerun. Text is set as text; a row's sign and what opens under it come
// from the project's own drawing and templates, which escape every value.
const PARTS = ["date", "sign", "basis", "glyph", "kind", "title", "tag", "note", "sources"]

const part = (row, name, text) => {
  const node = row.querySelector("." + name)
  if (node.textContent !== text) node.textContent = text
  node.hidden = !text
}

const blank = () => {
  const item = document.createElement("li")
  const button = document.createElement("button")
  button.type = "button"
  for (const name of PARTS) {
    const span = document.createElement("span")
    span.className = name
    button.append(span, " ")
  }
  for (const name of ["sign", "glyph"]) button.querySelector("." + name).setAttribute("aria-hidden", "true")
  item.append(button)
  return item
}

const html = (node, text) => {
  if (node.made === text) return
  node.innerHTML = text
  node.made = text
}

// What opens under the chosen row. It is the next stop of the keyboard; Esc closes it and goes back.
const open = (item, detail, close) => {
  let place = item.querySelector(":scope > .opened")
  if (!detail) return place?.remove()
  if (!place) {
    place = document.createElement("div")
    place.className = "opened"
    item.append(place)
  }
  html(place, detail)
  item.onkeydown = (event) => {
    if (event.key !== "Escape" || !item.querySelector(":scope > .opened")) return
    event.stopPropagation()
    item.firstElementChild.focus()
    close()
  }
}

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }))

// The rows of the events that the stage lights.
const watched = new WeakSet()
const watch = (list) => {
  if (watched.has(list)) return
  watched.add(list)
  document.addEventListener("stage:lit", ({ detail }) => {
    for (const button of list.querySelectorAll("button")) button.toggleAttribute("data-lit", detail.includes(button.dataset.id))
  })
}

// A sheet that is in sight already needs no second place under the row.
const sheet = () => {
  const detail = document.querySelector(".stage [data-part=detail]")
  return detail && getComputedStyle(detail).position === "fixed"
}

// The row that was pressed beside a stage, which knows nothing of the list.
const pressed = new WeakMap()

// What the stage was told of another view: the list is drawn for it without a run of the page.
const drawn = new WeakMap()
const sent = new WeakMap()
const follow = (list) => {
  if (drawn.has(list)) return
  document.addEventListener("stage:said", ({ detail }) => list.isConnected && drawn.get(list)(detail.list))
}

const draw = (list, data, setTriggerValue) => {
  const staged = () => document.querySelector(".stage")
  list.setAttribute("aria-label", data.label)
  part(list.parentElement, "caveat", data.signs)
  while (list.children.length > data.rows.length) list.lastElementChild.remove()
  data.rows.forEach((row, index) => {
    let item = list.children[index]
    if (!item) {
      item = blank()
      list.append(item)
    }
    const button = item.firstElementChild
    for (const name of PARTS) if (name !== "glyph" || !row.mark) part(button, name, row[name])
    const glyph = button.querySelector(".glyph")
    glyph.style.color = row.colour
    if (row.mark) html(glyph, row.mark)
    const opened = row.id === data.chosen && (data.opened || (staged() && !sheet() && pressed.get(list) === row.id))
    if (data.detail || data.opened) button.setAttribute("aria-expanded", String(Boolean(opened)))
    else button.removeAttribute("aria-expanded")
    open(item, opened && data.detail, () => (staged() ? tell("stage:choose", null) : setTriggerValue("chosen", row.id)))
    if (row.id === data.chosen) button.setAttribute("aria-current", "true")
    else button.removeAttribute("aria-current")
    button.dataset.id = row.id
    button.dataset.event = row.id
    // Beside a stage the row lights its mark, and the stage chooses: it answers at once.
    button.onpointerenter = () => tell("stage:light", row.id)
    button.onpointerleave = () => tell("stage:light", null)
    button.onclick = () => {
      const again = button.getAttribute("aria-expanded") === "true"
      pressed.set(list, again ? "" : row.id)
      if (staged()) tell("stage:choose", again ? null : row.id)
      else setTriggerValue("chosen", row.id)
    }
  })
}

export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector("ol")
  watch(list)
  follow(list)
  drawn.set(list, (said) => draw(list, said, setTriggerValue))
  // The framework calls again with what it has sent before, which may be older than what was told.
  const now = JSON.stringify(data)
  if (sent.get(list) !== now || !document.querySelector(".stage")) draw(list, data, setTriggerValue)
  sent.set(list, now)
}
