// Where the modules are: a file, which Node's `fetch` does not read, or anything that a request gets.

/** The bytes of a file, in Node; else the response. */
export async function fetched(address) {
    const url = String(address);
    if (typeof Worker === "undefined" && url.startsWith("file:")) {
        const files = "node:fs/promises";
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
        return readFile(new URL(url));
    }
    return fetch(address);
}
