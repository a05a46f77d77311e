// The Share menu below a chart. It is built anew only when what it holds has changed, inside the
// same <details>, so that it stays open.
let number = 0

// A text to take away, in a field that can be selected where there is no clipboard.
const copyable = (label, text, words) => {
  number += 1
  const id = `share-text-${number}`
  const field = made("textarea", { id, readonly: true, rows: text.length > 120 ? 3 : 1 }, text)
  const said = status()
  const copy = async () => {
    field.select()
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      if (!document.execCommand("copy")) return
    }
    sayFor(said, words.copied)
  }
  const button = made("button", { type: "button", "aria-label": `${words.copy}: ${label}`, onclick: copy }, words.copy)
  return made("div", { class: "part" }, made("label", { for: id }, label), made("div", { class: "line" }, field, button, said))
}

const pictures = (chart, data) => {
  const list = chart.pictures.map((form) => {
    const item = made("li", {}, `${form.label}: `)
    for (const file of form.links) {
      const named = { "aria-label": `${file.label}, ${form.label}` }
      if (file.href) {
        item.append(made("a", { ...named, href: file.href, download: "" }, file.label), " ")
        continue
      }
      // Of an opened story: made when it is asked for, and what becomes of it is said beside it.
      const button = made("button", { ...named, type: "button", onclick: () => takeFile(file, button, data) }, file.label)
      item.append(made("span", { class: "held" }, button, status()))
    }
    return item
  })
  return made("div", { class: "part pictures" }, made("p", {}, data.texts.picture), made("ul", {}, ...list))
}

const built = (data) => {
  const words = data.texts
  const parts = data.note ? [made("p", {}, data.note)] : []
  if (data.link) parts.push(copyable(words.link, data.link, words))
  for (const chart of data.charts) {
    // With several charts each part says of which it is.
    const several = data.charts.length > 1
    if (several) parts.push(made("p", { class: "chart" }, chart.name))
    parts.push(pictures(chart, data))
    const label = several ? `${words.code} (${chart.name})` : words.code
    if (chart.code) parts.push(copyable(label, chart.code, words))
  }
  parts.push(copyable(words.cite, data.citation, words))
  return parts
}

const drawn = new WeakMap()

export default function ({ data, parentElement }) {
  const menu = parentElement.querySelector(".share")
  if (!drawn.has(menu)) tell("page:opens", menu.querySelector(".body"))
  const now = JSON.stringify(data)
  if (drawn.get(menu) === now) return
  drawn.set(menu, now)
  menu.querySelector("summary").textContent = data.texts.share
  menu.querySelector(".body").replaceChildren(...built(data))
}
