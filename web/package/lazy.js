// For those who say when: nothing is fetched before `init` or `initSync`.

export * from "./lib/index.js";
