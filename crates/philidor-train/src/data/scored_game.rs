//! A game as training sees it: where it began, its moves with the scores that the player gave, and how it ended. And a
//! position without its game.

use philidor::{Color, Move, Position};

/// A move with the score of the position in which it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score before the move, in centipawns for White; mates as [`Score::value`](philidor_engine::Score::value) has
    /// them.
    pub score: i16,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameOutcome {
    /// Black won.
    BlackWins = 0,
    /// Neither won.
    Draw = 1,
    /// White won.
    WhiteWins = 2,
}

impl GameOutcome {
    /// The outcome in which a color wins, or neither.
    #[must_use]
    pub const fn from_winner(winner: Option<Color>) -> GameOutcome {
        match winner {
            Some(Color::White) => GameOutcome::WhiteWins,
            Some(Color::Black) => GameOutcome::BlackWins,
            None => GameOutcome::Draw,
        }
    }

    /// The half points of a color: 2 for a win, 1 for a draw, 0 for a loss.
    #[must_use]
    pub const fn half_points(self, color: Color) -> u8 {
        match color {
            Color::White => self as u8,
            Color::Black => 2 - self as u8,
        }
    }

    /// The outcome from White's half points.
    pub(crate) const fn from_half_points(white: u8) -> Option<GameOutcome> {
        match white {
            0 => Some(GameOutcome::BlackWins),
            1 => Some(GameOutcome::Draw),
            2 => Some(GameOutcome::WhiteWins),
            _ => None,
        }
    }
}

/// A game with a score for each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    /// The position before the first move.
    pub start: Position,
    /// How it ended, by the rules or by adjudication.
    pub outcome: GameOutcome,
    /// The moves.
    pub moves: Vec<ScoredMove>,
}

impl ScoredGame {
    /// The positions in which its moves were played.
    pub fn positions(&self) -> impl Iterator<Item = ScoredPosition> {
        let (mut position, outcome) = (self.start, self.outcome);
        self.moves.iter().map(move |&ScoredMove { mv, score }| {
            let before = ScoredPosition { position, score, outcome };
            position.play_unchecked(mv);
            before
        })
    }
}

/// Scores are clamped to this before they are mixed, so that a mate does not drown out all others.
const MAX_MIXED: i16 = 2_000;

impl ScoredGame {
    /// A score for each move, with later scores mixed in: `share` of it is the mixed score of the next move, which has
    /// that of the move after it mixed in, and so on (*temporal differences*; Richard Sutton, 1988). With 0 they are
    /// the scores of the moves.
    ///
    /// A short search errs, and what came later in the game knows better.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_train::data::{GameOutcome, ScoredGame, ScoredMove};
    ///
    /// let mut position = Position::default();
    /// let mut moves = Vec::new();
    /// for (text, score) in [("e4", 0), ("f6", 40), ("d4", 80)] {
    ///     let mv = position.parse_san(text)?;
    ///     moves.push(ScoredMove { mv, score });
    ///     position.play_unchecked(mv);
    /// }
    /// let game = ScoredGame { start: Position::default(), outcome: GameOutcome::WhiteWins, moves };
    /// assert_eq!(game.mixed_scores(0.0), [0, 40, 80]);
    /// assert_eq!(game.mixed_scores(0.5), [30, 60, 80]);
    /// # Ok::<(), philidor::SanError>(())
    /// ```
    #[must_use]
    pub fn mixed_scores(&self, share: f32) -> Vec<i16> {
        let mut scores: Vec<i16> = self.moves.iter().map(|scored| scored.score).collect();
        if share > 0.0 {
            let mut later = None;
            for score in scores.iter_mut().rev() {
                let own = f32::from((*score).clamp(-MAX_MIXED, MAX_MIXED));
                let mixed = later.map_or(own, |later| own + (later - own) * share);
                later = Some(mixed);
                *score = mixed.round() as i16;
            }
        }
        scores
    }
}

/// A position with its score and the outcome of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The position.
    pub position: Position,
    /// The score in centipawns for White.
    pub score: i16,
    /// How its game ended.
    pub outcome: GameOutcome,
}
