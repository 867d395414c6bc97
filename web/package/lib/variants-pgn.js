// Games of PGN of chess and of variants, read from text by the module of variants; see `web/variants/src/pgn.rs`.

import { inPieces, readers } from "./pgn-reading.js";
import { MINE } from "./pgn-tree.js";
import { VariantPgnGame } from "./variants.js";
import { Owned, call, receive, send } from "./variants-module.js";

/** Bytes that are given to the module piece by piece. */
class Feed extends Owned {
    constructor(purpose) {
        super(call("feed_new", purpose), "feed_free", "Feed");
    }

    push(bytes, isLast) {
        const { number } = this;
        for (const piece of inPieces(bytes)) {
            const [length] = send(piece);
            call("feed_push", number, length, false);
        }
        if (isLast) {
            call("feed_push", number, 0, true);
        }
    }

    next() {
        const length = call("feed_next", this.number);
        if (length === 0) {
            return null;
        }
        return length > 0 ? { game: receive(length) } : { error: receive(call("refusal")) };
    }
}

export const {
    parsePgn: parseVariantPgn, readPgn: readVariantPgn, readPgnStream: readVariantPgnStream,
} = readers((purpose) => new Feed(purpose), (read) => VariantPgnGame[MINE](read));
