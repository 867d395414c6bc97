//! Indexes against games that are counted one by one, in whatever pieces they are built.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use philidor::{MoveDigest, Position};
use philidor_explorer::bucket::{Bucket, Month, Speed};
use philidor_explorer::row::{Entries, RECENT, TOP, Tally, Winner};
use philidor_explorer::{Build, Index, Manifest};
use tempfile::TempDir;

use crate::games::{Game, games, import};

const MAX_PLY: usize = 30;

/// A move, a bucket and a month.
type Place = (u16, Bucket, Month);

/// What an entry is: its counts, and the numbers and ratings of all games.
type Counted = (Tally, Vec<(u64, u16)>);

/// All games counted one by one.
pub(crate) fn plain(games: &[Game], max_ply: usize) -> HashMap<u64, BTreeMap<Place, Counted>> {
    let mut all: HashMap<u64, BTreeMap<Place, Counted>> = HashMap::new();
    for (number, game) in (1..).zip(games) {
        let winner = match game.result {
            "1-0" => Winner::White,
            "0-1" => Winner::Black,
            "1/2-1/2" => Winner::Draw,
            _ => continue,
        };
        if game.start.is_some() {
            continue;
        }
        let rating_sum = rating_sum(game);
        let place = (
            Bucket::new(rating_sum / 2, game.time_control.map_or(Speed::Unknown, Speed::of_time_control)),
            month(game),
        );
        let mut position: Position = game.start.map_or_else(Position::default, |fen| fen.parse().unwrap());
        let mut seen = HashSet::new();
        for &digest in game.digests.iter().take(max_ply) {
            if seen.insert(position.key()) {
                let entries = all.entry(position.key()).or_default();
                let (tally, mentions) = entries.entry((digest, place.0, place.1)).or_default();
                tally.add(&Tally::of(winner, rating_sum));
                mentions.push((number, rating_sum));
            }
            let mv = position.decode(MoveDigest(digest)).unwrap();
            position.play_unchecked(mv);
        }
    }
    all
}

/// The sum of both ratings, 0 if a player has none.
pub(crate) fn rating_sum(game: &Game) -> u16 {
    match game.ratings {
        [Some(white), Some(black)] => (white + black) as u16,
        _ => 0,
    }
}

/// The month of a game, from its day by counting days one by one.
pub(crate) fn month(game: &Game) -> Month {
    let Some(day) = game.day else {
        return match game.date.as_deref() {
            Some("2023.??.??") => Month::new(2023, 0),
            Some("1999.12.31") => Month::new(1999, 12),
            _ => Month::UNKNOWN,
        };
    };
    let (mut year, mut month, mut left) = (1970, 1, day);
    loop {
        let leap = year % 4 == 0;
        let days = match month {
            2 => 28 + i32::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        if left < days {
            return Month::new(year, month);
        }
        left -= days;
        (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    }
}

/// Whether an index says what games do that are counted one by one.
pub(crate) fn check(index: &Index, games: &[Game], min_games: u64) {
    let (mut positions, mut entries_all, mut plies) = (0, 0, 0);
    for (key, known) in plain(games, MAX_PLY) {
        let total: u64 = known.values().map(|(tally, _)| tally.games()).sum();
        plies += total;
        let row = index.position(key).unwrap();
        if total < min_games {
            assert!(row.is_none());
            continue;
        }
        let entries: Vec<_> = Entries::new(&row.unwrap()).collect();
        positions += 1;
        entries_all += entries.len() as u64;
        assert_eq!(
            entries.iter().map(|entry| entry.place()).collect::<Vec<_>>(),
            known.keys().copied().collect::<Vec<_>>()
        );
        for (entry, (tally, mentions)) in entries.iter().zip(known.values()) {
            assert_eq!(entry.tally, *tally);
            let mut mentions = mentions.clone();
            let mut first: Vec<_> = mentions.iter().rev().take(RECENT).copied().collect();
            mentions.sort_by_key(|&(number, rating)| (rating, number));
            first.extend(mentions.iter().rev().take(TOP));
            first.sort_unstable();
            first.dedup();
            let said =
                entry.mentions.as_slice().iter().rev().map(|mention| (mention.number.0, mention.rating_sum));
            assert_eq!(said.collect::<Vec<_>>(), first);
        }
    }
    let manifest = index.manifest();
    assert_eq!((manifest.positions, manifest.entries, manifest.plies), (positions, entries_all, plies));
    assert_eq!(manifest.games, games.len() as u64);
    assert_eq!(index.position(0x1234_5678).unwrap(), None);
}

pub(crate) fn build(inputs: &[PathBuf], output: &Path) -> Build {
    let mut build = Build::new(inputs.to_vec(), output.to_owned());
    build.max_ply = Some(MAX_PLY as u16);
    build
}

/// The files of a folder with their contents, but for the folder of positions, whose name has the generation.
pub(crate) fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let name = if name.starts_with("positions-") { "positions" } else { &name };
            all.extend(contents(&path).into_iter().map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            all.insert(name, fs::read(&path).unwrap());
        }
    }
    all
}

