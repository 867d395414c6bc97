//! The operations that every move generator has, so that one can be tested against another.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::MoveKind;
use crate::position::{Position, Undo};
use crate::types::{Move, MoveList};

/// A move generator: a board of its own, the moves on it, and how to play them and take them back.
///
/// There are three ways to handle legality, and the trait allows each: list only legal moves and answer `true`
/// afterwards, as [`Position`] does; list pseudo-legal moves and look from the king once a move is played, as the
/// historic generators do; or anything in between. [`perft_with`] and [`divide_with`] count and compare any
/// implementation; `examples/your_own_generator.rs` writes one from scratch.
///
/// [`perft_with`]: https://docs.rs/philidor/latest/philidor/perft/fn.perft_with.html
/// [`divide_with`]: https://docs.rs/philidor/latest/philidor/perft/fn.divide_with.html
///
/// ```
/// use philidor::{MoveGenerator, MoveKind, MoveList, Position};
///
/// fn first_legal<G: MoveGenerator>(position: &Position) -> Option<String> {
///     let mut generator = G::from_position(position).ok()?;
///     let mut list = MoveList::new();
///     generator.write_moves(MoveKind::All, &mut list);
///     list.iter().copied().find_map(|mv| {
///         let undo = generator.play_unchecked(mv);
///         let legal = generator.last_move_was_legal(mv);
///         generator.undo(mv, undo);
///         legal.then(|| mv.to_string())
///     })
/// }
/// assert_eq!(first_legal::<Position>(&Position::default()).as_deref(), Some("b1a3"));
/// ```
pub trait MoveGenerator: Clone {
    /// The state that is kept, besides the move, to take it back.
    type Undo: Copy;

    /// Sets up the generator's own board.
    ///
    /// # Errors
    ///
    /// If its board cannot hold the position, such as Chess960 castling where kings castle from the e-file only.
    fn from_position(position: &Position) -> Result<Self, Unrepresentable>;

    /// Writes all moves of a kind into a list, replacing its contents: every legal move, once, and possibly moves that
    /// leave the king attacked. Every move is either tactical or quiet; captures are a part of the tactical ones.
    ///
    /// The words are those of [`Position::moves`], bit for bit, except for the score.
    fn write_moves(&mut self, kind: MoveKind, list: &mut MoveList);

    /// Plays a listed move.
    fn play_unchecked(&mut self, mv: Move) -> Self::Undo;

    /// Takes back the move that was played last.
    fn undo(&mut self, mv: Move, undo: Self::Undo);

    /// Whether the move just played was legal; asked right after [`play_unchecked`](MoveGenerator::play_unchecked).
    fn last_move_was_legal(&self, mv: Move) -> bool;

    /// The legal moves of a kind, found by playing each listed one.
    fn legal_moves_of(&mut self, kind: MoveKind) -> Vec<Move> {
        let mut list = MoveList::new();
        self.write_moves(kind, &mut list);
        let mut legal = Vec::with_capacity(list.len());
        for &mv in list.iter() {
            let undo = self.play_unchecked(mv);
            if self.last_move_was_legal(mv) {
                legal.push(mv);
            }
            self.undo(mv, undo);
        }
        legal
    }
}

/// The error for a position that a generator's board cannot hold. See [`Unrepresentable::new`].
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unrepresentable {
    /// The generator, by name.
    pub generator: &'static str,
    /// What it cannot hold.
    pub what: String,
}

impl Unrepresentable {
    /// What a generator of this name cannot hold, for generators of your own.
    ///
    /// ```
    /// use philidor::Unrepresentable;
    /// let error = Unrepresentable::new("mailbox", "Chess960 castling");
    /// assert_eq!(error.to_string(), "the mailbox generator cannot hold Chess960 castling");
    /// ```
    #[must_use]
    pub fn new(generator: &'static str, what: impl Into<String>) -> Unrepresentable {
        Unrepresentable { generator, what: what.into() }
    }
}

impl fmt::Display for Unrepresentable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} generator cannot hold {}", self.generator, self.what)
    }
}

impl core::error::Error for Unrepresentable {}

/// The bitboard generator: legal moves only.
impl MoveGenerator for Position {
    type Undo = Undo;

    fn from_position(position: &Position) -> Result<Position, Unrepresentable> {
        Ok(*position)
    }

    #[inline]
    fn write_moves(&mut self, kind: MoveKind, list: &mut MoveList) {
        self.moves_into(kind, list);
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) -> Undo {
        Position::play_unchecked(self, mv)
    }

    #[inline]
    fn undo(&mut self, mv: Move, undo: Undo) {
        Position::undo(self, mv, undo);
    }

    #[inline]
    fn last_move_was_legal(&self, _: Move) -> bool {
        true
    }
}
