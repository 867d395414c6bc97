//! The questions that a program of 1989 asked of a position, as an evaluation.
//!
//! Hans Eric Sandström's program walked over the board along chains of squares and asked: how often is each square
//! attacked (`ataks`), what does a slider do along its lines (`BRscan`), what threatens the king (`KingScan`), can an
//! attacked piece get away (`trapped`)? The library answers; the points for each answer are our own.

use philidor::{Color, PieceType, Position, Square, search_support::Change};
use philidor_historic::chain::ChainBoard;

use super::evaluator::Evaluator;
use super::phased_score::PhasedScore;
use super::square_tables::{self, Sum};
use super::trace::{Term, Trace};
use crate::bot::score::Score;

const PER_SQUARE: PhasedScore = PhasedScore::new(3, 4);
const NEAR_KING: PhasedScore = PhasedScore::new(7, 0);
const PIN: PhasedScore = PhasedScore::new(16, 12);
const X_RAY: PhasedScore = PhasedScore::new(8, 6);
const CONTROLLED: PhasedScore = PhasedScore::new(-9, -2);
const UNCOVERED: PhasedScore = PhasedScore::new(-16, 0);
const SAFE_CHECK: PhasedScore = PhasedScore::new(-14, -6);
const HANGING: PhasedScore = PhasedScore::new(-26, -26);
const TRAPPED: PhasedScore = PhasedScore::new(-60, -60);
const TEMPO: PhasedScore = PhasedScore::new(12, 12);

/// Square tables, and the questions of 1989: mobility and X-rays along lines, threats to the king, pieces that hang or
/// are trapped.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::evaluation::Chains;
/// use philidor_engine::{Evaluator, Score};
///
/// // The bishop took the pawn of a7 and does not get out again.
/// let position: Position = "3rk3/B1p5/1p6/8/r7/8/8/4K3 b - - 0 1".parse()?;
/// let chains = Chains::default();
/// assert!(chains.explain(&position).iter().any(|entry| entry.name == "trapped" && entry.square == Some(philidor::Square::A7)));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Chains {
    sum: Sum,
}

impl Chains {
    /// The terms of a position.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Vec<Term> {
        let mut entries = Vec::new();
        square_tables::record(position, &mut entries);
        terms(position, &mut entries);
        entries
    }
}

fn terms<T: Trace>(position: &Position, trace: &mut T) -> PhasedScore {
    let board = ChainBoard::new(position);
    let turn = position.side_to_move();
    trace.record("tempo", turn, None, TEMPO);
    let tempo = if turn == Color::White { TEMPO } else { -TEMPO };
    tempo + side(&board, position, Color::White, trace) - side(&board, position, Color::Black, trace)
}

fn side<T: Trace>(board: &ChainBoard, position: &Position, color: Color, trace: &mut T) -> PhasedScore {
    let mut sum = PhasedScore::ZERO;
    let mut add = |term, square: Option<Square>, value: PhasedScore| {
        trace.record(term, color, square, value);
        sum += value;
    };
    let (own, enemy) = (board.attack_counts(color), board.attack_counts(!color));
    let king = board.king_scan(color);
    add("controlled", Some(king.king), CONTROLLED * king.controlled.len() as i32);
    add("uncovered", Some(king.king), UNCOVERED * king.uncovered_files().count() as i32);
    add("safe checks", Some(king.king), SAFE_CHECK * king.safe_checks().len().min(6) as i32);
    for square in position.board().colors(color) {
        if let Some(scan) = board.line_scan(square) {
            add(
                "lines",
                Some(square),
                PER_SQUARE * scan.mobility() as i32 + NEAR_KING * scan.near_king.len() as i32,
            );
            add("pins", Some(square), PIN * scan.pins().count() as i32);
            add("x-rays", Some(square), X_RAY * scan.x_rays().count() as i32);
        }
        let is_king = position.board().piece_type_at(square) == Some(PieceType::King);
        if !is_king && enemy.count(square) > 0 {
            if own.count(square) == 0 {
                add("hanging", Some(square), HANGING);
            }
            if position.board().piece_type_at(square) != Some(PieceType::Pawn) && board.is_trapped(square) {
                add("trapped", Some(square), TRAPPED);
            }
        }
    }
    sum
}

impl Evaluator for Chains {
    fn evaluate(&mut self, position: &Position) -> Score {
        let balance = self.sum.balance + terms(position, &mut ());
        Score::centipawns(balance.at(self.sum.phase)).relative_to(position.side_to_move())
    }

    fn reset(&mut self, position: &Position) {
        self.sum = Sum::of(position);
    }

    #[inline(always)]
    fn played(&mut self, change: &Change) {
        self.sum.change(change);
    }
}