/// The same without the manifest, which says how often games were added.
pub(crate) fn stores(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = contents(folder);
    assert!(all.remove("explorer.json").is_some());
    assert!(
        all.keys().all(|name| name.starts_with("positions/") || name.starts_with("games/")),
        "{:?}",
        all.keys()
    );
    all
}

#[test]
fn an_index_says_what_its_games_do_in_whatever_pieces_it_is_built() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let games = games(1, 300);
    import(&at("import"), &games, 125, 35);
    let first = build(&[at("import")], &at("0")).run().unwrap();
    assert!(first.positions > 1500 && first.entries > first.positions);
    check(&Index::open(&at("0")).unwrap(), &games, 1);
    let known = contents(&at("0"));
    assert_eq!(known.len(), 1 + 2 + 2 * 3);
    for (number, (memory, threads, fan_in)) in
        [(1, 1, 2), (10_000, 1, 256), (10_000, 3, 3), (100_000, 2, 2), (1 << 30, 5, 256)]
            .into_iter()
            .enumerate()
    {
        let output = at(&(number + 1).to_string());
        let mut build = build(&[at("import")], &output);
        (build.memory, build.threads, build.fan_in) = (memory, NonZero::new(threads).unwrap(), fan_in);
        build.run().unwrap();
        assert!(contents(&output) == known, "{memory} {threads} {fan_in}");
    }
    // What is built is not built again, and other games do not go into it.
    assert_eq!(build(&[at("import")], &at("0")).run().unwrap(), first);
    import(&at("more"), &games[..10], 250, 70);
    let error = build(&[at("more")], &at("0")).run().unwrap_err().to_string();
    assert!(error.contains("--add"), "{error}");
    for (max_ply, min_games) in [(7, 1), (MAX_PLY as u16, 2)] {
        let mut other = build(&[at("import")], &at("0"));
        (other.max_ply, other.min_games) = (Some(max_ply), min_games);
        assert!(other.run().is_err(), "it is counted otherwise");
    }
    assert!(contents(&at("0")) == known);
}

#[test]
fn games_that_are_added_make_the_index_that_all_of_them_make() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let months = [games(1, 300), games(2, 100), games(3, 200)];
    let all = months.concat();
    let folders = ["a", "b", "c"].map(at);
    for (folder, month) in folders.iter().zip(&months) {
        import(folder, month, 90, 1000);
    }
    build(&folders, &at("whole")).run().unwrap();
    check(&Index::open(&at("whole")).unwrap(), &all, 1);
    for (number, folder) in folders.iter().enumerate() {
        let mut build = build(std::slice::from_ref(folder), &at("grown"));
        (build.adds, build.memory) = (number > 0, 20_000);
        let manifest = build.run().unwrap();
        assert_eq!(manifest.generation, number as u32 + 1);
        // Once more adds nothing.
        assert_eq!(build.run().unwrap(), manifest);
    }
    assert!(stores(&at("grown")) == stores(&at("whole")));
    let mut other = build(&folders[..1], &at("grown"));
    (other.adds, other.max_ply) = (true, Some(7));
    assert!(other.run().is_err());
}

