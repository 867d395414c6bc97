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
    let answer;
    try {
        answer = await fetch(request);
    } catch (error) {
        const known = await read(request);
        if (known) return known;
        throw error;
    }
    if (answer.ok) await keep(request, answer.clone());
    return answer;
}

/** Where storage is denied or full, the page works as it would without a keeper. */
async function keep(request, answer) {
    try {
        await (await caches.open(NAME)).put(request, answer);
    } catch {
        // The answer of the network is there all the same.
    }
}

async function read(request) {
    try {
        return await (await caches.open(NAME)).match(request, { ignoreSearch: true });
    } catch {
        return undefined;
    }
}
