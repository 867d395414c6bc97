//! A 10×12 board and offsets (Brian Adkins, 2024).
//!
//! The oldest board representation in a machine, as Adkins describes it in "How to Program a Chess Engine in Lisp":
//! one byte for each square and a frame around them, so that a step is an addition and the edge needs no test. All
//! state besides the pieces is one word of 26 bits, a [`PackedState`]. Playing a move saves it; taking the move back
//! restores the word and puts the captured piece back.
//!
//! ```text
//! generate_moves      ──► tactical_moves, quiet_moves      one pair of lists for each depth, allocated at the start
//! play                ──► the word before                  one level deeper
//! last_move_was_legal ──► a look from the king             pseudo-legal until then
//! undo(word)          ──► as it was, and so are the lists of the level above
//! ```
//!
//! There are four files: `board.rs` has the bytes and offsets, `state.rs` the word, `generation.rs` the moves, and this
//! one plays them.
//!
//! One thing differs from the original, which classifies a promotion without capture as tactical but generates it only
//! if quiet moves are requested. Here every promotion is tactical and always generated.
//!
//! Kings castle from the e-file with rooks from the corners; other castling rights are rejected.

mod board;
mod generation;
mod state;

use alloc::vec::Vec;
use core::fmt;

use board::{EAST, FramedBoard, Index, Occupant, WEST};
use generation::{Generation, Lists};
use philidor::{
    CastlingRooks, CastlingSide, Color, Move, MoveGenerator, MoveKind, MoveList, MoveType, PieceType,
    Position, Square, Unrepresentable,
};
pub use state::PackedState;

/// The mailbox generator: pieces on 10×12 bytes, the packed state, and the lists of each depth.
///
/// The lists are allocated by [`from_position`](MoveGenerator::from_position), for trees of
/// [`DEPTHS`](MailboxBoard::DEPTHS) half-moves, and reused. Only a deeper tree makes them grow, once for each new
/// depth.
///
/// `==` compares pieces and state, not the contents of the lists.
///
/// ```
/// use philidor_historic::mailbox::MailboxBoard;
/// use philidor::{MoveGenerator, Position};
///
/// let position: Position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
/// let mut board = MailboxBoard::from_position(&position)?;
/// board.generate_moves();
/// assert_eq!((board.tactical_moves().len(), board.quiet_moves().len()), (1, 6));
///
/// let capture = board.tactical_moves()[0];
/// let before = board.play_unchecked(capture);
/// assert!(board.last_move_was_legal(capture));
/// board.generate_moves(); // into the lists of the next depth
/// board.undo(capture, before);
/// assert_eq!(board.tactical_moves(), [capture]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MailboxBoard {
    board: FramedBoard,
    state: PackedState,
    /// How many moves were played and not taken back: the index of the lists in use.
    depth: usize,
    lists: Vec<Lists>,
}

impl MailboxBoard {
    /// The name of the generator.
    pub const NAME: &str = "mailbox";
    /// The year of its publication.
    pub const YEAR: u16 = 2024;
    /// The author of its description.
    pub const AUTHOR: &str = "Brian Adkins";
    /// Its idea in one line.
    pub const IDEA: &str = "10×12 bytes with a frame, steps by offsets, the state in one word of 26 bits";
    /// The size in bytes of pieces and state, without the lists.
    pub const BOARD_BYTES: usize = size_of::<FramedBoard>() + size_of::<PackedState>();
    /// The size in bytes of all tables.
    pub const TABLE_BYTES: usize = board::TABLE_BYTES + size_of_val(&state::KEPT);
    /// How many depths have lists from the start, including the first.
    pub const DEPTHS: usize = 16;

    /// The word with all state besides the pieces.
    #[must_use]
    pub const fn state(&self) -> PackedState {
        self.state
    }

