//! The numbers of each kind of move: a line of a table, which can be added to others.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign};

/// A structure of counts with, in the same order, their names and the array of their numbers.
macro_rules! counts {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$doc:meta])* $field:ident $word:literal,)* }) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl $name {
            /// The names of the counts, in the order of [`to_counts`](Statistics::to_counts).
            pub const NAMES: [&'static str; 13] = [$($word),*];

            /// The counts in the order of the fields, which is that of [`NAMES`](Statistics::NAMES).
            ///
            /// ```
            /// use philidor::perft::Statistics;
            /// let mut statistics = Statistics::default();
            /// statistics.nodes = 20;
            /// let (name, count) = (Statistics::NAMES[0], statistics.to_counts()[0]);
            /// assert_eq!((name, count), ("nodes", 20));
            /// ```
            #[must_use]
            pub const fn to_counts(&self) -> [u64; 13] {
                [$(self.$field),*]
            }

            /// The statistics with these counts, in the order of [`to_counts`](Statistics::to_counts).
            ///
            /// ```
            /// use philidor::{Position, perft::Statistics, perft::statistics};
            /// let statistics = statistics(&Position::default(), 3);
            /// assert_eq!(Statistics::from_counts(statistics.to_counts()), statistics);
            /// ```
            #[must_use]
            pub const fn from_counts(counts: [u64; 13]) -> $name {
                let [$($field),*] = counts;
                $name { $($field),* }
            }
        }
    };
}

counts! {
    /// Counts of the kinds of moves in the last half-move of a tree: a line of the tables of the Grand Chess Tree.
    ///
    /// Statistics can be added: those of the parts of a tree sum to those of the whole. A sum that would not fit is
    /// [`u64::MAX`]; all of them are if the tree has a line longer than [`MAX_LINE`](crate::perft::MAX_LINE).
    ///
    /// ```
    /// use philidor::{Position, perft::statistics};
    /// let kiwipete: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
    /// let statistics = statistics(&kiwipete, 2);
    /// assert_eq!((statistics.nodes, statistics.captures, statistics.en_passant), (2_039, 351, 1));
    /// assert_eq!((statistics.castles, statistics.checks(), statistics.mates()), (91, 3, 0));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub struct Statistics {
        /// All moves: the perft.
        nodes "nodes",
        /// Captures, en passant among them.
        captures "captures",
        /// Captures en passant.
        en_passant "en passant",
        /// Castlings.
        castles "castles",
        /// Promotions, each piece type counted separately, captures included.
        promotions "promotions",
        /// Checks by the piece that moved alone, in castling the rook; here and below without mates.
        direct_checks "direct checks",
        /// Checks by one piece that did not move.
        single_discovered_checks "single discovered checks",
        /// Checks by the piece that moved and another.
        direct_discovered_checks "direct discovered checks",
        /// Checks by two pieces that did not move.
        double_discovered_checks "double discovered checks",
        /// Direct checks that leave no move.
        direct_mates "direct mates",
        /// Checks by one piece that did not move, which leave no move.
        single_discovered_mates "single discovered mates",
        /// Checks by the piece that moved and another, which leave no move.
        direct_discovered_mates "direct discovered mates",
        /// Checks by two pieces that did not move, which leave no move.
        double_discovered_mates "double discovered mates",
    }
}

impl Statistics {
    /// All checks that are not mates. Tables older than those of the Grand Chess Tree count the mates among the checks:
    /// `checks() + mates()`.
    ///
    /// ```
    /// use philidor::{Position, perft::statistics};
    /// let statistics = statistics(&Position::default(), 4);
    /// assert_eq!((statistics.checks(), statistics.mates()), (461, 8)); // 469 in all
    /// ```
    #[must_use]
    pub const fn checks(&self) -> u64 {
        self.direct_checks
            .saturating_add(self.single_discovered_checks)
            .saturating_add(self.direct_discovered_checks)
            .saturating_add(self.double_discovered_checks)
    }

    /// All mates.
    ///
    /// ```
    /// use philidor::{Position, perft::statistics};
    /// assert_eq!(statistics(&Position::default(), 4).mates(), 8); // fool's mates
    /// ```
    #[must_use]
    pub const fn mates(&self) -> u64 {
        self.direct_mates
            .saturating_add(self.single_discovered_mates)
            .saturating_add(self.direct_discovered_mates)
            .saturating_add(self.double_discovered_mates)
    }
}

impl Add for Statistics {
    type Output = Statistics;

    fn add(self, other: Statistics) -> Statistics {
        let (left, right) = (self.to_counts(), other.to_counts());
        Statistics::from_counts(core::array::from_fn(|kind| left[kind].saturating_add(right[kind])))
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        *self = *self + other;
    }
}

impl Sum for Statistics {
    fn sum<I: Iterator<Item = Statistics>>(parts: I) -> Statistics {
        parts.fold(Statistics::default(), Add::add)
    }
}

impl fmt::Display for Statistics {
    /// A line for each count, and for the totals of checks and mates after their kinds; no line feed at the end.
    ///
    /// ```
    /// use philidor::{Position, perft::statistics};
    /// let text = statistics(&Position::default(), 3).to_string();
    /// assert_eq!(text.lines().nth(1), Some("captures                               34"));
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, count)) in Statistics::NAMES.into_iter().zip(self.to_counts()).enumerate() {
            if index == 9 {
                writeln!(f, "{:<24} {:>16}", "checks", self.checks())?;
            }
            writeln!(f, "{name:<24} {count:>16}")?;
        }
        write!(f, "{:<24} {:>16}", "mates", self.mates())
    }
}

/// A part of the tree whose last half-moves have been counted. See
/// [`Perft::statistics_reporting`](crate::perft::Perft::statistics_reporting).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatisticsPart {
    /// Its statistics.
    pub statistics: Statistics,
    /// The total number of parts.
    pub parts: usize,
}
