// On a phone: one button that shows the filters beside it, or puts them away.
// And for every screen: a day that was typed holds. The framework takes it once the focus has left
// its whole field, calendar and all: Enter would do nothing, Tab too little, and Esc would lose it.
const hold = ({ key, target }) => {
  if (!["Enter", "Tab", "Escape"].includes(key) || target.getAttribute?.("role") !== "spinbutton") return
  if (!target.closest("[data-testid='stDateInput']")) return
  // It is told that the focus goes elsewhere; where the focus really goes, the key decides.
  const elsewhere = document.querySelector(".filter-button")
  target.dispatchEvent(new FocusEvent("focusout", { bubbles: true, relatedTarget: elsewhere }))
}

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
  const end = new AbortController()
  document.addEventListener("keydown", hold, { capture: true, signal: end.signal })
  return () => end.abort()
}
