// Elements as every script makes them; what is written only where it is another text than before.
const made = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element[key] = value
    else if (value === true) element.setAttribute(key, "")
    else if (value !== false && value !== null) element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

const write = (node, text, name = "textContent") => node[name] !== text && (node[name] = text)
const html = (node, text) => node.told !== text && (node.innerHTML = node.told = text)
// A text with its places filled; what is not known stays as it stands.
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)

// A library that stands under a name of its own. A component's script has no address from which to reach it.
const library = (address, name) => import(new URL(address, document.baseURI).href).then(() => window[name])

// Answers that the browser has asked for lately, by their address.
const cached = new Map()
const fetched = (address, kind) => {
  if (!cached.has(address)) {
    if (cached.size > 24) cached.delete(cached.keys().next().value)
    const answer = fetch(new URL(address, document.baseURI)).then((found) => {
      if (!found.ok) throw new Error(found.status)
      return found[kind]()
    })
    answer.catch(() => cached.delete(address))
    cached.set(address, answer)
  }
  return cached.get(address)
}

// What one part of a page says to all others.
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }))

// What chooses an event without a run of the page: the stage, or the Timeline.
const PICTURE = ".stage, .timeline-page"
// As many parts as there are things to show; those that stay keep the focus.
const repeat = (parent, count, make) => {
  while (parent.children.length > count) parent.lastElementChild.remove()
  while (parent.children.length < count) parent.append(make())
}

// A press beside an open menu closes it, and does nothing else: what lies under it hears nothing of it.
const PRESS = ["mousedown", "pointerup", "mouseup", "click"]
const swallow = (event) => {
  const whole = new AbortController()
  const stop = (one) => {
    if (!one.isTrusted) return
    one.stopImmediatePropagation()
    one.preventDefault()
    if (one.type === "click") whole.abort()
  }
  stop(event)
  for (const name of PRESS) addEventListener(name, stop, { capture: true, signal: whole.signal })
  // Where no click comes, the page was scrolled.
  for (const name of ["pointercancel", "pointerdown"]) addEventListener(name, () => whole.abort(), { capture: true, signal: whole.signal })
}
