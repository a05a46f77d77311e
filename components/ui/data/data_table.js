// A table whose heads are buttons. It is patched in place, so that focus and place survive a rerun.
// Text is set as text and an address only if it leads within the app or to the web.
const element = (name, className, text) => {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text !== undefined) made.textContent = text
  return made
}

const fill = (parent, count, make) => {
  while (parent.children.length > count) parent.lastElementChild.remove()
  while (parent.children.length < count) parent.append(make())
}

const build = (frame, nav) => {
  const table = element("table")
  table.setAttribute("role", "table")
  const head = element("thead")
  head.setAttribute("role", "rowgroup")
  const line = element("tr")
  line.setAttribute("role", "row")
  head.append(line)
  const body = element("tbody")
  body.setAttribute("role", "rowgroup")
  table.append(element("caption"), head, body)
  frame.append(table)
  for (const name of ["before", "place", "after"]) {
    const part = element(name === "place" ? "span" : "button", name)
    if (name !== "place") part.type = "button"
    nav.append(part)
  }
}

const headCell = () => {
  const cell = element("th")
  cell.scope = "col"
  cell.setAttribute("role", "columnheader")
  const button = element("button")
  button.type = "button"
  const arrow = element("span", "arrow")
  arrow.setAttribute("aria-hidden", "true")
  button.append(element("span", "label"), arrow)
  cell.append(button)
  return cell
}

const ARROWS = { ascending: "▲", descending: "▼", none: "" }

const drawHead = (line, data, setTriggerValue) => {
  fill(line, data.columns.length, headCell)
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
  const inner = element("span", "value")
  if (safe(cell.href)) {
    const link = element("a", "", cell.text)
    link.href = cell.href
    if (!cell.href.startsWith("./")) {
      link.target = "_blank"
      link.rel = "noopener noreferrer"
    }
    inner.append(link)
  } else inner.textContent = cell.text
  node.append(inner)
  if (cell.code && cell.code !== cell.text) node.append(" ", element("code", "", cell.code))
}

const drawBody = (body, data) => {
  body.replaceChildren(
    ...data.rows.map((cells) => {
      const line = element("tr")
      line.setAttribute("role", "row")
      cells.forEach((cell, index) => {
        const node = element(index ? "td" : "th")
        node.setAttribute("role", index ? "cell" : "rowheader")
        if (!index) node.scope = "row"
        drawCell(node, data.columns[index], cell)
        line.append(node)
      })
      return line
    })
  )
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
