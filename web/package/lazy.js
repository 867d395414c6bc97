// For programs that choose when: nothing is loaded before `init` or `initSync`.

export * from "./lib/index.js";
