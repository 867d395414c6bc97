//! What watches a solver, or a writer.

use super::distance::Measure;
use crate::material::Material;
use crate::metric::Metric;

/// Called with the progress of a [`Solver`](super::Solver) or a [`Writer`](crate::syzygy::Writer), on any of its
/// threads.
///
/// ```
/// use std::sync::Mutex;
/// use philidor_tables::Material;
/// use philidor_tables::solve::{Measure, Observer, SolvedTables, Solver};
///
/// #[derive(Default)]
/// struct Names(Mutex<Vec<String>>);
///
/// impl Observer for Names {
///     fn start(&self, material: Material, _measure: Measure, _steps: u64) {
///         if let Ok(mut names) = self.0.lock() {
///             names.push(material.to_string());
///         }
///     }
/// }
///
/// let names = Names::default();
/// Solver::new().with_observer(&names).solve(&mut SolvedTables::new(), "KRvK".parse()?)?;
/// assert_eq!(names.0.into_inner()?, ["KRvK"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer: Sync {
    /// A table is about to be solved, by one measure. Progress is counted in steps: one for each position of either
    /// side that is looked at, so four for each placement of the pieces.
    fn start(&self, material: Material, measure: Measure, steps: u64) {
        let _ = (material, measure, steps);
    }

    /// A Syzygy file is about to be written. Progress is counted in steps: one for each position of either side, and as
    /// many again for compressing them.
    fn start_file(&self, material: Material, metric: Metric, steps: u64) {
        let _ = (material, metric, steps);
    }

    /// More steps are done.
    fn advance(&self, steps: u64) {
        let _ = steps;
    }
}

/// Watches nothing.
impl Observer for () {}
