// What is chosen, in full: a drawer over the page, on a phone a sheet from below. Its HTML comes from the
// project's own templates, which escape every value. Esc and the sign in its corner let it go; a region stays
// a filter, and what was let go of stays away until another record is chosen.
class Drawer {
  // `left`: what letting a record go does, told its key, such as `event:…`.
  constructor(place, left) {
    Object.assign(this, { place, left, key: "", body: place.querySelector(".body"), button: place.querySelector(".close") })
    this.button.onclick = () => this.close()
    document.addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && place.isConnected && this.close())
  }

  show({ key, html: text, close }) {
    const { place } = this
    if (this.shut !== key) this.shut = ""
    const hidden = !key || this.shut === key
    if (key === this.key && text === this.text && hidden === place.hidden) return
    const inside = place.contains(document.activeElement)
    const other = key && key !== this.key
    if (other && !inside) this.back = document.activeElement
    Object.assign(this, { key, text })
    place.hidden = hidden
    setHtml(this.body, hidden ? "" : text)
    this.button.setAttribute("aria-label", close)
    place.setAttribute("aria-label", place.querySelector("h3")?.textContent ?? "")
    if (other && inside) this.button.focus()
  }

  close() {
    const { place, key } = this
    if (place.hidden) return
    const focus = [document.body, null].includes(document.activeElement) || place.contains(document.activeElement)
    if (key.startsWith("region:")) {
      this.shut = key
      place.hidden = true
      setHtml(this.body, "")
    } else this.left(key)
    const back = this.back?.isConnected && this.back !== document.body ? this.back : document.querySelector(".stage [role=listbox], [role=figure]")
    if (focus) back?.focus({ preventScroll: true })
  }
}
