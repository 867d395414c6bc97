//! Folders as users have them: several with the same table, and one with a named pipe.

use std::fs;
use std::path::PathBuf;

use philidor::Position;
use philidor_tables::Wdl;
use philidor_tables::solve::{SolvedTables, Solver};
use philidor_tables::syzygy::{Metric, ProbeError, TableFault, Tables, write};

/// A folder of this test with the values of a rook.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let material = "KRvK".parse().expect("a material");
    let mut solved = SolvedTables::new();
    Solver::new().solve(&mut solved, material).expect("enough memory");
    let bytes = write(&solved, material, Metric::Wdl).expect("solved");
    fs::write(folder.join("KRvK.rtbw"), bytes).expect("a file");
    folder
}

#[test]
fn a_folder_has_its_tables_even_if_others_have_them() {
    let (one, other) = (folder("one"), folder("other"));
    let mut tables = Tables::new();
    assert_eq!([&one, &other, &one].map(|folder| tables.add_folder(folder).expect("a folder")), [1; 3]);
    assert_eq!(tables.len(), 1);
}

/// The damage is found when the file is opened, mapped or not; otherwise a value would be wrong.
#[test]
fn a_damaged_file_has_no_answers() {
    let path = folder("damaged").join("KRvK.rtbw");
    let mut bytes = fs::read(&path).expect("a file");
    // The last nonzero byte before the checksum belongs to the last code.
    let end = bytes.len() - 16;
    let at = bytes[..end].iter().rposition(|&byte| byte != 0).expect("codes");
    bytes[at] ^= 1;
    fs::write(&path, &bytes).expect("a file");
    let mut tables = Tables::new();
    assert!(tables.add_file(&path));
    let position: Position = "8/8/8/8/8/2k5/7R/K7 w - - 0 1".parse().expect("a position");
    match tables.probe_wdl(&position).expect_err("a bit is another one") {
        ProbeError::File(error) => assert!(matches!(error.fault, TableFault::Checksum), "{error}"),
        other => panic!("{other}"),
    }
}

/// A file that cannot be opened does not hide the same table of another folder, whether that was there before or comes
/// later.
#[test]
fn a_damaged_file_gives_way_to_a_sound_one() {
    let (damaged, sound) = (folder("cut"), folder("sound"));
    fs::write(damaged.join("KRvK.rtbw"), b"no table").expect("a file");
    let position: Position = "8/8/8/8/8/2k5/7R/K7 w - - 0 1".parse().expect("a position");
    let mut tables = Tables::new();
    tables.add_folder(&damaged).expect("a folder");
    let error = tables.probe_wdl(&position).expect_err("damaged").to_string();
    assert!(error.starts_with(&damaged.join("KRvK.rtbw").display().to_string()), "{error}");
    tables.add_folder(&sound).expect("a folder");
    assert_eq!((tables.probe_wdl(&position).expect("sound"), tables.len()), (Wdl::Win, 1));
    tables.verify(&"KRvK".parse().expect("a material"), Metric::Wdl).expect("sound");

    let mut tables = Tables::new();
    for folder in [&sound, &damaged] {
        tables.add_folder(folder).expect("a folder");
    }
    assert_eq!(tables.probe_wdl(&position).expect("sound"), Wdl::Win);
}

/// With the feature `mmap`, too, where the system would end the program otherwise.
#[cfg(any(unix, windows))]
#[test]
fn a_file_that_is_read_may_be_cut() {
    let path = folder("shorter").join("KRvK.rtbw");
    let mut tables = Tables::new().verifying(0).unpacking(0).unmapped();
    assert!(tables.add_file(&path));
    let position: Position = "8/8/8/8/8/2k5/7R/K7 b - - 0 1".parse().expect("a position");
    assert_eq!(tables.probe_wdl(&position).expect("sound"), Wdl::Loss);
    fs::write(&path, b"").expect("a file");
    match tables.probe_wdl(&position).expect_err("nothing is left") {
        ProbeError::File(error) => assert!(matches!(error.fault, TableFault::Read(_)), "{error}"),
        other => panic!("{other}"),
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let folder = folder("pipe");
    let pipe = folder.join("KQvK.rtbw");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut tables = Tables::new();
    tables.add_folder(&folder).expect("a folder");
    let position: Position = "8/8/8/8/8/2k5/7Q/K7 w - - 0 1".parse().expect("a position");
    let error = tables.probe_wdl(&position).expect_err("it would wait for ever").to_string();
    let expected = format!("{} at byte 0: it cannot be read: not a regular file", pipe.display());
    assert_eq!(error, expected);
}
