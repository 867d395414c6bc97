// What `move`, `undo`, and the verbose lists answer.

export class Move {
    constructor({ color, from, to, piece, captured, promotion, flags, san, lan, before, after }) {
        this.color = color;
        this.from = from;
        this.to = to;
        this.piece = piece;
        this.captured = captured;
        this.promotion = promotion;
        this.flags = flags;
        this.san = san;
        this.lan = lan;
        this.before = before;
        this.after = after;
    }

    isCapture() {
        return this.flags.includes("c");
    }

    isPromotion() {
        return this.flags.includes("p");
    }

    isEnPassant() {
        return this.flags.includes("e");
    }

    isKingsideCastle() {
        return this.flags.includes("k");
    }

    isQueensideCastle() {
        return this.flags.includes("q");
    }

    isBigPawn() {
        return this.flags.includes("b");
    }
}
