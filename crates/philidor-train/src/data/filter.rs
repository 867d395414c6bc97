//! Which positions of a game are worth learning from.
//!
//! A search evaluates where nothing hangs, after it has played out the captures. So positions in check teach an
//! evaluation nothing that it needs, nor do those whose best move captures or promotes. In games that are decided,
//! scores say how long the win takes, not who is better. And the first moves are random.

use philidor::Position;

use super::bulletformat::TrainingPosition;
use super::scored_game::{ScoredGame, ScoredMove, ScoredPosition};

/// Which positions are left out.
///
/// ```
/// use philidor_train::data::Filter;
/// let filter = Filter { min_ply: 20, ..Filter::default() };
/// assert!(filter.max_score > 1_000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Positions earlier in the game are left out, in half-moves from its start position.
    pub min_ply: usize,
    /// Positions with a higher score for either side are left out, in centipawns.
    pub max_score: i16,
    /// Whether positions in check are left out.
    pub without_checks: bool,
    /// Whether positions are left out in which the move played is a capture or promotion.
    pub without_tactics: bool,
    /// Positions with fewer pieces, kings and pawns among them, are left out.
    pub min_pieces: u32,
    /// Positions with more pieces are left out.
    pub max_pieces: u32,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            min_ply: 0,
            max_score: 2_500,
            without_checks: true,
            without_tactics: true,
            min_pieces: 0,
            max_pieces: 32,
        }
    }
}

impl Filter {
    /// Whether a position of a game is kept.
    #[must_use]
    pub fn keeps(&self, ply: usize, position: &Position, scored: &ScoredMove) -> bool {
        ply >= self.min_ply
            && !(self.without_tactics && scored.mv.is_tactical())
            && self.keeps_state(position, scored.score)
    }

    /// Whether a position without its game is kept: neither its half-move nor its move is known.
    #[must_use]
    pub fn keeps_position(&self, scored: &ScoredPosition) -> bool {
        self.keeps_state(&scored.position, scored.score)
    }

    fn keeps_state(&self, position: &Position, score: i16) -> bool {
        let pieces = position.board().occupied().len();
        score.unsigned_abs() <= self.max_score.unsigned_abs()
            && (self.min_pieces..=self.max_pieces).contains(&pieces)
            && !(self.without_checks && position.is_check())
    }

    /// The stretches of a game whose positions are all kept, each as a game of its own.
    #[must_use]
    pub fn stretches(&self, game: &ScoredGame) -> Vec<ScoredGame> {
        let mut stretches: Vec<ScoredGame> = Vec::new();
        let mut is_within = false;
        for (ply, (scored, mv)) in game.positions().zip(&game.moves).enumerate() {
            let keeps = self.keeps(ply, &scored.position, mv);
            if keeps && !is_within {
                let (start, outcome) = (scored.position, scored.outcome);
                stretches.push(ScoredGame { start, outcome, moves: Vec::new() });
            }
            if let Some(stretch) = stretches.last_mut().filter(|_| keeps) {
                stretch.moves.push(*mv);
            }
            is_within = keeps;
        }
        stretches
    }

    /// The positions of a game that are kept, with [mixed scores](ScoredGame::mixed_scores), in which later ones have
    /// the share `later`.
    pub fn positions(&self, game: &ScoredGame, later: f32) -> impl Iterator<Item = TrainingPosition> {
        let mut position = game.start;
        game.moves.iter().zip(game.mixed_scores(later)).enumerate().filter_map(
            move |(ply, (scored, score))| {
                let before = position;
                position.play_unchecked(scored.mv);
                let keeps = self.keeps(ply, &before, scored);
                keeps.then(|| TrainingPosition::new(&before, score, game.outcome))
            },
        )
    }
}
