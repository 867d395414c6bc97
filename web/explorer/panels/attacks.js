// Attacks, pins, checkers, and the check mask of a position.

import { SQUARE } from "../address.js";
import { element, replace, segments } from "../element.js";
import { moveDestination, squareCount, squareSet, squaresOf } from "../philidor.js";
import { setBoard } from "../sets.js";
import { nameOf, spoken } from "../squares.js";

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
    const readout = element("div", { class: "readout answer", "aria-live": "polite" });
    view.desk.append(layers, readout);
    const board = view.board("Board with attacks", {
        onpick: (square) => view.set({ square, layer: "piece" }),
    });

    const ofPiece = ({ square }) => {
        if (!square) {
            board.show({ pieces: view.pieces });
            replace(readout, element("p", {}, "Pick a square on the board."));
            return;
        }
        const { position } = view;
        const [attacked, attackers] = [position.attacksFrom(square), position.attackersTo(square)];
        const destinations = squareSet(Array.from(position.legalMoves({ origin: square }), moveDestination));
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

    const ofSide = ({ layer }) => {
        const attacked = view.position.attackedBy(layer);
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
            element("h2", {}, `${squareCount(attacked)} squares attacked by ${layer}`),
            element(
                "div",
                { class: "sets" },
                setBoard(`attacked by ${layer}`, attacked, { kind: layer === "white" ? "" : "red" }),
            ),
            element("p", { class: "note" }, "Pinned pieces attack, too: the king may not step there."),
        );
    };

    const ofCheck = () => {
        const { position } = view;
        const { checkers, checkMask: mask, isCheck } = position;
        const pinned = position.pinned("white") | position.pinned("black");
        const pins = ["white", "black"].flatMap((color) =>
            position.pins(color).map((pin) => ({ ...pin, king: position.king(color) })),
        );
        const fills = {
            ...(isCheck ? fillWith(mask, "violet") : {}),
            ...fillWith(checkers, "red"),
            ...fillWith(pinned, "gold"),
        };
        const notes = {};
        const note = (set, text) =>
            squaresOf(set).forEach((at) => (notes[at] = [notes[at], text].filter(Boolean).join(", ")));
        note(checkers, "gives check");
        note(pinned, "pinned");
        if (isCheck) note(mask & ~checkers, "in the check mask");
        board.show({
            pieces: view.pieces,
            fills,
            notes,
            arrows: pins.map(({ pinner, king }) => ({ from: pinner, to: king, kind: "gold" })),
        });
        const maskText = !isCheck
            ? "No check: the mask has all squares."
            : squareCount(checkers) > 1
              ? "Two checkers: the mask is empty, only the king moves."
              : "One checker: every other piece has to go to the mask, onto the checker or between it and the king.";
        replace(
            readout,
            element("h2", {}, isCheck ? `Check from ${spoken(checkers)}` : "No check"),
            element("p", {}, maskText),
            element(
                "div",
                { class: "sets" },
                setBoard("checkers", checkers, { kind: "red" }),
                setBoard("check mask", mask, { kind: "violet" }),
                setBoard("pinned", pinned, { kind: "gold" }),
            ),
            pins.length > 0 &&
                element(
                    "ul",
                    { class: "plain-list" },
                    pins.map(({ piece, pinner, king }) =>
                        element(
                            "li",
                            {},
                            `The ${nameOf(view.pieces[piece])} on ${piece} is pinned to ${king} by the ${nameOf(view.pieces[pinner])} on ${pinner}.`,
                        ),
                    ),
                ),
            element(
                "p",
                { class: "note" },
                `${position.legalMoveCount()} legal moves: `,
                position.sans().join(" "),
            ),
        );
    };

    return (values) => {
        replace(
            layers,
            segments("What is shown", LAYERS, values.layer, (layer) => view.set({ layer })),
        );
        if (values.layer === "piece") ofPiece(values);
        else if (values.layer === "check") ofCheck();
        else ofSide(values);
    };
}
