// What the server answers while a first document stands: in the colours of the window, and for the
// parts of the page of the app that are not taken over.
const IS_DARK = matchMedia("(prefers-color-scheme: dark)").matches

// The addresses in a document are those of light pages.
const askInDark = (addresses, names) => {
  for (const name of names) addresses[name] = addresses[name].replace("mode=light", "mode=dark")
}

// What came for the view while the first document stood: the parts of the page of the app that are
// not taken over, such as its list and its drawer, are told of it.
const passLastAnswerOn = () => {
  let lastAnswer = null
  document.addEventListener("view:loaded", ({ detail }) => {
    lastAnswer = detail
  })
  document.addEventListener("first:removed", () => {
    if (lastAnswer) notifyPage("view:loaded", lastAnswer)
  }, { once: true })
}
