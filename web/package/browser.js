// For browsers and bundlers: ready when imported.

import { init } from "./lib/index.js";

await init();

export * from "./lib/index.js";
