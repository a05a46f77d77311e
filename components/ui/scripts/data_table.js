// A page of a table, as the server writes it: its heads order it, and its buttons turn to other pages.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".data-table")
  renew(root, data.html)
  root.onclick = ({ target }) => {
    const { column, page } = target.closest("button")?.dataset ?? {}
    if (column) setTriggerValue("sort", column)
    if (page) root.turned = data.page, setTriggerValue("page", Number(page))
  }
  // Another page begins at its first row, for the eye and for the keyboard.
  if (!root.turned || root.turned === data.page) return
  root.turned = 0
  root.firstElementChild.focus({ preventScroll: true })
  root.firstElementChild.scrollIntoView({ block: "start" })
}
