// The head and the links of a first document that answers.

// Links to other pages carry the view, without parameters of a single page; those to the other
// language carry all of it. `carriedNames`: the parameters of the other pages.
const carryView = (carriedNames) => {
  document.addEventListener("address:changed", () => {
    const parameters = [...new URLSearchParams(location.search)]
    const carried = parameters.filter(([name]) => carriedNames.includes(name))
    for (const link of document.querySelectorAll("#first > header nav a")) {
      const isCurrent = link.hasAttribute("aria-current")
      link.search = isCurrent ? location.search : new URLSearchParams(carried)
    }
    for (const link of document.querySelectorAll("#first > header .languages a")) {
      const search = new URLSearchParams(location.search)
      search.set("lang", link.hreflang)
      link.search = search
    }
  })
}

const fillPressedReport = (event) => {
  const isReport = (node) => node.dataset?.report
  const anchor = event.composedPath().find(isReport)
  if (anchor?.closest("#first")) fillReport(anchor)
}

const startHead = () => {
  const header = document.querySelector("#first > header")
  header.append(...makeMenuArrows())
  keepCurrentVisible(header.querySelector("nav"), location.pathname)
  document.addEventListener("click", fillPressedReport)
}
