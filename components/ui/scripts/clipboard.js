// Long enough to read that the text was copied.
const CONFIRMATION_MS = 2500

// Where the browser has no clipboard, the text is selected, ready for the keyboard.
const copySelection = (node) => {
  if (node.select) node.select()
  else getSelection().selectAllChildren(node)
  return document.execCommand("copy")
}

const writeClipboard = async (node) => {
  try {
    await navigator.clipboard.writeText(node.value ?? node.textContent)
    return true
  } catch {
    return copySelection(node)
  }
}

// The confirmation is beside the button where there is a place for it, else on the button.
const confirmCopy = (button) => {
  const { copied } = button.dataset
  const place = button.parentElement.querySelector(".status") ?? button
  if (place.textContent !== copied) place.dataset.before = place.textContent
  place.textContent = copied
  setTimeout(() => {
    if (place.textContent === copied) place.textContent = place.dataset.before
  }, CONFIRMATION_MS)
}

// A button with `data-copy` copies the text of the id that it names, or else the text before it.
const copyText = async (button) => {
  const { copy: id } = button.dataset
  const node = id ? document.getElementById(id) : button.previousElementSibling
  if (await writeClipboard(node)) confirmCopy(button)
}

// One listener for the whole page, in whichever tree a button is and however often this is read.
if (!document.documentElement.dataset.copies) {
  document.documentElement.dataset.copies = "on"
  document.addEventListener("click", (event) => {
    const isButton = (node) => node.dataset?.copy !== undefined
    const button = event.composedPath().find(isButton)
    if (button) copyText(button)
  })
}
