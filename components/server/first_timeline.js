// The Timeline in its first document, which answers before the framework is asked for. Its texts,
// its chart and its list are in the document. The address is its only state: the page of the app,
// when it comes, goes on from there.
const firstTimeline = document.querySelector("#first .timeline-page")
const firstList = document.querySelector("#first .event-list > ol")
const firstDrawer = document.querySelector("#first .record-drawer")
const firstData = JSON.parse(document.getElementById("timeline-data").textContent)

// What is in the document is what the page would draw.
const readHtml = (node) => {
  node.prerenderedHtml = node.innerHTML
  return node.innerHTML
}

const readPrerendered = () => {
  const { chart } = firstData
  const findPart = (name) => firstTimeline.querySelector(`[data-part="${name}"]`)
  for (const name of ["spans", "key", "hidden"]) firstData[name] = readHtml(findPart(name))
  firstData.line = findPart("filters").innerHTML
  chart.tools = readHtml(firstTimeline.querySelector(".chart-tools"))
  chart.svg = firstTimeline.querySelector(".chart").innerHTML
}

// A row is a button of a form only where no script runs.
const readRows = () => {
  for (const button of firstList.querySelectorAll("button[form]")) {
    for (const name of ["form", "name", "value"]) button.removeAttribute(name)
    button.setAttribute("type", "button")
  }
  firstData.list.rows = firstList.innerHTML
}

// The chart of the document is light: a dark page is fetched.
const chooseColours = () => {
  if (!IS_DARK) return
  askInDark(firstData.addresses, ["view"])
  firstData.width = 0
}

const startFirst = () => {
  const choices = readEarlyFields(firstTimeline)
  readPrerendered()
  readRows()
  chooseColours()
  firstTimeline.toggleAttribute("data-answers", true)
  carryView(firstData.travels)
  startHead()
  passLastAnswerOn()
  startShare()
  new EventList(firstList).drawList(firstData.list)
  new RecordDrawer(firstDrawer).drawRecord(firstData.drawer)
  // The box is another one when the page has found its place in the app.
  firstTimeline.drawSent = (message) => {
    const { parentElement } = firstTimeline
    return drawNewTimeline({ ...message, parentElement })
  }
  firstTimeline.drawSent({ data: firstData })
  chooseEarlyFields(choices)
  // Without a chart, the list alone waits for other colours.
  if (IS_DARK && PHONE.matches) notifyServer()
  notifyPage("first:answers")
}

// What is in the document is painted before the script touches it.
requestAnimationFrame(() => setTimeout(startFirst))
