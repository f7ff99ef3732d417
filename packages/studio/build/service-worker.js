// Keeps the site at hand: build/offline.mjs puts in the files of this build and a name for them.
const cacheName = `unseen-${'BUILD'}`
const files = ['FILES']

self.addEventListener('install', event => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then(cache => cache.addAll(files))
      .then(() => self.skipWaiting())
  )
})

self.addEventListener('activate', event => {
  event.waitUntil(
    caches
      .keys()
      .then(names =>
        Promise.all(
          names
            .filter(name => name.startsWith('unseen-') && name !== cacheName)
            .map(name => caches.delete(name))
        )
      )
      .then(() => self.clients.claim())
  )
})

// What is kept comes from the cache; what is not comes from the network and is kept from then on.
self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  // What the local server hands over (local/...) belongs to one start of it; what lies outside of the site (/v1/...) changes.
  if (
    request.method !== 'GET' ||
    !request.url.startsWith(self.registration.scope) ||
    url.pathname.includes('/local/')
  )
    return
  event.respondWith(answer(request))
})

async function answer(request) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request, { ignoreSearch: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') await cache.put(request, response.clone())
  return response
}
