//! Pruning and reductions: what a search leaves out, and where it looks less deep because it expects little.
//!
//! Null move pruning (NMP), ProbCut, futility pruning (FP) and reverse futility pruning (RFP), razoring, late move
//! pruning (LMP, *move count pruning*), late move reductions (LMR), internal iterative reductions (IIR), history
//! pruning, pruning by static exchange evaluation (SEE), delta pruning, singular extensions, check extensions,
//! recapture extensions, passed pawn extensions, aspiration windows.
//!
//! Alpha-beta alone leaves out what cannot change the result. Everything here may: it assumes that a position far above
//! beta stays above it, that passing is not better than the best move, that the tenth move of a good order is not the
//! best one. Each of these is a method that sees the node, so each can be changed or turned off alone.
//!
//! The search itself rules out pruning that would be wrong instead of risky: it prunes nothing against a proven mate or
//! a win by endgame tables, and always searches a first move.

use philidor::{Move, PieceType};

use super::parameter::Parameter;
use super::situation::{Candidate, ProbCutSearch, SingularResult, SingularSearch, Situation};
use super::transposition_table::Entry;
use crate::bot::options::{OptionError, UciOption};

/// The pruning of a search, method by method; the defaults are the engine's own, with the numbers of [`Parameter`].
///
/// Methods are called at nearly every node and by all threads at once, so they should be cheap, and depend on nothing
/// but their arguments and what was set between searches: otherwise a search cannot be repeated.
///
/// Margins are in centipawns, depths in half-moves, reductions in 1024ths of a half-move.
/// [`Engine::with_pruning`](crate::Engine::with_pruning) takes a pruning of your own:
///
/// ```
/// use philidor::{PieceType, Position};
/// use philidor_engine::{Pruning, Selective, Situation};
///
/// /// Makes null moves only with queens on the board.
/// #[derive(Clone, Copy)]
/// struct Royal;
///
/// impl Pruning for Royal {
///     fn null_move(&self, node: &Situation<'_>) -> Option<i32> {
///         let has_queens = !node.position.board().pieces(PieceType::Queen).is_empty();
///         Selective.null_move(node).filter(|_| has_queens)
///     }
/// }
///
/// let rooks: Position = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// let node = Situation::new(&rooks, 6);
/// assert!(Selective.null_move(&node).is_some() && Royal.null_move(&node).is_none());
/// # Ok::<(), philidor::PositionError>(())
/// ```
pub trait Pruning: Clone + Send + Sync {
    /// Whether nothing is pruned at all: every move is searched to the full depth, and there the position is evaluated
    /// as it is, without quiescence, unless the side to move is in check (a *check extension*). The value is then that
    /// of plain minimax, and no other method is called.
    const FULL_WIDTH: bool = false;

    /// A number of the defaults below. Override this to change numbers and keep the formulas.
    ///
    /// ```
    /// use philidor_engine::{Parameter, Pruning};
    ///
    /// /// Razors at depth 1 only.
    /// #[derive(Clone)]
    /// struct Blunt;
    ///
    /// impl Pruning for Blunt {
    ///     fn parameter(&self, parameter: Parameter) -> i32 {
    ///         if parameter == Parameter::RazoringDepth { 1 } else { parameter.standard() }
    ///     }
    /// }
    /// ```
    #[inline(always)]
    fn parameter(&self, parameter: Parameter) -> i32 {
        parameter.standard()
    }

    /// Reverse futility pruning (also *static null move pruning*): how far above beta the evaluation has to be for the
    /// node to end without a search; `None` if it never does here, as where the table remembers a PV node. Not asked in
    /// check or in PV nodes.
    #[inline(always)]
    fn reverse_futility(&self, node: &Situation<'_>) -> Option<i32> {
        let margin = self.parameter(Parameter::ReverseFutilityMargin) * node.depth
            - i32::from(node.is_improving) * self.parameter(Parameter::ReverseFutilityImproving);
        (node.depth <= self.parameter(Parameter::ReverseFutilityDepth) && !node.was_pv).then_some(margin)
    }

