// For programs that choose when: nothing is fetched before `init` or `initSync`.

export * from "./lib/index.js";
