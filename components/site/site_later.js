// What the published Overview needs once it stands: where its drawings for paper are, and a notice
// of a day in the address that is outside the chosen dates.
const NEAREST_TEXT = "{{nearest}}"
// From a folder no script can ask for a drawing: the events are printed as a list.
const FOLDER_STYLE = `
@media print {
  .stage-box:not(:has(.on-paper > svg)) [data-part="timeline"] { display: none; }
  .stage-box:not(:has(.on-paper > svg)) ~ .without-script { display: block !important; }
}`

const nameFolder = () => {
  const box = document.querySelector(".stage-box")
  const { rest } = box.dataset
  box.dataset.paper = rest.slice(0, rest.lastIndexOf("/") + 1)
  const style = document.createElement("style")
  style.textContent = FOLDER_STYLE
  document.head.append(style)
}

// The stage plays the nearest day that is chosen.
const findNearestDay = (params) => {
  const day = params.get("day")
  const from = params.get("from") ?? day
  const to = params.get("to") ?? day
  if (day < from) return from
  return day > to ? to : day
}

const noteDay = () => {
  const address = new URL(location.href)
  const params = address.searchParams
  const value = params.get("day")
  const allowed = findNearestDay(params)
  if (allowed === value) return
  params.set("day", allowed)
  history.replaceState(history.state, "", address)
  const notice = document.createElement("p")
  notice.className = "notices nearest"
  notice.textContent = NEAREST_TEXT.replace("{value}", value).replace("{allowed}", allowed)
  document.querySelector(".apart").after(notice)
}

nameFolder()
noteDay()
