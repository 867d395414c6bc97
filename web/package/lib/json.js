// JSON of objects in which some numbers are bigints.

/** The same with each bigint as text of its digits, which `BigInt` reads back. */
function withTexts(value) {
    if (typeof value === "bigint") {
        return String(value);
    }
    if (value instanceof BigUint64Array) {
        return Array.from(value, String);
    }
    return value;
}

function toJSON() {
    return Object.fromEntries(Object.entries(this).map(([name, value]) => [name, withTexts(value)]));
}

/** Not enumerable, so that the object remains one of plain fields. */
const METHOD = { value: toJSON };

/** An object with bigints, of which `JSON.stringify` makes text. */
export function withJson(object) {
    return Object.defineProperty(object, "toJSON", METHOD);
}
