// For Node: ready at once, from the file beside this one.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initSync } from "./lib/index.js";

// A path, since the URL may be one of a page that a test has made.
initSync(() => readFileSync(fileURLToPath(new URL("./philidor.wasm", import.meta.url))));

export * from "./lib/index.js";
