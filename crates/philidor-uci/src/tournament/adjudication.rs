//! Games that the referee ends early, because both engines agree on how they will end, or endgame tables know. Off
//! unless asked for: what an engine can win, it should show.

use philidor::Outcome;
use philidor_engine::Score;

/// Rules by which games are ended early; by default there is none.
///
/// ```
/// use philidor_uci::tournament::{Adjudication, DrawRule, ResignRule};
///
/// let mut rules = Adjudication::default();
/// // Ten pawns, as both engines see it, for four moves of each.
/// rules.resign = Some(ResignRule { score: 1000, moves: 4 });
/// // From move 40 on, a tenth of a pawn at most, for eight moves of each.
/// rules.draw = Some(DrawRule { score: 10, moves: 8, from: 40 });
/// rules.max_moves = Some(200);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Adjudication {
    /// When a game is won.
    pub resign: Option<ResignRule>,
    /// When a game is drawn.
    pub draw: Option<DrawRule>,
    /// After this many moves of both sides, a game is drawn.
    pub max_moves: Option<u32>,
}

/// A game is won if both engines have agreed for some moves that one side is so far ahead. See [`Adjudication`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// How far, in centipawns.
    pub score: i32,
    /// For how many moves of each side.
    pub moves: u32,
}

/// A game is drawn if both engines have agreed for some moves that neither side is ahead. See [`Adjudication`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The most that a score may differ from 0, in centipawns.
    pub score: i32,
    /// For how many moves of each side.
    pub moves: u32,
    /// From which move of the game on.
    pub from: u32,
}

impl Adjudication {
    /// The rules in words, as the games of a match have them; empty if there is none. `pieces` is how many the largest
    /// of the endgame tables have, by which games also end early.
    pub(super) fn words(&self, pieces: u32) -> String {
        let resign =
            self.resign.map(|ResignRule { score, moves }| format!("resign score={score},moves={moves}"));
        let draw = self
            .draw
            .map(|DrawRule { score, moves, from }| format!("draw score={score},moves={moves},from={from}"));
        let most = self.max_moves.map(|moves| format!("max-moves {moves}"));
        let tables =
            Some(pieces).filter(|&pieces| pieces > 0).map(|pieces| format!("tables of {pieces} pieces"));
        [resign, draw, most, tables].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The side that moves next has lost, or the one that just moved has.
    Won {
        by_last_mover: bool,
    },
    Drawn,
    TooLong,
    /// Endgame tables know how the game ends.
    Known(Outcome),
}

/// The scores of a game, as far as the rules need them.
#[derive(Clone, Debug, Default)]
pub(super) struct Opinions {
    /// For how many half-moves in a row both engines have seen a side far ahead, by the parity of its half-moves.
    agreed: [u32; 2],
    drawn: u32,
    plies: u32,
}

impl Opinions {
    /// Takes in the score of a move, after which the game is at this move number. Returns whether that ends the game.
    pub(super) fn hear(
        &mut self,
        rules: &Adjudication,
        score: Option<Score>,
        move_number: u32,
    ) -> Option<Decision> {
        let value = score.map(Score::value);
        self.plies += 1;
        let mover = (self.plies % 2) as usize;
        if let Some(rule) = rules.resign {
            let is_ahead = value.is_some_and(|value| value >= rule.score);
            let is_behind = value.is_some_and(|value| value <= -rule.score);
            for (side, holds) in [(mover, is_ahead), (1 - mover, is_behind)] {
                self.agreed[side] = if holds { self.agreed[side] + 1 } else { 0 };
            }
            let won = |side: usize| self.agreed[side] >= rule.moves.saturating_mul(2).max(2);
            if won(mover) || won(1 - mover) {
                return Some(Decision::Won { by_last_mover: won(mover) });
            }
        }
        if let Some(rule) = rules.draw {
            let is_even = value.is_some_and(|value| value.abs() <= rule.score);
            self.drawn = if is_even { self.drawn + 1 } else { 0 };
            if self.drawn >= rule.moves.saturating_mul(2).max(2) && move_number >= rule.from {
                return Some(Decision::Drawn);
            }
        }
        rules.max_moves.filter(|&most| self.plies >= most.saturating_mul(2)).map(|_| Decision::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hear(rules: Adjudication, values: &[i32]) -> Vec<Option<Decision>> {
        let mut opinions = Opinions::default();
        let score = |value: &i32| Some(Score::centipawns(*value));
        values.iter().map(|value| opinions.hear(&rules, score(value), 40)).collect()
    }

    #[test]
    fn both_sides_have_to_agree_for_all_moves() {
        let rules =
            Adjudication { resign: Some(ResignRule { score: 500, moves: 2 }), ..Adjudication::default() };
        let won = |by_last_mover| Some(Decision::Won { by_last_mover });
        assert_eq!(hear(rules, &[600, -600, 600, -600]), [None, None, None, won(false)]);
        assert_eq!(hear(rules, &[-600, 600, -600, 600]), [None, None, None, won(true)]);
        assert_eq!(hear(rules, &[0, -600, 600, -600, 600])[4], won(true));
        assert_eq!(hear(rules, &[600, -100, 600, -600, 600]), [None; 5]);
        assert_eq!(hear(rules, &[600, 600, 600, 600, 600]), [None; 5]);
    }

    #[test]
    fn draws_need_even_scores_and_a_late_move() {
        let rule = DrawRule { score: 10, moves: 1, from: 40 };
        let rules = Adjudication { draw: Some(rule), ..Adjudication::default() };
        assert_eq!(hear(rules, &[0, 11, -10, 10]), [None, None, None, Some(Decision::Drawn)]);
        let later = Adjudication { draw: Some(DrawRule { from: 41, ..rule }), ..rules };
        assert_eq!(hear(later, &[0, 0, 0]), [None; 3]);
        let short = Adjudication { max_moves: Some(1), ..Adjudication::default() };
        assert_eq!(hear(short, &[900, 900]), [None, Some(Decision::TooLong)]);
    }
}
