//! Solved, written, read: readers of our files say of every position what was solved.

use philidor::Position;
use philidor_tables::Material;
use philidor_tables::solve::{Solved, Solver};
use philidor_tables::syzygy::{Metric, Tables, write};

/// All materials that these need, solved and written.
fn written(names: &[&str]) -> (Solved, Tables) {
    let mut solved = Solved::new();
    for name in names {
        let material: Material = name.parse().expect("a material");
        Solver::new().solve(&mut solved, material).expect("enough memory");
    }
    let mut tables = Tables::new();
    let materials: Vec<Material> = solved.tables().map(|table| table.material()).collect();
    for material in materials {
        for metric in Metric::ALL {
            let bytes = write(&solved, material, metric).expect("solved");
            tables.add(&material, metric, bytes).expect("a table");
            tables.verify(&material, metric).expect("the checksum is right");
        }
    }
    (solved, tables)
}

/// How many positions of a material have been compared.
fn compare(solved: &Solved, tables: &Tables, material: Material) -> usize {
    let table = solved.table(material).expect("solved");
    let check = |position: &Position| {
        let value = solved.probe(position).expect("solved");
        let fen = position.to_string();
        assert_eq!(tables.probe_wdl(position).expect("written"), value.wdl, "{fen}");
        let dtz = tables.probe_dtz(position).expect("written");
        let has = i32::from(value.dtz).abs();
        assert!(dtz.plies().contains(&has.unsigned_abs()), "{fen}: {dtz} is not {}", value.dtz);
        assert_eq!(dtz.number().signum(), i32::from(value.dtz).signum(), "{fen}");
        assert_eq!(dtz.is_exact(), has <= 100, "{fen}");
    };
    let mut count = 0;
    for position in table.positions() {
        check(&position);
        if count % 16 == 0 {
            check(&position.flip_colors());
            if let Some(mirrored) = position.flip_files() {
                check(&mirrored);
            }
        }
        count += 1;
    }
    count
}

#[test]
fn readers_find_what_was_solved() {
    let (solved, tables) = written(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    let counts = Material::all(3).into_iter().map(|material| compare(&solved, &tables, material));
    assert!(counts.into_iter().all(|count| count > 30_000));
}

#[test]
#[ignore = "minutes: every position of four pieces"]
fn readers_find_what_was_solved_of_four_pieces() {
    let names: Vec<String> = Material::all(4).iter().map(Material::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (solved, tables) = written(&names);
    for material in Material::all(4) {
        println!("{material}: {}", compare(&solved, &tables, material));
    }
}
