// The draft of a lesson is in the server's memory, and a copy of it in the tab: a reloaded page
// has a new session, which gets the draft back from here.
const DRAFT_KEY = "lesson-draft"
// Where the text of a field is in the draft, by the label of the field.
let textPaths = {}

const storeDraft = (draft) => storeInTab(DRAFT_KEY, draft)

// A text reaches the server when its field loses the focus; the page may be reloaded before.
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
