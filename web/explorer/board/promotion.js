// What a pawn becomes: asked when a move from one square to another is more than one move.

import { picture } from "./pieces.js";
import { button, element } from "../element.js";
import { nameOf } from "../squares.js";

/** In antichess a pawn may become a king. */
const KINDS = ["q", "r", "b", "n", "k"];

/** The move meant among those with these squares; none if the choice is canceled. */
export function meant(moves, origin, destination) {
    const candidates = moves.filter(({ uci }) => uci.startsWith(origin + destination));
    if (candidates.length < 2) return Promise.resolve(candidates[0]);
    return new Promise((resolve) => {
        const white = destination.endsWith("8");
        const kinds = KINDS.filter((kind) => candidates.some(({ uci }) => uci.endsWith(kind)));
        const choices = kinds.map((kind) => {
            const letter = white ? kind.toUpperCase() : kind;
            return button(picture(letter), () => dialog.close(kind), { "aria-label": nameOf(letter) });
        });
        const dialog = element(
            "dialog",
            { class: "promotion", "aria-label": `The pawn on ${destination} becomes` },
            choices,
        );
        dialog.addEventListener("close", () => {
            dialog.remove();
            resolve(candidates.find(({ uci }) => uci.endsWith(dialog.returnValue || "-")));
        });
        document.body.append(dialog);
        dialog.showModal();
    });
}
