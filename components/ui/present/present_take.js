// The files of a lesson, in the teacher's panel: asked for, watched while they are made, and saved.
const taken = new Map()

const sized = (bytes, language) => {
  const large = bytes >= 1e6
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: large ? 1 : 0 })
  return `${number.format(bytes / (large ? 1e6 : 1e3))} ${large ? "MB" : "kB"}`
}

const take = async (data, file, row) => {
  const { path, query, making, ready, failed } = data.takeaway
  const said = row.querySelector(".said")
  const button = row.querySelector("button")
  if (button.getAttribute("aria-disabled") === "true") return
  const bar = make("progress", { max: "1", value: "0" })
  button.setAttribute("aria-disabled", "true")
  const say = (...parts) => said.replaceChildren(...parts)
  try {
    const body = data.own ? data.file : ""
    const begun = await fetch(`${path}/${file}?${query}`, { method: "POST", body })
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
        const words = filled(ready, { size: sized(size, data.language) })
        const link = make("a", { href: `${path}/work/${work}/${saved_as}`, download: saved_as }, words)
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

// The same list for the same lesson and language, however often the panel is drawn.
const takeaways = (data) => {
  const key = `${data.language} ${data.takeaway.query} ${data.file}`
  if (!taken.has(key)) {
    const rows = data.takeaway.files.map(({ file, label }) => {
      const row = make("li", {})
      row.append(pressed(label, () => take(data, file, row)), make("span", { class: "said", role: "status" }))
      return row
    })
    taken.set(key, make("ul", { class: "takeaways", lang: data.language }, ...rows))
  }
  return taken.get(key)
}
