//! A question: how many leaves the tree of a position has below each move.

use philidor::{CastlingMode, CastlingNotation, EnPassantPolicy, Move, Position};

/// What a suspect is asked: how many leaves the tree has below each move of a position.
///
/// ```
/// use philidor::Position;
/// use philidor_hunt::Question;
///
/// let question = Question::new(Position::default(), 2);
/// assert_eq!(question.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert_eq!((question.depth, question.moves().len()), (2, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// Where the line begins; given to the suspect as a FEN.
    pub start: Position,
    /// The moves that lead to the position, given to the suspect as moves.
    pub line: Vec<Move>,
    /// How deep to count from there, in half-moves, at least 1.
    pub depth: u32,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
    /// Whether it is asked in the same game as the question before, so that a program keeps what it remembers from that
    /// one.
    pub same_game: bool,
}

impl Question {
    /// About a position of standard chess alone, in a game of its own.
    #[must_use]
    pub fn new(start: Position, depth: u32) -> Question {
        Question { start, line: Vec::new(), depth, chess960: false, same_game: false }
    }

    /// The same after these moves from its start.
    #[must_use]
    pub fn with_line(self, line: Vec<Move>) -> Question {
        Question { line, ..self }
    }

    /// The start as a FEN. In Chess960 castling rights are the files of the rooks.
    #[must_use]
    pub fn fen(&self) -> String {
        fen(&self.start, self.chess960)
    }

    /// The position at the end of the line as a FEN, for suspects that are given no moves.
    #[must_use]
    pub fn fen_at_end(&self) -> String {
        fen(&self.position(), self.chess960)
    }

    /// How castling is written.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    /// The line, as UCI writes it.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        let mut position = self.start;
        let write = |&mv: &Move| {
            let text = position.to_uci_in(mv, self.castling_mode()).to_string();
            position.play_unchecked(mv);
            text
        };
        self.line.iter().map(write).collect()
    }

    /// The position at the end of the line.
    #[must_use]
    pub fn position(&self) -> Position {
        self.after(self.line.len())
    }
}

impl Question {
    /// The position after the first moves of the line.
    pub(crate) fn after(&self, moves: usize) -> Position {
        let mut position = self.start;
        for &mv in self.line.iter().take(moves) {
            position.play_unchecked(mv);
        }
        position
    }

    /// The position at the end of the line, asked without the line.
    pub(crate) fn alone(&self) -> Question {
        Question { start: self.position(), line: Vec::new(), same_game: false, ..*self }
    }

    /// The same tree one ply further down.
    pub(crate) fn below(&self, mv: Move, takes_moves: bool) -> Question {
        let mut line = self.line.clone();
        line.push(mv);
        let below = Question { line, depth: self.depth - 1, ..*self };
        if takes_moves { below } else { below.alone() }
    }

    /// The same position, with only the last moves of its line given as moves.
    pub(crate) fn with_last_moves(&self, moves: usize) -> Question {
        let (given, kept) = self.line.split_at(self.line.len() - moves);
        let start = Question { line: given.to_vec(), ..self.clone() }.position();
        Question { start, line: kept.to_vec(), ..*self }
    }

    pub(crate) fn at_depth(&self, depth: u32) -> Question {
        Question { depth, ..self.clone() }
    }
}

/// A position as suspects are given it: with the en-passant square if a pawn stands ready to capture there.
pub(crate) fn fen(position: &Position, chess960: bool) -> String {
    let notation = if chess960 { CastlingNotation::Shredder } else { CastlingNotation::XFen };
    position.to_fen(EnPassantPolicy::PseudoLegal, notation).to_string()
}
