// Files that are made on request: progress, errors, and the link that saves the file.
const KILOBYTE = 1e3
const MEGABYTE = 1e6

const formatSize = (bytes, language) => {
  const isLarge = bytes >= MEGABYTE
  const size = isLarge ? bytes / MEGABYTE : Math.max(bytes / KILOBYTE, 1)
  const unit = isLarge ? "MB" : "kB"
  const digits = { maximumFractionDigits: isLarge ? 1 : 0 }
  return `${new Intl.NumberFormat(language, digits).format(size)} ${unit}`
}

const makeSaveLink = (content, file, { language, texts }) => {
  const size = formatSize(content.size, language)
  const label = fillText(texts.ready, { size })
  const href = URL.createObjectURL(content)
  return makeElement("a", { href, download: file.name }, label)
}

// The server gives its reason as plain text; the page of a proxy before it gives none.
const readRefusal = async (response, texts) => {
  const contentType = response.headers.get("content-type")
  if (!contentType?.startsWith("text/plain")) return texts.failed
  const reason = await response.text()
  return reason.trim() || texts.failed
}

const requestFile = async (file, status, options) => {
  const request = { method: "POST", body: file.body }
  const response = await fetch(file.address, request)
  if (!response.ok) {
    status.replaceChildren(await readRefusal(response, options.texts))
    return
  }
  const link = makeSaveLink(await response.blob(), file, options)
  status.replaceChildren(link)
  link.click()
}

// One request at a time for each button; it ends with the tab.
const downloadFile = async (file, button, options) => {
  if (button.getAttribute("aria-disabled") === "true") return
  const { texts } = options
  const status = button.parentElement.querySelector(".status")
  const progressLabel = fillText(texts.making, { percent: "" })
  button.setAttribute("aria-disabled", "true")
  status.replaceChildren(makeElement("progress", { "aria-label": progressLabel }))
  try {
    await requestFile(file, status, options)
  } catch {
    status.replaceChildren(texts.lost)
  } finally {
    button.setAttribute("aria-disabled", "false")
  }
}
