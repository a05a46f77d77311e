// The Share menu below a chart. It is built anew only when what it holds has changed, inside the
// same <details>, so that it stays open.
let number = 0

// A text to take away, in a field that can be selected where there is no clipboard.
const copyable = (label, text, words) => {
  const part = element("div", "", "part")
  const field = element("textarea")
  const named = element("label", label)
  number += 1
  field.id = named.htmlFor = `share-text-${number}`
  field.readOnly = true
  field.rows = text.length > 120 ? 3 : 1
  field.value = text
  const button = element("button", words.copy)
  button.type = "button"
  button.setAttribute("aria-label", `${words.copy}: ${label}`)
  const said = status()
  button.onclick = async () => {
    field.select()
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      if (!document.execCommand("copy")) return
    }
    sayFor(said, words.copied)
  }
  const line = element("div", "", "line")
  line.append(field, button, said)
  part.append(named, line)
  return part
}

const pictures = (chart, data) => {
  const words = data.texts
  const part = element("div", "", "part pictures")
  part.append(element("p", words.picture))
  const list = element("ul")
  for (const form of chart.pictures) {
    const item = element("li", `${form.label}: `)
    for (const file of form.links) {
      const made = element(file.href ? "a" : "button", file.label)
      made.setAttribute("aria-label", `${file.label}, ${form.label}`)
      item.append(made, " ")
      if (file.href) {
        made.href = file.href
        made.download = ""
        continue
      }
      // Of an opened story: made when it is asked for, and what becomes of it is said beside it.
      made.type = "button"
      const said = status()
      const held = element("span", "", "held")
      held.append(made, said)
      item.append(held)
      made.onclick = () => takeOwn(file, made, data)
    }
    list.append(item)
  }
  part.append(list)
  return part
}

const built = (data) => {
  const words = data.texts
  const parts = data.note ? [element("p", data.note)] : []
  if (data.link) parts.push(copyable(words.link, data.link, words))
  for (const chart of data.charts) {
    // With several charts each part says of which it is.
    const several = data.charts.length > 1
    if (several) parts.push(element("p", chart.name, "chart"))
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
  const now = JSON.stringify(data)
  if (drawn.get(menu) === now) return
  drawn.set(menu, now)
  menu.querySelector("summary").textContent = data.texts.share
  menu.querySelector(".body").replaceChildren(...built(data))
}
