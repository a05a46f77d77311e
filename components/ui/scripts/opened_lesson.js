// A lesson that a teacher opened in Present lives in the server's memory. The tab stores its file: a
// page that is loaded anew has a new session, which gets the lesson back from here.
const OPENED_KEY = "opened-lesson"

const storeOpenedLesson = (file) => storeInTab(OPENED_KEY, file)

const forgetOpenedLesson = () => {
  delete tabStorage[OPENED_KEY]
}

// Whatever the server makes of it, it is sent once: what is refused is not asked for again. It stays
// here while the session has one for another story, and while the tab's own story is lost: it may
// be the lesson of that story.
const restoreOpenedLesson = ({ lost, waits }, send) => {
  const file = tabStorage[OPENED_KEY]
  if (!file || waits || isStoryLost(lost)) return
  forgetOpenedLesson()
  send("restored", file)
}
