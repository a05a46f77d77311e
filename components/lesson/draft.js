// The draft of a lesson lives in the server's memory. The tab stores a copy: a page that is
// loaded anew has a new session, which gets it back from here.
const DRAFT_KEY = "lesson-draft"
// Where the text of a field stands in the draft, by the field's label.
let textPaths = {}

const storeDraft = (draft) => storeInTab(DRAFT_KEY, draft)

// A text reaches the server once its field is left; the page may be loaded anew before.
const storeTyping = (field) => {
  const path = textPaths[field?.ariaLabel]
  const stored = tabStorage[DRAFT_KEY]
  const isOfForm = field?.closest(".st-key-make-lesson")
  if (!path || !stored || !isOfForm) return
  const draft = JSON.parse(stored)
  let holder = draft
  for (const name of path.slice(0, -1)) {
    holder = holder[name]
  }
  holder[path.at(-1)] = field.value
  storeDraft(JSON.stringify(draft))
}

document.addEventListener("input", (event) => storeTyping(event.target))

export default function ({ data, setTriggerValue }) {
  textPaths = data.textPaths
  if (data.draft) {
    storeDraft(data.draft)
    storeTyping(document.activeElement)
  } else if (data.dropped) {
    delete tabStorage[DRAFT_KEY]
  } else if (tabStorage[DRAFT_KEY]) {
    setTriggerValue("restore", tabStorage[DRAFT_KEY])
  }
}
