//! A position from its FEN.
//!
//! ```text
//! r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
//! pieces, rank 8 first    side, rights, en passant; the counters do not matter here
//! ```
//!
//! Rights are written `KQkq` for the outermost rook of a wing, or by the file of the rook (`HAha`). A right without
//! king and rook on the first rank, and an en-passant square without a pawn that has just passed it, are not believed.
//!
//! Crazyhouse has pockets in brackets or as a ninth rank, and a `~` behind a promoted piece; three-check has the checks
//! that are left (`3+2`) as its fifth field.

use crate::board::{Color, Kind, Piece, Square, bit, step};
use crate::bugs::Bug;
use crate::letters::LETTERS;
use crate::notation::name;
use crate::position::{Position, Wing};
use crate::variant::{Extras, Variant};

impl Position {
    /// Sets the position up, over the one that was there; says what is wrong with the text.
    pub(crate) fn set_up(&mut self, fen: &str) -> Result<(), String> {
        self.clear();
        let mut fields = fen.split_whitespace();
        self.set_up_pieces(fields.next().unwrap_or_default())?;
        match fields.next() {
            Some("w") => self.set_side(Color::White),
            Some("b") if self.has(Bug::WrongSideFen) => self.set_side(Color::White),
            Some("b") => self.set_side(Color::Black),
            other => return Err(format!("no side to move: {other:?}")),
        }
        for right in fields.next().unwrap_or("-").chars() {
            self.set_up_right(right);
        }
        self.set_up_en_passant(fields.next().unwrap_or("-"));
        self.set_up_checks(fields.next().unwrap_or_default());
        if self.is_set_up() { Ok(()) } else { Err(format!("not a king of each side: {fen}")) }
    }

    /// Whether both kings are there in chess, and any piece in a variant.
    pub(crate) fn is_set_up(&self) -> bool {
        match self.variant {
            Variant::Chess => {
                [Color::White, Color::Black].iter().all(|&color| self.board.king(color).is_some())
            }
            _ => self.board.pieces.iter().any(Option::is_some),
        }
    }

    /// Nothing may remain of the position before.
    fn clear(&mut self) {
        if !self.has(Bug::LeakPieces) {
            for square in 0..64 {
                self.take(square);
            }
        }
        if !self.has(Bug::LeakCastling) {
            for color in [Color::White, Color::Black] {
                Wing::BOTH.iter().for_each(|&wing| self.set_right(color, wing, None));
            }
        }
        if !self.has(Bug::LeakEnPassant) {
            self.set_en_passant(None);
        }
        self.extras = Extras::default();
    }

    fn set_up_pieces(&mut self, text: &str) -> Result<(), String> {
        let mut ranks: Vec<&str> = text.split(['/', '[', ']']).collect();
        if self.variant == Variant::Crazyhouse && ranks.len() > 8 {
            for piece in ranks.drain(8..).flat_map(str::chars).filter_map(piece) {
                let count = &mut self.extras.pockets[piece.color as usize][piece.kind as usize];
                *count =
                    count.checked_add(1).ok_or_else(|| format!("too many pieces in a pocket: {text}"))?;
            }
        }
        if ranks.len() != 8 {
            return Err(format!("not eight ranks: {text}"));
        }
        for (rank, text) in (0..8).rev().zip(ranks) {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(empty @ 1..=8) = letter.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                match (piece(letter), file) {
                    (Some(piece), 0..8) => self.put(rank * 8 + file, piece),
                    (None, 1..=8) if letter == '~' => {
                        self.extras.promoted |= bit(rank * 8 + file - 1);
                        continue;
                    }
                    _ => return Err(format!("not a rank: {text}")),
                }
                file += 1;
            }
            if file != 8 {
                return Err(format!("not eight files: {text}"));
            }
        }
        Ok(())
    }

    fn set_up_right(&mut self, letter: char) {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let Some(king) = self.board.king_at_home(color) else { return };
        let first = king / 8 * 8;
        let is_rook = |&square: &Square| self.board.has(square, color, Kind::Rook);
        let rook = match letter.to_ascii_lowercase() {
            'k' => (king..first + 8).rev().find(is_rook),
            'q' => (first..king).find(is_rook),
            file @ 'a'..='h' => Some(first + (file as usize - 'a' as usize)).filter(is_rook),
            _ => None,
        };
        if let Some(rook) = rook {
            let wing = if rook > king { Wing::King } else { Wing::Queen };
            self.set_right(color, wing, Some(rook));
        }
    }

    fn set_up_en_passant(&mut self, text: &str) {
        let (us, them) = (self.side, self.side.other());
        let is_passed = |&square: &Square| {
            us.rank(square) == 5
                && self.board.is_empty(square)
                && step(square, (0, us.forward())).is_some_and(|origin| self.board.is_empty(origin))
                && self.passed_pawn(square).is_some_and(|pawn| self.board.has(pawn, them, Kind::Pawn))
        };
        if let Some(square) = (0..64).find(|&square| name(square) == text).filter(is_passed) {
            self.set_en_passant(Some(square));
        }
    }

    /// The checks that each side has left to give, as `3+2`.
    fn set_up_checks(&mut self, text: &str) {
        let given = |left: &str| left.parse().ok().and_then(|left| 3u8.checked_sub(left)).unwrap_or(0);
        if let Some((white, black)) = text.split_once('+') {
            self.extras.checks = [given(white), given(black)];
        }
    }
}

fn piece(letter: char) -> Option<Piece> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let known = LETTERS.iter().find(|(other, _)| other.contains(letter.to_ascii_lowercase()));
    known.map(|&(_, kind)| Piece { color, kind })
}
