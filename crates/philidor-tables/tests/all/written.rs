//! Solved, written, read: readers of our files say of every position what was solved.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use philidor::{Color, Position, Square, Strictness};
use philidor_proof::{at_least, drawn, some_of};
use philidor_tables::solve::{Observer, SolveError, SolvedTables, Solver};
use philidor_tables::syzygy::{ClockedWdl, Metric, Tables, Writer, write};
use philidor_tables::{Material, Wdl};

/// Every material of three pieces, solved and written.
pub(crate) static THREE: LazyLock<(SolvedTables, [Tables; 2])> =
    LazyLock::new(|| written(&["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]));

/// These materials and all that they need, solved and written: as tables read block by block, and as tables that unpack
/// whole lists.
fn written(names: &[&str]) -> (SolvedTables, [Tables; 2]) {
    let mut solved = SolvedTables::new();
    for name in names {
        let material: Material = name.parse().expect("a material");
        Solver::new().solve(&mut solved, material).expect("enough memory");
    }
    let mut both = [0, 4_000_000].map(|max_values| Tables::new().unpacking(max_values));
    let materials: Vec<Material> = solved.tables().map(|table| table.material()).collect();
    for material in materials {
        for metric in Metric::ALL {
            let bytes = write(&solved, material, metric).expect("solved");
            for tables in &mut both {
                tables.add(&material, metric, bytes.clone()).expect("a table");
                tables.verify(&material, metric).expect("the checksum is right");
            }
        }
    }
    (solved, both)
}

/// Compares every position of a material, in a quick run one in eight, and returns how many there are.
fn compare(solved: &SolvedTables, tables: &Tables, material: Material) -> usize {
    let table = solved.table(material).expect("solved");
    let check = |position: &Position| {
        let value = solved.probe(position).expect("solved");
        assert_eq!(tables.probe_wdl(position).expect("written"), value.wdl, "{position}");
        let dtz = tables.probe_dtz(position).expect("written");
        let has = i32::from(value.dtz).abs();
        assert!(dtz.plies().contains(&has.unsigned_abs()), "{position}: {dtz} is not {}", value.dtz);
        assert_eq!(dtz.number().signum(), i32::from(value.dtz).signum(), "{position}");
        assert_eq!(dtz.is_exact(), has <= 100, "{position}");
    };
    for (number, position) in drawn(table.positions(), 16).enumerate() {
        check(&position);
        if number % 16 == 0 {
            check(&position.flip_colors());
            if let Some(mirrored) = position.flip_files() {
                check(&mirrored);
            }
        }
    }
    let positions: Vec<Position> = drawn(table.positions(), 17).collect();
    for (position, answer) in positions.iter().zip(tables.probe_wdl_batch(&positions)) {
        assert_eq!(
            answer.expect("written"),
            solved.probe(position).expect("solved").wdl,
            "{position}, in a batch"
        );
    }
    table.positions().count()
}

#[test]
fn readers_find_what_was_solved() {
    let (solved, both) = &*THREE;
    for tables in both {
        let mut counts = Material::all(3).into_iter().map(|material| compare(solved, tables, material));
        assert!(counts.all(|count| count > 30_000));
    }
}

/// Stops when the second half of the work begins, and counts steps.
#[derive(Default)]
struct Half {
    is_stopping: bool,
    stop: AtomicBool,
    steps: AtomicU64,
    done: AtomicU64,
}

impl Observer for Half {
    fn start_file(&self, _material: Material, _metric: Metric, steps: u64) {
        self.steps.store(steps, Relaxed);
    }

    fn advance(&self, steps: u64) {
        let done = self.done.fetch_add(steps, Relaxed) + steps;
        self.stop.store(self.is_stopping && 2 * done > self.steps.load(Relaxed), Relaxed);
    }
}

/// In a quick run, of one metric.
#[test]
fn a_writer_stops_and_its_bytes_do_not_depend_on_threads() {
    let (solved, material) = (&THREE.0, "KPvK".parse().expect("a material"));
    for &metric in some_of(&Metric::ALL, 20) {
        let observer = Half::default();
        let one = Writer::new().with_threads(1).with_observer(&observer).write(solved, material, metric);
        let several = Writer::new().with_threads(3).write(solved, material, metric);
        assert!(one.is_ok() && one == several);
        let (steps, done) = (observer.steps.into_inner(), observer.done.into_inner());
        assert!(done <= steps && done > steps * 9 / 10, "{done} of {steps}");

        let observer = Half { is_stopping: true, ..Half::default() };
        let stopped = Writer::new().with_stop(&observer.stop).with_observer(&observer);
        assert_eq!(stopped.write(solved, material, metric), Err(SolveError::Stopped));
    }
    let material = "KQvKR".parse().expect("a material");
    let missing = Writer::new().write(solved, material, Metric::Wdl);
    assert_eq!(missing, Err(SolveError::Missing { material }));
}

/// Kings on the diagonal are their own mirror image, so a piece has two places for one position, and two bishops have,
/// too. A quick run draws a material.
#[test]
fn both_places_of_a_position_are_written() {
    for name in some_of(&["KQvK", "KRvK", "KBvK", "KNvK", "KBBvK"], 21) {
        let material: Material = name.parse().expect("a material");
        let images = if *name == "KBBvK" {
            let mut solved = SolvedTables::new();
            Solver::new().solve(&mut solved, material).expect("enough memory");
            let mut tables = Tables::new();
            for table in solved.tables() {
                let bytes = write(&solved, table.material(), Metric::Wdl).expect("solved");
                tables.add(&table.material(), Metric::Wdl, bytes).expect("a table");
            }
            compare_images(&solved, &tables, material)
        } else {
            compare_images(&THREE.0, &THREE.1[1], material)
        };
        let least = if *name == "KBBvK" { 30_000 } else { 1_000 };
        assert!(images > at_least(least), "{name}: {images}");
    }
}

/// Compares positions with the kings on the diagonal, in a quick run one in eight, and their mirror images; returns how
/// many.
fn compare_images(solved: &SolvedTables, tables: &Tables, material: Material) -> usize {
    let mut images = 0;
    let is_on_diagonal = |king: Square| king.file().index() == king.rank().index();
    let on_diagonal =
        |position: &Position| Color::ALL.into_iter().all(|color| is_on_diagonal(position.king(color)));
    let positions = solved.table(material).expect("solved").positions();
    for position in drawn(positions.filter(on_diagonal), 18) {
        let mut setup = position.to_setup();
        setup.board = setup.board.flip_diagonal();
        let image = Position::from_setup(setup, Strictness::WellDefined).expect("as well defined");
        let value = solved.probe(&position).expect("solved").wdl;
        assert_eq!(tables.probe_wdl(&position).expect("written"), value, "{position}");
        assert_eq!(tables.probe_wdl(&image).expect("written"), value, "{image}");
        images += 1;
    }
    images
}

/// One bit flipped anywhere is noticed when the file is opened, before any answer.
#[test]
fn each_byte_of_a_pawn_s_files_counts() {
    let (solved, material) = (&THREE.0, "KPvK".parse().expect("a material"));
    for metric in Metric::ALL {
        let file = write(solved, material, metric).expect("solved");
        let is_accepted = |bytes: Vec<u8>| Tables::new().unpacking(0).add(&material, metric, bytes).is_ok();
        assert!(is_accepted(file.clone()));
        for at in drawn((0..400).chain((400..file.len()).step_by(7)), 8) {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(!is_accepted(damaged), "{metric:?}, byte {at}");
        }
    }
}

/// A file may store less than the value, where a capture is better, and has the distances of one side to move.
#[test]
fn what_is_stored_is_not_yet_the_value() {
    let (solved, [tables, _]) = &*THREE;
    let material: Material = "KPvK".parse().expect("a material");
    let (mut lower, mut distances) = (0, [[0; 2]; 2]);
    for position in solved.table(material).expect("solved").positions() {
        let (stored, value) =
            (tables.stored_wdl(&position).expect("is"), tables.probe_wdl(&position).expect("is"));
        assert!(stored <= value, "{position}");
        lower += usize::from(stored < value);
        let distance = tables.stored_dtz(&position, value).expect("written");
        distances[position.side_to_move() as usize][usize::from(distance.is_some())] += 1;
    }
    assert!(lower > 100, "{lower}");
    let [white, black] = distances.map(|[without, with]| (without > 30_000, with > 30_000));
    assert!(white != black && white.0 != white.1 && black.0 != black.1, "{distances:?}");
}

#[test]
fn checkmate_counts_whatever_the_clock_says() {
    let (solved, [tables, _]) = &*THREE;
    let (material, mut without) = ("KRvK".parse().expect("a material"), Tables::new());
    let bytes = write(solved, material, Metric::Wdl).expect("solved");
    without.add(&material, Metric::Wdl, bytes).expect("a table");
    let expected = [
        ("R5k1/8/6K1/8/8/8/8/8 b - - 100 99", ClockedWdl::Loss, ClockedWdl::Loss),
        ("6k1/8/6K1/8/8/8/8/R7 w - - 99 99", ClockedWdl::Win, ClockedWdl::WinOrCursedWin),
        ("6k1/8/6K1/8/8/8/8/R7 w - - 100 99", ClockedWdl::CursedWin, ClockedWdl::CursedWin),
        ("6k1/8/6K1/8/8/8/8/1R6 b - - 100 99", ClockedWdl::BlessedLoss, ClockedWdl::BlessedLoss),
        ("7k/8/7K/8/8/8/8/6R1 b - - 100 99", ClockedWdl::Draw, ClockedWdl::Draw),
    ];
    for (fen, value, without_distance) in expected {
        let position = fen.parse().expect("a position");
        let found = tables.probe(&position).expect("written");
        assert_eq!((found.value, found.is_checkmate), (value, value == ClockedWdl::Loss), "{fen}");
        assert_eq!(tables.probe_clocked_wdl(&position).expect("written"), value, "{fen}");
        let found = without.probe(&position).expect("values are there");
        assert_eq!(found.value, without_distance, "{fen}");
        assert_eq!(found.dtz.is_ok(), without.probe_clocked_wdl(&position).is_ok(), "{fen}");
    }
    let mates = "6k1/8/6K1/8/8/8/8/R7 w - - 99 99".parse().expect("a position");
    assert_eq!(tables.rank_moves(&mates).expect("written")[0].value, ClockedWdl::Win);
}

#[test]
#[ignore = "minutes: every position of four pieces"]
fn readers_find_what_was_solved_of_four_pieces() {
    let names: Vec<String> = Material::all(4).iter().map(Material::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (solved, both) = written(&names);
    for material in Material::all(4) {
        println!("{material}: {:?}", both.each_ref().map(|tables| compare(&solved, tables, material)));
    }
}

/// Rxf8 wins, and needs KRvK alone: the tables of four pieces are missing.
#[test]
fn a_capture_that_wins_needs_no_table_of_the_position() {
    for tables in &THREE.1 {
        let position = |fen: &str| fen.parse::<Position>().expect("a position");
        let wins = position("5n2/8/8/8/8/1k6/8/K4R2 w - - 0 1");
        assert_eq!(tables.probe_wdl(&wins).expect("a value"), Wdl::Win);
        assert_eq!(tables.probe_dtz(&wins).expect("a distance").number(), 1);
        assert_eq!(tables.probe(&wins).expect("an answer").value, ClockedWdl::Win);
        // The king takes it back, Black moves, there are nine pieces: the table of the position is asked for.
        for fen in [
            "5nk1/8/8/8/8/8/8/K4R2 w - - 0 1",
            "5n2/8/8/8/8/1k6/8/K4R2 b - - 0 1",
            "5n2/8/8/7k/8/8/PPPPP3/K4R2 w - - 0 1",
        ] {
            assert!(tables.probe_wdl(&position(fen)).is_err(), "{fen}");
        }
        let answers = tables.probe_wdl_batch(&[wins, position("5nk1/8/8/8/8/8/8/K4R2 w - - 0 1")]);
        assert!(matches!(answers[..], [Ok(Wdl::Win), Err(_)]), "{answers:?}");
    }
}
