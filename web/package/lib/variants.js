// Chess variants: the classes of chess with other rules. A position is kept as the bytes of its packed form.

import { gamesIn } from "./base-game.js";
import { DELIVER, KEEP, KEPT, MADE, NEXT, READ, READY, RESTORE, placedIn } from "./base-placed.js";
import { positionIn } from "./base-position.js";
import { shownBy } from "./showing.js";
import { Owned, core } from "./variants-module.js";
import { SQUARES, options, squareIndex, text, whole, wholeBytes } from "./words.js";

const { wasm, accepted, receiveBytes, receiveJson, send, sendBytes } = core;

/** Moves of variants have no long form. */
const complete = ({ long, ...move }) => move;

export class VariantPosition extends positionIn(core, placedIn(core), () => VariantPosition, complete) {
    #known;

    [READ](variant, fen, given) {
        const { chess960, strict } = options(given);
        text(variant, "the name of a variant");
        const length = send(fen === undefined ? variant : `${variant}\t${text(fen, "a FEN")}`);
        const place = VariantPosition[NEXT]();
        this[DELIVER](place, accepted(wasm.read_fen(place, length, strict !== false)), chess960 === true);
    }

    [KEEP](place) {
        return receiveBytes(wasm.pack(place)).slice();
    }

    [RESTORE](place) {
        accepted(wasm.unpack(place, sendBytes(this[KEPT]), false));
    }

    static chess960(variant, number) {
        const length = send(text(variant, "the name of a variant"));
        whole(number, 0, 959, "the number of a start position");
        return VariantPosition[MADE]((place) => wasm.chess960(place, length, number), true);
    }

    static unpack(bytes, given) {
        const { chess960, strict } = options(given);
        const length = sendBytes(wholeBytes(bytes, "a packed position"));
        return VariantPosition[MADE]((place) => wasm.unpack(place, length, strict !== false), chess960 === true);
    }

    pack() {
        return this[KEPT].slice();
    }

    /** What only positions of variants have, asked once. */
    get #facts() {
        return (this.#known ??= receiveJson(wasm.facts(this[READY]())));
    }

    get variant() {
        return this.#facts.variant;
    }

    get title() {
        return this.#facts.title;
    }

    get checkers() {
        return BigInt(this.#facts.checkers);
    }

    get pockets() {
        const { white, black } = this.#facts.pockets;
        return { white: { ...white }, black: { ...black } };
    }

    get promoted() {
        return BigInt(this.#facts.promoted);
    }

    get checksGiven() {
        return { ...this.#facts.checksGiven };
    }

    drops() {
        const found = new Map();
        for (const { piece, destination } of this.moves().filter(({ type }) => type === "drop")) {
            found.set(piece, [...(found.get(piece) ?? []), squareIndex(destination)]);
        }
        const names = (squares) => squares.sort((one, other) => one - other).map((square) => SQUARES[square]);
        return new Map(Array.from(found, ([piece, squares]) => [piece, names(squares)]));
    }
}

shownBy(VariantPosition, (position) => ({ variant: position.variant, fen: position.fen() }));

/** What only games of variants have. */
class GameOfVariant extends Owned {
    get variant() {
        return this.position.variant;
    }
}

export const { Game, PgnGame } = gamesIn(
    core,
    GameOfVariant,
    VariantPosition,
    ({ variant, fen, chess960 }) => new VariantPosition(variant ?? "chess", fen ?? undefined, { chess960, strict: false }),
    // Only for chess does the tag `Variant` name the mode.
    (start) => [`F ${start.variant}\t${start.fen()}`, ...(start.isChess960 && start.variant === "chess" ? ["9"] : [])],
);
