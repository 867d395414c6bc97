//! A position, and how a move changes it and is taken back.
//!
//! ```text
//! make ──► [ move, piece, captured piece and its square, rights, en passant, key ] ──► undo
//!                         on a stack, since a move alone is not enough
//! ```
//!
//! Pieces, rights, the en-passant square and the side to move change by small functions only, which change the key,
//! too.

use crate::board::{Board, Color, Kind, Piece, Square, step};
use crate::bugs::Bug;
use crate::keys;
use crate::variant::{Extras, Variant};

/// To which side a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wing {
    King,
    Queen,
}

impl Wing {
    pub(crate) const BOTH: [Wing; 2] = [Wing::King, Wing::Queen];

    /// Where the king ends on its rank, from wherever it comes.
    pub(crate) fn king_destination(self, king: Square) -> Square {
        king / 8 * 8 + if self == Wing::King { 6 } else { 2 }
    }

    /// Where the rook ends.
    pub(crate) fn rook_destination(self, king: Square) -> Square {
        king / 8 * 8 + if self == Wing::King { 5 } else { 3 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveKind {
    Plain,
    DoublePush,
    EnPassant,
    /// The move goes from the king to its rook.
    Castling(Wing),
    Promotion(Kind),
    /// From the pocket; the move goes from its target to its target.
    Drop(Kind),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) kind: MoveKind,
}

/// The squares of the rooks with which a side, by wing, may still castle.
pub(crate) type Rights = [[Option<Square>; 2]; 2];

/// What `undo` needs.
struct Past {
    mv: Move,
    piece: Option<Piece>,
    captured: Vec<(Square, Piece)>,
    side: Color,
    rights: Rights,
    en_passant: Option<Square>,
    extras: Extras,
    key: u64,
}

/// Pieces, the side to move, rights, en passant; and the rules, and the bug that is switched on.
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) side: Color,
    pub(crate) extras: Extras,
    pub(crate) variant: Variant,
    rights: Rights,
    en_passant: Option<Square>,
    key: u64,
    past: Vec<Past>,
    bug: Option<Bug>,
}

impl Position {
    /// An empty board.
    pub(crate) fn new(bug: Option<Bug>) -> Position {
        Position {
            board: Board::EMPTY,
            side: Color::White,
            extras: Extras::default(),
            variant: Variant::Chess,
            rights: [[None; 2]; 2],
            en_passant: None,
            key: 0,
            past: Vec::new(),
            bug,
        }
    }

    /// An empty board of a variant, with the same bug.
    pub(crate) fn emptied(&self, variant: Variant) -> Position {
        Position { variant, ..Position::new(self.bug) }
    }

    /// Whether this bug is switched on.
    pub(crate) fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    pub(crate) fn key(&self) -> u64 {
        self.key ^ keys::extras(&self.extras)
    }

    pub(crate) fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The rook with which a side may still castle.
    pub(crate) fn right(&self, color: Color, wing: Wing) -> Option<Square> {
        self.rights[color as usize][wing as usize]
    }

