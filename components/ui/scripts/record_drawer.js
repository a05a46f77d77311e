// The drawer with the selected record on Timeline, Map and How many?
class RecordDrawer extends Drawer {
  constructor(place) {
    super(place, (key) => {
      const [parameter] = key.split(":")
      notifyPage("view:change", { [parameter]: "" })
    })
    // The view that a picture shows: the drawer follows without a run of the page.
    document.addEventListener("view:loaded", ({ detail }) => {
      this.drawRecord(detail.drawer)
    })
    document.addEventListener("list:drawn", () => this.drawRecord())
  }

  update(data) {
    const hasPicture = document.querySelector(PICTURE)
    if (isNewData(this.place, data) || !hasPicture) this.drawRecord(data)
  }

  // A record that is open in the list is not shown twice.
  drawRecord(data = this.data) {
    this.data = data
    if (!data || !this.place.isConnected) return
    const isInList = document.querySelector(".event-list .opened")
    const key = isInList ? "" : data.key
    this.showRecord({ ...data, key })
  }
}

const drawDrawer = defineComponent(".record-drawer", (place) => new RecordDrawer(place))

export default drawDrawer