    /// The value of a node that reverse futility pruning ends: the middle between beta and the evaluation.
    #[inline(always)]
    fn reverse_futility_value(&self, node: &Situation<'_>) -> i32 {
        (node.evaluation + node.beta) / 2
    }

    /// Razoring: how far below alpha the evaluation has to be for quiescence alone to decide. Not asked in check or in
    /// PV nodes.
    #[inline(always)]
    fn razoring(&self, node: &Situation<'_>) -> Option<i32> {
        (node.depth <= self.parameter(Parameter::RazoringDepth)).then(|| {
            self.parameter(Parameter::RazoringBase) + self.parameter(Parameter::RazoringMargin) * node.depth
        })
    }

    /// Null move pruning: the reduction of the depth after passing, in half-moves; `None` for no null move.
    ///
    /// Asked where the evaluation is not below beta, not in check, not in PV nodes, and never twice in a row. A null
    /// move misleads in zugzwang, so the default makes none without non-pawn material.
    #[inline(always)]
    fn null_move(&self, node: &Situation<'_>) -> Option<i32> {
        (node.depth >= self.parameter(Parameter::NullMoveDepth) && node.has_non_pawn_material()).then(|| {
            let surplus = node.surplus() / self.parameter(Parameter::NullMoveSurplusDivisor);
            self.parameter(Parameter::NullMoveBase)
                + node.depth / self.parameter(Parameter::NullMoveDepthDivisor)
                + surplus.min(self.parameter(Parameter::NullMoveMaxSurplus))
        })
    }

    /// The verification search after a null move that reached beta, in case of zugzwang: one to the `reduced` depth
    /// that makes no null moves for this many half-moves, beginning with this node; `None` to trust the null move.
    #[inline(always)]
    fn verification(&self, node: &Situation<'_>, reduced: i32) -> Option<usize> {
        (node.depth >= self.parameter(Parameter::VerificationDepth))
            .then(|| reduced.max(0) as usize * 3 / 4 + 1)
    }

    /// ProbCut: by how much a capture has to be above beta in a reduced search for the node to end, and how deep that
    /// search is; `None` for none. Asked after the null move, so neither in check nor in PV nodes.
    #[inline(always)]
    fn probcut(&self, node: &Situation<'_>) -> Option<ProbCutSearch> {
        (node.depth >= self.parameter(Parameter::ProbCutDepth)).then(|| ProbCutSearch {
            depth: node.depth - self.parameter(Parameter::ProbCutReduction),
            margin: self.parameter(Parameter::ProbCutMargin)
                - i32::from(node.is_improving) * self.parameter(Parameter::ProbCutImproving),
        })
    }

    /// Internal iterative reduction: by how many half-moves a node without a hash move is reduced, since its move order
    /// is poor.
    #[inline(always)]
    fn internal_iterative_reduction(&self, node: &Situation<'_>) -> i32 {
        let is_deep = node.depth >= self.parameter(Parameter::InternalIterativeReductionDepth);
        i32::from(is_deep && (node.is_pv || node.is_cut_node))
    }

    /// Whether moves may be left out at all; the following methods are asked only then. By default not where the side
    /// to move has only its king and pawns.
    #[inline(always)]
    fn prunes_moves(&self, node: &Situation<'_>) -> bool {
        node.has_non_pawn_material()
    }

    /// Late move pruning: how many moves are tried before quiet ones are left out.
    #[inline(always)]
    fn late_move_pruning(&self, node: &Situation<'_>) -> u32 {
        let square = node.depth * node.depth * self.parameter(Parameter::LateMoveSquare) / 100;
        let most = self.parameter(Parameter::LateMoveBase) + square;
        let percent = if node.is_improving { 100 } else { self.parameter(Parameter::LateMoveNotImproving) };
        (most * percent / 100) as u32
    }

