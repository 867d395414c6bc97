// Games of chess.

import { gamesIn } from "./base-game.js";
import { core } from "./module.js";
import { Owned } from "./owned.js";
import { Position } from "./position.js";

export const { Game, PgnGame } = gamesIn(
    core,
    Owned,
    Position,
    ({ fen, chess960 }) => new Position(fen ?? undefined, { chess960, strict: false }),
    (start) => [`F ${start.fen({ castling: "shredder" })}`, ...(start.isChess960 ? ["9"] : [])],
);
