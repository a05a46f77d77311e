// Keeps the site's pages for reading without a connection. The list and the name are put in when the
// site is written: another version of the site has another name, and the old one is thrown away.
const NAME = "{{name}}"
const PAGES = {{pages}}

addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(PAGES))))
const begin = async () => {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name)
  await clients.claim()
}
addEventListener("activate", (event) => event.waitUntil(begin()))
const answer = async (request, { pathname }) =>
  (await caches.match(request, { ignoreSearch: true }))
    || (pathname.endsWith("/") && (await caches.match(`${pathname}index.html`)))
    || fetch(request)
addEventListener("fetch", (event) => {
  const address = new URL(event.request.url)
  if (event.request.method === "GET" && address.origin === location.origin) event.respondWith(answer(event.request, address))
})
