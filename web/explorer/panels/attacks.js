// Attacks, pins, checkers, and the check mask of a position.

import { SQUARE } from "../address.js";
import { element, replace, segments } from "../element.js";
import { setBoard } from "../sets.js";
import { nameOf, setOf, sizeOf, spoken, squaresOf } from "../squares.js";

const LAYERS = [
    ["piece", "One piece"],
    ["white", "White attacks"],
    ["black", "Black attacks"],
    ["check", "Check and pins"],
];

export const attacks = {
    name: "attacks",
    title: "Attacks, pins and checks",
    group: "Attacks",
    lede: "Pick a square to see what its piece attacks and what attacks it. Then see the sets from which the generator knows, before it writes a single move, which of them will be legal.",
    book: ["generation.html#the-set-wise-generator", "Generating with sets"],
    defaults: { layer: "check", square: "", fen: "4r1k1/8/8/q7/7b/8/3N1P2/R2BK3 w - - 0 1" },
    allowed: { layer: /^(piece|white|black|check)$/, square: SQUARE },
    forget: { square: "" },
    keepsPosition: true,
    build,
};

const fillWith = (set, kind) => Object.fromEntries(squaresOf(set).map((square) => [square, kind]));

function build(view) {
    const layers = element("div");
    const readout = element("div", { class: "readout", "aria-live": "polite" });
    view.desk.append(layers, readout);
    const board = view.board("Board with attacks", {
        onpick: (square) => view.set({ square, layer: "piece" }),
    });

    const ofPiece = async ({ fen, square }) => {
        if (!square) {
            board.show({ pieces: view.pieces });
            replace(readout, element("p", {}, "Pick a square on the board."));
            return;
        }
        const answer = await view.ask("attacks", { fen, square });
        const [attacked, attackers, destinations] = [answer.attacks, answer.attackers, answer.destinations].map(
            setOf,
        );
        const notes = {};
        for (const at of squaresOf(attacked)) notes[at] = "attacked";
        for (const at of squaresOf(attackers))
            notes[at] = [notes[at], `attacks ${square}`].filter(Boolean).join(", ");
        const letter = view.pieces[square];
        board.show({
            pieces: view.pieces,
            fills: { ...fillWith(attackers, "red"), [square]: "gold" },
            dots: fillWith(attacked, ""),
            notes,
        });
        const text = letter
            ? `The ${nameOf(letter)} on ${square} attacks ${spoken(attacked)}.`
            : `${square} is empty.`;
        view.say(text);
        replace(
            readout,
            element("h2", {}, letter ? `${nameOf(letter)}, ${square}` : `${square}, empty`),
            element(
                "div",
                { class: "sets" },
                setBoard("attacks", attacked, { square }),
                setBoard("attacked from", attackers, { square, kind: "red" }),
                setBoard("may go to", destinations, { square, kind: "green" }),
            ),
            element(
                "p",
                { class: "note" },
                attacked !== destinations && letter
                    ? "Where it attacks and where it may go differ: own pieces, pins, checks, and for pawns the way ahead."
                    : "Who attacks a square is asked from the square itself: what a knight there would attack, knights attack it from.",
            ),
        );
    };

    const ofSide = async ({ fen, layer }) => {
        const answer = await view.ask("position", { fen });
        const attacked = setOf(answer[layer].attacked);
        const notes = Object.fromEntries(
            squaresOf(attacked).map((square) => [square, `attacked by ${layer}`]),
        );
        board.show({
            pieces: view.pieces,
            fills: fillWith(attacked, layer === "white" ? "blue" : "red"),
            notes,
        });
        replace(
            readout,
            element("h2", {}, `${sizeOf(attacked)} squares attacked by ${layer}`),
            element(
                "div",
                { class: "sets" },
                setBoard(`attacked by ${layer}`, attacked, { kind: layer === "white" ? "" : "red" }),
            ),
            element("p", { class: "note" }, "Pinned pieces attack, too: the king may not step there."),
        );
    };

    const ofCheck = async ({ fen }) => {
        const answer = await view.ask("position", { fen });
        const [checkers, mask] = [answer.checkers, answer.mask].map(setOf);
        const [white, black] = [answer.white.pinned, answer.black.pinned].map(setOf);
        const fills = {
            ...(answer.check ? fillWith(mask, "violet") : {}),
            ...fillWith(checkers, "red"),
            ...fillWith(white | black, "gold"),
        };
        const notes = {};
        const note = (set, text) =>
            squaresOf(set).forEach((at) => (notes[at] = [notes[at], text].filter(Boolean).join(", ")));
        note(checkers, "gives check");
        note(white | black, "pinned");
        if (answer.check) note(mask & ~checkers, "in the check mask");
        board.show({
            pieces: view.pieces,
            fills,
            notes,
            arrows: answer.lines.map(({ pinner, king }) => ({ from: pinner, to: king, kind: "gold" })),
        });
        const maskText = !answer.check
            ? "No check: the mask has all squares."
            : sizeOf(checkers) > 1
              ? "Two checkers: the mask is empty, only the king moves."
              : "One checker: every other piece has to go to the mask, onto the checker or between it and the king.";
        replace(
            readout,
            element("h2", {}, answer.check ? `Check from ${spoken(checkers)}` : "No check"),
            element("p", {}, maskText),
            element(
                "div",
                { class: "sets" },
                setBoard("checkers", checkers, { kind: "red" }),
                setBoard("check mask", mask, { kind: "violet" }),
                setBoard("pinned", white | black, { kind: "gold" }),
            ),
            answer.lines.length > 0 &&
                element(
                    "ul",
                    { class: "plain-list" },
                    answer.lines.map(({ pinned, pinner, king }) =>
                        element(
                            "li",
                            {},
                            `The ${nameOf(view.pieces[pinned])} on ${pinned} is pinned to ${king} by the ${nameOf(view.pieces[pinner])} on ${pinner}.`,
                        ),
                    ),
                ),
            element(
                "p",
                { class: "note" },
                `${answer.moves.length} legal moves: `,
                answer.moves.map(({ san }) => san).join(" "),
            ),
        );
    };

    return async (values) => {
        replace(
            layers,
            segments("What is shown", LAYERS, values.layer, (layer) => view.set({ layer })),
        );
        if (values.layer === "piece") await ofPiece(values);
        else if (values.layer === "check") await ofCheck(values);
        else await ofSide(values);
    };
}
