//! Boards flipped and rotated, and the two symmetries of a position that leave the rules as they are.
//!
//! Pawns give a board its direction and castling gives it its sides. So the colors may change places if the ranks are
//! flipped with them, and the files may be flipped once neither side may castle. A law in the tests counts trees
//! from both.

use super::{Board, Position, Setup};
use crate::types::{Bitboard, CastlingRights};

impl Board {
    /// Upside down, as by [`Bitboard::flip_ranks`].
    ///
    /// ```
    /// use philidor::{Position, Square};
    /// let board = *Position::default().board();
    /// assert_eq!(board.flip_ranks().piece_at(Square::D8), board.piece_at(Square::D1));
    /// ```
    #[must_use]
    pub fn flip_ranks(&self) -> Board {
        self.moved(Bitboard::flip_ranks)
    }

    /// Left to right, as by [`Bitboard::flip_files`].
    #[must_use]
    pub fn flip_files(&self) -> Board {
        self.moved(Bitboard::flip_files)
    }

    /// Flipped about the diagonal from a1 to h8, as by [`Bitboard::flip_diagonal`].
    #[must_use]
    pub fn flip_diagonal(&self) -> Board {
        self.moved(Bitboard::flip_diagonal)
    }

    /// Each piece in the other color, where it stands.
    ///
    /// ```
    /// use philidor::{Color, Position};
    /// let board = *Position::default().board();
    /// assert_eq!(board.swap_colors().colors(Color::White), board.colors(Color::Black));
    /// ```
    #[must_use]
    pub fn swap_colors(&self) -> Board {
        let [white, black] = self.colors;
        Board { colors: [black, white], ..*self }
    }

    /// The board with all its sets moved alike, by a motion that must permute the squares.
    fn moved(&self, motion: impl Fn(Bitboard) -> Bitboard) -> Board {
        Board { colors: self.colors.map(&motion), pieces: self.pieces.map(&motion) }
    }
}

impl Setup {
    /// The same with the colors exchanged and the board upside down: what White had, Black has. Its moves are those of
    /// the setup, flipped; the clocks stay.
    ///
    /// ```
    /// use philidor::Setup;
    /// let setup: Setup = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk e3 0 1".parse()?;
    /// let flipped = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w Kkq e6 0 1";
    /// assert_eq!(setup.flip_colors().to_string(), flipped);
    /// # Ok::<(), philidor::FenError>(())
    /// ```
    #[must_use]
    pub fn flip_colors(&self) -> Setup {
        let mut flipped = *self;
        flipped.board = self.board.flip_ranks().swap_colors();
        flipped.state.side_to_move = !self.state.side_to_move;
        flipped.state.en_passant = self.state.en_passant.map(|square| square.flip_rank());
        flipped.state.castling_rights = CastlingRights::NONE;
        for (_, color, side) in CastlingRights::EACH {
            flipped.castling_rooks.set(!color, side, self.castling_rooks.square(color, side).file());
            if self.state.castling_rights.has(color, side) {
                flipped.state.castling_rights |= CastlingRights::new(!color, side);
            }
        }
        flipped
    }

    /// The same left to right; `None` while a side has a castling right, since short and long castling differ.
    ///
    /// ```
    /// use philidor::Setup;
    /// let setup: Setup = "4k3/8/8/8/3pP3/8/8/4K2R b - e3 0 1".parse()?;
    /// let flipped = setup.flip_files().map(|setup| setup.to_string());
    /// assert_eq!(flipped.as_deref(), Some("3k4/8/8/8/3Pp3/8/8/R2K4 b - d3 0 1"));
    /// assert_eq!(Setup::default().flip_files(), None);
    /// # Ok::<(), philidor::FenError>(())
    /// ```
    #[must_use]
    pub fn flip_files(&self) -> Option<Setup> {
        if !self.state.castling_rights.is_empty() {
            return None;
        }
        let mut flipped = self.without_unused_castling_rooks();
        flipped.board = self.board.flip_files();
        flipped.state.en_passant = self.state.en_passant.map(|square| square.flip_file());
        Some(flipped)
    }
}

impl Position {
    /// The same position with the colors exchanged and the board upside down; see [`Setup::flip_colors`]. Whatever is
    /// true of one side here is true of the other side there.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "4k3/8/8/8/7b/6P1/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.flip_colors().to_string(), "4k3/8/6p1/7B/8/8/8/4K3 b - - 0 1");
    /// assert_eq!(position.flip_colors().flip_colors(), position);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn flip_colors(&self) -> Position {
        Position::reached(self.to_setup().flip_colors())
    }

    /// The same position left to right; `None` while a side has a castling right. See [`Setup::flip_files`].
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "4k3/8/8/8/7b/6P1/8/4K3 w - - 0 1".parse()?;
    /// let flipped = position.flip_files().map(|position| position.to_string());
    /// assert_eq!(flipped.as_deref(), Some("3k4/8/8/8/b7/1P6/8/3K4 w - - 0 1"));
    /// assert_eq!(Position::default().flip_files(), None);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn flip_files(&self) -> Option<Position> {
        self.to_setup().flip_files().map(Position::reached)
    }
}
