// On a phone: one button that shows the filters beside it, or puts them away.
export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button")
  button.textContent = data.label
  const row = button.closest(".st-key-filters")
  const show = (open) => {
    row?.toggleAttribute("data-open", open)
    button.setAttribute("aria-expanded", String(open))
  }
  show(Boolean(row?.hasAttribute("data-open")))
  button.onclick = () => show(!row.hasAttribute("data-open"))
}
