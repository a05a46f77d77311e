// "Report a mistake" says of which page and record it is: the address, and the nearest title.
const fillReport = (anchor) => {
  const title = anchor.closest("article")?.querySelector("h3")?.textContent ?? ""
  const address = encodeURIComponent(location.href)
  const record = encodeURIComponent(title.trim())
  const { report } = anchor.dataset
  anchor.href = report.replaceAll("{address}", address).replaceAll("{record}", record)
}
