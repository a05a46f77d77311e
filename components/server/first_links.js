// The links of a first document to other pages carry the view, without parameters of a single
// page. `carriedNames`: the parameters of the others.
const carryView = (carriedNames) => {
  document.addEventListener("address:changed", () => {
    const parameters = [...new URLSearchParams(location.search)]
    const carried = parameters.filter(([name]) => carriedNames.includes(name))
    for (const link of document.querySelectorAll("#first > header nav a")) {
      const isCurrent = link.hasAttribute("aria-current")
      link.search = isCurrent ? location.search : new URLSearchParams(carried)
    }
  })
}
