// What a reader has ticked or typed in a first document before its script ran: a choice like any
// other, made again when the script does.
const readEarlyFields = (part) => {
  const fields = takeEarlyFields().filter((field) => part.contains(field))
  return fields.map((field) => ({ field, checked: field.checked, value: field.value }))
}

const chooseEarlyFields = (choices) => {
  for (const { field, checked, value } of choices) {
    if (field.matches(TICKED)) field.checked = checked
    else field.value = value
    const isSearch = field.type === "search"
    field.dispatchEvent(new Event(isSearch ? "input" : "change", { bubbles: true }))
  }
}