#[test]
fn rare_positions_can_be_left_out() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let games = games(4, 400);
    import(&at("import"), &games, 1000, 1000);
    let mut cut = build(&[at("import")], &at("index"));
    (cut.min_games, cut.memory) = (3, 10_000);
    cut.run().unwrap();
    check(&Index::open(&at("index")).unwrap(), &games, 3);
    import(&at("more"), &games[..10], 250, 70);
    let mut more = build(&[at("more")], &at("index"));
    more.adds = true;
    let error = more.run().unwrap_err().to_string();
    assert!(error.contains("cannot grow"), "{error}");
}

/// Adds an import to an index.
fn add(folders: &[PathBuf], output: &Path) -> anyhow::Result<Manifest> {
    let mut build = build(folders, output);
    build.adds = true;
    build.run()
}

#[test]
fn no_game_is_added_twice() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let all = games(6, 250);
    import(&at("a"), &all[..100], 50, 1000);
    import(&at("b"), &all[100..150], 50, 1000);
    build(&[at("a")], &at("grown")).run().unwrap();
    let both = add(&[at("b")], &at("grown")).unwrap();
    assert_eq!(add(&[at("a")], &at("grown")).unwrap(), both, "it is there, and not the last");
    assert_eq!(add(&[at("b"), at("a")], &at("grown")).unwrap(), both);
    // The same games in another folder, or twice in one build.
    import(&at("copy"), &all[100..150], 50, 1000);
    for (folders, output) in [(vec![at("copy")], "grown"), (vec![at("a"), at("a")], "new")] {
        let mut build = build(&folders, &at(output));
        build.adds = output == "grown";
        let error = build.run().unwrap_err().to_string();
        assert!(error.contains("has the games of") || error.contains("is named twice"), "{error}");
    }
    // A folder that has grown gives its new part alone.
    import(&at("more"), &all[150..], 1000, 1000);
    fs::copy(at("more/games/part-00000.parquet"), at("a/games/part-00002.parquet")).unwrap();
    assert_eq!(add(&[at("a")], &at("grown")).unwrap().games, 250);
    check(&Index::open(&at("grown")).unwrap(), &all, 1);
    fs::copy(at("more/games/part-00000.parquet"), at("b/games/part-00000.parquet")).unwrap();
    let error = add(&[at("b")], &at("grown")).unwrap_err().to_string();
    assert!(error.contains("has changed"), "{error}");
    let error = build(&[at("a")], &at("a")).run().unwrap_err().to_string();
    assert!(error.contains("is an import") && !at("a/build.jsonl").exists(), "{error}");
}

#[test]
fn an_index_grows_after_a_kill_that_came_when_it_was_whole() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let months = [games(1, 60), games(2, 60), games(3, 60)];
    let folders = ["a", "b", "c"].map(at);
    for (folder, month) in folders.iter().zip(&months) {
        import(folder, month, 90, 1000);
    }
    let mut plan = String::new();
    for (number, folder) in folders.iter().enumerate() {
        let mut build = build(std::slice::from_ref(folder), &at("index"));
        build.adds = number > 0;
        // An obstacle stops the build after its plan is written.
        let obstacle = at(&format!("index/games/{number:05}.parquet/x"));
        fs::create_dir_all(&obstacle).unwrap();
        assert!(build.run().is_err());
        fs::remove_dir_all(obstacle.parent().unwrap()).unwrap();
        plan = fs::read_to_string(at("index/build.jsonl")).unwrap();
        let manifest = build.run().unwrap();
        assert_eq!(manifest.generation, number as u32 + 1);
        // What a kill before the last steps leaves.
        fs::write(at("index/build.jsonl"), &plan).unwrap();
        fs::create_dir_all(at("index/runs")).unwrap();
        fs::create_dir_all(at(&format!("index/positions-{number}"))).unwrap();
        if number == 0 {
            assert_eq!(build.run().unwrap(), manifest, "it is whole");
            assert!(!at("index/build.jsonl").exists() && !at("index/runs").exists());
            fs::write(at("index/build.jsonl"), &plan).unwrap();
        }
    }
    add(&folders[..1], &at("index")).unwrap();
    check(&Index::open(&at("index")).unwrap(), &months.concat(), 1);
    assert!(!at("index/build.jsonl").exists() && !at("index/positions-2").exists());
    assert!(!plan.is_empty());
}

