// What a tab stores for itself: it stays through a reload, and no other tab has it. In another
// site's frame the browser may keep nothing; then it lasts until the page is loaded anew.
let tabStorage = {}
try {
  tabStorage = sessionStorage
} catch {}

const storeInTab = (key, text) => {
  try {
    tabStorage[key] = text
  } catch {
    // The storage is full: an older text would come back as if it were this one.
    delete tabStorage[key]
  }
}

// The name of the story that was opened in this tab. The server forgets the story when the page is
// loaded anew; then the tab alone knows that there was one.
const STORY_KEY = "own-story"
// The name of a file that is being read. A reloaded page has a new session, in which the server
// does not read it any more.
const READING_KEY = "file-being-read"

const isStoryLost = ({ own, closed }) => !own && !closed && Boolean(tabStorage[STORY_KEY])