    /// Futility pruning: how far below alpha the static evaluation has to be to leave out this quiet move, and all
    /// after it. Moves that give check are spared.
    #[inline(always)]
    fn futility(&self, node: &Situation<'_>, candidate: &Candidate) -> Option<i32> {
        let depth = candidate.reduced_depth(node.depth);
        (depth <= self.parameter(Parameter::FutilityDepth) && !node.is_check && !candidate.is_hash_or_killer)
            .then(|| {
                self.parameter(Parameter::FutilityBase)
                    + self.parameter(Parameter::FutilityMargin) * depth
                    + candidate.score / self.parameter(Parameter::FutilityHistoryDivisor)
            })
    }

    /// SEE pruning of quiet moves: the most that this one may lose by static exchange, as a negative number.
    #[inline(always)]
    fn quiet_see(&self, node: &Situation<'_>, candidate: &Candidate) -> Option<i32> {
        let depth = candidate.reduced_depth(node.depth);
        (depth <= self.parameter(Parameter::QuietSeeDepth))
            .then(|| -self.parameter(Parameter::QuietSeeMargin) * depth * depth)
    }

    /// SEE pruning of captures and promotions that lose material: the most that this one may lose, as a negative
    /// number. Not asked for the hash move.
    #[inline(always)]
    fn tactical_see(&self, node: &Situation<'_>, candidate: &Candidate) -> Option<i32> {
        let _ = candidate;
        (node.depth <= self.parameter(Parameter::TacticalSeeDepth))
            .then(|| -self.parameter(Parameter::TacticalSeeMargin) * node.depth)
    }

    /// History pruning: a quiet move with a lower score from the ordering is left out.
    #[inline(always)]
    fn history_pruning(&self, node: &Situation<'_>, candidate: &Candidate) -> Option<i32> {
        let depth = candidate.reduced_depth(node.depth);
        (depth <= self.parameter(Parameter::HistoryPruningDepth))
            .then(|| -self.parameter(Parameter::HistoryPruningMargin) * depth)
    }

    /// Late move reductions: by how much less deep a move is searched first, as far as that is known before it is
    /// played. Pruning takes it into account, so it is asked for every move.
    #[inline(always)]
    fn late_move_reduction(&self, node: &Situation<'_>, candidate: &Candidate) -> i32 {
        let logarithms = logarithm(node.depth as u32) * logarithm(candidate.count) / 1024;
        let (base, divisor) = if candidate.is_quiet {
            (Parameter::QuietReductionBase, Parameter::QuietReductionDivisor)
        } else {
            (Parameter::TacticalReductionBase, Parameter::TacticalReductionDivisor)
        };
        self.parameter(base) + logarithms * 100 / self.parameter(divisor)
    }

    /// Whether a move is searched to a reduced depth first.
    #[inline(always)]
    fn is_reducible(&self, node: &Situation<'_>, candidate: &Candidate) -> bool {
        node.depth >= self.parameter(Parameter::LateMoveReductionDepth)
            && candidate.count > 1 + u32::from(node.is_pv)
    }

    /// The reduction of such a move, once it has been played: the position is the one after it. The search keeps the
    /// reduced depth between 1 and the full one.
    #[inline(always)]
    fn reduction(&self, node: &Situation<'_>, candidate: &Candidate) -> i32 {
        let mut reduction = candidate.reduction;
        if node.is_pv {
            reduction -= self.parameter(Parameter::PvReduction);
        }
        if node.is_cut_node {
            reduction += self.parameter(Parameter::CutNodeReduction);
        }
        if !node.is_improving {
            reduction += self.parameter(Parameter::NotImprovingReduction);
        }
        if candidate.gives_check {
            reduction -= self.parameter(Parameter::CheckReduction);
        }
        if candidate.is_hash_or_killer {
            reduction -= self.parameter(Parameter::KillerReduction);
        }
        if node.was_pv {
            reduction -= self.parameter(Parameter::TtPvReduction);
        }
        if candidate.cutoffs > self.parameter(Parameter::CutoffCount) as u32 {
            reduction += self.parameter(Parameter::CutoffReduction);
        }
        if candidate.is_quiet {
            if candidate.hash_move_is_tactical {
                reduction += self.parameter(Parameter::TacticalHashMoveReduction);
            }
            reduction -= candidate.score / self.parameter(Parameter::ReductionHistoryDivisor);
        }
        reduction
    }

