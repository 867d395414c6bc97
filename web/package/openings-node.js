// Names of openings for Node, with a module of their own: ready at once, from the file beside this one.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initSync } from "./lib/openings-module.js";

initSync(() => readFileSync(fileURLToPath(new URL("./openings.wasm", import.meta.url))));

export * from "./lib/openings.js";
