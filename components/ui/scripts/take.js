// Files that are made when they are asked for: what is said meanwhile, and how they are saved.

const sized = (bytes, language) => {
  const large = bytes >= 1e6
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: large ? 1 : 0 })
  return `${number.format(large ? bytes / 1e6 : Math.max(bytes / 1e3, 1))} ${large ? "MB" : "kB"}`
}

// Why nothing came of it, where the server says so itself; a page of something before it says less.
const reason = async (answer, texts) => {
  const plain = answer.headers.get("content-type")?.startsWith("text/plain")
  return (plain && (await answer.text()).trim()) || texts.failed
}

// One question, which ends with the tab; one at a time for each button.
const takeFile = async (file, button, data) => {
  if (button.getAttribute("aria-disabled") === "true") return
  const { language, texts } = data
  const said = button.parentElement.querySelector(".said")
  button.setAttribute("aria-disabled", "true")
  said.replaceChildren(made("progress", { "aria-label": filled(texts.making, { percent: "" }) }))
  try {
    const answer = await fetch(file.address, { method: "POST", body: file.body })
    if (answer.ok) {
      const content = await answer.blob()
      const size = sized(content.size, language)
      const saved = { href: URL.createObjectURL(content), download: file.name }
      const ready = made("a", saved, filled(texts.ready, { size }))
      said.replaceChildren(ready)
      ready.click()
    } else said.replaceChildren(await reason(answer, texts))
  } catch {
    said.replaceChildren(texts.lost)
  } finally {
    button.setAttribute("aria-disabled", "false")
  }
}
