// Rows are buttons in an ordered list. They are patched in place, so that the reader's focus and
// the scroll position survive a rerun. Text is set as text: nothing is ever parsed as HTML.
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

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }))

// The row of the event that a mark of the stage is lit for.
const watched = new WeakSet()
const watch = (list) => {
  if (watched.has(list)) return
  watched.add(list)
  document.addEventListener("stage:lit", ({ detail }) => {
    for (const button of list.querySelectorAll("button")) button.toggleAttribute("data-lit", button.dataset.id === detail)
  })
}

export default function ({ data, parentElement, setTriggerValue }) {
  const list = parentElement.querySelector("ol")
  list.setAttribute("aria-label", data.label)
  watch(list)
  while (list.children.length > data.rows.length) list.lastElementChild.remove()
  data.rows.forEach((row, index) => {
    let item = list.children[index]
    if (!item) {
      item = blank()
      list.append(item)
    }
    const button = item.firstElementChild
    for (const name of PARTS)
      part(button, name, row[name])
    button.querySelector(".glyph").style.color = row.colour
    if (row.id === data.chosen) button.setAttribute("aria-current", "true")
    else button.removeAttribute("aria-current")
    button.dataset.id = row.id
    button.dataset.event = row.id
    // Beside a stage the row lights its mark, and the stage chooses: it answers at once.
    button.onpointerenter = () => tell("stage:light", row.id)
    button.onpointerleave = () => tell("stage:light", null)
    button.onclick = () => (document.querySelector(".stage") ? tell("stage:choose", row.id) : setTriggerValue("chosen", row.id))
  })
}
