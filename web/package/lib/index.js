// Everything that the package offers. The entries differ in how the module becomes ready.

export { attacks, between, generators, line, magicLookUp, magicNumbers, pextLookUp } from "./attacks.js";
export { Engine } from "./engine.js";
export {
    ArgumentError, FenError, MoveError, PackedError, PgnError, PhilidorError, SetupError, UnrepresentableError,
} from "./errors.js";
export { Book } from "./book.js";
export { Game, PgnGame } from "./game.js";
export { compiledModule, init, initSync, isReady, memoryBytes, renew } from "./module.js";
export { checkPgn, checkPgnStream, parsePgn, readPgn, readPgnStream } from "./pgn.js";
export { PgnNode } from "./pgn-tree.js";
export { Position, Setup } from "./position.js";
export { Positions } from "./positions.js";
export { MagicSearch, Mailbox } from "./workings.js";
export { PhilidorWorker } from "./workers.js";
export { version } from "./version.js";
export {
    MOVE_WORD_LAYOUT, SQUARES, moveDestination, moveOrigin, movePromotion, moveType, moveWord, squareCount, squareIndex,
    squareSet, squaresOf,
} from "./words.js";