    /// The depth of the re-search after a reduced search beat alpha; `best` is the best value so far. There is no
    /// re-search if it is not deeper than `reduced`.
    #[inline(always)]
    fn depth_after_reduction(&self, full: i32, reduced: i32, value: i32, best: i32) -> i32 {
        let deeper = self.parameter(Parameter::DeeperMargin)
            + self.parameter(Parameter::DeeperReductionMargin) * (full - reduced);
        if value > best.saturating_add(deeper) {
            full + 1
        } else if value < best.saturating_add(self.parameter(Parameter::ShallowerMargin)) {
            full - 1
        } else {
            full
        }
    }

    /// The reduction of a move at the root, once it has been played: the position is the one after it. Scores and the
    /// hash move are not known there: the best move of the last depth comes first.
    #[inline(always)]
    fn root_reduction(&self, node: &Situation<'_>, candidate: &Candidate) -> i32 {
        let is_late = node.depth >= self.parameter(Parameter::RootReductionDepth)
            && candidate.count > self.parameter(Parameter::RootReductionCount) as u32
            && candidate.is_quiet
            && !candidate.gives_check;
        if is_late {
            self.late_move_reduction(node, candidate) - self.parameter(Parameter::RootReduction)
        } else {
            0
        }
    }

    /// Singular extensions: how the search finds out whether the hash move is the only good one; `None` not to ask.
    /// `entry` is that of the hash move, whose value is neither an upper bound nor a mate.
    #[inline(always)]
    fn singular_search(&self, node: &Situation<'_>, entry: &Entry) -> Option<SingularSearch> {
        let is_known_well = node.depth >= self.parameter(Parameter::SingularDepth)
            && entry.depth >= node.depth - self.parameter(Parameter::SingularEntryDepth);
        is_known_well.then(|| SingularSearch {
            depth: (node.depth - 1) / 2,
            margin: self.parameter(Parameter::SingularMargin) * node.depth / 10,
        })
    }

    /// By how many half-moves the hash move is extended, after the others were searched. Two or more count as a double
    /// extension; a negative number reduces.
    #[inline(always)]
    fn singular_extension(&self, node: &Situation<'_>, singular: &SingularResult) -> i32 {
        if !singular.is_singular() {
            return if singular.value >= node.beta {
                -self.parameter(Parameter::NegativeExtension)
            } else if node.is_cut_node {
                -self.parameter(Parameter::CutNodeNegativeExtension)
            } else {
                0
            };
        }
        let is_far = singular.others < singular.below - self.parameter(Parameter::DoubleExtensionMargin);
        let is_rare = singular.double_extensions < self.parameter(Parameter::MaxDoubleExtensions);
        if is_far && is_rare && !node.is_pv { 2 } else { 1 }
    }

    /// Check, recapture and passed pawn extensions: by how many half-moves to extend a move that singular extensions
    /// leave as it is. It has been played: the position is the one after it. By default one for checks outside cut
    /// nodes, for recaptures in PV nodes, and for pawns that reach the seventh rank safely.
    #[inline(always)]
    fn move_extension(&self, node: &Situation<'_>, candidate: &Candidate) -> i32 {
        let is_deep = |first| node.depth >= self.parameter(first);
        let extends = (candidate.gives_check && !node.is_cut_node && is_deep(Parameter::CheckExtensionDepth))
            || (candidate.is_recapture && node.is_pv && is_deep(Parameter::RecaptureExtensionDepth))
            || (candidate.is_safe_on_seventh && is_deep(Parameter::SeventhRankExtensionDepth));
        i32::from(extends)
    }

    /// Multi-cut: whether the node ends, because even without the hash move it seems to be above beta.
    #[inline(always)]
    fn multi_cut(&self, node: &Situation<'_>, singular: &SingularResult) -> bool {
        !singular.is_singular() && singular.below >= node.beta
    }

