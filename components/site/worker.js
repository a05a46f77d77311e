// Keeps the site's pages for reading without a connection. The list and the name are put in when the
// site is written: another version of the site has another name, and the old one is thrown away.
const NAME = "{{name}}"
const PAGES = {{pages}}

addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(PAGES))))
addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name)
    await clients.claim()
  }
  event.waitUntil(clean())
})
addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return
  const answer = async () => {
    const kept = await caches.match(event.request, { ignoreSearch: true })
    if (kept) return kept
    const address = new URL(event.request.url)
    if (address.pathname.endsWith("/")) {
      const page = await caches.match(`${address.pathname}index.html`, { ignoreSearch: true })
      if (page) return page
    }
    return fetch(event.request)
  }
  event.respondWith(answer())
})
