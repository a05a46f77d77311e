// The lesson on a published page, in a shadow tree as in the app, where the site's style does
// not reach it. The text below it is for paper.
const box = document.querySelector(".scene-box")

const startLesson = () => {
  const data = JSON.parse(document.getElementById("scene-data").textContent)
  // There is no app around it to go back to.
  LessonScreen.prototype.leaveLesson = () => location.assign(data.leave)
  const root = box.attachShadow({ mode: "open" })
  const href = box.dataset.style
  const style = makeElement("link", { rel: "stylesheet", href })
  const setTriggerValue = (name, value) => {
    if (name === "language") location.assign(data.pages[value] + location.search)
  }
  style.onload = () => {
    document.body.classList.add("staged")
    box.hidden = false
    drawScene({ data, parentElement: root, setTriggerValue })
  }
  root.append(style, box.querySelector("template").content)
}

if (box) startLesson()
