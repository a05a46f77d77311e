// The lesson on a published page, in a shadow tree as in the app, where the site's style does
// not reach it. The text below it is for paper.
const box = document.querySelector(".scene-box")

const startLesson = () => {
  const data = JSON.parse(document.getElementById("scene-data").textContent)
  // There is no app around it to go back to, and each language is a page of its own.
  LessonScreen.prototype.leaveLesson = () => location.assign(data.leave)
  LessonScreen.prototype.changeLanguage = (code) => {
    location.assign(data.pages[code] + location.search)
  }
  const root = box.attachShadow({ mode: "open" })
  const href = box.dataset.style
  const style = makeElement("link", { rel: "stylesheet", href })
  const setTriggerValue = () => {}
  style.onload = () => {
    document.body.classList.add("staged")
    box.hidden = false
    drawScene({ data, parentElement: root, setTriggerValue })
  }
  root.append(style, box.querySelector("template").content)
}

if (box) startLesson()
