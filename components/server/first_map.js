// The Map in its first document, which answers before the framework is asked for. Its texts, its
// ground, its marks and its table are in the document. The address is its only state: the page of
// the app, when it comes, goes on from there.
const firstMap = document.querySelector("#first .map-page")
const firstDrawer = document.querySelector("#first .record-drawer")
const firstData = JSON.parse(document.getElementById("map-data").textContent)

// What is in the document is what the page would draw.
const readHtml = (selector) => {
  const node = firstMap.querySelector(selector)
  node.prerenderedHtml = node.innerHTML
  return node.innerHTML
}

const readPrerendered = () => {
  const { map } = firstData
  for (const name of ["back", "controls", "key", "tables", "hidden"]) {
    firstData[name] = firstMap.querySelector(`[data-part="${name}"]`).innerHTML
  }
  firstData.line = firstMap.querySelector('[data-part="filters"]').innerHTML
  map.marks = readHtml(".map-marks")
  map.tools = readHtml(".commands")
  // The ground of the document is that of its address.
  responses.set(map.ground, Promise.resolve(readHtml(".basemap")))
}

// The map of the document is light: a dark page is fetched, and the light map inverted until then.
const chooseColours = () => {
  if (!IS_DARK) return
  askInDark(firstData.addresses, ["view"])
  firstMap.toggleAttribute("data-light", true)
  document.addEventListener("map:drawn", ({ detail }) => {
    if (detail.includes("mode=dark")) firstMap.removeAttribute("data-light")
  })
}

const startFirst = () => {
  const choices = readEarlyFields(firstMap)
  readPrerendered()
  firstMap.toggleAttribute("data-answers", true)
  carryView(firstData.travels)
  startHead()
  passLastAnswerOn()
  startShare()
  new RecordDrawer(firstDrawer).drawRecord(firstData.drawer)
  // The box is another one when the page has found its place in the app.
  firstMap.drawSent = (message) => {
    const { parentElement } = firstMap
    return drawNewMap({ ...message, parentElement })
  }
  chooseColours()
  firstMap.drawSent({ data: firstData })
  if (IS_DARK) notifyServer()
  chooseEarlyFields(choices)
  notifyPage("first:answers")
}

// What is in the document is painted before the script touches it.
requestAnimationFrame(() => setTimeout(startFirst))
