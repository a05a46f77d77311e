// The files of a lesson: asked for, watched while they are made, and saved.
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)

const sized = (bytes, language) => {
  const large = bytes >= 1e6
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: large ? 1 : 0 })
  return `${number.format(bytes / (large ? 1e6 : 1e3))} ${large ? "MB" : "kB"}`
}

const take = async (data, button) => {
  const { path, query, making, ready, failed } = data.takeaway
  const said = button.nextElementSibling
  if (button.getAttribute("aria-disabled") === "true") return
  const say = (...parts) => said.replaceChildren(...parts)
  const bar = document.createElement("progress")
  bar.value = 0
  button.setAttribute("aria-disabled", "true")
  try {
    const body = data.own ? data.file : ""
    const begun = await fetch(`${path}/${button.dataset.take}?${query}`, { method: "POST", body })
    if (!begun.ok) return say(await begun.text())
    const { work, saved_as } = await begun.json()
    const percent = new Intl.NumberFormat(data.language, { style: "percent" })
    say(bar)
    for (;;) {
      const answer = await fetch(`${path}/work/${work}?${query}`)
      if (!answer.ok) return say(failed)
      const { state, done, size, why } = await answer.json()
      bar.value = done
      bar.setAttribute("aria-label", filled(making, { percent: percent.format(done) }))
      if (state === "failed") return say(why)
      if (state === "done") {
        const link = document.createElement("a")
        link.href = `${path}/work/${work}/${saved_as}`
        link.download = saved_as
        link.textContent = filled(ready, { size: sized(size, data.language) })
        say(link)
        return link.click()
      }
      await new Promise((next) => setTimeout(next, 400))
    }
  } catch {
    say(failed)
  } finally {
    button.setAttribute("aria-disabled", "false")
  }
}
