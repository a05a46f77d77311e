// Caches the pages of the site for reading without a connection. The list and the name are
// filled in when the site is written: each version has another name, and older caches are
// deleted.
const CACHE_NAME = "{{name}}"
const PAGES = {{pages}}

const cachePages = async () => {
  const cache = await caches.open(CACHE_NAME)
  await cache.addAll(PAGES)
}

const deleteOldCaches = async () => {
  for (const name of await caches.keys()) {
    if (name !== CACHE_NAME) await caches.delete(name)
  }
  await clients.claim()
}

const findCached = async (request, { pathname }) => {
  const response = await caches.match(request, { ignoreSearch: true })
  if (response || !pathname.endsWith("/")) return response
  return caches.match(`${pathname}index.html`)
}

const answerRequest = async (request, url) => {
  const response = await findCached(request, url)
  return response || fetch(request)
}

addEventListener("install", (event) => event.waitUntil(cachePages()))
addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()))
addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  const isOfSite = url.origin === location.origin
  if (request.method === "GET" && isOfSite) {
    event.respondWith(answerRequest(request, url))
  }
})
