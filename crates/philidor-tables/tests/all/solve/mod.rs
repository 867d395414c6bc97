//! Solved tables against the rules, and against what is known.
//!
//! `minimax.rs` is what one ply by the library's generator says, `forward.rs` compares every position with it, and
//! `facts.rs` has published numbers. Distances fall from ply to ply, so values that agree with one ply are right.
//! `solver.rs` has the order of work and a stop; `bitbase.rs` compares the bits with the values.

mod bitbase;
mod facts;
mod forward;
mod minimax;
mod solver;

use std::sync::LazyLock;

use philidor_proof::some_of;
use philidor_tables::Material;
use philidor_tables::solve::{SolvedTables, Solver};

/// Every material of three pieces, with distances to mate.
static THREE: LazyLock<SolvedTables> = LazyLock::new(|| solved(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]));

/// Of four pieces, with distances to mate: equal pieces, and pieces of both sides, in a quick run one of them.
pub(crate) static FOUR: LazyLock<(&[&str], SolvedTables)> = LazyLock::new(|| {
    let names = some_of(&["KRRvK", "KRvKN"], 68);
    (names, solved(names))
});

/// Some materials, what they lead to, and distances to mate.
fn solved(names: &[&str]) -> SolvedTables {
    let mut solved = SolvedTables::new();
    for name in names {
        Solver::new().with_mate().solve(&mut solved, material(name)).expect(name);
    }
    solved
}

fn material(name: &str) -> Material {
    name.parse().expect(name)
}
