// PGN as chess.js writes it: tags, then the moves with their comments, in lines of a width if one is asked for.

/** The number before a move: for Black's, only if none of White's is before it on the line. */
const numbered = (state, first) => {
    if (state.turn === "w") {
        return `${state.number}.`;
    }
    return first ? `${state.number}. ...` : "";
};

const commented = (text, comment) => (comment === undefined ? text : `${text}${text === "" ? "" : " "}{${comment}}`);

/** The words of a line: one for each full move, with comments. */
export function lineWords(nodes, commentOf) {
    const words = [];
    let word = commented("", commentOf(nodes[0]));
    nodes.slice(1).forEach((node, index) => {
        const before = node.parent.state;
        const number = numbered(before, index === 0);
        if (number !== "") {
            if (word !== "") {
                words.push(word);
            }
            word = number;
        }
        word = commented(`${word} ${node.san}`, commentOf(node));
    });
    if (word !== "" || words.length === 0) {
        words.push(word);
    }
    return words;
}

/** The words of a line with all variations, comments and annotations; numbers are repeated where a line continues. */
export function treeWords(root) {
    const words = root.comment === undefined ? [] : [`{${root.comment.text}}`];
    let first = true;
    // What is left to write, the last first: a line after a node, a variation from its first move on, or its end.
    const left = [{ behind: root }];
    while (left.length > 0) {
        const { behind, from, isEnd } = left.pop();
        const at = words.length;
        if (isEnd) {
            words[at - 1] += ")";
            first = true;
        } else if (from !== undefined) {
            first = word(from, true, words);
            words[at] = `(${words[at]}`;
            left.push({ isEnd: true }, { behind: from });
        } else if (behind.children.length > 0) {
            const [main, ...others] = behind.children;
            first = word(main, first, words);
            left.push({ behind: main }, ...others.reverse().map((other) => ({ from: other })));
        }
    }
    return words;
}

/** A move with its number; answers whether the next one needs its number, too. */
function word(node, first, words) {
    const number = numbered(node.parent.state, first);
    words.push((number === "" ? "" : `${number.replace(". ...", "...")} `) + node.san);
    node.nags.forEach((nag) => words.push(`$${nag}`));
    if (node.comment !== undefined) {
        words.push(`{${node.comment.text}}`);
    }
    return node.comment !== undefined;
}

/** Puts words into lines of at most a width, where that can be; comments are broken between their words. */
export function wrapped(words, width, newline) {
    if (width === 0) {
        return words.join(" ");
    }
    const parts = [];
    let column = 0;
    const breakLine = () => {
        if (parts.at(-1) === " ") {
            parts.pop();
        }
        parts.push(newline);
        column = 0;
    };
    words.forEach((word, index) => {
        if (column + word.length > width && word.includes("{")) {
            if (index > 0) {
                parts.push(" ");
                column += 1;
            }
            for (const piece of word.split(" ").filter((text) => text !== "")) {
                if (column + piece.length > width && parts.length > 0) {
                    breakLine();
                }
                parts.push(piece, " ");
                column += piece.length + 1;
            }
            if (parts.at(-1) === " ") {
                parts.pop();
                column -= 1;
            }
            return;
        }
        if (column + word.length > width && index > 0) {
            breakLine();
        } else if (index > 0) {
            parts.push(" ");
            column += 1;
        }
        parts.push(word);
        column += word.length;
    });
    return parts.join("");
}