    /// Where the pawn stands that is captured on an en-passant square.
    pub(crate) fn passed_pawn(&self, target: Square) -> Option<Square> {
        step(target, (0, -self.side.forward()))
    }

    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        self.take(square);
        self.board.pieces[square] = Some(piece);
        self.key ^= keys::piece(piece, square);
    }

    pub(crate) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board.pieces[square].take();
        self.key ^= piece.map_or(0, |piece| keys::piece(piece, square));
        piece
    }

    pub(crate) fn set_right(&mut self, color: Color, wing: Wing, rook: Option<Square>) {
        let old = std::mem::replace(&mut self.rights[color as usize][wing as usize], rook);
        if !self.has(Bug::KeyCastling) {
            let word = |rook: Option<Square>| rook.map_or(0, |rook| keys::castling(color, rook));
            self.key ^= word(old) ^ word(rook);
        }
    }

    pub(crate) fn set_en_passant(&mut self, square: Option<Square>) {
        let old = std::mem::replace(&mut self.en_passant, square);
        if !self.has(Bug::KeyEnPassant) {
            self.key ^= old.map_or(0, keys::en_passant) ^ square.map_or(0, keys::en_passant);
        }
    }

    pub(crate) fn set_side(&mut self, side: Color) {
        if side != self.side && !self.has(Bug::KeySide) {
            self.key ^= keys::black_to_move();
        }
        self.side = side;
    }

    pub(crate) fn make(&mut self, mv: Move) {
        let mut past = Past {
            mv,
            piece: self.board.pieces[mv.from],
            captured: Vec::new(),
            side: self.side,
            rights: self.rights,
            en_passant: self.en_passant,
            extras: self.extras,
            key: self.key,
        };
        if let MoveKind::Castling(wing) = mv.kind {
            self.castle(mv, wing);
        } else {
            past.captured.extend(self.capture(mv));
            self.advance(mv);
        }
        match (self.variant, past.captured.first().copied()) {
            (Variant::Atomic, Some((victim, _))) => past.captured.extend(self.explode(mv, victim)),
            (Variant::Crazyhouse, captured) => self.change_pocket(mv, captured),
            (Variant::ThreeCheck, _) => self.count_check(),
            _ => {}
        }
        self.lose_rights(mv, past.piece);
        self.pass_square(mv, past.piece);
        if !(self.has(Bug::WrongSideAfterCastling) && matches!(mv.kind, MoveKind::Castling(_))) {
            self.set_side(self.side.other());
        }
        self.past.push(past);
    }

    /// The same position, without moves to take back.
    pub(crate) fn without_past(&self) -> Position {
        Position { past: Vec::new(), ..*self }
    }

    /// The position after a move.
    pub(crate) fn after(&self, mv: Move) -> Position {
        let mut after = self.without_past();
        after.make(mv);
        after
    }

    /// Whether a move captures something.
    pub(crate) fn captures(&self, mv: Move) -> bool {
        mv.kind == MoveKind::EnPassant || self.board.has_color(mv.to, self.side.other())
    }

    /// Takes the last move back.
    pub(crate) fn undo(&mut self) {
        let Some(past) = self.past.pop() else { return };
        self.set_side(past.side);
        match past.mv.kind {
            MoveKind::Castling(wing) => self.castle_back(past.mv, wing),
            _ => self.go_back(&past),
        }
        if !self.has(Bug::UndoRights) {
            self.rights = past.rights;
        }
        if !self.has(Bug::UndoEnPassantSquare) {
            self.en_passant = past.en_passant;
        }
        self.extras = past.extras;
        self.key = past.key;
    }

    /// Takes the captured piece off the board.
    fn capture(&mut self, mv: Move) -> Option<(Square, Piece)> {
        let passes = mv.kind == MoveKind::EnPassant
            || self.has(Bug::EnPassantAnyPiece) && self.en_passant == Some(mv.to);
        let square = if passes { self.passed_pawn(mv.to)? } else { mv.to };
        if passes && self.has(Bug::EnPassantKeepsPawn) {
            return None;
        }
        self.take(square).map(|piece| (square, piece))
    }

    /// Moves the piece, which may become another or come from the pocket.
    fn advance(&mut self, mv: Move) {
        if let MoveKind::Drop(kind) = mv.kind {
            return self.put(mv.to, Piece { color: self.side, kind });
        }
        let Some(piece) = self.take(mv.from) else { return };
        let MoveKind::Promotion(kind) = mv.kind else { return self.put(mv.to, piece) };
        let color = if self.has(Bug::PromotionAlwaysWhite) { Color::White } else { piece.color };
        let promoted = Piece { color, kind };
        self.put(mv.to, promoted);
        if self.has(Bug::KeyPromotion) {
            self.key ^= keys::piece(promoted, mv.to) ^ keys::piece(piece, mv.to);
        }
    }

    fn go_back(&mut self, past: &Past) {
        let piece = self.take(past.mv.to);
        let stays_promoted = self.has(Bug::UndoPromotion) && matches!(past.mv.kind, MoveKind::Promotion(_));
        if let Some(piece) = if stays_promoted { piece } else { past.piece } {
            self.put(past.mv.from, piece);
        }
        let passed = past.mv.kind == MoveKind::EnPassant;
        let is_lost = self.has(if passed { Bug::UndoEnPassant } else { Bug::UndoCapture });
        for &(square, piece) in past.captured.iter().filter(|_| !is_lost) {
            self.put(square, piece);
        }
    }

    /// King and rook are both taken up before they are put down: each may stand where the other goes.
    fn castle(&mut self, mv: Move, wing: Wing) {
        let (king, rook) = (self.take(mv.from), self.take(mv.to));
        self.put_both((self.rook_destination(mv, wing), rook), (wing.king_destination(mv.from), king));
    }

    fn castle_back(&mut self, mv: Move, wing: Wing) {
        let target = self.rook_destination(mv, wing);
        let (king, rook) = (self.take(wing.king_destination(mv.from)), self.take(target));
        let rook_home = if self.has(Bug::UndoCastlingRook) { target } else { mv.to };
        self.put_both((rook_home, rook), (mv.from, king));
    }

    fn rook_destination(&self, mv: Move, wing: Wing) -> Square {
        if self.has(Bug::CastlingRookStays) { mv.to } else { wing.rook_destination(mv.from) }
    }

    fn put_both(&mut self, first: (Square, Option<Piece>), second: (Square, Option<Piece>)) {
        for (square, piece) in [first, second] {
            if let Some(piece) = piece {
                self.put(square, piece);
            }
        }
    }

    /// A right ends when its king or its rook moves, or when the rook is captured or explodes.
    fn lose_rights(&mut self, mv: Move, piece: Option<Piece>) {
        let mover = self.side;
        for (color, wing) in
            [mover, mover.other()].into_iter().flat_map(|color| Wing::BOTH.map(|wing| (color, wing)))
        {
            let Some(rook) = self.right(color, wing) else { continue };
            let king_moves = color == mover && piece.is_some_and(|piece| piece.kind == Kind::King);
            let rook_moves = color == mover && rook == mv.from;
            let rook_captured = color != mover && rook == mv.to;
            let rook_exploded = self.variant == Variant::Atomic && !self.board.has(rook, color, Kind::Rook);
            let castles = matches!(mv.kind, MoveKind::Castling(_));
            if king_moves && (castles || !self.has(Bug::RightKeptKing))
                || rook_moves && !self.has(Bug::RightKeptRook)
                || rook_captured && !self.has(Bug::RightKeptCapture)
                || rook_exploded && !self.has(Bug::RightOutlastsRook)
            {
                self.set_right(color, wing, None);
                if rook_moves && self.has(Bug::RightLostBoth) {
                    Wing::BOTH.iter().for_each(|&wing| self.set_right(color, wing, None));
                }
            }
        }
    }

    /// Notes the square that a pawn has just passed.
    fn pass_square(&mut self, mv: Move, piece: Option<Piece>) {
        let is_pawn = piece.is_some_and(|piece| piece.kind == Kind::Pawn);
        let is_single_push = is_pawn && mv.kind == MoveKind::Plain && mv.from % 8 == mv.to % 8;
        let is_double_push = mv.kind == MoveKind::DoublePush
            && (!self.is_horde_rank(mv.from) || self.has(Bug::FirstRankEnPassant));
        if is_double_push || is_single_push && self.has(Bug::EnPassantSinglePush) {
            self.set_en_passant(self.passed_pawn(mv.to));
        } else if !self.has(Bug::EnPassantNeverCleared) {
            self.set_en_passant(None);
        }
    }
}
