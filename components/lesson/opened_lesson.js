// A lesson that a teacher opened in Present lives in the server's memory. The tab stores its file: a
// page that is loaded anew has a new session, which gets the lesson back from here.
const OPENED_KEY = "opened-lesson"
// In another site's frame the browser may keep nothing.
let lessonStorage = {}
try {
  lessonStorage = sessionStorage
} catch {}

const storeOpenedLesson = (file) => {
  try {
    lessonStorage[OPENED_KEY] = file
  } catch {
    // The tab's storage is full: an older lesson would come back as if it were this one.
    delete lessonStorage[OPENED_KEY]
  }
}

const forgetOpenedLesson = () => {
  delete lessonStorage[OPENED_KEY]
}

// Whatever the server makes of it, it is sent once: what is refused is not asked for again.
const restoreOpenedLesson = (send) => {
  const file = lessonStorage[OPENED_KEY]
  if (!file) return
  forgetOpenedLesson()
  send("restored", file)
}
