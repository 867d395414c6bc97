// Chess variants for browsers and bundlers, with a module of their own: ready when imported.

import { init } from "./lib/variants-module.js";

await init();

export * from "./lib/variants-index.js";
