// Chess variants for pages and bundlers, with a module of their own: ready at once, from its text.

import { initSync } from "./lib/variants-module.js";
import { bytes } from "./texts/variants.js";

initSync(bytes);

export * from "./lib/variants-index.js";
