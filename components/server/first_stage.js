// The stage in the first document, which answers before the framework is asked for. Its texts and
// drawings are in the document. The address is its only state: the page of the app, when it comes,
// goes on from there.
const firstStage = document.querySelector("#first .stage")
const firstData = JSON.parse(document.getElementById("stage-data").textContent)

const findFirstPart = (name) => firstStage.querySelector(`[data-part="${name}"]`)

// What is in the document is what the stage would draw.
const readHtml = (name) => {
  const part = findFirstPart(name)
  part.prerenderedHtml = part.innerHTML
  return part.innerHTML
}

const readPrerendered = () => {
  for (const name of ["figures", "counts"]) firstData.parts[name] = readHtml(name)
  for (const name of ["chips", "standfirst", "key", "hidden"]) firstData[name] = readHtml(name)
  firstData.line = findFirstPart("filters").innerHTML
}

// The drawings of the document are those of their addresses; a dark page has others, and so have
// the answers that it asks for.
const keepDrawings = () => {
  const { addresses, drawn } = firstData
  for (const [name, [width, height]] of Object.entries(drawn)) {
    const address = `${addresses[name]}&w=${width}&h=${height}`
    responses.set(address, Promise.resolve(readHtml(name)))
  }
  if (IS_DARK) askInDark(addresses, ["timeline", "list", "map", "view"])
}

// What stands below the picture follows the view.
document.addEventListener("view:loaded", ({ detail }) => {
  const below = document.querySelector("#first .below")
  if (below) below.outerHTML = detail.below
})

// Only a stage that answers is a list to go through by keys.
const nameTimeline = () => {
  const timeline = findFirstPart("timeline")
  timeline.setAttribute("role", "listbox")
  timeline.tabIndex = 0
}

// The rules that give the drawings their room before the script has run would lay all of it out
// at each step.
const keepHeights = () => {
  const layers = [...firstStage.querySelectorAll(".layer")]
  const heights = layers.map((layer) => layer.getBoundingClientRect().height)
  layers.forEach((layer, number) => {
    layer.style.height = `${heights[number]}px`
  })
}

// Names of marks are for screen readers and keys, and have every mark styled again: they wait for
// an idle browser, or for the focus.
const NAMES_WAIT_MS = 1000
const whenIdle = (then) => {
  if (window.requestIdleCallback) requestIdleCallback(then, { timeout: NAMES_WAIT_MS })
  else setTimeout(then)
}

const { nameMarks } = Stage.prototype
Stage.prototype.nameMarks = function (part) {
  const box = this.findPart(part)
  const address = this.drawings[part]
  const nameOnce = () => {
    const isDone = box.ariaBusy === "false"
    if (isDone || this.drawings[part] !== address) return
    nameMarks.call(this, part)
    if (this.index) this.showMarks(readState())
  }
  box.addEventListener("focusin", nameOnce, { once: true })
  if (box.contains(document.activeElement)) nameOnce()
  else whenIdle(nameOnce)
}

const startFirst = () => {
  const choices = readEarlyFields(firstStage)
  keepHeights()
  firstStage.toggleAttribute("data-answers", true)
  nameTimeline()
  carryView(firstData.travels)
  startHead()
  startShare()
  readPrerendered()
  keepDrawings()
  // The box is another one when the stage has found its place in the page of the app.
  firstStage.drawSent = (message) => {
    drawNewStage({ ...message, parentElement: firstStage.parentElement })
  }
  firstStage.drawSent({ data: firstData })
  chooseEarlyFields(choices)
  notifyPage("first:answers")
}

// What is in the document is painted before the script touches it.
requestAnimationFrame(() => setTimeout(startFirst))
