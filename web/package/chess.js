// chess.js's documented interface of version 1.4, on top of philidor: ready at once, no promise anywhere.

export {
    BISHOP, BLACK, DEFAULT_POSITION, KING, KNIGHT, PAWN, QUEEN, ROOK, SEVEN_TAG_ROSTER, SQUARES, WHITE,
} from "./chess/constants.js";
export { validateFen } from "./chess/fen.js";
export { xoroshiro128 } from "./chess/hash.js";
export { Move } from "./chess/move.js";
export { Chess } from "./chess/game.js";
