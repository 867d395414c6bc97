// Names of openings for browsers and bundlers, with a module of their own: ready when imported.

import { init } from "./lib/openings-module.js";

await init();

export * from "./lib/openings.js";
