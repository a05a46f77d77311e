// A story that a reader opened lives in the server's memory. When this tab has lost it, because the
// server was started again or the tab was reloaded, the tab still knows that there was one.
const OWN = "own-story"
// The name of a file that is being read. A page that is loaded anew has a new session, in which
// nobody reads it any more.
const READING = "file-being-read"
let choseFileHere = false
const rememberChosenFile = ({ target }) => {
  if (!target.matches?.(".st-key-open-story input[type=file]") || !target.files.length) return
  choseFileHere = true
  tabStorage[READING] = target.files[0].name
}
document.addEventListener("change", rememberChosenFile, true)
// What has not arrived is not being read.
const forgetChosenFile = () => delete tabStorage[READING]

const noticeOf = (text, link, button, storageKey) => {
  const forget = ({ target }) => {
    delete tabStorage[storageKey]
    target.closest(".lost").remove()
  }
  return makeElement("div", { class: "notices lost", role: "alert" },
    makeElement("p", {}, text),
    makeElement("a", { href: link.href, onclick: storageKey === READING && forget }, link.label), " ",
    makeElement("button", { type: "button", onclick: forget }, button))
}

const interruptedNotices = (data) => {
  if (data.hasRead) delete tabStorage[READING]
  const name = tabStorage[READING]
  if (!name || choseFileHere) return []
  const link = { href: data.href, label: data.choose }
  return [noticeOf(data.stopped.replace("{name}", name), link, data.close, READING)]
}

const lostNotice = (data) => {
  if (data.own) tabStorage[OWN] = data.own
  else if (data.closed) delete tabStorage[OWN]
  const interrupted = interruptedNotices(data)
  const name = data.own ? null : tabStorage[OWN]
  if (!name) return interrupted
  const link = { href: data.href, label: data.again }
  return [...interrupted, noticeOf(data.text.replace("{name}", name), link, data.close, OWN)]
}

// The framework does not draw the page again when its server comes back: `draw` asks for it.
let connection = null
const drawWhenBack = (draw) => {
  const app = document.querySelector("[data-testid='stApp']")
  if (!app) return
  connection?.disconnect()
  connection = new MutationObserver(() => app.matches("[data-test-connection-state=CONNECTED]") && tabStorage[OWN] && draw())
  connection.observe(app, { attributeFilter: ["data-test-connection-state"] })
}

// The framework's page is always marked as English, and names its skip link in English. The link leads
// to all that the framework draws, the menu too: here to what is read first.
const nameDocument = (language, skip) => {
  // The same language said again would have the whole page styled anew.
  setText(document.documentElement, language, "lang")
  for (const link of document.querySelectorAll("[data-testid='stSkipToContent']")) {
    link.textContent = skip
    link.onclick = (event) => {
      const head = [...document.querySelectorAll("[data-testid='stMain'] h1")].find((one) => one.offsetParent)
      if (!head) return
      event.preventDefault()
      event.stopPropagation()
      head.tabIndex = -1
      head.focus()
      head.scrollIntoView({ block: "start" })
    }
  }
}