    /// Delta pruning in quiescence: the most that a capture or promotion can gain; it is left out if even that does not
    /// reach alpha. `None` without delta pruning.
    #[inline(always)]
    fn delta_pruning(&self, node: &Situation<'_>, mv: Move) -> Option<i32> {
        let _ = node;
        Some(self.parameter(Parameter::DeltaMargin) + worth(mv))
    }

    /// Whether quiescence tries quiet moves that give check. Not asked in check, nor where a capture causes a cutoff.
    #[inline(always)]
    fn quiet_checks(&self, node: &Situation<'_>) -> bool {
        node.depth == 0 && node.evaluation + self.parameter(Parameter::QuietCheckMargin) > node.alpha
    }

    /// How many evasions quiescence tries before it leaves out quiet ones, once one of them is not lost.
    #[inline(always)]
    fn max_quiet_evasions(&self, node: &Situation<'_>) -> u32 {
        let _ = node;
        self.parameter(Parameter::Evasions) as u32
    }

    /// Aspiration windows: the half-width of the first window around the value of the last depth; `None` for a depth
    /// that is searched without.
    #[inline(always)]
    fn aspiration_window(&self, depth: i32) -> Option<i32> {
        (depth >= self.parameter(Parameter::AspirationDepth))
            .then(|| self.parameter(Parameter::AspirationWidth))
    }

    /// The half-width after a value was outside of a window of this half-width; `None` for a window without bounds.
    #[inline(always)]
    fn widened_window(&self, width: i32) -> Option<i32> {
        let wider = width + width * self.parameter(Parameter::AspirationGrowth) / 100;
        (wider <= self.parameter(Parameter::MaxAspirationWidth)).then_some(wider)
    }

    /// By how many half-moves to reduce a depth that is searched again because its value was above the window this many
    /// times in a row.
    #[inline(always)]
    fn fail_high_reduction(&self, above: u32) -> i32 {
        (above as i32).min(self.parameter(Parameter::MaxFailHighReduction))
    }

    /// The UCI options of this pruning; see [options of parts](crate::Engine#options-of-parts).
    fn options(&self) -> Vec<UciOption> {
        Vec::new()
    }

    /// Sets one of them; see [options of parts](crate::Engine#options-of-parts).
    ///
    /// # Errors
    ///
    /// If the value is refused. Nothing changes then.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let _ = value;
        Err(OptionError::Unknown { name: name.to_owned() })
    }
}

/// The most that a tactical move wins.
#[inline(always)]
fn worth(mv: Move) -> i32 {
    let worth = |piece_type| match piece_type {
        PieceType::Queen => 1_000,
        PieceType::Rook => 550,
        PieceType::Bishop | PieceType::Knight => 350,
        PieceType::Pawn | PieceType::King => 110,
    };
    mv.captured_piece().map_or(0, worth) + mv.promotion().map_or(0, worth)
}

/// The natural logarithm in 1024ths, for numbers up to 255; the last one beyond.
#[inline(always)]
fn logarithm(number: u32) -> i32 {
    i32::from(LOGARITHMS[(number as usize).min(LOGARITHMS.len() - 1)])
}

/// Logarithms in integers, since `const` code cannot call `f64::ln`: ln 2 for each doubling, and the rest by the series
/// of the inverse hyperbolic tangent.
static LOGARITHMS: [u16; 256] = {
    let mut table = [0; 256];
    let mut number = 2;
    while number < 256 {
        let doublings = (number as u64).ilog2() as u64;
        // The number is (1 << doublings) * (1 + x/(2-x) …): ln(m) = 2 * (t + t^3/3 + t^5/5), t = (m-1)/(m+1).
        let power = 1 << doublings;
        let scale = 1 << 20;
        let t = (number as u64 - power) * scale / (number as u64 + power);
        let t3 = t * t / scale * t / scale;
        let t5 = t3 * t / scale * t / scale;
        let mantissa = 2 * (t + t3 / 3 + t5 / 5);
        table[number] = ((doublings * 726_817 + mantissa) * 1024 / scale) as u16;
        number += 1;
    }
    table
};