    /// Writes the pseudo-legal moves into the two lists of the current depth.
    ///
    /// The order of both lists is that of the original, and no promise: pieces from a8 to h8, then the next rank, down
    /// to h1; for each piece its offsets clockwise, a queen's diagonals first; for a king castling last, short before
    /// long; for a pawn pushes first, then captures toward a, then toward h. Promotions are to queen, rook, knight,
    /// bishop; the promotions without capture, which the original calls tactical, too, stand where it writes them.
    ///
    /// ```
    /// use philidor_historic::mailbox::MailboxBoard;
    /// use philidor::{MoveGenerator, Position};
    ///
    /// let position: Position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let mut board = MailboxBoard::from_position(&position)?;
    /// board.generate_moves();
    /// assert_eq!(board.tactical_moves().len(), 4); // promotions without capture
    /// assert_eq!(board.quiet_moves().len(), 5);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[doc(alias = "generate-moves!")]
    pub fn generate_moves(&mut self) {
        self.generate(true);
    }

    /// Writes only the tactical moves, in the same order, and empties the list of quiet moves, as the original does
    /// when asked to leave those out.
    pub fn generate_tactical_moves(&mut self) {
        self.generate(false);
    }

    /// Whether a side attacks a square, found by looking from there along all offsets.
    ///
    /// ```
    /// use philidor_historic::mailbox::MailboxBoard;
    /// use philidor::{Color, MoveGenerator, Position, Square};
    /// let board = MailboxBoard::from_position(&Position::default())?;
    /// assert!(board.is_attacked(Square::F3, Color::White) && !board.is_attacked(Square::F4, Color::White));
    /// # Ok::<(), philidor::Unrepresentable>(())
    /// ```
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.board.is_attacked(board::index_of(square), by)
    }

    fn generate(&mut self, quiet_moves: bool) {
        if self.lists.len() <= self.depth {
            self.allocate_lists(self.depth + 1);
        }
        if let Some(lists) = self.lists.get_mut(self.depth) {
            Generation::new(&self.board, self.state, quiet_moves, lists).run();
        }
    }

    /// The tactical moves that were generated last at the current depth: captures, en passant, and every promotion.
    #[doc(alias = "tactical-moves")]
    #[must_use]
    pub fn tactical_moves(&self) -> &[Move] {
        self.lists.get(self.depth).map_or(&[], |lists| &lists.tactical)
    }

    /// The quiet moves that were generated last at the current depth: all others, castling included.
    #[doc(alias = "quiet-moves")]
    #[must_use]
    pub fn quiet_moves(&self) -> &[Move] {
        self.lists.get(self.depth).map_or(&[], |lists| &lists.quiet)
    }

    /// Grows the lists to a number of depths.
    #[cold]
    fn allocate_lists(&mut self, depths: usize) {
        self.lists.resize_with(depths, Lists::default);
    }

    /// Sets the contents of a castling rook's corner and destination, to castle or to take castling back.
    fn put_rook(&mut self, us: Color, side: CastlingSide, corner: Occupant, target: Occupant) {
        self.board.put(board::index_of(CastlingRooks::STANDARD.square(us, side)), corner);
        self.board.put(board::index_of(side.rook_destination(us)), target);
    }
}

/// Pseudo-legal moves, and a look from the king after each is played.
impl MoveGenerator for MailboxBoard {
    /// The state before the move.
    type Undo = PackedState;

    fn from_position(position: &Position) -> Result<MailboxBoard, Unrepresentable> {
        if position.is_chess960() {
            let what = "castling of Chess960, with a king off the e-file or a rook off its corner";
            return Err(Unrepresentable::new(MailboxBoard::NAME, what));
        }
        let mut board = MailboxBoard {
            board: FramedBoard::new(position.board()),
            state: PackedState::from(position),
            depth: 0,
            lists: Vec::new(),
        };
        board.allocate_lists(MailboxBoard::DEPTHS);
        Ok(board)
    }

