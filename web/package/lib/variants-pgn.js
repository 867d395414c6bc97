// Games of PGN of chess and of variants, read from text by the module of variants.

import { feedIn, readers } from "./pgn-reading.js";
import { MINE } from "./pgn-tree.js";
import { Owned, core } from "./variants-module.js";
import { PgnGame } from "./variants.js";

const Feed = feedIn(core, Owned);

export const { parsePgn, readPgn, readPgnStream } = readers((purpose) => new Feed(purpose), (read) => PgnGame[MINE](read));
