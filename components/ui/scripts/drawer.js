// The selected record in full: a panel at an edge of the window, the same on every page. Its HTML
// comes from the project's templates, which escape every value.
const STAGE_PICTURE = ".stage [role=listbox], [role=figure]"
const NARROW_WINDOW = matchMedia("(max-width: 48rem)")
// What shows a record: on a phone also its row of the list, or the map that rings its place.
const CHOSEN_MARK = "[data-chosen]"
const CHOSEN_ON_PHONE = `${CHOSEN_MARK}, .event-list [aria-current], .deck-map[data-drawn] .box`

class Drawer {
  // `deselect`: removes the record from the view, by its key, such as `event:…`.
  constructor(place, deselect) {
    this.place = place
    this.deselect = deselect
    this.key = ""
    this.body = place.querySelector(".body")
    this.button = place.querySelector(".close")
    this.button.onclick = () => this.closeDrawer()
    watchDock(place)
    closeByOutsidePress(place, () => this.closeDrawer())
    document.addEventListener("keydown", (event) => {
      const isEscape = event.key === "Escape" && !event.defaultPrevented
      if (isEscape && place.isConnected) this.closeDrawer()
    })
  }

  // Without anything to say of a record there is no panel.
  showRecord({ key, html: text, close }) {
    const { place } = this
    if (this.closedKey !== key) this.closedKey = ""
    const isHidden = !key || !text || this.closedKey === key
    const isSame = key === this.key && text === this.text
    if (isSame && isHidden === place.hidden) return
    const hasFocus = place.contains(document.activeElement)
    const isOther = key && key !== this.key
    if (isOther && !hasFocus) this.focusBefore = document.activeElement
    if (!isHidden && (place.hidden || (isOther && !hasFocus))) chooseEdge(place)
    this.key = key
    this.text = text
    place.hidden = isHidden
    setHtml(this.body, isHidden ? "" : text)
    this.button.setAttribute("aria-label", close)
    if (!isHidden) this.revealMark(key)
    const heading = place.querySelector("h3")
    place.setAttribute("aria-label", heading?.textContent ?? "")
    if (isOther && hasFocus) this.button.focus()
  }

  // A link to a figure is about its row, however far down it is, and so is one to an event on a
  // phone. Where the window is wide, an event below it leaves the heading in sight.
  revealMark(key) {
    const [kind, id] = key.split(":")
    const isPhone = NARROW_WINDOW.matches
    const isEvent = kind === "event"
    const isMark = (node) => {
      const { dataset } = node
      return [dataset.id, dataset.event].includes(id) || (isEvent && node.matches(".deck-map .box"))
    }
    revealChosen(this.place, {
      selector: isPhone ? CHOSEN_ON_PHONE : CHOSEN_MARK,
      isMark,
      isFarToo: kind === "claim" || (isEvent && isPhone),
    })
  }

  // A region remains a filter: its drawer stays closed until another record is selected.
  closeDrawer() {
    const { place, key } = this
    if (place.hidden) return
    const { activeElement, body } = document
    const hasFocus = place.contains(activeElement)
    const isFocusLost = !activeElement || activeElement === body
    if (key.startsWith("region:")) {
      this.closedKey = key
      place.hidden = true
      setHtml(this.body, "")
    } else {
      this.deselect(key)
    }
    if (hasFocus || isFocusLost) this.returnFocus()
  }

  returnFocus() {
    const before = this.focusBefore
    const canReturn = before?.isConnected && before !== document.body
    const node = canReturn ? before : document.querySelector(STAGE_PICTURE)
    node?.focus({ preventScroll: true })
  }
}
