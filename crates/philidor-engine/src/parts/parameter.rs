//! The numbers of the engine's pruning, each with its name, its bounds and the step of a tuner.
//!
//! [`Pruning`](crate::Pruning) asks for each of them by [`Pruning::parameter`](crate::Pruning::parameter). By default
//! the answer is a constant, which the compiler puts into the code; [`Tunable`](crate::Tunable) answers from a table
//! that can be set.

use core::ops::RangeInclusive;

/// Declares the parameters: name, standard value, bounds and step, in one place.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident = $standard:literal in $min:literal ..= $max:literal by $step:literal;)+) => {
        /// A number of the engine's pruning. Depths are in half-moves, margins in centipawns, reductions in 1024ths of
        /// a half-move. See [`Pruning::parameter`](crate::Pruning::parameter).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Parameter {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Parameter {
            /// All of them.
            pub const ALL: &'static [Parameter] = &[$(Parameter::$name,)+];

            /// Its name, which is also that of its UCI option.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Parameter::$name => stringify!($name),)+ }
            }

            /// The value that philidor plays with.
            #[must_use]
            #[inline(always)]
            pub const fn standard(self) -> i32 {
                match self { $(Parameter::$name => $standard,)+ }
            }

            /// The values that it can be set to.
            #[must_use]
            pub const fn range(self) -> RangeInclusive<i32> {
                match self { $(Parameter::$name => $min..=$max,)+ }
            }

            /// By how much a tuner should change it, so that a match can see the difference.
            #[must_use]
            pub const fn step(self) -> i32 {
                match self { $(Parameter::$name => $step,)+ }
            }
        }
    };
}

