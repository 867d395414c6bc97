// The tags of a game: the seven that each has, those of the standard, then others as they were set. A tag without a
// value is `null`.

import { SEVEN_TAG_ROSTER, SUPPLEMENTAL_TAGS } from "./constants.js";

const TEMPLATE = { ...SEVEN_TAG_ROSTER, ...Object.fromEntries(SUPPLEMENTAL_TAGS.map((tag) => [tag, null])) };

/** A value as it can be read back: quotes and backslashes escaped, on one line. */
const escaped = (value) => String(value).replace(/["\\]/g, "\\$&").replace(/\r?\n|\r/g, " ");

export class Headers {
    tags = { ...TEMPLATE };

    set(tag, value) {
        this.tags[tag] = value ?? (Object.hasOwn(SEVEN_TAG_ROSTER, tag) ? SEVEN_TAG_ROSTER[tag] : null);
    }

    remove(tag) {
        if (!Object.hasOwn(this.tags, tag)) {
            return false;
        }
        this.set(tag, null);
        return true;
    }

    /** Those with a value. */
    present() {
        return Object.fromEntries(Object.entries(this.tags).filter(([, value]) => value !== null));
    }

    /** As lines of PGN; empty values are left out. */
    lines() {
        return Object.entries(this.tags).filter(([, value]) => value).map(([tag, value]) => `[${tag} "${escaped(value)}"]`);
    }
}
