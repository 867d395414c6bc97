//! Precomputed next-square chains (Hans Eric Sandström, 1989).
//!
//! Sandström designed a move generator in hardware, had no means to build it, and wrote it as a program instead, which
//! was distributed with GNU Chess. Its idea: lay out every walk of every piece over an empty board, once, as a chain of
//! squares. At an empty square follow one link, at an occupied one the other, until the walk is back where it began:
//!
//! ```text
//! at = first
//! while at != from
//!     empty                quiet move, at = next_position    (on along the ray)
//!     an enemy piece       capture,    at = next_direction   (the first square of the next ray)
//!     one of our own                   at = next_direction
//! ```
//!
//! There is no test for the edge of the board, no loop over directions, and the same code generates knights and queens.
//! Castling is outside the chains. [`link`] looks a link up. The same walks answer the questions that a program of the
//! time asked about a position, here as facts rather than points:
//!
//! | question | then | here |
//! |---|---|---|
//! | how many pieces of a side attack each square, and of which types | `ataks` | [`ChainBoard::attack_counts`] |
//! | is a square attacked | `Sqatakd` | [`ChainBoard::is_attacked`] |
//! | what does a slider do along its lines | `BRscan` | [`ChainBoard::line_scan`] |
//! | what threatens a king | `KingScan` | [`ChainBoard::king_scan`] |
//! | has an attacked piece a safe square | `trapped` | [`ChainBoard::is_trapped`] |
//!
//! All of it is written from scratch, after the published description of the idea.

// `table.rs` has the links, `walks.rs` the loop above, `lists.rs` the moves, `play.rs` play and undo.
// The questions: `attacked.rs`, `line_scan.rs`, `king.rs`, `trapped.rs`. `lazy.rs`: the links on wasm, filled when
// used.
mod attacked;
mod king;
#[cfg(any(target_family = "wasm", test))]
mod lazy;
mod line_scan;
mod lists;
mod play;
mod table;
mod trapped;
mod walks;

pub use attacked::AttackCounts;
pub use king::KingScan;
pub use line_scan::{Bearing, LineScan, PiecesInLine};
pub use table::{Link, link};

use philidor::{
    CastlingRights, CastlingRooks, Color, Move, MoveGenerator, MoveKind, MoveList, Piece, PieceType,
    Position, Square, Unrepresentable,
};

/// The board of the chain generator: the piece on each square and its color. No sets of squares, no clocks.
///
/// It holds every [`Position`], Chess960 included. Its lists are pseudo-legal, except that castling through an attack
/// is left out; [`last_move_was_legal`](MoveGenerator::last_move_was_legal) looks from the king once a move is played.
/// Pieces are visited from a1 to h8, each with its moves in the order of its walk.
///
/// ```
/// use philidor_historic::chain::ChainBoard;
/// use philidor::{MoveGenerator, Position, perft::perft_with};
/// let mut board = ChainBoard::from_position(&Position::default())?;
/// assert_eq!(perft_with(&mut board, 3), 8_902);
/// # Ok::<(), philidor::Unrepresentable>(())
/// ```
#[doc(alias("GenMoves", "CaptureList"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainBoard {
    pieces: [Option<PieceType>; 64],
    colors: [Option<Color>; 64],
    kings: [Square; 2],
    side_to_move: Color,
    castling_rights: CastlingRights,
    castling_rooks: CastlingRooks,
    en_passant: Option<Square>,
}

impl ChainBoard {
    /// The name of the generator.
    pub const NAME: &'static str = "chain";
    /// The year of its publication.
    pub const YEAR: u16 = 1989;
    /// Its inventor.
    pub const AUTHOR: &'static str = "Hans Eric Sandström";
    /// Its idea in one line.
    pub const IDEA: &'static str =
        "every walk over an empty board is a chain of squares with two links: empty and occupied";
    /// The size of a board in bytes.
    pub const BOARD_BYTES: usize = size_of::<ChainBoard>();
    /// The size in bytes of the table of links, which all boards share.
    pub const TABLE_BYTES: usize = table::TABLE_BYTES;

    /// The board for a position.
    ///
    /// ```
    /// use philidor_historic::chain::ChainBoard;
    /// use philidor::{Piece, Position, Square};
    /// let board = ChainBoard::new(&Position::default());
    /// assert_eq!(board.piece_at(Square::D8).map(Piece::letter), Some('q'));
    /// ```
    #[must_use]
    pub fn new(position: &Position) -> ChainBoard {
        let mut board = ChainBoard {
            pieces: [None; 64],
            colors: [None; 64],
            kings: Color::ALL.map(|color| position.king(color)),
            side_to_move: position.side_to_move(),
            castling_rights: position.castling_rights(),
            castling_rooks: position.castling_rooks(),
            en_passant: position.en_passant(),
        };
        for square in position.board().occupied() {
            if let Some(Piece { color, piece_type }) = position.piece_at(square) {
                board.put(square, color, piece_type);
            }
        }
        board
    }

    /// The side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        match (self.colors[square.index()], self.pieces[square.index()]) {
            (Some(color), Some(piece_type)) => Some(Piece { color, piece_type }),
            _ => None,
        }
    }

    /// The square of `color`'s king.
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// The pieces of a side with their squares, from a1 to h8.
    #[inline(always)]
    fn pieces_of(&self, color: Color) -> impl Iterator<Item = (Square, PieceType)> {
        let pieces = Square::ALL.into_iter().zip(self.pieces).zip(self.colors);
        pieces
            .filter(move |&(_, owner)| owner == Some(color))
            .filter_map(|((square, piece), _)| Some((square, piece?)))
    }
}

/// Pseudo-legal moves, then a look from the king.
impl MoveGenerator for ChainBoard {
    /// The move word has everything that is needed.
    type Undo = ();

    /// Never an error: the board holds every position.
    fn from_position(position: &Position) -> Result<ChainBoard, Unrepresentable> {
        Ok(ChainBoard::new(position))
    }

    fn write_moves(&mut self, kind: MoveKind, list: &mut MoveList) {
        match kind {
            MoveKind::Tactical | MoveKind::Captures => self.write::<true, false>(list),
            MoveKind::Quiet => self.write::<false, true>(list),
            _ => self.write::<true, true>(list),
        }
        if kind == MoveKind::Captures {
            list.retain(Move::is_capture);
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.play_move(mv);
    }

    fn undo(&mut self, mv: Move, (): ()) {
        self.undo_move(mv);
    }

    fn last_move_was_legal(&self, _: Move) -> bool {
        let enemy = self.side_to_move;
        !self.is_attacked(self.kings[(!enemy).index()], enemy)
    }
}
