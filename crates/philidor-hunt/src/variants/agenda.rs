//! What a suspect is asked about a variant: the edges of its rules, then positions of random games.

use philidor::Strictness;
use philidor_variants::{AnyPosition, Variant};

use super::random::Games;
use crate::asking::agenda::Agenda;
use crate::suite::SuiteLimits;

/// `variant | FEN | what it tests`.
const EDGES: &str = include_str!("edges.txt");

/// The positions that test one rule each, with their names.
pub(super) fn edges(variant: Variant) -> Vec<(String, AnyPosition)> {
    let fields = |line: &'static str| -> Option<[&str; 3]> {
        line.split('|').map(str::trim).collect::<Vec<_>>().try_into().ok()
    };
    let own = EDGES.lines().filter_map(fields).filter(|[name, ..]| *name == variant.uci_name());
    let read = |[_, fen, name]: [&str; 3]| {
        let position = AnyPosition::from_fen_with(variant, fen, Strictness::WellDefined).ok()?;
        Some((name.to_owned(), position))
    };
    own.filter_map(read).collect()
}

impl Agenda<AnyPosition> {
    /// The edges of a variant's rules, then this many positions of random games from a seed: each alone, and as deep as
    /// the limits allow, four half-moves at most if they name no depth. Needs the feature `variants`.
    ///
    /// ```
    /// use philidor_hunt::suite::SuiteLimits;
    /// use philidor_hunt::{Agenda, Answer, Class, Generator, Hunt, Question};
    /// use philidor::GamePosition;
    /// use philidor_variants::{AnyPosition, Variant};
    ///
    /// // A generator that forgets that a pawn may become a king.
    /// let mine = Generator::new(|question: &Question<AnyPosition>| {
    ///     let (position, mode) = (question.position(), question.castling_mode());
    ///     let moves = position.legal_moves().into_iter();
    ///     let kept = moves.filter(|mv| mv.promotion() != Some(philidor::PieceType::King));
    ///     Ok(Answer::from_iter(kept.map(|mv| {
    ///         (position.to_uci_in(mv, mode), position.after(mv).perft(question.depth - 1))
    ///     })))
    /// });
    /// let agenda = Agenda::from_variant(Variant::Antichess, 0, 1, SuiteLimits::up_to_leaves(20));
    /// let report = Hunt::new(agenda).run(mine.with_chess960())?;
    /// assert_eq!(report.findings[0].class, Class::PromotionToKing);
    /// # Ok::<(), philidor_hunt::HuntError>(())
    /// ```
    #[must_use]
    pub fn from_variant(
        variant: Variant,
        games: usize,
        seed: u64,
        limits: SuiteLimits,
    ) -> Agenda<AnyPosition> {
        let positions = edges(variant).into_iter().chain(Games::new(variant, seed).take(games));
        Agenda::of_positions(positions, limits, format!(", games from seed {seed}"))
    }

    /// One position alone. Needs the feature `variants`.
    #[must_use]
    pub fn from_variant_position(position: AnyPosition, limits: SuiteLimits) -> Agenda<AnyPosition> {
        let named = ("the position given".to_owned(), position);
        Agenda::of_positions(std::iter::once(named), limits, String::new())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::asking::interview::Interview;
    use crate::suspect::{Answer, Generator, Question};

    #[test]
    fn every_edge_is_read_once_and_every_variant_has_some() {
        let lines = EDGES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut seen = HashSet::new();
        for line in lines.clone() {
            let [variant, fen, name] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
            let known: Variant = variant.parse().expect(line);
            assert_eq!(known.uci_name(), variant, "{line}");
            let read = AnyPosition::from_fen_with(known, fen, Strictness::WellDefined);
            assert!(read.is_ok(), "{line}: {read:?}");
            assert!(seen.insert((variant, name)), "{line}");
        }
        let others = Variant::ALL.into_iter().filter(|&variant| variant != Variant::Chess);
        let counts: Vec<usize> = others.map(|variant| edges(variant).len()).collect();
        assert!(counts.iter().all(|&count| count >= 3), "{counts:?}");
        assert_eq!(counts.iter().sum::<usize>(), lines.count());
    }

    #[test]
    fn questions_stay_within_the_limits() {
        let nobody = Generator::new(|_: &Question<AnyPosition>| Ok(Answer::default()));
        let mut interview = Interview::for_test(nobody);
        let mut depths = |limits| -> Vec<u32> {
            let agenda = Agenda::from_variant_position(AnyPosition::start(Variant::Atomic), limits);
            agenda.items[0].questions(&mut interview).into_iter().map(|question| question.depth).collect()
        };
        assert_eq!(depths(SuiteLimits::up_to_leaves(10_000)), [1, 3]);
        assert_eq!(depths(SuiteLimits::up_to_leaves(10_000).with_depth(2)), [1, 2]);
        assert_eq!(depths(SuiteLimits::up_to_leaves(20)), [1]);
        assert!(depths(SuiteLimits::up_to_leaves(19)).is_empty());
    }
}
