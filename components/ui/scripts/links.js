// Links that a script follows in the place of the browser.

// Whether a click opens a link here: it saves nothing, and opens no other tab.
const opensHere = (event, anchor) => {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  const isPlainClick = !event.defaultPrevented && !event.button && !hasModifier
  return isPlainClick && !anchor.hasAttribute("download") && anchor.target !== "_blank"
}

const isPartOfPage = ({ hash, pathname, search }) =>
  hash && pathname + search === location.pathname + location.search
