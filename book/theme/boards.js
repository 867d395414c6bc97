// Draws the boards that the command has printed, as the explorer draws them.
//
//   8 1' 1  2x .  k  .  .  .        a rank: its number, then eight squares of three characters
//   7 (.)<♖>[N] .  .  .  .  .       brackets mark a square; a number is a step of a chain, `x` a capture, `'` a link
//     a  b  c  d  e  f  g  h        the files end the board
//
// The text stays what the tests compare, and what paper, search and a browser without JavaScript show. A board is drawn
// in the place of its nine lines; the lines before and after remain text. Pieces, colors and shapes are the explorer's.

(async () => {
    const RANK = /^ *([1-8]) (.{22,24})$/;
    const FILES = /^ *a {2}b {2}c {2}d {2}e {2}f {2}g {2}h$/;
    const SETS = /^(?:(?:[.1oX] ){7}[.1oX](?: {3,}|$))+$/;
    const FIGURINES = { "♔": "K", "♕": "Q", "♖": "R", "♗": "B", "♘": "N", "♙": "P" };
    const SHADED = { "♚": "k", "♛": "q", "♜": "r", "♝": "b", "♞": "n", "♟": "p" };
    const MARKS = { "(": "blue", ")": "blue", "<": "red", ">": "red", "[": "violet", "]": "violet" };

    const at = document.currentScript.src.replace(/theme\/[^/]*$/, "explorer/");
    const parts = (name) => import(at + name);
    const listings = [...document.querySelectorAll("main pre > code")].filter((code) =>
        code.textContent.split("\n").some((line) => RANK.test(line) || SETS.test(line)),
    );
    if (!listings.length) return;
    const [{ Board }, { element }, { setBoard }, { nameOf, piecesOf }] = await Promise.all(
        ["board/board.js", "element.js", "sets.js", "squares.js"].map(parts),
    );

    /** The pieces of the FEN in the line that asked for the board: a capture of a chain hides its piece. */
    const asked = (lines) => piecesOf(/--fen '([^' ]+)/.exec(lines.join("\n"))?.[1] ?? "");

    /** A printed board as what `Board` shows. */
    function read(rows, hidden) {
        const [pieces, fills, labels] = [{}, {}, {}];
        for (const row of rows) {
            const [, rank, cells] = RANK.exec(row);
            [..."abcdefgh"].forEach((file, index) => {
                const [square, cell] = [file + rank, cells.slice(3 * index, 3 * index + 3)];
                const middle = cell.replace(/[()<>[\]]/g, " ").trim();
                const marks = [...cell].map((character) => MARKS[character]).filter(Boolean);
                if (marks.length) fills[square] = marks[0];
                const letter = FIGURINES[middle] ?? SHADED[middle] ?? middle;
                if (/^[kqrbnp]$/i.test(letter)) pieces[square] = letter;
                else if (/^\d/.test(middle)) {
                    labels[square] = middle.replace("x", "");
                    fills[square] = middle.endsWith("x") ? "red" : "green";
                    if (hidden[square]) pieces[square] = hidden[square];
                }
            });
        }
        return { pieces, fills, labels };
    }

    function spoken({ pieces, fills, labels }) {
        const squares = [...new Set([...Object.keys(pieces), ...Object.keys(fills)])];
        const said = squares.map((square) =>
            [pieces[square] ? nameOf(pieces[square]) : "", square, labels[square] ? `step ${labels[square]}` : ""]
                .filter(Boolean)
                .join(" "),
        );
        return `Board: ${said.join(", ") || "empty"}`;
    }

    /** `< > gives check   ( ) attacked`, with the colors in the place of the brackets. */
    const legend = (line) =>
        line
            .trim()
            .split(/ {3,}/)
            .map((item) =>
                element(
                    "span",
                    { class: "legend" },
                    element("span", { class: `swatch ${MARKS[item[0]]}` }),
                    item.slice(3),
                ),
            );

    function figure(rows, after, hidden) {
        const shown = read(rows, hidden);
        const board = new Board("");
        board.show(shown);
        const drawn = element("div", { class: "board", role: "img", "aria-label": spoken(shown) }, board.drawing);
        const notes = /^ *[(<[] [)>\]] /.test(after) ? legend(after) : [];
        return element("figure", { class: "printed" }, drawn, notes.length ? element("figcaption", {}, notes) : []);
    }

    /** Three sets side by side: the line of titles, and eight ranks. */
    function sets(title, rows) {
        const titles = title.trim().split(/ {3,}/);
        const columns = rows.map((row) => row.split(/ {3,}/));
        return element(
            "div",
            { class: "sets" },
            titles.map((name, column) => {
                let set = 0n;
                let square;
                columns.forEach((row, down) =>
                    row[column].split(" ").forEach((character, file) => {
                        if (character === "1" || character === "X") set |= 1n << BigInt(file + 8 * (7 - down));
                        if (character === "o") square = "abcdefgh"[file] + (8 - down);
                    }),
                );
                return setBoard(name, set, { square });
            }),
        );
    }

    for (const code of listings) {
        const lines = code.textContent.replace(/\n$/, "").split("\n");
        const made = [];
        let text = [];
        const flush = () => {
            while (text.length && !text[0].trim()) text.shift();
            while (text.length && !text.at(-1).trim()) text.pop();
            if (text.length) made.push(element("pre", {}, element("code", {}, text.join("\n"))));
            text = [];
        };
        for (let line = 0; line < lines.length; line += 1) {
            const rows = lines.slice(line, line + 8);
            if (rows.length === 8 && rows.every((row) => RANK.test(row)) && FILES.test(lines[line + 8] ?? "")) {
                const hidden = asked(lines);
                flush();
                const noted = lines[line + 9] === "" ? (lines[line + 10] ?? "") : "";
                const drawn = figure(rows, noted, hidden);
                made.push(drawn);
                line += drawn.querySelector("figcaption") ? 10 : 8;
            } else if (/ {3,}/.test(lines[line]) && lines.slice(line + 1, line + 9).filter((row) => SETS.test(row)).length === 8) {
                flush();
                made.push(sets(lines[line], lines.slice(line + 1, line + 9)));
                line += 8;
            } else text.push(lines[line]);
        }
        flush();
        if (made.some((one) => one.tagName !== "PRE")) code.parentElement.replaceWith(...made);
    }
})();
