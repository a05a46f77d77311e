// A press beside an open menu closes it, and does nothing else: what lies under it hears nothing of it.
const REST = ["mousedown", "pointerup", "mouseup", "click"]
const swallow = (event) => {
  const whole = new AbortController()
  const stop = (one) => {
    if (!one.isTrusted) return
    one.stopImmediatePropagation()
    one.preventDefault()
    if (one.type === "click") whole.abort()
  }
  stop(event)
  for (const name of REST) addEventListener(name, stop, { capture: true, signal: whole.signal })
  // Where no click comes, the page was scrolled.
  for (const name of ["pointercancel", "pointerdown"]) addEventListener(name, () => whole.abort(), { capture: true, signal: whole.signal })
}
