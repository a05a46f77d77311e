// Elements as every script makes them, and texts that are written only where they differ.
const writeAttribute = (element, name, value) => {
  if (name.startsWith("on")) {
    element[name] = value
  } else if (value === true) {
    element.setAttribute(name, "")
  } else if (value !== false && value != null) {
    element.setAttribute(name, value)
  }
}

const makeElement = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    writeAttribute(element, name, value)
  }
  element.append(...children)
  return element
}

// To write the same again would lay out the page anew, and lose focus and selection.
const setText = (node, text, property = "textContent") => {
  if (node[property] !== text) node[property] = text
}

// What the document has had from the start, as the browser writes it.
const isPrerendered = (node, text) => {
  if (node.prerenderedHtml === undefined) return false
  if (node.prerenderedHtml === text) return true
  const wanted = node.cloneNode()
  wanted.innerHTML = text
  return wanted.innerHTML === node.prerenderedHtml
}

const setHtml = (node, text) => {
  if (node.givenHtml === text) return
  const isThere = isPrerendered(node, text)
  node.givenHtml = text
  if (isThere) return
  node.prerenderedHtml = undefined
  node.innerHTML = text
}

// A placeholder without a value is not replaced.
const fillText = (text, values) =>
  text.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder)

const clamp = (number, least, most) => Math.min(Math.max(number, least), most)

const collapseSpaces = (text) => text.trim().replace(/\s+/g, " ")

// Words are searched without capitals and accents.
const foldText = (text) => {
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "")
  return letters.toLowerCase().replaceAll("ß", "ss")
}

// Resolves to the global variable of a library. A component's script has no address of its
// own, so that the address is relative to the page.
const loadLibrary = async (address, globalName) => {
  await import(new URL(address, document.baseURI).href)
  return window[globalName]
}

const MOST_RESPONSES = 24
const responses = new Map()

const fetchBody = async (address, format) => {
  const response = await fetch(new URL(address, document.baseURI))
  if (!response.ok) throw new Error(response.status)
  return response[format]()
}

// The last responses, by their address; what failed is fetched again.
const fetchCached = (address, format) => {
  if (!responses.has(address)) {
    if (responses.size > MOST_RESPONSES) {
      const [oldest] = responses.keys()
      responses.delete(oldest)
    }
    const body = fetchBody(address, format)
    body.catch(() => responses.delete(address))
    responses.set(address, body)
  }
  return responses.get(address)
}

// By events of the document the components of a page reach each other.
const notifyPage = (name, detail) =>
  document.dispatchEvent(new CustomEvent(name, { detail }))

// What selects an event without a run of the page: the stage, the Timeline, or the Map.
const PICTURE = ".stage, .timeline-page, .map-page"

// Parts of the page that the framework mounts; some have a shadow tree.
const COMPONENTS = "[data-testid^=stBidiComponent]"

// What a reader has opened or points at stays.
const KEPT_ATTRIBUTES = ["data-lit", "open"]

const morphAttributes = (node, wanted) => {
  for (const { name } of [...node.attributes]) {
    const stays = wanted.hasAttribute(name) || KEPT_ATTRIBUTES.includes(name)
    if (!stays) node.removeAttribute(name)
  }
  for (const { name, value } of wanted.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value)
  }
}

// Makes an element like another, which was made anew: nodes that are the same stay, with
// focus and scroll position.
const morphElement = (node, wanted) => {
  morphAttributes(node, wanted)
  node.onclick = wanted.onclick
  const oldNodes = [...node.childNodes]
  const newNodes = [...wanted.childNodes]
  newNodes.forEach((newNode, index) => {
    const oldNode = oldNodes[index]
    if (!oldNode) {
      node.append(newNode)
    } else if (oldNode.nodeName !== newNode.nodeName) {
      oldNode.replaceWith(newNode)
    } else if (newNode.nodeType === Node.TEXT_NODE) {
      setText(oldNode, newNode.data, "data")
    } else {
      morphElement(oldNode, newNode)
    }
  })
  for (const oldNode of oldNodes.slice(newNodes.length)) oldNode.remove()
}

const morphHtml = (node, text) => {
  const wanted = node.cloneNode()
  wanted.innerHTML = text
  morphElement(node, wanted)
}

// The object that controls an element, made once.
const owners = new WeakMap()
const getOwner = (node, makeOwner) => {
  if (!owners.has(node)) owners.set(node, makeOwner())
  return owners.get(node)
}

// A component: `makeOwner` is called once with the element of the selector, and its `update`
// with what each run of the page sends.
const defineComponent = (selector, makeOwner) => (message) => {
  const node = message.parentElement.querySelector(selector)
  const owner = getOwner(node, () => makeOwner(node))
  owner.update(message.data, message)
  return () => owner.end?.()
}

// Whether a component is sent other data than before: the framework calls again with what it
// has sent already, which may be older than what was fetched since.
const sentData = new WeakMap()
const isNewData = (node, data) => {
  const json = JSON.stringify(data)
  const isNew = sentData.get(node) !== json
  sentData.set(node, json)
  return isNew
}

// Follows a pressed pointer. `onEnd` is told whether it was released, or given up by Esc.
const trackDrag = (onMove, onEnd) => {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const finish = (isDone) => {
    listening.abort()
    onEnd(isDone)
  }
  addEventListener("pointermove", onMove, options)
  addEventListener("pointerup", () => finish(true), options)
  addEventListener("pointercancel", () => finish(false), options)
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    finish(false)
  }, options)
}

// A press beside an open menu closes it, and does nothing else: no element hears of it.
const PRESS_EVENTS = ["mousedown", "pointerup", "mouseup", "click"]
// After these no click comes: the page was scrolled, or another press began.
const OTHER_ENDS = ["pointercancel", "pointerdown"]

const swallowPress = (firstEvent) => {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const swallow = (event) => {
    if (!event.isTrusted) return
    event.stopImmediatePropagation()
    event.preventDefault()
    if (event.type === "click") listening.abort()
  }
  swallow(firstEvent)
  for (const name of PRESS_EVENTS) addEventListener(name, swallow, options)
  for (const name of OTHER_ENDS) {
    addEventListener(name, () => listening.abort(), options)
  }
}
