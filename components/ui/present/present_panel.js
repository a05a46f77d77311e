// The teacher's panel and the open citation: parts that lie over the scene.
const overlays = {
  drawPanel() {
    const { panel } = this.nodes
    const { texts, steps, own, problems, spoken, language } = this.data
    panel.hidden = !this.shown.panel
    this.root.classList.toggle("with-panel", this.shown.panel)
    panel.setAttribute("aria-label", texts.panel)
    this.drawButtons()
    if (panel.hidden) return
    const { step } = this.shown
    const one = steps[step - 1]
    const sum = (count) => steps.slice(0, count).reduce((minutes, s) => minutes + s.minutes, 0)
    const timing = { minutes: one.minutes, so_far: sum(step), total: sum(steps.length) }
    const title = (text) => make("h2", { lang: language }, text)
    const file = make("input", { type: "file", accept: ".json,application/json", class: "file", id: "lesson-file" })
    file.addEventListener("change", () => this.load(file))
    this.passed = make("p", { lang: language })
    const wrong = make("div", { class: "wrong", role: "alert" })
    this.wrong = wrong
    this.drawWrong(problems)
    panel.replaceChildren(
      pressed(texts.close, () => this.togglePanel(), { class: "close", lang: language }),
      title(texts.timing),
      make("p", { lang: language }, filled(texts.minutes, timing)),
      this.passed,
      pressed(texts.restart, () => this.restart(), { lang: language }),
      title(texts.notes),
      make("p", { lang: spoken }, one.notes),
      title(texts.answer),
      one.answer ? make("p", { lang: spoken }, one.answer) : make("p", { lang: language }, texts.noquestion),
      title(this.data.takeaway.title),
      make("p", { lang: language }, this.data.takeaway.lead),
      takeaways(this.data),
      title(texts.own),
      make("p", { lang: language }, texts.own_lead),
      make("p", { class: "chooser", lang: language }, file, make("label", { for: "lesson-file" }, texts.open)),
      wrong,
      pressed(texts.save, () => this.save(), { lang: language }),
      ...(own ? [pressed(texts.shipped, () => this.send("shipped", true), { lang: language })] : []),
      make("p", { class: "keys", lang: language }, texts.keys),
    )
    this.tick()
  },

  drawWrong(lines) {
    const { texts, language } = this.data
    this.wrong.lang = language
    const list = make("ul", {}, ...lines.map((line) => make("li", {}, line)))
    this.wrong.replaceChildren(...(lines.length ? [make("p", {}, texts.wrong), list] : []))
  },

  load(file) {
    const [chosen] = file.files
    if (!chosen) return
    const { most, texts } = this.data
    if (chosen.size > most) this.drawWrong([filled(texts.large, { value: chosen.size, most })])
    else chosen.text().then((text) => this.send("lesson", text))
    file.value = ""
  },

  save() {
    const url = URL.createObjectURL(new Blob([this.data.file], { type: "application/json" }))
    make("a", { href: url, download: `${this.data.texts.file}.json` }).click()
    URL.revokeObjectURL(url)
  },

  restart() {
    this.began = Date.now()
    this.tick()
  },

  tick() {
    if (!this.passed?.isConnected) return
    const seconds = Math.floor((Date.now() - this.began) / 1000)
    const minutes = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
    this.passed.textContent = filled(this.data.texts.elapsed, { minutes })
  },

  open(one, from) {
    const { citation } = this.nodes
    const { texts } = this.data
    this.opener = from
    const rows = one.rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])
    const words = one.words.map(({ text, lang }) => make("dd", { lang, class: "quoted" }, `“${text}”`))
    const close = pressed(texts.close, () => this.close(true), { class: "close" })
    const links = [make("a", { href: one.address }, texts.more)]
    // An address of another kind ("javascript:") is shown nowhere.
    if (/^https?:/.test(one.url))
      links.push(make("a", { href: one.url, target: "_blank", rel: "noopener noreferrer" }, texts.publication))
    citation.setAttribute("aria-label", one.label)
    citation.replaceChildren(
      close,
      make("p", { class: "label" }, `${one.mark} ${one.label}`),
      make("dl", {}, ...(words.length ? [make("dt", {}, texts.words), ...words] : []), ...rows),
      make("p", { class: "links" }, ...links),
    )
    citation.hidden = false
    close.focus()
  },

  close(restore = false) {
    this.nodes.citation.hidden = true
    if (restore) this.opener?.focus()
    this.opener = null
  },
}
