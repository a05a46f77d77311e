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