/// Files without games leave the fingerprint of an index as it was.
#[test]
fn an_index_grows_after_a_kill_that_came_when_no_games_had_been_added() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let months = [games(1, 60), games(3, 60)];
    import(&at("a"), &months[0], 90, 1000);
    import(&at("none"), &months[0][..0], 90, 1000);
    import(&at("b"), &months[1], 90, 1000);
    build(&[at("a")], &at("index")).run().unwrap();
    // An obstacle stops the build after its plan is written.
    fs::create_dir_all(at("index/games/00001.parquet/x")).unwrap();
    assert!(add(&[at("none")], &at("index")).is_err());
    fs::remove_dir_all(at("index/games/00001.parquet")).unwrap();
    let plan = fs::read(at("index/build.jsonl")).unwrap();
    add(&[at("none")], &at("index")).unwrap();
    // What a kill before the last steps leaves.
    fs::write(at("index/build.jsonl"), plan).unwrap();
    fs::create_dir_all(at("index/runs")).unwrap();
    fs::create_dir_all(at("index/positions-1")).unwrap();
    add(&[at("b")], &at("index")).unwrap();
    check(&Index::open(&at("index")).unwrap(), &months.concat(), 1);
    assert!(!at("index/build.jsonl").exists() && !at("index/positions-1").exists());
}

#[test]
fn a_manifest_with_impossible_numbers_is_refused() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    import(&at("import"), &games(1, 20), 1000, 1000);
    build(&[at("import")], &at("index")).run().unwrap();
    let whole = fs::read_to_string(at("index/explorer.json")).unwrap();
    for (field, number) in
        [("generation", "0"), ("generation", "4294967295"), ("games", "18446744073709551615")]
    {
        let before = whole.lines().find(|line| line.contains(&format!("\"{field}\": "))).unwrap();
        let damaged = whole.replacen(before, &format!("  \"{field}\": {number},"), 1);
        fs::write(at("index/explorer.json"), damaged).unwrap();
        let error = add(&[at("import")], &at("index")).unwrap_err().to_string();
        assert!(error.contains(field) && error.contains(number), "{error}");
    }
}

#[test]
fn an_add_that_was_given_up_leaves_an_index_that_can_grow() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let months = [games(1, 60), games(3, 60)];
    import(&at("a"), &months[0], 90, 1000);
    import(&at("b"), &games(2, 60), 90, 1000);
    import(&at("c"), &months[1], 90, 1000);
    let known = build(&[at("a")], &at("index")).run().unwrap();
    fs::create_dir_all(at("index/positions-2/0000.parquet/x")).unwrap();
    assert!(add(&[at("b")], &at("index")).is_err());
    fs::remove_dir_all(at("index/positions-2/0000.parquet")).unwrap();
    let error = add(&[at("c")], &at("index")).unwrap_err().to_string();
    assert!(error.contains("build.jsonl and runs/") && !error.contains("remove the folder"), "{error}");
    assert_eq!(*Index::open(&at("index")).unwrap().manifest(), known, "it is as it was");
    fs::remove_file(at("index/build.jsonl")).unwrap();
    fs::remove_dir_all(at("index/runs")).unwrap();
    add(&[at("c")], &at("index")).unwrap();
    check(&Index::open(&at("index")).unwrap(), &months.concat(), 1);
}

#[test]
fn an_import_without_games_makes_an_index_that_opens() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    import(&at("none"), &games(1, 1)[..0], 90, 1000);
    let some = games(1, 60);
    import(&at("some"), &some, 90, 1000);
    for (number, folders) in [vec!["none"], vec!["none", "some"], vec!["some", "none"]].iter().enumerate() {
        let folders: Vec<PathBuf> = folders.iter().map(|name| at(name)).collect();
        let output = at(&number.to_string());
        build(&folders, &output).run().unwrap();
        check(&Index::open(&output).unwrap(), if number == 0 { &[] } else { &some }, 1);
    }
}

