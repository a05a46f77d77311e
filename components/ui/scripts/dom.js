// Elements as every script makes them; what is written only where it is another text than before.
const made = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element[key] = value
    else if (value === true) element.setAttribute(key, "")
    else if (value !== false && value != null) element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

const write = (node, text, name = "textContent") => node[name] !== text && (node[name] = text)
const html = (node, text) => node.told !== text && (node.innerHTML = node.told = text)
// A text with its places filled; what is not known stays as it stands.
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)

const clamp = (number, least, most) => Math.min(Math.max(number, least), most)

// Words with one blank between them.
const spaced = (text) => text.trim().replace(/\s+/g, " ")

// Words as they are looked up: without capitals and accents.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss")

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

// What stands there becomes like what was made anew: what is the same stays, with focus and place, and what a
// reader has opened or points at.
const STAYS = ["data-lit", "open"]
const morph = (node, wanted) => {
  const said = (one) => [...one.attributes].map(({ name, value }) => [name, value])
  const gone = said(node).filter(([name]) => !wanted.hasAttribute(name) && !STAYS.includes(name))
  for (const [name] of gone) node.removeAttribute(name)
  for (const [name, value] of said(wanted))
    if (node.getAttribute(name) !== value) node.setAttribute(name, value)
  node.onclick = wanted.onclick
  const [now, next] = [[...node.childNodes], [...wanted.childNodes]]
  next.forEach((one, at) => {
    const old = now[at]
    if (!old) node.append(one)
    else if (old.nodeName !== one.nodeName) old.replaceWith(one)
    else if (one.nodeType === Node.TEXT_NODE) write(old, one.data, "data")
    else morph(old, one)
  })
  for (const old of now.slice(next.length)) old.remove()
}

const renew = (node, text) => {
  const wanted = node.cloneNode()
  wanted.innerHTML = text
  morph(node, wanted)
}

// What works in a part of the page, made once; and whether a part is sent anything else than before:
// the framework calls again with what it has sent already, which may be older than what was told.
const owners = new WeakMap()
const ownerOf = (node, make) => owners.get(node) ?? owners.set(node, make()).get(node)
// A part of a page: what `make` makes once of the element that it is in, and is sent with each run of the page.
const component = (selector, make) => (sending) => {
  const node = sending.parentElement.querySelector(selector)
  const own = ownerOf(node, () => make(node))
  own.update(sending.data, sending)
  return () => own.end?.()
}
const sent = new WeakMap()
const isNew = (node, data) => {
  const now = JSON.stringify(data)
  const other = sent.get(node) !== now
  sent.set(node, now)
  return other
}

// Follows what is pressed until it is let go of, or given up by Esc: `ended` is told which.
const drag = (moved, ended) => {
  const whole = new AbortController()
  const how = { capture: true, signal: whole.signal }
  const on = (name, act) => addEventListener(name, act, how)
  const end = (done) => (whole.abort(), ended(done))
  on("pointermove", moved)
  on("pointerup", () => end(true))
  on("pointercancel", () => end(false))
  on("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), end(false)))
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
