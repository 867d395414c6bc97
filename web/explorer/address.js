// The state of the page is its address: `#magic?fen=…&square=c4`. A link shows what its sender saw.
//
// Spaces of a FEN are written `_`, and slashes stay, so that people can read it.

/** What a panel may allow: a square; moves of a line, as UCI writes them. */
export const SQUARE = /^[a-h][1-8]$/;
export const LINE = /^(?:[a-h][1-8][a-h][1-8][qrbn]?(?:,(?!$)|$)){0,600}$/;

const encode = (text) =>
    encodeURIComponent(text.replaceAll(" ", "_")).replaceAll("%2F", "/").replaceAll("%2C", ",");

/** The panel and the values of an address. */
export function read(hash = location.hash) {
    const [panel, query = ""] = hash.replace(/^#/, "").split("?");
    const values = {};
    for (const pair of query.split("&").filter(Boolean)) {
        const [name, text = ""] = pair.split("=");
        try {
            values[decodeURIComponent(name)] = decodeURIComponent(text).replaceAll("_", " ");
        } catch {
            // A damaged address loses what is damaged.
        }
    }
    return { panel, values };
}

/** An address; values that are empty are left out. */
export function written(panel, values) {
    const pairs = Object.entries(values).filter(
        ([, text]) => text !== undefined && text !== null && text !== "",
    );
    const query = pairs.map(([name, text]) => `${name}=${encode(String(text))}`).join("&");
    return `#${panel}${query ? `?${query}` : ""}`;
}

/** Writes the address without a new step in the history. */
export function rewrite(panel, values) {
    try {
        history.replaceState(null, "", written(panel, values));
    } catch {
        // Browsers refuse an address that is too long, or written too often; the page continues without it.
    }
}
