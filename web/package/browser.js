// For pages without a bundler: ready when imported, from the file beside this one, which is compiled while it arrives.

import { init } from "./lib/index.js";

await init(new URL("./philidor.wasm", import.meta.url));

export * from "./lib/index.js";
