// HTML of the server's templates, which escape every value, put where it is named; what is the same as before is
// left alone. A press on a mark that can be chosen chooses it; where there are lists below they are the same for
// the keyboard. A press on `data-take` asks for a file. What is `data-renewed` follows what a picture is told.
export default ({ data, parentElement }) => {
  for (const place of parentElement.querySelectorAll("[data-drawing]")) {
    const drawing = data[place.dataset.drawing] || ""
    if (!place.told && place.matches(".share .body")) tell("page:opens", place)
    const renewed = "renewed" in place.dataset
    if (!renewed || isNew(place, drawing)) html(place, drawing)
    if (renewed) ownerOf(place, () => document.addEventListener("stage:said",
      ({ detail }) => place.isConnected && html(place, detail[place.dataset.drawing])))
    place.hidden = !drawing
    place.onclick = ({ target }) => {
      const [mark, file] = [".claim[data-id]", "[data-take]"].map((one) => target.closest(one))
      if (mark) tell("page:changes", { claim: mark.dataset.id })
      if (file) takeFile(JSON.parse(file.dataset.take), file, data.words)
    }
  }
}
