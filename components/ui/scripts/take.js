// Files that are made when they are asked for: what is said meanwhile, and how they are saved.

// Where what becomes of a button's work is said; screen readers read it out.
const status = () => made("span", { class: "said", role: "status" })

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

const link = (href, name, size, { language, texts }) => {
  return made("a", { href, download: name }, filled(texts.ready, { size: sized(size, language) }))
}

// One at a time for each button; `work` is given how to say something and the bar to move.
const pressed = async (button, data, work) => {
  if (button.getAttribute("aria-disabled") === "true") return
  const said = button.parentElement.querySelector(".said")
  const bar = made("progress", { "aria-label": filled(data.texts.making, { percent: "" }) })
  button.setAttribute("aria-disabled", "true")
  try {
    await work((...parts) => said.replaceChildren(...parts), bar)
  } catch {
    said.replaceChildren(data.texts.lost)
  } finally {
    button.setAttribute("aria-disabled", "false")
  }
}

// One question, which ends with the tab.
const takeFile = (file, button, data) =>
  pressed(button, data, async (say, bar) => {
    say(bar)
    const answer = await fetch(file.address, { method: "POST", body: file.body })
    if (!answer.ok) return say(await reason(answer, data.texts))
    const content = await answer.blob()
    const ready = link(URL.createObjectURL(content), file.name, content.size, data)
    say(ready)
    ready.click()
  })
