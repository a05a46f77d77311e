// The Map page: a choice in its filters, on its map or of what it shows changes the address, and
// what the server says of that view is fetched by an address: filters, texts, map, key and table.
// What the page says beside the map, by the names of its parts.
const MAP_PARTS = ["back", "controls", "key", "tables"]
// The parameters of the links above the map.
const MAP_CHOICES = ["extent", "counts"]

class MapPage extends LiveView {
  constructor(root) {
    super(root)
    this.map = new DeckMap(root.querySelector(".deck-map"), {
      selectPlace: (id) => this.selectPlace(id),
      selectRegion: (id) => this.selectRegion(id),
      saveLook: (look) => this.changeView({ look }),
      saveInferred: (inferred) => this.changeView({ inferred }),
    })
    this.findPart("back").addEventListener("click", (event) => this.followFilterLink(event))
    this.findPart("controls").addEventListener("click", (event) => this.followChoice(event))
    this.findPart("tables").addEventListener("click", (event) => this.followNotice(event))
    document.addEventListener("view:change", ({ detail }) => {
      if (root.isConnected) this.changeView(detail)
    })
  }

  selectPlace(id) {
    const event = this.data.map.opens[id]
    if (event) this.changeView({ event })
  }

  selectRegion(id) {
    const isSelected = String(readState().region) === id
    this.changeView({ region: isSelected ? null : id, event: null })
  }

  // Another part of the map is shown as a whole.
  followChoice(event) {
    const link = event.target.closest("a")
    if (!link || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const params = new URL(link.href, document.baseURI).searchParams
    const changes = {}
    for (const name of MAP_CHOICES) changes[name] = params.get(name)
    const isOtherPart = changes.extent !== new URLSearchParams(location.search).get("extent")
    if (isOtherPart) changes.look = null
    this.changeView(changes)
  }

  drawData(data) {
    this.data = data
    this.drawText("h1", data.title)
    this.drawText(".lead", data.lead)
    this.drawText(".shown", data.shown)
    this.drawText(".picture > .caveat", data.caveat)
    for (const name of MAP_PARTS) this.drawPart(name, data[name])
    this.filterBar.drawBar(data)
    this.drawHidden(data)
    this.map.drawData(data.map)
    this.showView()
  }

  // A pressed link keeps the focus, and what is open stays open.
  drawPart(name, text) {
    const part = this.findPart(name)
    part.hidden = !text
    if (part.givenHtml === text) return
    part.givenHtml = text
    morphHtml(part, text)
  }

  cancelPending() {
    super.cancelPending()
    this.map.cancelRest()
  }

  end() {
    this.map.end()
  }
}

const drawNewMap = defineComponent(".map-page", (root) => new MapPage(root))