    /// Tactical moves first, then quiet ones, each in the order of
    /// [`generate_moves`](MailboxBoard::generate_moves).
    fn write_moves(&mut self, kind: MoveKind, list: &mut MoveList) {
        self.generate(!matches!(kind, MoveKind::Tactical | MoveKind::Captures));
        list.clear();
        let tactical = if kind == MoveKind::Quiet { &[] } else { self.tactical_moves() };
        for &mv in tactical.iter().chain(self.quiet_moves()) {
            // All moves of a position fit into one list; of what else is on a board, those that do.
            let _ = list.push(mv);
        }
        if kind == MoveKind::Captures {
            list.retain(Move::is_capture);
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) -> PackedState {
        let before = self.state;
        let us = before.side_to_move();
        let (origin, destination) = (board::index_of(mv.orig_square()), board::index_of(mv.dest_square()));
        let arrives = mv.promotion().unwrap_or(mv.played_piece());
        self.board.put(origin, Occupant::EMPTY);
        self.board.put(destination, Occupant::piece(us, arrives));
        match mv.move_type() {
            MoveType::EnPassant => self.board.put(passing_pawn(mv), Occupant::EMPTY),
            MoveType::Castling => {
                let side = mv.castling_side().unwrap_or(CastlingSide::KingSide);
                self.put_rook(us, side, Occupant::EMPTY, Occupant::piece(us, PieceType::Rook));
            }
            MoveType::Normal | MoveType::Promotion => {}
        }
        self.state.touch(origin);
        self.state.touch(destination);
        if mv.played_piece() == PieceType::King {
            self.state.set_king_index(us, destination);
        }
        let advances_two = mv.played_piece() == PieceType::Pawn && origin.abs_diff(destination) == 20;
        self.state.set_en_passant_index(if advances_two { (origin + destination) / 2 } else { 0 });
        self.state.set_side_to_move(!us);
        self.depth += 1;
        before
    }

    #[inline]
    fn undo(&mut self, mv: Move, before: PackedState) {
        self.state = before;
        self.depth = self.depth.saturating_sub(1);
        let us = before.side_to_move();
        let captured = mv.captured_piece().map_or(Occupant::EMPTY, |captured| Occupant::piece(!us, captured));
        let destination = board::index_of(mv.dest_square());
        match mv.move_type() {
            MoveType::EnPassant => {
                self.board.put(destination, Occupant::EMPTY);
                self.board.put(passing_pawn(mv), captured);
            }
            MoveType::Castling => {
                self.board.put(destination, Occupant::EMPTY);
                let side = mv.castling_side().unwrap_or(CastlingSide::KingSide);
                self.put_rook(us, side, Occupant::piece(us, PieceType::Rook), Occupant::EMPTY);
            }
            MoveType::Normal | MoveType::Promotion => self.board.put(destination, captured),
        }
        self.board.put(board::index_of(mv.orig_square()), Occupant::piece(us, mv.played_piece()));
    }

    /// Whether the king of the side that just moved is safe; for castling, also on the square it left and the one it
    /// passed.
    ///
    /// Checking after the move is early enough: the rook, now on the passed square, stops no attack that the king did
    /// not stop before, and no attack can have come from its corner.
    #[inline]
    fn last_move_was_legal(&self, mv: Move) -> bool {
        let them = self.state.side_to_move();
        let king = self.state.king_index(!them);
        if self.board.is_attacked(king, them) {
            return false;
        }
        let start = board::index_of(mv.orig_square());
        match mv.castling_side() {
            None => true,
            Some(side) => {
                let passed = board::step(start, if side == CastlingSide::KingSide { EAST } else { WEST });
                !self.board.is_attacked(start, them) && !self.board.is_attacked(passed, them)
            }
        }
    }
}

/// The square of the pawn that an en-passant capture takes.
fn passing_pawn(mv: Move) -> Index {
    board::index_of(Square::new(mv.dest_square().file(), mv.orig_square().rank()))
}

impl PartialEq for MailboxBoard {
    fn eq(&self, other: &MailboxBoard) -> bool {
        self.board == other.board && self.state == other.state
    }
}

impl Eq for MailboxBoard {}

impl fmt::Debug for MailboxBoard {
    /// The board in its frame, with the state below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}\n{:?}", self.board, self.state)
    }
}
