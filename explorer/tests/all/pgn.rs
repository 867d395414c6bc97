//! An index made from PGN is the one that an import of the same games makes.

use std::fs::{self, File};
use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Mutex;

use philidor_explorer::Index;
use tempfile::TempDir;

use crate::build::{build, check, stores};
use crate::games::{games, import, pgn};

#[test]
fn files_of_pgn_and_an_import_of_them_make_the_same_index() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let games = games(7, 300);
    import(&at("import"), &games, 100, 1000);
    build(&[at("import")], &at("known")).run().unwrap();
    let known = stores(&at("known"));
    let files: Vec<PathBuf> = (0..3).map(|number| at(&format!("{number}.pgn.zst"))).collect();
    for (file, part) in files.iter().zip(games.chunks(100)) {
        let packed = zstd::encode_all(pgn(part).as_bytes(), 1).unwrap();
        fs::write(file, packed).unwrap();
    }
    for (number, (memory, threads)) in [(10_000, 1), (1 << 20, 3)].into_iter().enumerate() {
        let output = at(&format!("whole-{number}"));
        let mut build = build(&files, &output);
        (build.memory, build.threads) = (memory, NonZero::new(threads).unwrap());
        let manifest = build.run().unwrap();
        assert!(stores(&output) == known, "{memory} {threads}");
        assert_eq!(build.run().unwrap(), manifest, "it is there");
        assert!(stores(&output) == known);
    }
    check(&Index::open(&at("whole-0")).unwrap(), &games, 1);
    // File by file, and files beside imports.
    for (number, file) in files.iter().enumerate() {
        let mut build = build(std::slice::from_ref(file), &at("grown"));
        build.adds = number > 0;
        let manifest = build.run().unwrap();
        assert_eq!(build.run().unwrap(), manifest, "a file is added once");
    }
    assert!(stores(&at("grown")) == known);
    import(&at("last"), &games[200..], 100, 1000);
    build(&[files[0].clone(), files[1].clone(), at("last")], &at("mixed")).run().unwrap();
    assert!(stores(&at("mixed")) == known);
}

#[test]
fn a_file_that_has_changed_or_has_other_games_is_refused_before_it_is_read() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let games = games(8, 60);
    fs::write(at("a.pgn"), pgn(&games[..30])).unwrap();
    fs::write(at("b.pgn"), pgn(&games[30..])).unwrap();
    build(&[at("a.pgn")], &at("index")).run().unwrap();
    let error = build(&[at("b.pgn")], &at("index")).run().unwrap_err().to_string();
    assert!(error.contains("--add") && !at("index/transcripts").exists(), "{error}");
    let mut grown = build(&[at("b.pgn")], &at("none"));
    grown.adds = true;
    let error = grown.run().unwrap_err().to_string();
    assert!(error.contains("no index to add games to"), "{error}");
    fs::copy(at("a.pgn"), at("copy.pgn")).unwrap();
    // A byte in the middle, with the length as it was.
    let changed = pgn(&games[..30]).replacen("player 1", "player 9", 1);
    fs::write(at("a.pgn"), changed).unwrap();
    for (name, fault) in [("a.pgn", "has changed"), ("copy.pgn", "has the games of")] {
        let mut build = build(&[at(name)], &at("index"));
        build.adds = true;
        let error = build.run().unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
    // What is read otherwise, Parquet, text of something else; and nothing is left that would block a later build.
    build(&[at("copy.pgn")], &at("x")).run().unwrap();
    let mut lenient = build(&[at("copy.pgn")], &at("x"));
    (lenient.adds, lenient.lenient) = (true, true);
    let error = lenient.run().unwrap_err().to_string();
    assert!(error.contains("was read without --lenient"), "{error}");
    fs::write(at("text.txt"), "% nothing\n").unwrap();
    for (input, fault) in [
        ("index/games/00000.parquet", "an import is named by its folder"),
        ("index", "has no column moves"),
        ("text.txt", "there are no games in"),
    ] {
        let error = format!("{:#}", build(&[at(input)], &at("y")).run().unwrap_err());
        assert!(error.contains(fault) && !at("y/build.jsonl").exists(), "{error}");
    }
    fs::remove_dir_all(at("x")).unwrap();
    let error = format!("{:#}", build(&[at("missing.pgn")], &at("x")).run().unwrap_err());
    assert!(error.contains("cannot read ") && error.contains("missing.pgn"), "{error}");
    fs::write(at("cut.pgn.zst"), &zstd::encode_all(pgn(&games).as_bytes(), 1).unwrap()[..900]).unwrap();
    let error = format!("{:#}", build(&[at("cut.pgn.zst")], &at("x")).run().unwrap_err());
    assert!(error.contains("not read to its end"), "{error}");
}

#[test]
fn a_faulty_game_is_left_out_or_kept_up_to_its_fault() {
    static REMARKS: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let text =
        "[Result \"1-0\"]\n\n1. e4 e5 2. Qh7 1-0\n\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n1. d4 d5 0-1\n";
    write!(File::create(at("games.pgn")).unwrap(), "{text}").unwrap();
    for (lenient, games, plies) in [(false, 1, 2), (true, 2, 2)] {
        let mut build = build(&[at("games.pgn")], &at(&format!("index-{lenient}")));
        build.lenient = lenient;
        build.remark = |text| REMARKS.lock().unwrap().push(text.to_owned());
        let manifest = build.run().unwrap();
        // What is left of a faulty game has no result, and so does not count.
        assert_eq!((manifest.games, manifest.plies), (games, plies));
        let remarks = std::mem::take(&mut *REMARKS.lock().unwrap());
        let left_out = format!("games.pgn: left out {} of 3 games", 3 - games);
        assert!(remarks.len() == 1 && remarks[0].ends_with(&left_out), "{remarks:?}");
    }
}

/// A second build is refused at once, also while the first still reads its files.
#[cfg(unix)]
#[test]
fn a_folder_is_of_one_build_alone() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.pgn"), pgn(&games(9, 10))).unwrap();
    fs::create_dir(at("index")).unwrap();
    let other = File::open(at("index")).unwrap();
    other.try_lock().unwrap();
    let error = build(&[at("a.pgn")], &at("index")).run().unwrap_err().to_string();
    assert!(error.contains("another build of"), "{error}");
    drop(other);
    build(&[at("a.pgn")], &at("index")).run().unwrap();
}

/// A user's files stay where a build would put its own.
#[test]
fn what_a_build_has_not_written_stays() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["transcripts/mine.pgn", "runs/marathon.txt"] {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), pgn(&games(9, 10))).unwrap();
    }
    build(&[at("transcripts/mine.pgn")], folder.path()).run().unwrap();
    assert!(at("transcripts/mine.pgn").exists() && at("runs/marathon.txt").exists());
    assert_eq!(fs::read_dir(at("transcripts")).unwrap().count(), 1);
}
