// Files that are made when they are asked for: what is said meanwhile, and how they are saved.
// One question, which ends with the tab; one at a time for each button.
const takeFile = async (file, button, { language, texts }) => {
  if (button.getAttribute("aria-disabled") === "true") return
  const said = button.parentElement.querySelector(".said")
  button.setAttribute("aria-disabled", "true")
  said.replaceChildren(makeElement("progress", { "aria-label": fillText(texts.making, { percent: "" }) }))
  try {
    const answer = await fetch(file.address, { method: "POST", body: file.body })
    if (answer.ok) {
      const content = await answer.blob()
      const large = content.size >= 1e6
      const number = new Intl.NumberFormat(language, { maximumFractionDigits: large ? 1 : 0 })
      const size = `${number.format(large ? content.size / 1e6 : Math.max(content.size / 1e3, 1))} ${large ? "MB" : "kB"}`
      const ready = makeElement("a", { href: URL.createObjectURL(content), download: file.name }, fillText(texts.ready, { size }))
      said.replaceChildren(ready)
      ready.click()
    } else {
      // Why nothing came of it, where the server says so itself; a page of something before it says less.
      const plain = answer.headers.get("content-type")?.startsWith("text/plain")
      said.replaceChildren((plain && (await answer.text()).trim()) || texts.failed)
    }
  } catch {
    said.replaceChildren(texts.lost)
  } finally {
    button.setAttribute("aria-disabled", "false")
  }
}
