//! Solves every position of three pieces, or of as many as are named, or of a material and all that it leads to, and
//! writes the Syzygy files into a folder:
//!
//! ```text
//! cargo run --release -p philidor-workbench --bin write_tables -- FOLDER [PIECES|MATERIAL]
//! ```

use std::error::Error;
use std::path::PathBuf;

use philidor_tables::Material;
use philidor_tables::solve::{self, SolvedTables, Solver};
use philidor_tables::syzygy::{Metric, write};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("a folder is missing")?);
    let asked = arguments.next().unwrap_or_else(|| "3".to_owned());
    let mut solved = SolvedTables::new();
    let materials = match asked.parse() {
        Ok(most) => (3..=most).flat_map(Material::all).collect(),
        Err(_) => solved.missing(asked.parse()?, solve::Measure::Zeroing),
    };
    for material in materials {
        Solver::new().solve(&mut solved, material)?;
        for metric in Metric::ALL {
            let bytes = write(&solved, material, metric)?;
            let name = format!("{material}.{}", metric.extension());
            println!("{name}: {} bytes", bytes.len());
            std::fs::write(folder.join(name), bytes)?;
        }
    }
    Ok(())
}
