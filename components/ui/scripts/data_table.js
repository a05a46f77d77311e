// A table whose heads are buttons. It is patched in place, so that focus and place survive a rerun.
// Text is set as text and an address only if it leads within the app or to the web.
const build = (frame, nav) => {
  const line = made("tr", { role: "row" })
  frame.append(made("table", { role: "table" }, made("caption"), made("thead", { role: "rowgroup" }, line), made("tbody", { role: "rowgroup" })))
  const turn = (name) => made("button", { type: "button", class: name })
  nav.append(turn("before"), made("span", { class: "place" }), turn("after"))
}

const headCell = () =>
  made("th", { scope: "col", role: "columnheader" },
    made("button", { type: "button" }, made("span", { class: "label" }), made("span", { class: "arrow", "aria-hidden": "true" })))

const ARROWS = { ascending: "▲", descending: "▼", none: "" }

const drawHead = (line, data, setTriggerValue) => {
  repeat(line, data.columns.length, headCell)
  data.columns.forEach((column, index) => {
    const cell = line.children[index]
    const button = cell.firstElementChild
    cell.className = column.numeric ? "numeric" : ""
    if (column.sort === "none") cell.removeAttribute("aria-sort")
    else cell.setAttribute("aria-sort", column.sort)
    button.querySelector(".label").textContent = column.label
    button.querySelector(".arrow").textContent = ARROWS[column.sort]
    button.title = data.texts.sort
    button.dataset.column = column.name
    button.onclick = () => setTriggerValue("sort", column.name)
  })
}

const safe = (href) => /^(\.\/|https?:\/\/)/.test(href ?? "")

const drawCell = (node, column, cell) => {
  node.className = column.numeric ? "numeric" : ""
  node.dataset.label = column.label
  node.replaceChildren()
  if (!cell.text) return
  const away = !cell.href?.startsWith("./") && { target: "_blank", rel: "noopener noreferrer" }
  const inner = safe(cell.href) ? made("a", { href: cell.href, ...away }, cell.text) : cell.text
  node.append(made("span", { class: "value" }, inner))
  if (cell.code && cell.code !== cell.text) node.append(" ", made("code", {}, cell.code))
}

const drawBody = (body, data) => {
  const lines = data.rows.map((cells) =>
    made("tr", { role: "row" }, ...cells.map((cell, index) => {
      const node = index ? made("td", { role: "cell" }) : made("th", { role: "rowheader", scope: "row" })
      drawCell(node, data.columns[index], cell)
      return node
    })))
  body.replaceChildren(...lines)
}

const drawPages = (nav, data, turn) => {
  nav.hidden = data.pages < 2
  nav.setAttribute("aria-label", data.texts.pages)
  nav.querySelector(".place").textContent = data.texts.place
  for (const [name, step] of [["before", -1], ["after", 1]]) {
    const button = nav.querySelector("." + name)
    const wanted = data.page + step
    button.textContent = data.texts[name]
    button.disabled = wanted < 1 || wanted > data.pages
    button.onclick = () => turn(wanted)
  }
}

// The rows last drawn in each place: a rerun that changed none of them leaves them alone.
const drawn = new WeakMap()

export default function ({ data, parentElement, setTriggerValue }) {
  const frame = parentElement.querySelector(".frame")
  const nav = parentElement.querySelector("nav")
  if (!frame.children.length) build(frame, nav)
  const table = frame.querySelector("table")
  frame.setAttribute("aria-label", data.texts.label)
  table.querySelector("caption").textContent = data.texts.label
  drawHead(table.querySelector("thead tr"), data, setTriggerValue)
  const before = drawn.get(frame)
  const content = JSON.stringify([data.columns, data.rows])
  if (before?.content !== content) drawBody(table.querySelector("tbody"), data)
  // Another page begins at its first row, for the eye and for the keyboard.
  if (before?.turning && before.page !== data.page) {
    frame.focus({ preventScroll: true })
    frame.scrollIntoView({ block: "start" })
  }
  drawn.set(frame, { content, page: data.page, turning: false })
  drawPages(nav, data, (wanted) => {
    drawn.get(frame).turning = true
    setTriggerValue("page", wanted)
  })
}
