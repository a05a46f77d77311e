// HTML of the server's templates, which escape every value, put where it is named; what is the same as before is
// left alone. A press on a mark that can be chosen chooses it; where there are lists below they are the same for
// the keyboard. A press on `data-take` asks for a file. What is `data-renewed` follows what a picture is told.
export default ({ data, parentElement }) => {
  for (const place of parentElement.querySelectorAll("[data-drawing]")) {
    const drawing = data[place.dataset.drawing] || ""
    if (!place.givenHtml && place.matches(".share .body")) notifyPage("panel:opened", place)
    const renewed = "renewed" in place.dataset
    if (!renewed || isNewData(place, drawing)) setHtml(place, drawing)
    if (renewed) getOwner(place, () => document.addEventListener("view:loaded",
      ({ detail }) => place.isConnected && setHtml(place, detail[place.dataset.drawing])))
    place.hidden = !drawing
    place.onclick = ({ target }) => {
      const [mark, file] = [".claim[data-id]", "[data-take]"].map((one) => target.closest(one))
      if (mark) notifyPage("view:change", { claim: mark.dataset.id })
      if (file) takeFile(JSON.parse(file.dataset.take), file, data.words)
    }
  }
}
