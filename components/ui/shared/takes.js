// Built anew only when the files have changed, so that a run of the page leaves what is being made.
const row = (file, data) => {
  const item = element("li")
  const button = element("button", file.label)
  button.type = "button"
  button.onclick = () => takeOwn(file, button, data)
  const said = status()
  item.append(button, said)
  if (file.note) {
    const note = element("span", file.note, "note")
    note.id = `note-${file.name}`
    button.setAttribute("aria-describedby", note.id)
    item.append(note)
  }
  return item
}

const drawn = new WeakMap()

export default function ({ data, parentElement }) {
  const list = parentElement.querySelector(".takes")
  const now = JSON.stringify(data)
  if (drawn.get(list) === now) return
  drawn.set(list, now)
  list.replaceChildren(...data.files.map((file) => row(file, data)))
}
