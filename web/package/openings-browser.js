// Names of openings for pages and bundlers, with a module of their own: ready at once, from its text.

import { initSync } from "./lib/openings-module.js";
import { bytes } from "./texts/openings.js";

initSync(bytes);

export * from "./lib/openings.js";
