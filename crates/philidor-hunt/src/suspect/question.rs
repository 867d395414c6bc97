//! A question: how many leaves the tree of a position has below each move.

use philidor::{CastlingMode, Move, Position};

use super::counted_position::CountedPosition;

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
pub struct Question<P: CountedPosition = Position> {
    /// Where the line begins; given to the suspect as a FEN.
    pub start: P,
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

impl<P: CountedPosition> Question<P> {
    /// About a position of standard chess alone, in a game of its own.
    #[must_use]
    pub fn new(start: P, depth: u32) -> Question<P> {
        Question { start, line: Vec::new(), depth, chess960: start.is_chess960(), same_game: false }
    }

    /// The same after these moves from its start.
    #[must_use]
    pub fn with_line(self, line: Vec<Move>) -> Question<P> {
        Question { line, ..self }
    }

    /// The start as a FEN. In Chess960 castling rights are the files of the rooks.
    #[must_use]
    pub fn fen(&self) -> String {
        self.start.fen_for_suspects(self.chess960)
    }

    /// The position at the end of the line as a FEN, for suspects that are given no moves.
    #[must_use]
    pub fn fen_at_end(&self) -> String {
        self.position().fen_for_suspects(self.chess960)
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
    pub fn position(&self) -> P {
        self.after(self.line.len())
    }
}

impl<P: CountedPosition> Question<P> {
    /// The position after the first moves of the line.
    pub(crate) fn after(&self, moves: usize) -> P {
        let mut position = self.start;
        for &mv in self.line.iter().take(moves) {
            position.play_unchecked(mv);
        }
        position
    }

    /// The position at the end of the line, asked without the line.
    pub(crate) fn alone(&self) -> Question<P> {
        Question { start: self.position(), line: Vec::new(), same_game: false, ..*self }
    }

    /// The same tree one ply further down.
    pub(crate) fn below(&self, mv: Move, takes_moves: bool) -> Question<P> {
        let mut line = self.line.clone();
        line.push(mv);
        let below = Question { line, depth: self.depth - 1, ..*self };
        if takes_moves { below } else { below.alone() }
    }

    /// The same position, with only the last moves of its line given as moves.
    pub(crate) fn with_last_moves(&self, moves: usize) -> Question<P> {
        let (given, kept) = self.line.split_at(self.line.len() - moves);
        let start = Question { line: given.to_vec(), ..self.clone() }.position();
        Question { start, line: kept.to_vec(), ..*self }
    }

    pub(crate) fn at_depth(&self, depth: u32) -> Question<P> {
        Question { depth, ..self.clone() }
    }
}
