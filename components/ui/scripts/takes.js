// Built anew only when the files have changed, so that a run of the page leaves what is being made.
const row = (file, data) => {
  const note = file.note && `note-${file.name}`
  const button = made("button", { type: "button", "aria-describedby": note || null, onclick: () => takeFile(file, button, data) }, file.label)
  return made("li", {}, button, status(), ...(note ? [made("span", { id: note, class: "note" }, file.note)] : []))
}

export default function ({ data, parentElement }) {
  const list = parentElement.querySelector(".takes")
  if (isNew(list, data)) list.replaceChildren(...data.files.map((file) => row(file, data)))
}
