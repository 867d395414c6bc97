// Modules of WebAssembly compiled, and what each needs of JavaScript: nothing.

/** Compiles a module from its bytes, or a function that gives them. */
export const compile = (source) =>
    source instanceof WebAssembly.Module ? source : new WebAssembly.Module(typeof source === "function" ? source() : source);

/** What an instance imports. */
export function imports(module) {
    const object = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        object[from] ??= {};
        // Only numbers go from JavaScript into the module, so there is nothing to do here.
        object[from][name] = () => {};
    }
    return object;
}
