// The Share menu below a chart. It is built anew only when what it holds has changed, inside the
// same <details>, so that it stays open.
let number = 0

// A text to take away, in a field that can be selected where there is no clipboard.
const copyable = (label, text, words) => {
  const id = `share-text-${(number += 1)}`
  const field = made("textarea", { id, readonly: true, rows: text.length > 120 ? 3 : 1 }, text)
  const button = made("button", { type: "button", "aria-label": `${words.copy}: ${label}`,
    "data-copy": "", "data-copied": words.copied }, words.copy)
  const line = made("div", { class: "line" }, field, button, status())
  return made("div", { class: "part" }, made("label", { for: id }, label), line)
}

// A picture with an address is a link. Of an opened story it is made when it is asked for, and what
// becomes of it is said beside it.
const picture = (file, form, data) => {
  const named = { "aria-label": `${file.label}, ${form.label}` }
  if (file.href) return made("a", { ...named, href: file.href, download: "" }, file.label)
  const take = () => takeFile(file, button, data)
  const button = made("button", { ...named, type: "button", onclick: take }, file.label)
  return made("span", { class: "held" }, button, status())
}

const built = (data) => {
  const words = data.texts
  // With several charts each part says of which it is.
  const several = data.charts.length > 1
  const charts = data.charts.flatMap((chart) => {
    const forms = chart.pictures.map((form) => {
      const links = form.links.flatMap((file) => [picture(file, form, data), " "])
      return made("li", {}, `${form.label}: `, ...links)
    })
    const title = made("p", {}, words.picture)
    const pictures = made("div", { class: "part pictures" }, title, made("ul", {}, ...forms))
    const label = several ? `${words.code} (${chart.name})` : words.code
    const heading = several && made("p", { class: "chart" }, chart.name)
    return [heading, pictures, chart.code && copyable(label, chart.code, words)]
  })
  const link = data.link && copyable(words.link, data.link, words)
  const cite = copyable(words.cite, data.citation, words)
  const parts = [data.note && made("p", {}, data.note), link, ...charts, cite]
  return parts.filter(Boolean)
}

export default function ({ data, parentElement }) {
  const menu = parentElement.querySelector(".share")
  const body = menu.querySelector(".body")
  if (!body.firstChild) tell("page:opens", body)
  if (!isNew(menu, data)) return
  menu.querySelector("summary").textContent = data.texts.share
  body.replaceChildren(...built(data))
}
