// Keeps all files of the page in the browser, so that it works without a network. What the network has comes first.

const NAME = "philidor-explorer";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    const isOurs = url.href.startsWith(self.registration.scope);
    if (event.request.method === "GET" && isOurs) event.respondWith(newest(event.request));
});

async function newest(request) {
    const kept = await caches.open(NAME);
    try {
        const answer = await fetch(request);
        if (answer.ok) await kept.put(request, answer.clone());
        return answer;
    } catch (error) {
        const known = await kept.match(request, { ignoreSearch: true });
        if (known) return known;
        throw error;
    }
}
