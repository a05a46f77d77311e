// A table whose heads are buttons. Text is set as text, and an address only if it leads within the app
// or to the web.
const ARROWS = { ascending: "▲", descending: "▼", none: "" }
const classOf = ({ numeric }) => (numeric ? "numeric" : "")

const head = (column, title, send) => {
  const choose = () => send("sort", column.name)
  const sorted = column.sort === "none" ? null : column.sort
  return made("th", { scope: "col", role: "columnheader", class: classOf(column), "aria-sort": sorted },
    made("button", { type: "button", title, "data-column": column.name, onclick: choose },
      made("span", { class: "label" }, column.label),
      made("span", { class: "arrow", "aria-hidden": "true" }, ARROWS[column.sort])))
}

const cell = ({ text, href, code }, column, first) => {
  const away = !href?.startsWith("./") && { target: "_blank", rel: "noopener noreferrer" }
  const safe = /^(\.\/|https?:\/\/)/.test(href ?? "")
  const shown = []
  if (text) shown.push(made("span", { class: "value" }, safe ? made("a", { href, ...away }, text) : text))
  if (text && code && code !== text) shown.push(" ", made("code", {}, code))
  const role = first ? { role: "rowheader", scope: "row" } : { role: "cell" }
  const how = { ...role, class: classOf(column), "data-label": column.label }
  return made(first ? "th" : "td", how, ...shown)
}

export default function ({ data, parentElement, setTriggerValue }) {
  const { columns, rows, texts, page, pages } = data
  const [frame, nav] = [".frame", "nav"].map((one) => parentElement.querySelector(one))
  const heads = columns.map((one) => head(one, texts.sort, setTriggerValue))
  const lines = rows.map((cells) =>
    made("tr", { role: "row" }, ...cells.map((one, at) => cell(one, columns[at], !at))))
  frame.setAttribute("aria-label", texts.label)
  if (!frame.firstChild) frame.append(made("table"))
  morph(frame.firstChild, made("table", { role: "table" }, made("caption", {}, texts.label),
    made("thead", { role: "rowgroup" }, made("tr", { role: "row" }, ...heads)),
    made("tbody", { role: "rowgroup" }, ...lines)))
  // Another page begins at its first row, for the eye and for the keyboard.
  if (frame.turned && frame.turned !== page) {
    frame.turned = 0
    frame.focus({ preventScroll: true })
    frame.scrollIntoView({ block: "start" })
  }
  const turn = (name, wanted) => {
    const go = () => ((frame.turned = page), setTriggerValue("page", wanted))
    const how = { type: "button", class: name, disabled: wanted < 1 || wanted > pages, onclick: go }
    return made("button", how, texts[name])
  }
  morph(nav, made("nav", { hidden: pages < 2, "aria-label": texts.pages },
    turn("before", page - 1), made("span", { class: "place" }, texts.place), turn("after", page + 1)))
}
