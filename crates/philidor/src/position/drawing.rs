//! Boards read in the form in which they are printed: eight lines of letters and dots.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Board;
use crate::types::{File, Piece, Rank, Square};

/// What keeps a text from being a drawn board. See [`Board::from_str`].
#[derive(Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseBoardError {
    /// There are this many lines, not eight; empty ones do not count.
    Lines(usize),
    /// A rank does not have eight squares.
    Squares {
        /// The rank.
        rank: Rank,
        /// Its line.
        line: String,
        /// How many squares it has.
        squares: usize,
    },
    /// A character is neither the letter of a piece nor a dot.
    Letter {
        /// Where it stands.
        square: Square,
        /// The character.
        letter: char,
    },
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseBoardError::Lines(lines) => write!(f, "a drawn board must have 8 lines, not {lines}"),
            ParseBoardError::Squares { rank, line, squares } => {
                write!(f, "rank {rank}, `{line}`, must have 8 squares, not {squares}")
            }
            ParseBoardError::Letter { square, letter } => {
                write!(f, "`{letter}` on {square} is neither the letter of a piece nor a dot")
            }
        }
    }
}

impl core::error::Error for ParseBoardError {}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// The board that is drawn: eight lines from the eighth rank to the first, with FEN letters for pieces and `.` for
    /// empty squares. Spaces and empty lines do not matter. The board of a FEN is read by [`Setup`](super::Setup).
    ///
    /// ```
    /// use philidor::{Board, Position, Square};
    /// let drawn = "
    ///     . . . . k . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . P . . .
    ///     . . . . K . . .";
    /// let board: Board = drawn.parse()?;
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(board, *position.board());
    /// assert_eq!(board.to_string().parse(), Ok(board));
    /// let error = drawn.replace('P', "x").parse::<Board>().expect_err("no such piece");
    /// assert_eq!(error.to_string(), "`x` on e2 is neither the letter of a piece nor a dot");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        if lines().count() != 8 {
            return Err(ParseBoardError::Lines(lines().count()));
        }
        let mut board = Board::default();
        lines().zip(Rank::ALL.into_iter().rev()).try_for_each(|(line, rank)| board.put_rank(rank, line))?;
        Ok(board)
    }
}

impl Board {
    /// Puts what a line shows on a rank.
    fn put_rank(&mut self, rank: Rank, line: &str) -> Result<(), ParseBoardError> {
        let letters = || line.chars().filter(|letter| !letter.is_whitespace());
        let squares = letters().count();
        if squares != 8 {
            return Err(ParseBoardError::Squares { rank, line: line.to_owned(), squares });
        }
        for (letter, file) in letters().zip(File::ALL) {
            let square = Square::new(file, rank);
            match Piece::from_letter(letter) {
                Some(piece) => self.put(square, piece),
                None if letter == '.' => {}
                None => return Err(ParseBoardError::Letter { square, letter }),
            }
        }
        Ok(())
    }
}