/// No pruning: the value of plain minimax, for tests and for teaching.
///
/// ```
/// use philidor::{Game, Position};
/// use philidor_engine::evaluation::MaterialBalance;
/// use philidor_engine::{Bot, Control, Engine, FullWidth, Report, SearchLimits};
///
/// // Without quiescence, a search of one half-move takes the pawn and does not see that the queen is lost.
/// let game = Game::from_position("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1".parse::<Position>()?);
/// let mut minimax = Engine::new(MaterialBalance::default()).with_pruning(FullWidth);
/// let result = minimax.search(&game, &SearchLimits::new().with_depth(1), &Control::new(), &mut |_: &Report| {});
/// assert_eq!(result.best.map(|mv| mv.notation()).as_deref(), Some("d1d5"));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FullWidth;

impl Pruning for FullWidth {
    const FULL_WIDTH: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::selective::Selective;
    use crate::search::value::INFINITE;

    #[test]
    fn a_surprise_is_searched_deeper_and_a_small_gain_less_deep() {
        let margin = Parameter::DeeperMargin.standard() + 3 * Parameter::DeeperReductionMargin.standard();
        let depth = |value| Selective.depth_after_reduction(8, 5, value, 20);
        assert_eq!([20, 20 + Parameter::ShallowerMargin.standard()].map(depth), [7, 8]);
        assert_eq!([20 + margin, 21 + margin].map(depth), [8, 9]);
        let nothing_yet = Selective.depth_after_reduction(8, 5, 0, -INFINITE);
        assert_eq!(nothing_yet, 9, "anything is better than nothing");
    }

    #[test]
    fn moves_are_reduced_more_where_all_replies_cut_off() {
        let position = philidor::Position::default();
        let node = Situation::new(&position, 6);
        let mv = position.parse_uci("a2a3").expect("legal");
        let least = Parameter::CutoffCount.standard() as u32;
        let reduction = |cutoffs| Selective.reduction(&node, &Candidate { cutoffs, ..Candidate::new(mv, 5) });
        assert_eq!(reduction(least), reduction(0));
        assert_eq!(reduction(least + 1), reduction(0) + Parameter::CutoffReduction.standard());
        let after_capture = Candidate { hash_move_is_tactical: true, ..Candidate::new(mv, 5) };
        let more = Selective.reduction(&node, &after_capture) - reduction(0);
        assert_eq!(more, Parameter::TacticalHashMoveReduction.standard());
    }

    #[test]
    fn checks_recaptures_and_pawns_on_the_seventh_rank_are_extended() {
        let position = philidor::Position::default();
        let mv = position.parse_uci("a2a3").expect("legal");
        let extension = |node: &Situation<'_>, candidate| Selective.move_extension(node, &candidate);
        let plain = Candidate::new(mv, 1);
        let check = Candidate { gives_check: true, ..plain };
        let first = Parameter::CheckExtensionDepth.standard();
        let deep = Situation::new(&position, first);
        assert_eq!((extension(&deep, plain), extension(&deep, check)), (0, 1));
        assert_eq!(extension(&deep.as_cut_node(), check), 0);
        assert_eq!(extension(&Situation::new(&position, first - 1), check), 0);
        let recapture = Candidate { is_recapture: true, ..plain };
        let window = deep.with_window(-50, 50);
        assert_eq!((extension(&deep, recapture), extension(&window, recapture)), (0, 1));
        let seventh = Candidate { is_safe_on_seventh: true, ..plain };
        let first = Parameter::SeventhRankExtensionDepth.standard();
        let at = |depth| extension(&Situation::new(&position, depth), seventh);
        assert_eq!((at(first - 1), at(first)), (0, 1));
    }

    #[test]
    fn logarithms_are_those_of_floating_point() {
        for number in 1..256_u32 {
            let exact = f64::from(number).ln() * 1024.0;
            assert!((f64::from(logarithm(number)) - exact).abs() < 4.0, "{number}: {exact}");
        }
        assert_eq!(logarithm(10_000), logarithm(255));
    }
}
