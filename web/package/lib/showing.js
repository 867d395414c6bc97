// How objects whose contents are private look where only fields count: to `console.log` of Node, and to `structuredClone`.

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * The value of a field of such objects. `structuredClone` and `postMessage` would make empty ones of them; a function they
 * refuse, and their error has its name.
 */
export function sendItsTextInstead() {}

/** Lets objects of a class be shown by what they contain. */
export function shownBy(Class, contentsOf) {
    Object.defineProperty(Class.prototype, INSPECT, {
        value(_, options, inspect) {
            let contents;
            try {
                contents = inspect(contentsOf(this), options);
            } catch (error) {
                // It was freed, or it is the prototype.
                contents = `(${error.message})`;
            }
            return `${this.constructor.name} ${contents}`;
        },
    });
}
