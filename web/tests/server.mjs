// Serves a folder on this machine, for tests and for a look at the page.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".wasm": "application/wasm",
};

/** Serves `folders` in order: the first that has the file. `port` 0 takes a free one. `headers` go with each answer. */
export async function serve(folders, port = 0, headers = {}) {
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
        for (const { at, folder } of folders) {
            if (!path.startsWith(at)) continue;
            let file = join(folder, path.slice(at.length));
            let found = await stat(file).catch(() => undefined);
            if (found?.isDirectory()) {
                file = join(file, "index.html");
                found = await stat(file).catch(() => undefined);
            }
            if (!found?.isFile()) continue;
            response.writeHead(200, {
                "content-type": TYPES[extname(file)] ?? "application/octet-stream",
                "cache-control": "no-store",
                ...headers,
            });
            createReadStream(file).pipe(response);
            return;
        }
        response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    });
    await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
    return { port: server.address().port, close: () => server.close() };
}
