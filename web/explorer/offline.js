// Keeps the page for times without a network, where the browser allows it. `keeper.js` answers from what is kept.

const NAME = "philidor-explorer";
/** What the worker loads, and a panel when it is opened. */
const LATER = [
    "worker.js",
    "package/lazy.js",
    "package/philidor.wasm",
    "insides/philidor_wasm_insides.js",
    "insides/philidor_wasm_insides_bg.wasm",
    "package/lib/variants-index.js",
    "package/lib/variants-module.js",
    "package/lib/variants-pgn.js",
    "package/lib/variants.js",
    "package/variants.wasm",
    "package/engine-worker.js",
    "package/lib/searching.js",
    "package/lib/serving.js",
    "package/lib/engine-bindings.js",
    "package/texts/engine.js",
];

export async function keepOffline() {
    if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
    try {
        const isFirst = !navigator.serviceWorker.controller;
        await navigator.serviceWorker.register(new URL("keeper.js", import.meta.url));
        if (isFirst) await keepAll();
        document.documentElement.dataset.kept = "yes";
    } catch {
        // The page works without the keeper as long as there is a network.
    }
}

/** Keeps all files of the first visit, which the keeper has not seen: those loaded already, and those to come. */
async function keepAll() {
    await new Promise((resolve) =>
        document.readyState === "complete" ? resolve() : window.addEventListener("load", resolve),
    );
    const folder = new URL(".", import.meta.url).href;
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const files = [
        folder,
        location.href.split("#")[0],
        ...loaded,
        ...LATER.map((file) => folder + file),
    ];
    const kept = await caches.open(NAME);
    await kept.addAll([...new Set(files.filter((file) => file.startsWith(folder)))]);
}
