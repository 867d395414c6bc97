//! Files of games made into tables, and tables into files of games.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use arrow::array::{Array, AsArray, RecordBatch};
use arrow::compute::concat_batches;
use arrow::datatypes::{
    Date32Type, Int16Type, Int32Type, Int64Type, Time32SecondType, UInt8Type, UInt16Type, UInt64Type,
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use philidor::Position;
use philidor::binary::PackedPosition;
use philidor_pgn::{GameTree, Tags, check, games};
use tempfile::TempDir;

use crate::machine::{errors, philidor_sql, value, written};

mod interruption;
mod round_trip;

/// Games with all that games may have.
const GAMES: &[u8] = b"\xef\xbb\xbf{ before all } [Event \"Rated Blitz game\"]
[Site \"https://lichess.org/abcdefgh\"]
[Date \"2025.05.01\"]
[Round \"-\"]
[White \"a \\\"b\\\" \\\\ c\"]
[Black \"Gr\xfcnfeld\"]
[Result \"0-1\"]
[UTCDate \"2025.05.01\"]
[UTCTime \"00:00:06\"]
[WhiteElo \"1028\"]
[BlackElo \"?\"]
[WhiteRatingDiff \"-5\"]
[BlackRatingDiff \"+0\"]
[WhiteTitle \"BOT\"]
[ECO \"C46\"]
[Opening \"Three Knights Opening\"]
[TimeControl \"300+3\"]
[Termination \"Normal\"]

1. f3 { [%clk 0:05:00] } 1... e5?! { [%eval 0.17,22] [%clk 0:04:59.5] } 2. g4 { [%eval #-1] } Qh4# { [%clk 0:04:00] } 0-1

[Event \"first\"]
[WhiteElo \"02000\"]
[Event \"second\"]
[UTCDate \"????.??.??\"]
[Result \"1/2-1/2\"]

1. e4 *

[Event \"annotated\"]
[Result \"1-0\"]

{ a word first } 1. e4 $1 $14 { [%emt 0:00:07] [%clk 1:00:00.125] good } ( 1. d4 d5 ( 1... f5 ) 2. c4 ) 1... e5
( ) ; up to the end } of the line
2. Ke2 $6 ( { why not } 2. Nf3 ) 2... -- 1-0
{ and afterwards }

[Event \"annotated\"]
[Result \"1-0\"]

{ a word first } 1. e4 $1 $14 { [%emt 0:00:07] [%clk 1:00:00.125] good } ( 1. d4 d5 ( 1... f5 ) 2. c4 ) 1... e5
( ) ; up to the end } of the line
2. Ke2 $6 ( { why not } 2. Nf3 ) 1-0
{ and afterwards }

[Event \"nothing in brackets\"]

1. e4 () e5 1-0

[Event \"a start\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 10\"]
[SetUp \"1\"]

10. O-O Kd7 1/2-1/2

[Event \"a start that is written in another way\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]

1. e4 1/2

[Event \"Chess960\"]
[Variant \"Chess960\"]
[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 2 9\"]
[SetUp \"1\"]

9. O-O Kd7 *

[Event \"without moves\"]

*

[Event \"a line in a variation that cannot be\"]

1. e4 e5 ( 1... Ke5 ) { kept } 2. Nf3 *
";

/// Runs an import; the folder of the tables must be new or that of the same import.
fn import(folder: &Path, arguments: &[&str]) -> Output {
    let folder = folder.to_str().unwrap();
    philidor_sql(["import", "-o", folder].into_iter().chain(arguments.iter().copied())).output().unwrap()
}

/// The same for games without faults.
fn imported(folder: &Path, arguments: &[&str]) {
    let output = import(folder, arguments);
    assert!(output.status.success(), "{}", errors(&output));
}

fn file(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The files of a table, sorted.
fn parts(folder: &Path, table: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.join(table)).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files
}

/// A table in one piece.
fn table(folder: &Path, table: &str) -> RecordBatch {
    let mut pieces = Vec::new();
    for path in parts(folder, table) {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        let schema = reader.schema().clone();
        pieces.push(RecordBatch::new_empty(schema));
        pieces.extend(reader.build().unwrap().map(Result::unwrap));
    }
    concat_batches(&pieces[0].schema(), &pieces).unwrap()
}

/// A table without the columns that depend on the file.
fn without_places(rows: &RecordBatch) -> RecordBatch {
    let names = rows.schema();
    let kept = names
        .fields()
        .iter()
        .enumerate()
        .filter(|(_, field)| !matches!(field.name().as_str(), "file" | "offset"));
    rows.project(&kept.map(|(index, _)| index).collect::<Vec<_>>()).unwrap()
}

/// A table of games without their numbers.
fn unnumbered(rows: &RecordBatch) -> RecordBatch {
    rows.project(&(1..rows.num_columns()).collect::<Vec<_>>()).unwrap()
}

/// The name and content of all files of all tables.
fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let tables =
        fs::read_dir(folder).unwrap().map(|table| table.unwrap().path()).filter(|path| path.is_dir());
    let mut files: Vec<_> = tables
        .flat_map(|path| parts(folder, path.file_name().unwrap().to_str().unwrap()))
        .map(|path| (path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// SplitMix64 (Guy Steele, Doug Lea, Christine Flood, 2014).
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    /// A number below another.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ word >> 31) % most.max(1) as u64) as usize
    }
}

/// Games of random moves, as a site writes them, some of them bad.
pub(crate) fn random_games(count: u64) -> String {
    let mut text = String::new();
    for number in 0..count {
        let mut random = SplitMix(number);
        let mut position = Position::default();
        write!(
            text,
            "[Event \"{}\"]\n[White \"player {}\"]\n[WhiteElo \"{}\"]\n\n",
            number / 7,
            number % 50,
            1000 + number
        )
        .unwrap();
        for ply in 0..random.below(60) {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len())) else { break };
            write!(text, "{} {{ [%clk 0:{:02}:{:02}] }} ", position.to_san(mv), 59 - ply, random.below(60))
                .unwrap();
            position.play_unchecked(mv);
        }
        text.push_str(if number % 100 == 99 { "Kxa1 *\n\n" } else { "*\n\n" });
    }
    text
}

/// The good games of a file without their tags, as the library writes them.
fn movetexts(file: &[u8]) -> Vec<String> {
    let without_tags = |mut tree: GameTree| {
        tree.tags = Tags::default();
        tree.to_string()
    };
    games(file).filter_map(Result::ok).map(without_tags).collect()
}

#[test]
fn what_is_exported_is_imported_as_the_same_rows() {
    let folder = TempDir::new().unwrap();
    let dirs = ["a", "b"].map(|name| folder.path().join(name));
    let output = import(&dirs[0], &[&file(&folder, "x.pgn", GAMES)]);
    assert_eq!(output.status.code(), Some(1), "one game and one variation are bad");
    let first = table(&dirs[0], "games");
    assert_eq!(first.num_rows(), 9);

    let exported = folder.path().join("again.pgn");
    let exported = exported.to_str().unwrap();
    assert_eq!(written(["export", dirs[0].to_str().unwrap(), "-o", exported]), "");
    imported(&dirs[1], &[exported]);
    let second = table(&dirs[1], "games");
    let ids = |rows: &RecordBatch| rows["id"].as_primitive::<Int64Type>().values().to_vec();
    assert_eq!((ids(&first), ids(&second)), (vec![1, 2, 4, 5, 6, 7, 8, 9, 10], (1..=9).collect()));
    assert_eq!(unnumbered(&without_places(&first)), unnumbered(&without_places(&second)));

    let again = fs::read(exported).unwrap();
    assert_eq!(written(["export", dirs[1].to_str().unwrap()]).as_bytes(), again);
    let (mut before, after) = (movetexts(GAMES), movetexts(&again));
    // The library keeps the game with a null move, which the import rejects, and refuses the game with a bad variation,
    // of which the import keeps the rest.
    before.retain(|text| !text.contains("--"));
    assert_eq!(before, after[..8], "of the last game a variation is left out");
    assert!(after[8].contains("1. e4 e5 { kept } 2. Nf3 *"), "{}", after[8]);
    assert_eq!(after.len(), 9);
}

#[test]
fn tags_have_the_types_and_texts_that_they_should() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join("dir");
    import(&dir, &[&file(&folder, "x.pgn", GAMES)]);
    let rows = table(&dir, "games");
    let text = |name: &str, row| rows[name].as_string::<i32>().value(row).to_owned();
    let starts = rows["offset"].as_primitive::<Int64Type>().values();
    // The first game begins after the comments before it.
    assert!(starts.iter().all(|&at| GAMES[at as usize..].starts_with(b"[Event \"")));
    assert_eq!((text("White", 0), text("Black", 0)), ("a \"b\" \\ c".to_owned(), "Grünfeld".to_owned()));
    assert_eq!(rows["UTCDate"].as_primitive::<Date32Type>().value(0), 20_209);
    assert_eq!(rows["UTCTime"].as_primitive::<Time32SecondType>().value(0), 6);
    assert_eq!(rows["WhiteElo"].as_primitive::<Int16Type>().value(0), 1028);
    assert!(rows["BlackElo"].is_null(0));
    assert_eq!(rows["WhiteRatingDiff"].as_primitive::<Int16Type>().value(0), -5);
    assert_eq!(text("Result", 1), "*", "the game says so, not its tag");
    let others = |row| {
        let tags = rows["tags"].as_list::<i32>().value(row);
        let tags = tags.as_struct();
        let column = |name: &str| {
            tags[name].as_string::<i32>().iter().map(|text| text.unwrap().to_owned()).collect::<Vec<_>>()
        };
        column("name").into_iter().zip(column("value")).collect::<Vec<_>>()
    };
    let pairs =
        |pairs: &[(&str, &str)]| pairs.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect::<Vec<_>>();
    assert_eq!(text("Date", 0), "2025.05.01");
    assert_eq!(others(0), pairs(&[("Round", "-"), ("BlackElo", "?")]));
    let second = [
        ("WhiteElo", "02000"),
        ("Event", "first"),
        ("Event", "second"),
        ("UTCDate", "????.??.??"),
        ("Result", "1/2-1/2"),
    ];
    assert_eq!(others(1), pairs(&second));
    assert_eq!(rows["WhiteElo"].as_primitive::<Int16Type>().value(1), 2000);
    assert_eq!(text("start_fen", 4), "4k3/8/8/8/8/8/4P3/4K2R w K - 0 10");
    assert!(rows["tags"].is_null(4), "the start follows from its column");
    assert_eq!(others(5), pairs(&[("FEN", "4k3/8/8/8/8/8/4P3/4K3 w - -")]));
}

#[test]
fn moves_clocks_and_evaluations_are_in_their_columns() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join("dir");
    import(&dir, &[&file(&folder, "x.pgn", GAMES)]);
    let rows = table(&dir, "games");
    assert_eq!(rows["ply_count"].as_primitive::<Int32Type>().value(0), 4);
    let moves = rows["moves"].as_binary::<i32>().value(0);
    let mut position = Position::default();
    let sans: Vec<String> = moves
        .chunks(2)
        .map(|bytes| {
            let mv = position.decode(philidor::MoveDigest(u16::from_le_bytes([bytes[0], bytes[1]]))).unwrap();
            let san = position.to_san(mv).as_str().to_owned();
            position.play_unchecked(mv);
            san
        })
        .collect();
    assert_eq!(sans, ["f3", "e5", "g4", "Qh4#"]);
    let clocks = rows["clocks"].as_list::<i32>().value(0);
    assert_eq!(
        clocks.as_primitive::<Int32Type>().iter().collect::<Vec<_>>(),
        [Some(30_000), Some(29_950), None, Some(24_000)]
    );
    let evals = rows["evaluations"].as_list::<i32>().value(0);
    let numbers = |name: &str| evals.as_struct()[name].as_primitive::<Int32Type>().iter().collect::<Vec<_>>();
    assert_eq!(
        (numbers("centipawns"), numbers("mate")),
        (vec![None, Some(17), None, None], vec![None, None, Some(-1), None])
    );
    let nags = rows["nags"].as_list::<i32>().value(0);
    let nags = nags.as_struct();
    assert_eq!(nags["ply"].as_primitive::<Int32Type>().values(), &[2]);
    assert_eq!(nags["nag"].as_primitive::<UInt8Type>().values(), &[6]);
    let annotated = rows["annotated_movetext"].as_string::<i32>();
    let which: Vec<usize> = (0..rows.num_rows()).filter(|&row| annotated.is_valid(row)).collect();
    assert_eq!(which, [0, 2, 8], "comments and variations, but not empty brackets");
    assert!(rows["clocks"].is_null(1) && rows["evaluations"].is_null(1) && rows["nags"].is_null(1));
}

#[test]
fn positions_are_those_of_the_games() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join("dir");
    import(&dir, &[&file(&folder, "x.pgn", GAMES), "--positions"]);
    let rows = table(&dir, "positions");
    let plies = table(&dir, "games")["ply_count"]
        .as_primitive::<Int32Type>()
        .values()
        .iter()
        .map(|ply| ply + 1)
        .sum::<i32>();
    assert_eq!(rows.num_rows(), plies as usize);
    let (keys, positions) =
        (rows["key"].as_primitive::<UInt64Type>(), rows["position"].as_fixed_size_binary());
    let moves = rows["move"].as_primitive::<UInt16Type>();
    let games = rows["game"].as_primitive::<Int64Type>();
    for row in 0..rows.num_rows() {
        let position = PackedPosition::try_from(positions.value(row)).unwrap().unpack().unwrap();
        assert_eq!(keys.value(row), position.key());
        if moves.is_valid(row) {
            let mv = position.decode(philidor::MoveDigest(moves.value(row))).unwrap();
            assert_eq!(positions.value(row + 1), position.after(mv).pack().to_bytes());
            assert_eq!(games.value(row), games.value(row + 1));
        }
    }
    let sql = format!(
        "SELECT count(*) FROM '{}/positions/*.parquet' WHERE key = key('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')",
        dir.to_str().unwrap()
    );
    assert_eq!(value(&sql).unwrap(), "6");
}

#[test]
fn the_tables_do_not_depend_on_threads_nor_on_packing() {
    let folder = TempDir::new().unwrap();
    let text = random_games(1500);
    let plain = file(&folder, "x.pgn", &text);
    let dir = |name: &str| folder.path().join(name);
    let options = ["--positions", "--part-games", "333"];
    let with = |dir: &Path, arguments: &[&str]| {
        let output = import(dir, &[arguments, &options].concat());
        assert_eq!(output.status.code(), Some(1), "some games are bad");
    };
    with(&dir("one"), &[&plain, "--threads", "1"]);
    let one = content(&dir("one"));
    assert_eq!(parts(&dir("one"), "games").len(), 5);
    for threads in ["2", "3", "8"] {
        with(&dir(threads), &[&plain, "--threads", threads]);
        assert!(content(&dir(threads)) == one, "{threads} threads");
    }

    let zst = file(&folder, "x", zstd::encode_all(text.as_bytes(), 1).unwrap());
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let gz = file(&folder, "y", gzip.finish().unwrap());
    let games = without_places(&table(&dir("one"), "games"));
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(text.as_bytes()).unwrap();
    // Two streams, as programs that pack on many threads write them.
    let mut streams = bzip2.finish().unwrap();
    streams.extend([b"BZh9\x17rE8P\x90\0\0\0\0".as_slice()].concat());
    let bz2 = file(&folder, "z", streams);
    for (name, packed) in [("zst", &zst), ("gz", &gz), ("bz2", &bz2)] {
        with(&dir(name), &[packed]);
        assert_eq!(without_places(&table(&dir(name), "games")), games, "{name}");
    }
    let arguments = ["import", "-o", folder.path().to_str().unwrap(), "--part-games", "333"];
    let arguments = arguments
        .map(|argument| if argument == folder.path().to_str().unwrap() { "piped" } else { argument });
    let mut child = philidor_sql(arguments)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(without_places(&table(&dir("piped"), "games")), games);
}

#[test]
fn rejects_are_what_the_library_finds_bad() {
    let folder = TempDir::new().unwrap();
    let text = "[Event \"1\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"2\"]\n\n1. e4 *\n\n[Event \"3\"]\n[FEN \"x\"]\n\n*\n\n\
                [Event \"4\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"5\"]\n\n1. e4\n";
    let path = file(&folder, "x.pgn", text);
    let dir = folder.path().join("dir");
    let output = import(&dir, &[&path, "--part-games", "2"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 game, 4 rejects"));
    assert!(errors(&output).contains("4 rejects"), "{}", errors(&output));
    let mut expected = Vec::new();
    let counts = check(text.as_bytes(), |error| {
        expected.push((error.game_offset as i64, error.offset as i64, error.kind.to_string()));
    });
    let rows = table(&dir, "rejects");
    let numbers = |name: &str| rows[name].as_primitive::<Int64Type>().values().to_vec();
    let reasons: Vec<String> =
        rows["reason"].as_string::<i32>().iter().map(|text| text.unwrap().to_owned()).collect();
    let found: Vec<_> = (numbers("offset").into_iter().zip(numbers("error_offset")))
        .zip(reasons)
        .map(|((game, error), reason)| (game, error, reason))
        .collect();
    assert_eq!((counts.bad_games, found), (4, expected));
    assert_eq!(numbers("game"), [1, 3, 4, 5]);
    assert_eq!(rows["ply"].as_primitive::<Int32Type>().values(), &[2, 0, 0, 1]);
    assert_eq!(rows["text"].as_string::<i32>().value(0), "Ke3");
    assert!(rows["file"].as_string::<i32>().iter().all(|name| name == Some(path.as_str())));
}

/// The codes are those of `philidor pgn`: what is left out of games that are kept is a warning.
#[test]
fn a_lenient_import_succeeds_and_says_what_it_leaves_out() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "x.pgn", "1. e4 (1. d5) e5 *\n\n[Event \"2\"]\n\n1. e4 e5 2. Ke3 *\n");
    let [strict, lenient] = ["strict", "lenient"].map(|name| folder.path().join(name));
    let output = import(&strict, &[&path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 game, 2 rejects"));
    // The second time there is nothing to do, and the outcome is the same.
    for _ in 0..2 {
        let output = import(&lenient, &[&path, "--lenient"]);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        assert!(String::from_utf8_lossy(&output.stdout).contains("2 games, 2 rejects"));
        assert!(errors(&output).contains("warning: 2 rejects, listed in "), "{}", errors(&output));
    }
    let output = import(&lenient, &[&path]);
    assert!(output.status.code() == Some(1) && errors(&output).contains("an import with --lenient"));
}

#[test]
fn a_file_that_breaks_off_is_a_reject_and_the_next_is_read() {
    let folder = TempDir::new().unwrap();
    let packed = zstd::encode_all(random_games(900).as_bytes(), 1).unwrap();
    let broken = file(&folder, "broken.pgn.zst", &packed[..packed.len() / 2]);
    let good = file(&folder, "good.pgn", "1. d4 *");
    let dir = folder.path().join("dir");
    let output = import(&dir, &[&broken, &good]);
    assert_eq!(output.status.code(), Some(1));
    let (rows, rejects) = (table(&dir, "games"), table(&dir, "rejects"));
    assert_eq!(rows["file"].as_string::<i32>().value(rows.num_rows() - 1), good);
    let last = rejects.num_rows() - 1;
    assert!(rejects["game"].is_null(last) && rejects["file"].as_string::<i32>().value(last) == broken);
    assert!(rejects["reason"].as_string::<i32>().value(last).starts_with("cannot be read any further: "));
}

#[test]
fn patterns_are_files_and_nothing_is_an_empty_table() {
    let folder = TempDir::new().unwrap();
    for (name, moves) in [("b2.pgn", "d4"), ("a1.pgn", "e4"), ("c.txt", "c4")] {
        file(&folder, name, format!("1. {moves} *"));
    }
    let pattern = format!("{}/[ab]?.pgn", folder.path().to_str().unwrap());
    let dir = folder.path().join("dir");
    imported(&dir, &[&pattern]);
    let text = written(["export", dir.to_str().unwrap()]);
    assert_eq!(text, "[Result \"*\"]\n\n1. e4 *\n\n[Result \"*\"]\n\n1. d4 *\n\n");
    let empty = folder.path().join("empty");
    imported(&empty, &[&file(&folder, "empty.pgn", "")]);
    assert_eq!(written(["export", empty.to_str().unwrap()]), "");
    assert_eq!((table(&empty, "games").num_rows(), table(&empty, "rejects").num_rows()), (0, 0));
}

#[test]
fn folders_and_files_that_cannot_be_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = file(&folder, "x.pgn", "1. e4 *");
    let dir = folder.path().join("dir");
    imported(&dir, &[&path]);
    let refused = |dir: &Path, arguments: &[&str], named: &str| {
        let output = import(dir, arguments);
        assert_eq!(output.status.code(), Some(1));
        assert!(errors(&output).contains(named), "{}", errors(&output));
    };
    refused(&dir, &[&path, "--positions"], "holds an import without --positions");
    refused(&dir, &[&path, "--part-games", "7"], "holds an import with --part-games 32768");
    refused(&dir, &[&path, &path], "holds an import of other files");
    let held = File::open(dir.join("import.jsonl")).unwrap();
    held.lock().unwrap();
    refused(&dir, &[&path], "is running");
    drop(held);
    imported(&dir, &[&path]);
    let new = folder.path().join("new");
    refused(&new, &["not-there.pgn"], "not-there.pgn");
    refused(&new, &["not-there-*.pgn"], "no file matches");
    refused(&new, &[folder.path().to_str().unwrap()], "cannot read");
    assert!(!new.exists());
    fs::create_dir_all(new.join("games")).unwrap();
    refused(&new, &[&path], "not from an import");
    let output = philidor_sql(["export", "not-there"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}
