// The modules of WebAssembly, which `scripts/web-explorer` puts beside this file: what those who wait are told, and how to
// load them.

import { SIZES } from "./insides/sizes.js";

/** What each module has. */
const NAMES = {
    rules: "the rules of chess",
    generators: "the generators",
    engine: "the engine and its net",
    variants: "the rules of variants",
};

/** `the engine and its net, 650 kB` */
export const described = (module) => `${NAMES[module]}, ${Math.round(SIZES[module] / 1000)} kB`;

/** A module of the package, compiled. */
export async function compiled(file) {
    const response = await fetch(new URL(`package/${file}`, import.meta.url));
    if (!response.ok) throw new Error(`${file} cannot be fetched: ${response.status} ${response.statusText}`.trim());
    return WebAssembly.compile(await response.arrayBuffer());
}
