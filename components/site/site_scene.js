// The scene on a page of its own, in a tree of its own as in the app, where the site's style does
// not reach it. The text below it stays for paper.
const box = document.querySelector(".scene-box")
if (box) {
  const data = JSON.parse(document.getElementById("scene-data").textContent)
  // There is no app around it to go back to.
  Scene.prototype.leave = () => location.assign(data.leave)
  const root = box.attachShadow({ mode: "open" })
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: box.dataset.style })
  style.onload = () => {
    document.body.classList.add("staged")
    box.hidden = false
    const send = (name, value) => {
      if (name === "language") location.assign(data.pages[value] + location.search)
    }
    drawScene({ data, parentElement: root, setTriggerValue: send })
  }
  root.append(style, box.querySelector("template").content)
}
