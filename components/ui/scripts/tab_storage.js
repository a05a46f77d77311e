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
