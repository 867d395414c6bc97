//! Reads whole Syzygy files and compares their checksums.
//!
//! ```text
//! check_tables DIR...
//! ```

use philidor_tables::syzygy::Tables;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut tables = Tables::new();
    for folder in std::env::args_os().skip(1) {
        tables.add_folder(std::path::PathBuf::from(folder))?;
    }
    let mut faults = 0;
    for (material, metric) in tables.iter() {
        if let Err(error) = tables.verify(&material, metric) {
            faults += 1;
            println!("{error}");
        }
    }
    println!("{} files, {faults} faults", tables.len());
    if faults == 0 { Ok(()) } else { Err("damaged files".into()) }
}
