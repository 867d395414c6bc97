//! Repetitions, in the game and in the line that a search looks at.
//!
//! ```text
//! game                             root   line under search
//! ──●────●────●────●────●────●────●──┆──●────●────●────●
//!             └── since the last capture, pawn move, or loss of a right ──┘
//! ```
//!
//! Only positions since the last irreversible move may repeat, so a search looks no further back. After the root it
//! takes the first repetition for a draw, since a side that repeats once can repeat again; a position of the game has
//! to occur a third time.
//!
//! [`Repetitions::can_repeat`] detects an *upcoming repetition* (known from *cuckoo tables*, which it does not need)
//! without playing a move: going back through the line, it keeps track of the pieces that stand elsewhere now. If it is
//! a single piece, and one of the side to move, moving it back is the move that repeats. Equal pieces may have swapped
//! places: what counts is which square has lost a piece of a type and color, and which one has gained it.

use crate::game::Game;
use crate::position::Position;
use crate::types::{Bitboard, Move, MoveType, PieceType, Square};

/// The positions of a game and of a line under search, by their keys: a ring of the last `PLIES` of them, without
/// allocation. Longer shuffles than that are not found; the seventy-five-move rule ends games before 160 half-moves.
///
/// ```
/// use philidor::{Game, search_support::Repetitions};
///
/// let mut game = Game::new();
/// for text in ["Nf3", "Nf6", "Ng1"] {
///     game.play_san(text).expect("legal");
/// }
/// let mut repetitions = Repetitions::from_game(&game);
/// let mut position = *game.position();
/// let search = |text, position: &mut philidor::Position, repetitions: &mut Repetitions| {
///     let mv = position.parse_san(text).expect("legal");
///     position.play_unchecked(mv);
///     repetitions.push(mv, position);
/// };
/// search("Ng8", &mut position, &mut repetitions);
/// assert!(!repetitions.is_repetition(), "the start, for the second time, and first before the root");
/// for text in ["Nc3", "Nc6", "Nb1"] {
///     search(text, &mut position, &mut repetitions);
/// }
/// assert!(repetitions.can_repeat(&position), "Nb8 would repeat a position after the root");
/// search("Nb8", &mut position, &mut repetitions);
/// assert!(repetitions.is_repetition());
/// repetitions.pop();
/// assert!(!repetitions.is_repetition());
/// ```
#[derive(Clone, Debug)]
pub struct Repetitions<const PLIES: usize = 512> {
    ring: [Ply; PLIES],
    /// How many positions were pushed and not popped.
    len: usize,
    /// The index of the root: as many positions of the game are before it.
    root: usize,
    /// How many of the last positions are still in the ring.
    kept: usize,
}

/// A position and the move that led to it.
#[derive(Clone, Copy, Debug)]
struct Ply {
    key: u64,
    mv: Move,
    /// How many moves in a row were reversible, counted back from here.
    reversible: usize,
}

const NOTHING: Ply = Ply { key: 0, mv: Move::invalid(), reversible: 0 };

impl Repetitions {
    /// A list in which nothing is known but the root, with room for 512 positions; [`Repetitions::with_plies`] has room
    /// for as many as its type says.
    #[must_use]
    pub fn new(root: &Position) -> Repetitions {
        Repetitions::with_plies(root)
    }

    /// The positions of a game; the last one is the root. [`Repetitions::with_plies_from_game`] has room for as many as
    /// its type says.
    #[must_use]
    pub fn from_game(game: &Game) -> Repetitions {
        Repetitions::with_plies_from_game(game)
    }
}

impl<const PLIES: usize> Repetitions<PLIES> {
    /// A list in which nothing is known but the root.
    ///
    /// ```
    /// use philidor::{Position, search_support::Repetitions};
    /// let repetitions = Repetitions::<64>::with_plies(&Position::default());
    /// assert!(!repetitions.is_repetition());
    /// ```
    #[must_use]
    pub fn with_plies(root: &Position) -> Repetitions<PLIES> {
        const { assert!(PLIES > 0, "a list without room for a position") };
        let mut repetitions = Repetitions { ring: [NOTHING; PLIES], len: 0, root: 0, kept: 0 };
        repetitions.add(Ply { key: root.key(), ..NOTHING });
        repetitions
    }

    /// The positions of a game; the last one is the root.
    #[must_use]
    pub fn with_plies_from_game(game: &Game) -> Repetitions<PLIES> {
        let mut position = *game.start();
        let mut repetitions = Repetitions::with_plies(&position);
        for mv in game.moves() {
            position.play_unchecked(mv);
            repetitions.push(mv, &position);
        }
        repetitions.search_from_here();
        repetitions
    }

    /// Makes the current position the root: whatever came before belongs to the game.
    pub const fn search_from_here(&mut self) {
        self.root = self.len - 1;
    }

    /// Adds the position that a move led to, null moves included.
    #[inline]
    pub fn push(&mut self, mv: Move, after: &Position) {
        let stays = mv.move_type() == MoveType::Normal
            && mv.played_piece() != PieceType::Pawn
            && mv.captured_piece().is_none()
            && !mv.is_null()
            && mv.castling_rights() == after.castling_rights();
        let reversible = if stays { self.current().reversible + 1 } else { 0 };
        self.add(Ply { key: after.key(), mv, reversible });
    }

