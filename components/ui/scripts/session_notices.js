const FILE_INPUT = ".st-key-open-story input[type=file]"
let choseFileHere = false

const rememberChosenFile = ({ target }) => {
  if (!target.matches?.(FILE_INPUT) || !target.files.length) return
  choseFileHere = true
  tabStorage[READING_KEY] = target.files[0].name
}
document.addEventListener("change", rememberChosenFile, true)

const forgetChosenFile = (name) => {
  if (tabStorage[READING_KEY] === name) delete tabStorage[READING_KEY]
}

const makeNotice = (text, link, closeLabel, storageKey) => {
  const closeNotice = ({ target }) => {
    delete tabStorage[storageKey]
    target.closest(".lost").remove()
  }
  const choosesFile = storageKey === READING_KEY
  return makeElement("div", { class: "notices lost", role: "alert" },
    makeElement("p", {}, text),
    makeElement("a", { href: link.href, onclick: choosesFile && closeNotice }, link.label),
    " ",
    makeElement("button", { type: "button", onclick: closeNotice }, closeLabel))
}

const makeReadingNotices = (data) => {
  if (data.hasRead) delete tabStorage[READING_KEY]
  const name = tabStorage[READING_KEY]
  if (!name || choseFileHere) return []
  const text = data.stopped.replace("{name}", name)
  const link = { href: data.href, label: data.choose }
  return [makeNotice(text, link, data.close, READING_KEY)]
}

// The notices on what this tab has lost: a file that was being read, and an opened story.
const makeSessionNotices = (data) => {
  if (data.own) tabStorage[STORY_KEY] = data.own
  else if (data.closed) delete tabStorage[STORY_KEY]
  const notices = makeReadingNotices(data)
  const lostName = data.own ? null : tabStorage[STORY_KEY]
  if (!lostName) return notices
  const text = data.text.replace("{name}", lostName)
  const link = { href: data.href, label: data.again }
  return [...notices, makeNotice(text, link, data.close, STORY_KEY)]
}

// The framework does not run the page again when its server comes back.
const CONNECTED = "[data-test-connection-state=CONNECTED]"
let connectionObserver = null

const rerunWhenConnected = (requestRun) => {
  const app = document.querySelector("[data-testid='stApp']")
  if (!app) return
  connectionObserver?.disconnect()
  connectionObserver = new MutationObserver(() => {
    if (app.matches(CONNECTED) && tabStorage[STORY_KEY]) requestRun()
  })
  const attributeFilter = ["data-test-connection-state"]
  connectionObserver.observe(app, { attributeFilter })
}

const skipToHeading = (event) => {
  const headings = document.querySelectorAll("[data-testid='stMain'] h1")
  const heading = [...headings].find(({ offsetParent }) => offsetParent)
  if (!heading) return
  event.preventDefault()
  event.stopPropagation()
  heading.tabIndex = -1
  heading.focus()
  heading.scrollIntoView({ block: "start" })
}

// The framework marks its page as English and names its skip link in English. That link leads
// to all that the framework draws, with the menu: here it leads to the heading of the page.
const setLanguage = (language, skipLabel) => {
  // To set the same language again would style the whole page anew.
  setText(document.documentElement, language, "lang")
  const skipLinks = document.querySelectorAll("[data-testid='stSkipToContent']")
  for (const link of skipLinks) {
    link.textContent = skipLabel
    link.onclick = skipToHeading
  }
}
