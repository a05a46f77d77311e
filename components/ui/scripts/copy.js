// What was copied is said for as long as it takes to read it.
const SAID = 2500
// A button with `data-copy` copies the text of the id that it names, or else the text before it. That
// it was copied is said beside it, where there is a place for it, else on the button.
const copyText = async (button) => {
  const { copy, copied } = button.dataset
  const node = copy ? document.getElementById(copy) : button.previousElementSibling
  try {
    await navigator.clipboard.writeText(node.value ?? node.textContent)
  } catch {
    // Where there is no clipboard the text is selected, ready for the keyboard.
    if (node.select) node.select()
    else getSelection().selectAllChildren(node)
    if (!document.execCommand("copy")) return
  }
  const place = button.parentElement.querySelector(".said") ?? button
  if (place.textContent !== copied) place.dataset.before = place.textContent
  place.textContent = copied
  setTimeout(() => place.textContent === copied && (place.textContent = place.dataset.before), SAID)
}
// One listener for the whole page, whichever tree a button stands in, however often this is read.
if (!document.documentElement.dataset.copies) {
  document.documentElement.dataset.copies = "on"
  document.addEventListener("click", (event) => {
    const button = event.composedPath().find((node) => node.dataset?.copy !== undefined)
    if (button) copyText(button)
  })
}
