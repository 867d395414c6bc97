//! Laws for playing moves and taking them back.

use philidor::{Color, IllegalMove, Move, PieceType, Position, Undo};

/// A line of moves from some position, each checked as it is played, and all of them as they are taken back.
pub(crate) struct Line {
    position: Position,
    past: Vec<(Position, Move, Undo)>,
}

impl Line {
    pub(crate) fn from(position: Position) -> Line {
        Line { position, past: Vec::new() }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a legal move or a null move.
    pub(crate) fn play(&mut self, mv: Move) {
        let before = self.position;
        let undo = self.position.play_unchecked(mv);
        assert_eq!(self.position, before.after(mv), "{mv} in {before}");
        let mut tried = before;
        let answer = if mv.is_null() { Err(IllegalMove(mv)) } else { Ok(undo) };
        assert_eq!(tried.play(mv), answer, "{mv} in {before}");
        assert_eq!(tried, if mv.is_null() { before } else { self.position }, "{mv} in {before}");

        keeps_time(&before, mv, &self.position);
        is_sound(&self.position);
        self.past.push((before, mv, undo));
    }

    /// Takes back all moves, down to the position from which the line began.
    pub(crate) fn take_back_all(mut self) {
        while let Some((before, mv, undo)) = self.past.pop() {
            self.position.undo(mv, undo);
            assert_eq!(self.position, before, "{mv} taken back");
        }
    }
}

/// Side to move and clocks advance according to the rules.
fn keeps_time(before: &Position, mv: Move, after: &Position) {
    let restarts =
        mv.captured_piece().is_some() || before.board().pieces(PieceType::Pawn).contains(mv.orig_square());
    let clock = if restarts { 0 } else { before.halfmove_clock().saturating_add(1) };
    let number = match before.side_to_move() {
        Color::White => before.fullmove_number(),
        Color::Black => before.fullmove_number().wrapping_add(1),
    };
    assert_eq!(after.side_to_move(), !before.side_to_move());
    assert_eq!(after.halfmove_clock(), clock, "{mv} in {before}");
    assert_eq!(after.fullmove_number(), number, "{mv} in {before}");
}

/// A position reached by moves equals the one made from its setup or its FEN.
///
/// Equality covers the key that play and undo keep, and a position that is set up or read computes it from scratch.
pub(crate) fn is_sound(position: &Position) {
    let setup = position.to_setup();
    let set_up = Position::try_from(setup).unwrap_or_else(|error| panic!("{position}: {error}"));
    let read: Position = position.to_string().parse().expect("a written position is readable");
    assert_eq!(set_up.to_setup(), setup);
    for same in [set_up, read] {
        assert_eq!(same, *position);
        assert_eq!(
            (same.key(), same.polyglot_key()),
            (position.key(), position.polyglot_key()),
            "{position}"
        );
        assert_eq!(same.to_string(), position.to_string());
    }
}
