//! The order of work, what is refused before it begins, and what a stop leaves.

use std::sync::atomic::{AtomicBool, Ordering};

use philidor_tables::Material;
use philidor_tables::solve::{Limit, Measure, Observer, SolveError, SolvedTables, Solver};

use super::material;

#[test]
fn tables_do_not_depend_on_the_number_of_threads() {
    let [one, several] = [1, 5].map(|threads| {
        let mut solved = SolvedTables::new();
        Solver::new().with_mate().with_threads(threads).solve(&mut solved, material("KPvK")).expect("small");
        let mut file = Vec::new();
        solved.table(material("KPvK")).expect("solved").write_to(&mut file).expect("memory");
        file
    });
    assert!(one == several);
}

/// Stops when the second table is begun.
struct Second<'a>(&'a AtomicBool);

impl Observer for Second<'_> {
    fn start(&self, material: Material, _measure: Measure, _steps: u64) {
        let is_second = material.to_string() == "KNvK";
        self.0.store(is_second, Ordering::Relaxed);
    }
}

/// Panics if anything is begun.
struct Nothing;

impl Observer for Nothing {
    fn start(&self, material: Material, _measure: Measure, _steps: u64) {
        panic!("{material} is begun");
    }
}

#[test]
fn what_cannot_be_solved_is_refused_before_anything_is_solved() {
    let solver = Solver::new().with_memory(100 << 30).with_observer(&Nothing);
    for (name, expected) in [
        ("KQQQQQvK", Limit::EqualPieces),
        ("KNNNNNvK", Limit::EqualPieces),
        ("KQRBvKQ", Limit::Placements),
        ("KPPPvKPP", Limit::Pawns),
        ("KQRPvKQ", Limit::Placements),
        ("KQRBNvKRB", Limit::Pieces),
    ] {
        let refused = solver.solve(&mut SolvedTables::new(), material(name));
        assert!(matches!(refused, Err(SolveError::TooLarge { limit, .. }) if limit == expected), "{name}");
    }
}

#[test]
fn what_was_finished_before_a_stop_is_kept() {
    let (stop, mut solved) = (AtomicBool::new(false), SolvedTables::new());
    let observer = Second(&stop);
    let solver = Solver::new().with_stop(&stop).with_observer(&observer);
    let material = material("KPvK");
    assert_eq!(solver.solve(&mut solved, material), Err(SolveError::Stopped));
    assert_eq!(solved.tables().map(|table| table.material().to_string()).collect::<Vec<_>>(), ["KBvK"]);
}
