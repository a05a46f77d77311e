// The drawer of what is chosen on Timeline, Map and How many?.
class RecordDrawer extends Drawer {
  constructor(place) {
    super(place, (key) => notifyPage("view:change", { [key.split(":")[0]]: "" }))
    // What the page was told of another view without a run.
    document.addEventListener("view:loaded", ({ detail }) => this.say(detail.drawer))
    document.addEventListener("list:drawn", () => this.say())
  }

  update(data) { if (isNewData(this.place, data) || !document.querySelector(PICTURE)) this.say(data) }

  // Where the list shows it under its line, it stands there alone.
  say(data = this.said) {
    this.said = data
    if (data && this.place.isConnected) this.show({ ...data, key: document.querySelector(".event-list .opened") ? "" : data.key })
  }
}

export default defineComponent(".record-drawer", (place) => new RecordDrawer(place))
