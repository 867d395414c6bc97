// For Node: ready at once, from the file beside this one.

import { readFileSync } from "node:fs";
import { initSync } from "./lib/index.js";

initSync(readFileSync(new URL("./philidor.wasm", import.meta.url)));

export * from "./lib/index.js";
