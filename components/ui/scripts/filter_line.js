// The line of filters where the page's answer is the server's: a finished choice is in the address at
// once, and the page runs for it once.
const lines = new WeakMap()
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".answering")
  if (!lines.has(root)) lines.set(root, new Answering(root))
  lines.get(root).update({ ...data, inline: true })
}