/// An index of nothing is likely to be one of other folders than those that were meant.
#[test]
fn a_build_that_counts_nothing_warns() {
    static REMARKS: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let unfinished: Vec<Game> = games(1, 3).into_iter().map(|game| Game { result: "*", ..game }).collect();
    for (name, games, remark) in [
        ("none", &[][..], "warning: there are no games in "),
        ("unfinished", &unfinished, "warning: of 3 games none counts: "),
    ] {
        import(&at(name), games, 10, 10);
        let mut build = build(&[at(name)], &at("index").join(name));
        build.remark = |text| REMARKS.lock().unwrap().push(text.to_owned());
        // What has been built says so again.
        for _ in 0..2 {
            build.run().unwrap();
            let remarks = std::mem::take(&mut *REMARKS.lock().unwrap());
            assert!(remarks.len() == 1 && remarks[0].starts_with(remark), "{remarks:?}");
        }
    }
}

#[test]
fn a_damaged_sparse_index_is_refused() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    import(&at("import"), &games(1, 300), 1000, 1000);
    build(&[at("import")], &at("index")).run().unwrap();
    for name in ["index/positions-1/0000.pages", "index/games/00000.pages"] {
        let whole = fs::read(at(name)).unwrap();
        // Whole records are cut off, or a key is another one.
        let mut other = whole.clone();
        other[0] ^= 1;
        for damaged in [&whole[..whole.len() - 32], &[], &other] {
            fs::write(at(name), damaged).unwrap();
            let error = Index::open(&at("index")).unwrap_err().to_string();
            assert!(error.contains("sparse index"), "{error}");
        }
        fs::write(at(name), whole).unwrap();
    }
    Index::open(&at("index")).unwrap();
}

#[test]
fn a_column_of_another_type_is_no_missing_one() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    import(&at("import"), &games(1, 20), 1000, 1000);
    let path = at("import/games/part-00000.parquet");
    let rows = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(&path).unwrap()).unwrap();
    let rows = rows.build().unwrap().next().unwrap().unwrap();
    let schema = rows.schema();
    let columns = schema.fields().iter().zip(rows.columns()).map(|(field, column)| {
        let numbers = || -> ArrayRef { Arc::new(Int64Array::from(vec![1500; rows.num_rows()])) };
        (field.name().clone(), if field.name() == "WhiteElo" { numbers() } else { Arc::clone(column) })
    });
    let other = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer = ArrowWriter::try_new(fs::File::create(&path).unwrap(), other.schema(), None).unwrap();
    writer.write(&other).unwrap();
    writer.close().unwrap();
    let error = format!("{:#}", build(&[at("import")], &at("index")).run().unwrap_err());
    assert!(error.contains("column WhiteElo is of type Int64"), "{error}");
}

/// Something in the way of the games, the runs, the merged runs and the positions stops builds there.
#[test]
fn a_build_that_was_killed_resumes_and_makes_the_same_files() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let games = games(5, 300);
    import(&at("import"), &games, 120, 50);
    build(&[at("import")], &at("known")).run().unwrap();
    let known = contents(&at("known"));
    for (number, obstacle) in
        ["games/00001.parquet", "runs/2", "runs/8", "positions-1/0000.pages", "positions-1/0000.parquet"]
            .iter()
            .enumerate()
    {
        let output = at(&format!("killed-{number}"));
        let mut build = build(&[at("import")], &output);
        (build.memory, build.threads, build.fan_in) = (12_000, NonZero::new(1 + number % 2).unwrap(), 4);
        fs::create_dir_all(output.join(obstacle).join("in the way")).unwrap();
        assert!(build.run().is_err(), "{obstacle}");
        fs::remove_dir_all(output.join(obstacle)).unwrap();
        // A kill tears the line that is being written, and leaves a file that was not finished.
        let ledger = fs::read_to_string(output.join("build.jsonl")).unwrap();
        let runs = ledger.matches("\"numbers\"").count();
        assert!(*obstacle != "runs/8" || runs <= 8, "run 8 is not merged of others");
        fs::write(output.join("build.jsonl"), ledger + "{\"numbers\":[[1,7").unwrap();
        fs::create_dir_all(output.join("runs")).unwrap();
        fs::write(output.join("runs/77"), "half").unwrap();
        (build.memory, build.threads) = (35_000, NonZero::new(2).unwrap());
        build.run().unwrap();
        assert!(contents(&output) == known, "{obstacle}");
    }
}
