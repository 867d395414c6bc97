// Chess variants for Node, with a module of their own: ready at once, from the file beside this one.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initSync } from "./lib/variants-module.js";

initSync(() => readFileSync(fileURLToPath(new URL("./variants.wasm", import.meta.url))));

export * from "./lib/variants-index.js";
