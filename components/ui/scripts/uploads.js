// The framework's place for files speaks English alone, and shows why a file did not arrive only
// to the pointer and to screen readers. Its texts are replaced by those of the reader's language,
// which the server sends as data; the style sheet shows them.
let uploadTexts = {}
const FILE_ZONES = "[data-testid='stFileUploaderDropzone']"
const FILE_CHIP = "[data-testid='stFileChip']"
const CHIP_NAME = "[data-testid='stFileChipName']"
const FILE_ERROR = `${FILE_CHIP} [role=alert]`
const UPLOAD_ERRORS = `${FILE_ERROR}, [data-testid='stTooltipErrorContent']`
const REMOVE_BUTTONS = "[data-testid='stFileChipDeleteBtn'] button"
const NAME_OF_REMOVE = /^(Remove|Cancel upload of) ([^]+)$/
const NAME_OF_ADD = "Add files"

// What the framework says, and the text that replaces it; any other error is the last one.
const SIZE_ERROR = /File must be ([\d.]+) ?([KMGT]?B) or smaller/
const ERROR_PATTERNS = [
  ["cut", /AxiosError: Network Error|AxiosError: timeout/],
  ["large", SIZE_ERROR],
  ["large", /status code 413/],
  ["type", /files are not allowed/],
  ["several", /Only one file is allowed/],
  ["failed", /[^]/],
]

const findErrorName = (sentence) =>
  ERROR_PATTERNS.find(([, pattern]) => pattern.test(sentence))[0]

const readMostSize = (sentence) => {
  const [, number, unit] = SIZE_ERROR.exec(sentence) ?? []
  return number ? `${Number(number)} ${unit}` : uploadTexts.mostSize
}

// A file that did not arrive is not being read.
const forgetFailedFile = (place) => {
  const name = place.closest(FILE_CHIP)?.querySelector(CHIP_NAME)
  if (name) forgetChosenFile(name.title)
}

// The framework still owns these nodes: they stay, with other texts. An error in another language
// is known by what was written beside it.
const rewordUpload = (place) => {
  const texts = [...place.childNodes]
  const sentence = place.textContent
  if (sentence !== place.dataset.shownText) {
    place.dataset.uploadError = findErrorName(sentence)
    place.dataset.mostSize = readMostSize(sentence)
    forgetFailedFile(place)
  }
  const { uploadError, mostSize } = place.dataset
  const text = fillText(uploadTexts[uploadError], { most: mostSize })
  const last = texts.pop()
  for (const prefix of texts) setText(prefix, "", "data")
  setText(last, text, "data")
  place.dataset.shownText = text
}

// A button goes from "Cancel upload of" to "Remove" without a new element.
const rewordRemoveButton = (button) => {
  const [, action, fileName] = NAME_OF_REMOVE.exec(button.ariaLabel) ?? []
  if (action && button.ariaLabel !== button.dataset.shownText) {
    button.dataset.action = action === "Remove" ? "remove" : "cancel"
    button.dataset.file = fileName
  }
  const { action: name, file } = button.dataset
  if (!name) return
  const text = fillText(uploadTexts[name], { name: file })
  button.dataset.shownText = text
  setText(button, text, "ariaLabel")
}

const buttonObserver = new MutationObserver((changes) => {
  for (const { target } of changes) rewordRemoveButton(target)
})

const rewordZone = (zone) => {
  // It has the role of decoration, and a name all the same.
  zone.removeAttribute("role")
  for (const button of zone.querySelectorAll("button")) {
    if (button.ariaLabel === NAME_OF_ADD || button.dataset.adds) {
      button.dataset.adds = "true"
      setText(button, uploadTexts.add, "ariaLabel")
    } else if (!button.matches(REMOVE_BUTTONS)) {
      setText(button, uploadTexts.choose, "ariaLabel")
    }
  }
  // The button beside it does the same, and has a name in the reader's language.
  for (const input of zone.querySelectorAll("input")) setText(input, "true", "ariaHidden")
}

const rewordUploads = (node) => {
  const zoneAround = node.closest?.(FILE_ZONES)
  if (zoneAround) rewordZone(zoneAround)
  for (const zone of node.querySelectorAll(FILE_ZONES)) rewordZone(zone)
  for (const place of node.querySelectorAll(UPLOAD_ERRORS)) rewordUpload(place)
  for (const button of node.querySelectorAll(REMOVE_BUTTONS)) {
    rewordRemoveButton(button)
    buttonObserver.observe(button, { attributeFilter: ["aria-label"] })
  }
}