parameters! {
    /// Reverse futility pruning: the last depth.
    ReverseFutilityDepth = 8 in 0..=16 by 1;
    /// Reverse futility pruning: the margin for each half-move.
    ReverseFutilityMargin = 78 in 10..=300 by 20;
    /// Reverse futility pruning: less margin where the evaluation improves.
    ReverseFutilityImproving = 64 in 0..=300 by 20;
    /// Razoring: the last depth.
    RazoringDepth = 3 in 0..=8 by 1;
    /// Razoring: the margin at depth 0.
    RazoringBase = 500 in 0..=1000 by 75;
    /// Razoring: what each half-move adds to the margin.
    RazoringMargin = 180 in 0..=800 by 60;
    /// Null move pruning: the first depth.
    NullMoveDepth = 3 in 1..=10 by 1;
    /// Null move pruning: the reduction at depth 0, in half-moves.
    NullMoveBase = 4 in 1..=8 by 1;
    /// Null move pruning: this many half-moves reduce by one more.
    NullMoveDepthDivisor = 3 in 1..=10 by 1;
    /// Null move pruning: this many centipawns above beta reduce by one half-move more.
    NullMoveSurplusDivisor = 200 in 25..=800 by 50;
    /// Null move pruning: the most half-moves that the surplus above beta adds.
    NullMoveMaxSurplus = 3 in 0..=8 by 1;
    /// Null move pruning: the depth from which on it is verified (a *verification search*).
    VerificationDepth = 10 in 1..=30 by 1;
    /// ProbCut: the first depth.
    ProbCutDepth = 5 in 3..=16 by 1;
    /// ProbCut: how far above beta a capture has to be in a reduced search.
    ProbCutMargin = 117 in 20..=600 by 50;
    /// ProbCut: less of that where the evaluation improves.
    ProbCutImproving = 40 in 0..=200 by 25;
    /// ProbCut: by how many half-moves that search is reduced.
    ProbCutReduction = 4 in 1..=8 by 1;
    /// Internal iterative reduction: the first depth.
    InternalIterativeReductionDepth = 4 in 1..=16 by 1;
    /// Late move pruning: the moves at depth 0.
    LateMoveBase = 3 in 0..=20 by 1;
    /// Late move pruning: hundredths of the square of the depth that are added.
    LateMoveSquare = 209 in 10..=400 by 30;
    /// Late move pruning: percent of these moves where the evaluation does not improve.
    LateMoveNotImproving = 59 in 10..=100 by 8;
    /// Futility pruning: the last reduced depth.
    FutilityDepth = 7 in 0..=16 by 1;
    /// Futility pruning: the margin at depth 0.
    FutilityBase = 88 in 0..=500 by 40;
    /// Futility pruning: what each half-move adds to the margin.
    FutilityMargin = 92 in 0..=400 by 30;
    /// Futility pruning: this much of a move's score adds a centipawn.
    FutilityHistoryDivisor = 128 in 16..=1024 by 32;
    /// SEE pruning of quiet moves: the last reduced depth.
    QuietSeeDepth = 8 in 0..=16 by 1;
    /// SEE pruning of quiet moves: what a move may lose, for the square of the depth.
    QuietSeeMargin = 25 in 0..=150 by 8;
    /// SEE pruning of captures: the last depth.
    TacticalSeeDepth = 6 in 0..=16 by 1;
    /// SEE pruning of captures: what a move may lose, for each half-move.
    TacticalSeeMargin = 97 in 0..=400 by 30;
    /// History pruning: the last depth.
    HistoryPruningDepth = 4 in 0..=16 by 1;
    /// History pruning: how low a score may be, for each half-move.
    HistoryPruningMargin = 3500 in 0..=16_000 by 800;
    /// Late move reductions: what every quiet move is reduced by.
    QuietReductionBase = 1300 in -1024..=3072 by 256;
    /// Late move reductions of quiet moves: the product of the logarithms is divided by hundredths of this.
    QuietReductionDivisor = 203 in 100..=600 by 25;
    /// Late move reductions: what every capture is reduced by.
    TacticalReductionBase = 142 in -1024..=3072 by 256;
    /// Late move reductions of captures: the product of the logarithms is divided by hundredths of this.
    TacticalReductionDivisor = 314 in 100..=900 by 40;
    /// Late move reductions: the first depth.
    LateMoveReductionDepth = 2 in 1..=8 by 1;
    /// Late move reductions: less in PV nodes.
    PvReduction = 1010 in 0..=3072 by 256;
    /// Late move reductions: more in cut nodes.
    CutNodeReduction = 1450 in 0..=3072 by 320;
    /// Late move reductions: more where the evaluation does not improve.
    NotImprovingReduction = 1279 in 0..=2048 by 256;
    /// Late move reductions: less for moves that give check.
    CheckReduction = 750 in 0..=2048 by 256;
    /// Late move reductions: less for the hash move and killers.
    KillerReduction = 828 in 0..=2048 by 256;
    /// Late move reductions: less where the table remembers a PV node.
    TtPvReduction = 708 in 0..=2048 by 256;
    /// Late move reductions: more for a quiet move where the hash move is a capture or promotion.
    TacticalHashMoveReduction = 878 in 0..=2048 by 256;
    /// Late move reductions: this many cutoffs at the next ply change nothing yet.
    CutoffCount = 3 in 0..=16 by 1;
    /// Late move reductions: more once there were more cutoffs than that.
    CutoffReduction = 1160 in 0..=2048 by 256;
    /// Histories: percent of the usual bonus or malus of a move after its reduced search was repeated (*re-search*).
    ResearchHistoryGain = 100 in 0..=200 by 20;
    /// After a reduced search: a value this far above the best is searched a half-move deeper than planned.
    DeeperMargin = 60 in 0..=400 by 20;
    /// After a reduced search: what each half-move of the reduction adds to the margin.
    DeeperReductionMargin = 10 in 0..=60 by 5;
    /// After a reduced search: a value less far above the best is searched a half-move less deep.
    ShallowerMargin = 8 in 0..=100 by 4;
    /// Late move reductions: this much of a move's score reduces by a 1024th less.
    ReductionHistoryDivisor = 8 in 1..=64 by 2;
    /// Late move reductions at the root: the first depth.
    RootReductionDepth = 3 in 1..=8 by 1;
    /// Late move reductions at the root: how many moves are searched in full first.
    RootReductionCount = 3 in 1..=16 by 1;
    /// Late move reductions at the root: by how much less than elsewhere; more, if negative.
    RootReduction = -123 in -1024..=3072 by 256;
    /// Singular extensions: the first depth.
    SingularDepth = 7 in 3..=16 by 1;
    /// Singular extensions: how much less deep than the node the entry of the hash move may be.
    SingularEntryDepth = 3 in 0..=8 by 1;
    /// Singular extensions: how far below the value of the hash move the others have to be, in tenths of a centipawn
    /// for each half-move.
    SingularMargin = 18 in 0..=160 by 4;
    /// Singular extensions: by how many half-moves a hash move that is not singular is reduced, if its value is above
    /// beta.
    NegativeExtension = 1 in 0..=4 by 1;
    /// Singular extensions: the same in a cut node, if its value is not above beta.
    CutNodeNegativeExtension = 0 in 0..=4 by 1;
    /// Double extensions: how much further below the others have to be.
    DoubleExtensionMargin = 20 in 0..=200 by 8;
    /// Double extensions: how many there are in one line.
    MaxDoubleExtensions = 6 in 0..=16 by 1;
    /// Check extensions: the first depth.
    CheckExtensionDepth = 9 in 1..=64 by 2;
    /// Recapture extensions: the first depth.
    RecaptureExtensionDepth = 1 in 1..=64 by 2;
    /// Extensions of pawns on the seventh rank: the first depth.
    SeventhRankExtensionDepth = 4 in 1..=64 by 2;
    /// Delta pruning: how much a capture may gain beyond the captured piece.
    DeltaMargin = 197 in 0..=800 by 50;
    /// Quiescence: how far below alpha the evaluation may be for quiet checks to be tried.
    QuietCheckMargin = 236 in 0..=800 by 60;
    /// Quiescence: how many evasions are tried before quiet ones are left out.
    Evasions = 3 in 1..=32 by 1;
    /// Aspiration windows: the first depth.
    AspirationDepth = 5 in 2..=16 by 1;
    /// Aspiration windows: the half-width of the first.
    AspirationWidth = 19 in 2..=200 by 4;
    /// Aspiration windows: what is added to the width each time, in percent.
    AspirationGrowth = 50 in 10..=400 by 20;
    /// Aspiration windows: one that would be wider has no bounds.
    MaxAspirationWidth = 700 in 100..=4000 by 100;
    /// Aspiration windows: the most half-moves taken off the depth because the value was above.
    MaxFailHighReduction = 3 in 0..=8 by 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_values_are_in_range_and_names_differ() {
        for (index, &parameter) in Parameter::ALL.iter().enumerate() {
            assert_eq!(parameter as usize, index);
            assert!(parameter.range().contains(&parameter.standard()), "{parameter:?}");
            assert!(parameter.step() > 0, "{parameter:?}");
            let later = &Parameter::ALL[index + 1..];
            assert!(later.iter().all(|other| !other.name().eq_ignore_ascii_case(parameter.name())));
        }
    }
}
