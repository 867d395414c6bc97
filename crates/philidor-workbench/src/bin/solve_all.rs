//! Solves every material with a given number of pieces, and says how long each took. A name instead of a number solves
//! that material alone, and what it leads to; `mate` adds distances to mate.
//!
//! ```text
//! cargo run --release -p philidor-workbench --bin solve_all 4
//! ```

use std::error::Error;
use std::time::Instant;

use philidor_tables::Material;
use philidor_tables::solve::{SolvedTables, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut solver = Solver::new();
    if arguments.last().is_some_and(|last| last == "mate") {
        arguments.pop();
        solver = solver.with_mate();
    }
    let asked = arguments.first().map_or("3", String::as_str);
    let materials = match asked.parse() {
        Ok(pieces) => (3..=pieces).flat_map(Material::all).collect(),
        Err(_) => vec![asked.parse::<Material>()?],
    };

    let (mut solved, start) = (SolvedTables::new(), Instant::now());
    for asked in materials {
        for material in solver.missing(&solved, asked) {
            let start = Instant::now();
            solver.solve(&mut solved, material)?;
            println!("{material:10} {:8.2} s", start.elapsed().as_secs_f64());
        }
    }
    let bytes: u64 = solved.tables().map(|table| table.bytes()).sum();
    println!("{} tables, {bytes} bytes, {:.2} s", solved.tables().count(), start.elapsed().as_secs_f64());
    Ok(())
}
