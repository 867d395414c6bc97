//! A table in numbers: how many positions are won, drawn and lost, and which take longest.

use philidor::{Color, Position};

use super::distance::{Distance, Measure};
use super::layout::Place;
use super::table::Table;
use crate::value::Wdl;

/// The numbers of a table. Mirror images are one position, and none has en passant.
///
/// ```
/// use philidor::Color;
/// use philidor_tables::Wdl;
/// use philidor_tables::solve::{Census, SolvedTables, Solver};
///
/// let mut solved = SolvedTables::new();
/// let material = "KRvK".parse()?;
/// Solver::new().with_mate().solve(&mut solved, material)?;
/// let census = Census::new(solved.table(material).expect("solved"));
/// assert_eq!(census.count(Color::Black, Wdl::Draw), 2796);
/// assert_eq!(census.longest_mate.map(|(plies, _)| plies), Some(32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Census {
    /// By side to move, how many positions have each value of [`Wdl::ALL`].
    pub counts: [[u64; 5]; 2],
    /// The position whose next zeroing move is the farthest, and in how many half-moves it is; `None` if all are drawn.
    pub longest_zeroing: Option<(u16, Position)>,
    /// The position whose mate is the farthest, and in how many half-moves it is; `None` also if that was not solved.
    pub longest_mate: Option<(u16, Position)>,
}

impl Census {
    /// Counts a table.
    #[must_use]
    pub fn new(table: &Table) -> Census {
        let mut counts = [[0; 5]; 2];
        let mut longest: [Option<(u16, Place, Color)>; 2] = [None; 2];
        for (place, side) in table.places() {
            for (measure, longest) in [Measure::Zeroing, Measure::Mate].into_iter().zip(&mut longest) {
                let values = table.values(measure);
                let Some(distance) = values.and_then(|values| values.distance(place, side)) else { continue };
                if measure == Measure::Zeroing {
                    counts[side.index()][index(distance.wdl())] += 1;
                }
                if let Distance::Loss(plies) | Distance::Win(plies) = distance
                    && longest.is_none_or(|(most, ..)| plies > most)
                {
                    *longest = Some((plies, place, side));
                }
            }
        }
        let [longest_zeroing, longest_mate] = longest.map(|longest| {
            longest.and_then(|(plies, place, side)| Some((plies, table.position(place, side)?)))
        });
        Census { counts, longest_zeroing, longest_mate }
    }

    /// How many positions have this value for the side to move.
    #[must_use]
    pub fn count(&self, side_to_move: Color, wdl: Wdl) -> u64 {
        self.counts[side_to_move.index()][index(wdl)]
    }
}

/// The place of a value among all.
fn index(wdl: Wdl) -> usize {
    (wdl.number() + 2) as usize
}