    /// Takes the last position back; the first one stays.
    ///
    /// If the line was longer than the ring, the positions that were overwritten are forgotten and repeat nothing.
    #[inline]
    pub const fn pop(&mut self) {
        if self.len > 1 {
            self.len -= 1;
            if self.kept > 1 {
                self.kept -= 1;
            } else {
                self.ring[(self.len - 1) % PLIES] = NOTHING;
            }
        }
    }

    /// How many moves were pushed since the root, or since [`Repetitions::search_from_here`].
    #[must_use]
    #[inline]
    pub const fn ply(&self) -> usize {
        (self.len - 1).saturating_sub(self.root)
    }

    /// How many of the last moves are reversible: no capture, pawn move, castling, null move or loss of a castling
    /// right is among them.
    #[must_use]
    #[inline]
    pub fn reversible_plies(&self) -> usize {
        self.current().reversible
    }

    /// Whether the current position has occurred after the root, or twice at or before it.
    #[must_use]
    #[inline]
    pub fn is_repetition(&self) -> bool {
        let mut at_or_before_root = 0;
        self.occurrences(0).any(|back| {
            at_or_before_root += 1;
            self.is_after_root(back) || at_or_before_root == 2
        })
    }

    /// Whether the position is a draw as far as a search cares: it repeats; or fifty moves have passed without a
    /// capture or a pawn move, and it is not mate; or neither side has the material to mate.
    #[must_use]
    pub fn is_draw(&self, position: &Position) -> bool {
        self.is_repetition()
            || (position.halfmove_clock() >= 100 && !position.is_checkmate())
            || position.is_insufficient_material()
    }

    /// Whether the side to move has a legal move to a position that would count as a repetition, and so has at least a
    /// draw.
    ///
    /// `position` is the current one.
    #[must_use]
    pub fn can_repeat(&self, position: &Position) -> bool {
        // The move that repeats overwrites the oldest place of a full ring.
        let last = self.current().reversible.min(self.kept - 1).min(PLIES.saturating_sub(2));
        let mut away = Away::NOTHING;
        (1..=last).any(|back| {
            away.go_back(self.at(back - 1).mv);
            back >= 3
                && back % 2 == 1
                && away.single(position).and_then(|(from, to)| returning(position, from, to)).is_some_and(
                    |mv| {
                        position.key_after(mv) == self.at(back).key
                            && (self.is_after_root(back)
                                || self.occurrences(back).any(|further| further <= last))
                    },
                )
        })
    }

    /// For the position this many plies ago: how many plies before it the same one occurred, the latest first.
    #[inline(always)]
    fn occurrences(&self, back: usize) -> impl Iterator<Item = usize> {
        let Ply { key, reversible, .. } = *self.at(back);
        let last = (back + reversible).min(self.kept - 1);
        (back + 4..=last).step_by(2).filter(move |&earlier| self.at(earlier).key == key)
    }

    #[inline(always)]
    const fn is_after_root(&self, back: usize) -> bool {
        self.len - 1 - back > self.root
    }

    #[inline(always)]
    fn current(&self) -> &Ply {
        self.at(0)
    }

    /// The position this many plies ago, which is still in the ring.
    #[inline(always)]
    fn at(&self, back: usize) -> &Ply {
        &self.ring[(self.len - 1 - back) % PLIES]
    }

    #[inline(always)]
    fn add(&mut self, ply: Ply) {
        self.ring[self.len % PLIES] = ply;
        self.len += 1;
        self.kept = (self.kept + 1).min(PLIES);
    }
}

/// The legal move of the piece on `from` to `to`, if it has one.
fn returning(position: &Position, from: Square, to: Square) -> Option<Move> {
    position.legal_moves_from(from).into_iter().find(|mv| {
        mv.dest_square() == to && mv.move_type() == MoveType::Normal && mv.captured_piece().is_none()
    })
}

/// The pieces that stand elsewhere now than at an earlier moment; [`Away::go_back`] moves that moment further into the
/// past.
struct Away {
    /// For each square, where the piece that stood on it then is now.
    now: [Square; 64],
    /// The squares on which pieces stood then that are elsewhere now.
    then: Bitboard,
}

impl Away {
    const NOTHING: Away = Away { now: Square::ALL, then: Bitboard::EMPTY };

    /// One move further into the past: a move of one piece to an empty square.
    #[inline(always)]
    fn go_back(&mut self, mv: Move) {
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        let now = core::mem::replace(&mut self.now[destination.index()], destination);
        self.then.remove(destination);
        self.now[origin.index()] = now;
        if now != origin {
            self.then.insert(origin);
        }
    }

    /// Where the only piece that has moved is now, and where it was then, if nothing else on the board differs.
    #[inline(always)]
    fn single(&self, position: &Position) -> Option<(Square, Square)> {
        match self.then.single() {
            Some(then) => Some((self.now[then.index()], then)),
            None => self.single_but_for_equals(position),
        }
    }

    /// The same where several pieces are elsewhere: equal ones may stand on each other's squares.
    fn single_but_for_equals(&self, position: &Position) -> Option<(Square, Square)> {
        let kind = |then: Square| position.piece_at(self.now[then.index()]);
        let to = self.then.into_iter().filter(|&then| position.piece_at(then) != kind(then));
        let to = to.collect::<Bitboard>().single()?;
        let gained = |now: &Square| !self.then.contains(*now) || kind(*now) != position.piece_at(*now);
        let from = self.then.into_iter().map(|then| self.now[then.index()]).filter(gained);
        from.collect::<Bitboard>().single().map(|from| (from, to))
    }
}
