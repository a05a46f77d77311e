// What is chosen, in full: a drawer over the page, on a phone a sheet from below. Its HTML comes from
// the project's own templates, which escape every value. Esc and the sign in its corner let it go; a
// region stays a filter.
class Drawer {
  constructor(place) {
    this.place = place
    place.querySelector(".close").onclick = () => this.close()
    document.addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && place.isConnected && this.close())
    // What the page was told of another view without a run.
    document.addEventListener("stage:said", ({ detail }) => place.isConnected && this.show(detail.drawer))
    document.addEventListener("list:drawn", () => place.isConnected && this.data && this.show(this.data))
  }

  // Where the list shows it under its line, it stands there alone.
  show(data) {
    const { place } = this
    const { key, html: text, close } = (this.data = data)
    if (this.shut !== key) this.shut = ""
    if (key && key !== this.key) this.back = document.activeElement
    this.key = key
    place.hidden = !key || this.shut === key || Boolean(document.querySelector(".event-list .opened"))
    html(place.querySelector(".body"), place.hidden ? "" : text)
    place.querySelector(".close").setAttribute("aria-label", close)
    place.setAttribute("aria-label", place.querySelector("h3")?.textContent ?? "")
  }

  close() {
    const { place, key } = this
    if (place.hidden) return
    if (place.contains(document.activeElement)) {
      const back = this.back?.isConnected && this.back !== document.body ? this.back : document.querySelector("[role=figure]")
      back?.focus({ preventScroll: true })
    }
    if (!key.startsWith("region:")) return document.querySelector(PICTURE) ? tell("stage:choose", null) : this.send("closed", key)
    this.shut = key
    place.hidden = true
    html(place.querySelector(".body"), "")
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector(".record-drawer")
  const drawer = ownerOf(place, () => new Drawer(place))
  drawer.send = setTriggerValue
  if (isNew(place, data) || !document.querySelector(PICTURE)) drawer.show(data)
}
