// Endings of three pieces, solved in the page: what the position is worth, and where a piece would have to stand instead.

import { SQUARE } from "../address.js";
import { button, choice, element, replace, segments } from "../element.js";
import { squareSet } from "../philidor.js";
import { setBoard } from "../sets.js";
import { fieldOf, nameOf, piecesOf } from "../squares.js";

const BEGIN = "4k3/8/8/8/4P3/4K3/8/8 w - - 0 1";
const ENDINGS = [
    ["Pawn", BEGIN, "e3"],
    ["Queen", "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", "d5"],
    ["Rook", "8/8/3k4/8/8/3K4/8/7R w - - 0 1", "d6"],
    ["Bishop", "8/8/3k4/8/8/3K4/8/5B2 w - - 0 1", "f1"],
    ["Knight", "8/8/3k4/8/8/3K4/8/6N1 w - - 0 1", "g1"],
];

export const endings = {
    name: "endings",
    title: "Endings of three pieces",
    group: "Endings",
    lede: "Every position of a king and one piece against a king is solved in this page, backwards from the mates. Pick a piece up, and each square shows what the position would be worth if it stood there, the same side to move.",
    book: ["syzygy.html#written-and-read", "Tables written and read"],
    defaults: { fen: BEGIN, square: "e3" },
    allowed: { square: SQUARE },
    forget: { square: "" },
    build,
};

const movesOf = (plies) => Math.ceil(plies / 2);

/** A value in a few words, for the side to move. */
function inWords({ wdl, dtm }) {
    if (wdl === 0) return "drawn";
    if (dtm === 0) return "checkmate";
    return `${wdl > 0 ? "won" : "lost"}, mate in ${movesOf(dtm)}`;
}

function build(view) {
    const controls = element("div", { class: "controls" });
    const readout = element("div", { class: "readout answer", "aria-live": "polite" });
    view.desk.append(controls, readout);
    let squares = {};
    const board = view.board("Board of the ending", { onpick: pick, onkey, focus: "e3" });

    /** A piece is taken up, put where the position would be one, or let go. */
    function pick(square) {
        const { pieces, values } = view;
        const { square: from } = values;
        if (square === from) return view.set({ square: "" });
        if (pieces[square] || !pieces[from]) return view.set({ square: pieces[square] ? square : "" });
        if (!squares[square]) return view.say(`No position has it on ${square}.`);
        const { [from]: piece, ...others } = pieces;
        return put({ ...others, [square]: piece }, values.fen.split(" ")[1], square);
    }

    function onkey(key) {
        if (key !== "Escape") return false;
        view.set({ square: "" });
        return true;
    }

    const put = (pieces, side, square) => view.set({ fen: `${fieldOf(pieces)} ${side} - - 0 1`, square });

    function drawControls() {
        const { pieces, values } = view;
        const side = values.fen.split(" ")[1];
        const ending = ENDINGS.find(([, fen]) => fen === values.fen);
        replace(
            controls,
            choice(
                "Ending",
                [["", "Choose …"], ...ENDINGS.map(([name]) => [name, name])],
                ending?.[0] ?? "",
                (name) => {
                    const [, fen, square] = ENDINGS.find(([other]) => other === name) ?? [
                        "",
                        values.fen,
                        values.square,
                    ];
                    view.set({ fen, square });
                },
            ),
            segments(
                "To move",
                [
                    ["w", "White to move"],
                    ["b", "Black to move"],
                ],
                side,
                (to) => put(pieces, to, values.square),
            ),
        );
    }

    function drawAnswer({ worth, moves, solved, milliseconds, squares: found }) {
        const { values, pieces } = view;
        squares = found ?? {};
        const [us, them] = values.fen.split(" ")[1] === "b" ? ["Black", "White"] : ["White", "Black"];
        const of = (sign) => Object.keys(squares).filter((square) => Math.sign(squares[square].wdl) === sign);
        const [won, drawn, lost] = [1, 0, -1].map(of);
        const fills = Object.fromEntries([
            ...won.map((square) => [square, "green"]),
            ...drawn.map((square) => [square, "blue"]),
            ...lost.map((square) => [square, "red"]),
        ]);
        const piece = pieces[values.square];
        const notes = Object.fromEntries(
            Object.entries(squares).map(([square, other]) => [
                square,
                square === values.square ? "picked up" : `${inWords(other)} if it stood here`,
            ]),
        );
        board.show({
            pieces,
            fills: piece ? { ...fills, [values.square]: [fills[values.square], "gold"] } : {},
            labels: Object.fromEntries(
                [...won, ...lost].map((square) => [square, movesOf(squares[square].dtm)]),
            ),
            notes,
        });
        const heading =
            worth.wdl === 0
                ? moves.length > 0
                    ? "Drawn"
                    : "Drawn: no legal move"
                : worth.dtm === 0
                  ? `${them} has given checkmate`
                  : `${worth.wdl > 0 ? us : them} wins: mate in ${movesOf(worth.dtm)}`;
        view.say(heading);
        replace(
            readout,
            element("h2", {}, heading),
            worth.wdl !== 0 &&
                worth.dtm > 0 &&
                element(
                    "p",
                    {},
                    `${worth.dtm} half-moves to mate, ${Math.abs(worth.dtz)} to the next capture, pawn move or mate.`,
                ),
            solved.length > 0 &&
                element(
                    "p",
                    { class: "note" },
                    `Solved in ${Math.round(milliseconds)} ms: ${solved.join(", ")}.`,
                ),
            piece
                ? [
                      element("h3", {}, `The ${nameOf(piece)} elsewhere, ${us} to move`),
                      element(
                          "div",
                          { class: "sets" },
                          setBoard(`${us} wins`, squareSet(won), { square: values.square, kind: "green" }),
                          setBoard("drawn", squareSet(drawn), { square: values.square }),
                          setBoard(`${them} wins`, squareSet(lost), { square: values.square, kind: "red" }),
                      ),
                      element(
                          "p",
                          { class: "note" },
                          "The numbers are moves to mate. Pick an empty square to put the piece there.",
                      ),
                  ]
                : element("p", {}, "Pick a piece up."),
            moves.length > 0 && drawMoves(moves),
        );
    }

    const drawMoves = (moves) =>
        element(
            "table",
            { class: "divide" },
            element("caption", {}, `${moves.length} moves, the best first`),
            element(
                "thead",
                {},
                element(
                    "tr",
                    {},
                    ["Move", "Leads to"].map((text) => element("th", { scope: "col" }, text)),
                ),
            ),
            element(
                "tbody",
                {},
                moves.map(({ uci, san, ...worth }, rank) =>
                    element(
                        "tr",
                        {},
                        element(
                            "th",
                            { scope: "row" },
                            button(san, () => play(uci), { class: "plain", "data-key": `move-${rank}` }),
                        ),
                        element("td", {}, inWords(worth)),
                    ),
                ),
            ),
        );

    function play(uci) {
        const { square } = view.values;
        const fen = view.position.play(uci).fen();
        const moved = square === uci.slice(0, 2) ? uci.slice(2, 4) : square;
        view.set({ fen, square: piecesOf(fen)[moved] ? moved : "" });
    }

    return async ({ square }) => {
        squares = {};
        if (readout.childElementCount === 0) replace(readout, element("p", { class: "note" }, "Solving …"));
        try {
            const asked = { fen: view.position.fen(), square: view.pieces[square] ? square : null };
            drawControls();
            drawAnswer(await view.ask("ending", asked));
        } catch (error) {
            board.show({ pieces: view.pieces });
            replace(readout);
            throw error;
        }
    };
}
