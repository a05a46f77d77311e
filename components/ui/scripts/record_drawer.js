// The drawer of what is chosen on Timeline, Map and How many?.
const begin = (place) => {
  const drawer = new Drawer(place, (key) => tell("page:changes", { [key.split(":")[0]]: "" }))
  // Where the list shows it under its line, it stands there alone.
  drawer.say = (data = drawer.said) => {
    drawer.said = data
    if (data && place.isConnected) drawer.show({ ...data, key: document.querySelector(".event-list .opened") ? "" : data.key })
  }
  // What the page was told of another view without a run.
  document.addEventListener("stage:said", ({ detail }) => drawer.say(detail.drawer))
  document.addEventListener("list:drawn", () => drawer.say())
  return drawer
}

export default function ({ data, parentElement }) {
  const place = parentElement.querySelector(".record-drawer")
  const drawer = ownerOf(place, () => begin(place))
  if (isNew(place, data) || !document.querySelector(PICTURE)) drawer.say(data)
}
