// Ready at once everywhere: the module comes as text, so a bundler need not know of files beside the program.

import { initSync } from "./lib/index.js";
import { bytes } from "./texts/philidor.js";

initSync(bytes);

export * from "./lib/index.js";
