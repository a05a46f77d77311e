// The drawings of the steps, made by the server: all are fetched while the first one is told, so
// that the next step has its drawing in the same frame. From one to the next they fade.
const PHONE = matchMedia("(max-width: 760px), (max-aspect-ratio: 1/1)")
const CALM = matchMedia("(prefers-reduced-motion: reduce)")

const drawn = (svg) => {
  const node = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement
  node.querySelector(":scope > title")?.remove()
  node.dataset.tall = node.getAttribute("height") / node.getAttribute("width")
  node.style.aspectRatio = `${node.getAttribute("width")} / ${node.getAttribute("height")}`
  node.removeAttribute("width")
  node.removeAttribute("height")
  return node
}

class Pictures {
  constructor(place, changed) {
    this.place = place
    this.changed = changed
    this.key = ""
  }

  // `from`: what tells these drawings from others, how many there are, and where they are.
  set(from) {
    if (from.key === this.key) return
    this.from = from
    this.key = from.key
    this.sets = new Map()
    this.ahead = null
  }

  load(step) {
    const screen = PHONE.matches ? "narrow" : "wide"
    const key = `${screen}/${step}`
    const { address, inline } = this.from
    const set = this.sets.get(key) ?? { node: null }
    if (!this.sets.has(key)) {
      this.sets.set(key, set)
      const url = new URL(address.replace("SCREEN", screen).replace("STEP", step), document.baseURI)
      const answer = inline
        ? Promise.resolve(inline[screen][step - 1])
        : fetch(url).then((found) => (found.ok ? found.json() : Promise.reject(found.status)))
      set.done = answer.then((drawings) => {
        set.node = document.createElement("div")
        set.node.className = "set"
        set.node.append(...drawings.map(drawn))
      })
      set.done.catch(() => this.sets.delete(key))
    }
    return set
  }

  async show(step) {
    this.step = step
    const set = this.load(step)
    try {
      if (!set.node) await set.done
      if (this.step === step) this.put(set.node)
    } catch {
      if (this.step === step) this.place.replaceChildren(this.from.failed)
    }
    this.prefetch(step)
  }

  put(node) {
    const old = this.place.lastElementChild
    if (old === node) return this.changed()
    if (!old || CALM.matches) this.place.replaceChildren(node)
    else {
      this.place.replaceChildren(old, node)
      old.classList.add("old")
      node.classList.remove("old")
      node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350, easing: "ease-out" })
      const fading = old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 350, easing: "ease-in" })
      fading.onfinish = () => old.classList.contains("old") && old.remove()
    }
    node.classList.remove("old")
    this.changed()
  }

  // The next ones first; one after the other, so that the server is not kept from other work.
  async prefetch(step) {
    if (this.ahead === this.from) return
    const from = (this.ahead = this.from)
    for (let n = 0; n < from.steps && this.from === from; n += 1)
      await this.load(((step - 1 + n) % from.steps) + 1).done.catch(() => {})
  }
}
