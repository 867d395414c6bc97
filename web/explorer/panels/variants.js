// Variants: their moves on a board, drops from the pockets, and how a game ends. Their rules are in a module of their
// own, which is loaded when the panel is opened.

import { picture } from "../board/pieces.js";
import { meant } from "../board/promotion.js";
import { button, choice, element, replace } from "../element.js";
import { compiled } from "../modules.js";
import { endsOf, goals, nameOf, piecesOf } from "../squares.js";

const LINE = /^(?:(?:[a-h][1-8][a-h][1-8][qrbnk]?|[QRBNP]@[a-h][1-8])(?:,(?!$)|$)){0,600}$/;
const SQUARE = /^[a-h][1-8]$/;

/** What each variant changes, in a few words. */
const RULES = {
    chess: "The rules of chess, by the generator of the variants.",
    antichess: "Captures are compulsory, and who loses everything wins. The king is a piece like others.",
    atomic: "A capture explodes: all around it but pawns is gone. Who explodes the king wins.",
    crazyhouse: "What is captured goes to a pocket, from which it is dropped instead of a move.",
    giveaway: "Antichess with castling.",
    horde: "White has 36 pawns and no king, and loses with the last piece.",
    kingofthehill: "A king in the center wins.",
    racingkings: "The first king on the eighth rank wins. No move may give check.",
    suicide: "Antichess, in which fewer pieces win if there is no move.",
    "3check": "The third check wins.",
};

export const variants = {
    name: "variants",
    title: "Variants",
    group: "Variants",
    lede: "Choose a variant and play both sides by its rules: on the board, out of the pockets, or from the list of legal moves.",
    book: ["variants.html", "What variants change"],
    defaults: { variant: "crazyhouse", fen: "", line: "" },
    allowed: { variant: /^[a-z3]{1,20}$/, line: LINE },
    forget: { line: "" },
    build,
};

/** What the package has of variants, ready. */
async function loaded() {
    const [offered, { initSync }, module] = await Promise.all([
        import("../package/lib/variants-index.js"),
        import("../package/lib/variants-module.js"),
        compiled("variants.wasm"),
    ]);
    initSync(module);
    return offered;
}

function build(view) {
    const controls = element("div", { class: "controls" });
    const rule = element("p", { class: "note" });
    const pockets = element("div", { class: "pockets" });
    const status = element("p", { role: "status", class: "status answer" });
    const sheet = element("ol", { class: "sheet", "aria-label": "Moves of the game" });
    const list = element("div");
    view.desk.append(status, controls, rule, pockets, sheet, list);

    let module;
    let position;
    let legal = [];
    /** The piece of a pocket that was taken up. */
    let held;
    const line = () => view.values.line.split(",").filter(Boolean);
    const board = view.board("Board of the variant", {
        focus: "e2",
        moves: (square) => goals(legal, square),
        onpick: pick,
        onkey: (key) => key === "Escape" && held !== undefined && hold(undefined),
        onmove: async (origin, destination) => {
            const move = await meant(legal, origin, destination);
            if (move) play(move.uci);
        },
    });

    const play = (uci) => view.set({ line: [...line(), uci].join(",") });
    const goalsOf = (piece) => (piece === undefined ? [] : (position.drops().get(piece.toLowerCase()) ?? []));

    function pick(square) {
        if (held === undefined) return;
        if (goalsOf(held).includes(square)) play(`${held.toUpperCase()}@${square}`);
        else hold(undefined);
    }

    function hold(piece) {
        held = piece;
        if (piece) view.say(`${nameOf(piece)} taken up: choose one of ${goalsOf(piece).length} squares`);
        drawBoard();
        drawPockets();
        return true;
    }

    function drawBoard() {
        const fen = position.fen();
        const last = line()
            .slice(-1)
            .flatMap((uci) => endsOf({ uci }).filter((square) => SQUARE.test(square)));
        board.show({
            // What is in square brackets are pockets, and a tilde marks a promoted piece.
            pieces: piecesOf(fen.replace(/\[.*\]|~/g, "")),
            fills: Object.fromEntries(last.map((square) => [square, "last"])),
            dots: Object.fromEntries(goalsOf(held).map((square) => [square, ""])),
            notes: Object.fromEntries(goalsOf(held).map((square) => [square, "can be dropped here"])),
        });
    }

    function drawPockets() {
        const hasPockets = position.variant === "crazyhouse";
        const ofSide = ([color, pocket]) =>
            element(
                "div",
                { class: "palette", role: "group", "aria-label": `Pocket of ${color}` },
                Object.entries(pocket)
                    .filter(([, count]) => count > 0)
                    .map(([kind, count]) => {
                        const letter = color === "white" ? kind.toUpperCase() : kind;
                        return button([picture(letter), String(count)], () => hold(held === letter ? undefined : letter), {
                            "aria-label": `${nameOf(letter)}, ${count} in the pocket`,
                            "aria-pressed": String(held === letter),
                            disabled: color !== position.turn || goalsOf(letter).length === 0,
                            "data-key": `pocket-${letter}`,
                        });
                    }),
            );
        replace(pockets, hasPockets && Object.entries(position.pockets).map(ofSide));
    }

    function drawControls(titles) {
        replace(
            controls,
            choice("Variant", Object.entries(titles), view.values.variant, (variant) =>
                view.set({ variant, fen: "", line: "" }),
            ),
            button("New game", () => view.set({ fen: "", line: "" }), { "data-key": "new" }),
            button("Take back", () => view.set({ line: line().slice(0, -1).join(",") }), {
                disabled: line().length === 0,
                "data-key": "back",
            }),
        );
    }

    function drawStatus(game) {
        const { outcome } = game;
        const { white, black } = position.checksGiven;
        const claim = game.claim();
        status.textContent = outcome
            ? `The game is over: ${outcome.text}.`
            : [
                  position.turn === "white" ? "White to move" : "Black to move",
                  position.isCheck ? ", in check." : ".",
                  position.variant === "3check" ? ` Checks given: White ${white}, Black ${black}.` : "",
                  claim ? " A draw may be claimed." : "",
              ].join("");
    }

    /** Shows the game, whose memory the caller frees. */
    function drawGame(game) {
        position = game.position;
        legal = game.outcome ? [] : position.moves();
        view.showFen(position.fen());
        drawBoard();
        drawPockets();
        drawStatus(game);
        replace(
            sheet,
            game.sans().map((san) => element("li", {}, san)),
        );
        replace(
            list,
            element("h2", {}, `${legal.length} legal moves`),
            element(
                "ul",
                { class: "moves" },
                legal.map(({ san, uci }) =>
                    element("li", {}, button(san, () => play(uci), { "data-key": `move-${uci}` })),
                ),
            ),
        );
    }

    function drawNothing() {
        [position, legal] = [undefined, []];
        board.show({});
        status.textContent = "";
        for (const host of [pockets, sheet, list]) replace(host);
    }

    return async () => {
        module ??= await view.loading("variants", view.awaited(loaded()));
        const { Game, VariantPosition, variantTitles } = module;
        const { variant, fen } = view.values;
        held = undefined;
        drawControls(variantTitles);
        rule.textContent = RULES[variant] ?? "";
        try {
            const start = new VariantPosition(variant, fen === "" ? undefined : fen, { strict: false });
            const game = new Game(start, line());
            drawGame(game);
            game.free();
        } catch (error) {
            drawNothing();
            throw error;
        }
    };
}
