//! Files of games as no session can show them: bytes that are no text, packed and cut files, files of many parts.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

type Outcome = Result<(), Box<dyn Error>>;

const GAMES: &str = include_str!("cmd/pgn.in/games.pgn");

/// A folder of its own for each test, without what an earlier run has left there.
fn folder(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pgn").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn philidor(folder: &Path, arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
    Ok(command.current_dir(folder).arg("pgn").args(arguments).output()?)
}

/// Whether something was begun there and not finished.
fn has_partial_file(folder: &Path) -> Result<bool, Box<dyn Error>> {
    let mut names = fs::read_dir(folder)?.filter_map(Result::ok).map(|entry| entry.file_name());
    Ok(names.any(|name| name.to_string_lossy().contains("partial")))
}

/// What `convert` makes of an input on standard input, and what it says on standard error.
fn converted(input: &[u8], arguments: &[&str]) -> Result<(Vec<u8>, String), Box<dyn Error>> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
    command.args(["pgn", "convert"]).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    let input = input.to_vec();
    // Whoever is wrong about the input may have left before all of it is written.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer panicked")?;
    Ok((output.stdout, String::from_utf8(output.stderr)?))
}

fn packed(text: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text)?;
    Ok(encoder.finish()?)
}

/// Good games and bad ones, so many bytes and more.
fn many(bytes: usize) -> String {
    let bad = "[Event \"bad\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    format!("{GAMES}\n{bad}").repeat(bytes / (GAMES.len() + bad.len()) + 1)
}

#[test]
fn standard_output_has_the_bytes_of_a_file() -> Outcome {
    let folder = folder("bytes")?;
    let mut games = GAMES.replace("Paris FRA", "M?nchen \u{1b}[1m").into_bytes();
    if let Some(mark) = games.iter_mut().find(|byte| **byte == b'?') {
        *mark = 0xfc; // ü in Latin-1
    }
    fs::write(folder.join("games.pgn"), &games)?;
    for arguments in
        [["convert", "--to", "binary"].as_slice(), &["filter"], &["fens"], &["convert", "--to", "pgn"]]
    {
        let shown = philidor(&folder, &[arguments, &["games.pgn"]].concat())?;
        let kept = philidor(&folder, &[arguments, &["games.pgn", "-o", "out"]].concat())?;
        assert!(shown.status.success() && kept.status.success(), "{arguments:?}");
        assert_eq!(shown.stdout, fs::read(folder.join("out"))?, "{arguments:?}");
        assert!(shown.stdout.len() > 50, "{arguments:?}");
    }
    Ok(())
}

#[test]
fn a_file_that_cannot_be_read_whole_leaves_the_old_result_alone() -> Outcome {
    let folder = folder("cut")?;
    let whole = packed(many(1 << 20).as_bytes())?;
    fs::write(folder.join("cut.pgn.gz"), &whole[..whole.len() / 2])?;
    for arguments in [
        ["fens", "missing.pgn", "-o", "old"].as_slice(),
        &["fens", "cut.pgn.gz", "-o", "old"],
        &["filter", "cut.pgn.gz", "-o", "old"],
        &["convert", "--to", "pgn", "cut.pgn.gz", "-o", "old"],
        &["book", "cut.pgn.gz", "-o", "old"],
    ] {
        fs::write(folder.join("old"), "old")?;
        let output = philidor(&folder, arguments)?;
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(fs::read_to_string(folder.join("old"))?, "old", "{arguments:?}");
        assert!(!has_partial_file(&folder)?, "{arguments:?}");
    }
    // What was read before the cut is checked all the same.
    let output = philidor(&folder, &["check", "cut.pgn.gz", "--json"])?;
    let summary: serde_json::Value =
        serde_json::from_slice(output.stdout.split(|byte| *byte == b'\n').rev().nth(1).unwrap_or_default())?;
    assert!(summary["games"].as_u64() > Some(1000), "{summary}");
    Ok(())
}

#[test]
fn packed_files_say_what_plain_ones_say() -> Outcome {
    let folder = folder("packed")?;
    let text = many(100_000);
    fs::write(folder.join("plain"), &text)?;
    fs::write(folder.join("gzip"), packed(text.as_bytes())?)?;
    fs::write(folder.join("zstd"), zstd::encode_all(text.as_bytes(), 1)?)?;
    let [plain, gzip, zstd] = ["plain", "gzip", "zstd"].map(|file| philidor(&folder, &["fens", file]));
    let plain = plain?.stdout;
    assert!(plain.len() > 10_000);
    assert_eq!(gzip?.stdout, plain);
    assert_eq!(zstd?.stdout, plain);
    Ok(())
}

#[test]
fn any_number_of_threads_answers_in_the_order_of_the_file() -> Outcome {
    let folder = folder("jobs")?;
    fs::write(folder.join("many.pgn"), many(10 << 20))?;
    for arguments in [["check"].as_slice(), &["convert", "--to", "uci"], &["filter", "--result", "1-0"]] {
        let answers = |jobs| {
            let output = philidor(&folder, &[arguments, &["many.pgn", "--jobs", jobs]].concat())?;
            let text = String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?;
            // The time alone may differ.
            Ok::<_, Box<dyn Error>>(
                text.lines().filter(|line| !line.contains("MB/s")).collect::<Vec<_>>().join("\n"),
            )
        };
        let one = answers("1")?;
        assert!(one.len() > 100_000, "{arguments:?}");
        assert_eq!(answers("5")?, one, "{arguments:?}");
    }
    Ok(())
}

/// Games without comments and variations, which only PGN has, and with all that the other forms must keep: a start of
/// their own, Chess960, a game without moves, tags with quotes, other letters and none of the roster.
const PLAIN: &str = r#"
[Event "A \"quoted\" \\ event"]
[Site "München"]
[White "Müller, Jürgen"]
[Black ""]
[Result "0-1"]
[Annotator "somebody"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Nothing happens"]
[Result "*"]

*

[Variant "Chess960"]
[FEN "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1"]
[SetUp "1"]

1. Nf3 f6 2. O-O 1/2-1/2

[FEN "8/P6k/8/8/8/8/7K/8 b - - 12 70"]

1... Kg7 2. a8=N Kf7 1-0
"#;

#[test]
fn games_come_back_from_every_form_that_has_moves() -> Outcome {
    let (export, told) = converted(PLAIN.as_bytes(), &["--to", "pgn"])?;
    assert_eq!((told.as_str(), String::from_utf8_lossy(&export).matches("[Event ").count()), ("", 4));
    for form in ["json", "binary", "pgn"] {
        let (there, told) = converted(&export, &["--to", form])?;
        assert_eq!(told, "", "{form}");
        let (back, told) = converted(&there, &["--to", "pgn"])?;
        assert_eq!(
            (String::from_utf8(back)?, told),
            (String::from_utf8(export.clone())?, String::new()),
            "{form}"
        );
        // Said to be what it is, packed, and by way of a second form, it is the same.
        let (named, _) = converted(&there, &["--from", form, "--to", "pgn"])?;
        let (unpacked, _) = converted(&packed(&there)?, &["--to", "pgn"])?;
        let (frame, _) = converted(&zstd::encode_all(there.as_slice(), 1)?, &["--to", "pgn"])?;
        assert!(named == export && unpacked == export && frame == export, "{form}");
        let (direct, _) = converted(&export, &["--to", "uci"])?;
        let (indirect, _) = converted(&there, &["--to", "uci"])?;
        assert_eq!(String::from_utf8(indirect)?, String::from_utf8(direct)?, "{form}");
    }
    // UCI has start and moves alone.
    let (lines, _) = converted(&export, &["--to", "uci"])?;
    let (games, _) = converted(&lines, &["--to", "pgn"])?;
    let (again, told) = converted(&games, &["--to", "uci"])?;
    assert_eq!((String::from_utf8(again)?, told), (String::from_utf8(lines)?, String::new()));
    Ok(())
}

/// A game that is Chess960 by its tag alone is so in every form that has tags, and castles as Chess960 does.
#[test]
fn a_variant_that_the_start_does_not_show_is_kept() -> Outcome {
    let text = "[Variant \"Chess960\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *\n";
    let castles = |uci: &[u8]| String::from_utf8_lossy(uci).ends_with(" e1h1\n");
    assert!(castles(&converted(text.as_bytes(), &["--to", "uci"])?.0));
    for form in ["pgn", "json", "binary"] {
        let (there, told) = converted(text.as_bytes(), &["--to", form])?;
        assert_eq!(told, "", "{form}");
        assert!(castles(&converted(&there, &["--to", "uci"])?.0), "{form}");
        let (json, _) = converted(&there, &["--to", "json"])?;
        assert!(String::from_utf8(json)?.ends_with("\"e1h1\"]}\n"), "{form}");
    }
    // A variant with other rules is as bad there as in PGN.
    let atomic = b"{\"tags\":{\"Variant\":\"Atomic\"},\"uci\":[\"e2e4\"]}\n{\"uci\":[]}\n";
    let (games, told) = converted(atomic, &["--to", "uci"])?;
    assert_eq!(String::from_utf8(games)?, "position startpos\n");
    assert_eq!(told, "-:1:1: a variant with other rules\n");
    Ok(())
}

#[test]
fn positions_become_games_without_moves() -> Outcome {
    let (epd, _) = converted(PLAIN.as_bytes(), &["--to", "epd"])?;
    let (games, told) = converted(&epd, &["--to", "pgn"])?;
    assert_eq!(told, "");
    let (again, _) = converted(&games, &["--to", "epd"])?;
    assert_eq!(String::from_utf8(again)?, String::from_utf8(epd)?);
    let games = String::from_utf8(games)?;
    assert!(games.contains("[White \"Müller, Jürgen\"]") && games.contains("[Result \"0-1\"]"), "{games}");
    let (fens, _) = converted(PLAIN.as_bytes(), &["--to", "fen"])?;
    let (again, told) = converted(&fens, &["--to", "fen"])?;
    assert_eq!((String::from_utf8(again)?, told), (String::from_utf8(fens)?, String::new()));
    let foreign =
        b"# a suite\n\n4k3/8/8/8/8/8/8/R3K2R w KQ - bm O-O; id \"castle\"; c0 \"a - b\"; eco C65;\n";
    let (game, told) = converted(foreign, &["--to", "json"])?;
    let game: serde_json::Value = serde_json::from_slice(&game)?;
    assert_eq!(told, "");
    assert_eq!(game["tags"], serde_json::json!({"Event": "castle", "C0": "a - b", "ECO": "C65"}));
    assert_eq!(
        (&game["start"], &game["uci"]),
        (&"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".into(), &serde_json::json!([]))
    );
    Ok(())
}

/// Whatever the players are called, EPD tells them apart again; only of ` - ` in the name of White the spaces are lost.
#[test]
fn players_with_odd_names_are_told_apart() -> Outcome {
    let odd = [
        ("A - B", "A-B"),
        ("A  -  B", "A-B"),
        ("A - - B", "A-- B"),
        ("A -", "A-"),
        ("- A", "- A"),
        (" - ", "-"),
        ("-", "-"),
        ("", ""),
        (" ", " "),
        ("O\"Neil; \\ c1 \"0-1\";", "O\"Neil; \\ c1 \"0-1\";"),
        ("bm e4; id \"x\"", "bm e4; id \"x\""),
        ("Ünal – Þór", "Ünal – Þór"),
    ];
    for (name, expected) in odd {
        for (white, black, expected) in [(name, "B", [expected, "B"]), ("A", name, ["A", name])] {
            let tags = serde_json::json!({"White": white, "Black": black});
            let line = serde_json::json!({"tags": tags, "result": "1-0", "uci": []}).to_string();
            let (epd, told) = converted(line.as_bytes(), &["--from", "json", "--to", "epd"])?;
            assert_eq!((told.as_str(), epd.iter().filter(|byte| **byte == b'\n').count()), ("", 1), "{name}");
            let (game, told) = converted(&epd, &["--from", "epd", "--to", "json"])?;
            let game: serde_json::Value = serde_json::from_slice(&game)?;
            let players = ["White", "Black"].map(|tag| game["tags"][tag].as_str());
            assert_eq!((players, told.as_str()), (expected.map(Some), ""), "{name:?}: {game}");
            assert_eq!(game["result"], "1-0", "{name:?}: {game}");
        }
    }
    Ok(())
}

#[test]
fn a_bad_line_is_told_and_the_next_one_read() -> Outcome {
    let json = "\n{\"uci\":[\"e2e4\",\"é\",\"e2e4\"]}\n {\"uci\":[]\n{\"uci\":[],\"result\":\"2-0\"}\n\
                {\"start\":\"x\",\"uci\":[]}\n{\"tags\":{\"a\":1},\"uci\":[]}\n{\"uci\":[\"d2d4\"]}";
    let (games, told) = converted(json.as_bytes(), &["--to", "uci"])?;
    assert_eq!(String::from_utf8(games)?, "position startpos moves d2d4\n");
    let places: Vec<&str> = told.lines().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(places, ["-:2:17", "-:3:10", "-:4:21", "-:5:11", "-:6:14"], "{told}");

    let epd =
        b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n4k3/8/8/8/8/8/8/4K4 w - -\n4k3/8/8/8/8/8/8/4K3 w - - acd x;\n";
    let (fens, told) = converted(epd, &["--to", "fen"])?;
    assert_eq!(String::from_utf8(fens)?, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    let places: Vec<&str> = told.lines().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(places, ["-:2:17", "-:3:31"], "{told}");
    Ok(())
}

#[test]
fn games_in_binary_are_read_as_far_as_they_are_sound() -> Outcome {
    let (binary, _) = converted(PLAIN.as_bytes(), &["--to", "binary"])?;
    let (all, _) = converted(&binary, &["--to", "uci"])?;
    let (all, head) = (String::from_utf8(all)?, b"philidor games 2\n".len());
    let first_length = u32::from_le_bytes(*binary[head..].first_chunk().ok_or("no game")?) as usize;
    // A move that is none spoils its game alone.
    let mut spoiled = binary.clone();
    spoiled[head + 4 + first_length] = 200;
    let (games, told) = converted(&spoiled, &["--to", "uci"])?;
    assert_eq!(all.split_once('\n').map(|lines| lines.1), Some(String::from_utf8(games)?.as_str()));
    assert!(told.starts_with("-: game 1: ") && told.lines().count() == 1, "{told}");
    // Of a file that is cut anywhere, whole games are read, and what is missing is told.
    for length in head..binary.len() {
        let (games, told) = converted(&binary[..length], &["--to", "uci"])?;
        let games = String::from_utf8(games)?;
        assert!(all.starts_with(&games) && games != all, "{length}");
        let is_between_games = length == head || length == head + 5 + first_length;
        assert_eq!(told.contains("is cut"), told.lines().count() == 1, "{length}: {told}");
        assert!(!is_between_games || told.is_empty(), "{length}: {told}");
    }
    // A length that no game has asks for no memory.
    let (games, told) = converted(b"philidor games 2\n\xff\xff\xff\xff\0", &["--to", "uci"])?;
    assert!(games.is_empty() && told.contains("4294967295 bytes"), "{told}");
    // Format 1: no tags. One game, 1. e4, by its index in the order of moves, won by White.
    let (e4, _) = converted(b"1. e4 1-0", &["--to", "binary"])?;
    let index = *e4.last().ok_or("no move")?;
    let old = [b"philidor games 1\n".as_slice(), &[2, 0, 0, 0, 1, 0, index]].concat();
    let (json, told) = converted(&old, &["--to", "json"])?;
    let game: serde_json::Value = serde_json::from_slice(&json)?;
    assert_eq!(
        (told.as_str(), &game["result"], &game["uci"]),
        ("", &"1-0".into(), &serde_json::json!(["e2e4"]))
    );
    Ok(())
}

#[test]
fn comments_between_games_are_kept() -> Outcome {
    let text = "{ of the file }\n[Event \"1\"]\n\n{ of the game } 1. e4 { of the move } 1-0 { of the end }\n\n\
                ; before the second\n[Event \"2\"]\n\n1. d4 *\n";
    let (games, told) = converted(text.as_bytes(), &["--to", "pgn"])?;
    let games = String::from_utf8(games)?;
    assert_eq!(told, "");
    for comment in ["of the file", "of the game", "of the move", "of the end", "before the second"] {
        assert_eq!(games.matches(comment).count(), 1, "{comment}: {games}");
    }
    let (again, _) = converted(games.as_bytes(), &["--to", "pgn"])?;
    assert_eq!(String::from_utf8(again)?, games);
    Ok(())
}

/// What is cut out of a file takes the comments behind it along, and not those behind the game before.
#[test]
fn games_take_their_comments_along() -> Outcome {
    let folder = folder("comments")?;
    let first = "{ of the file }\n[Event \"1\"]\n\n1. e4 1-0 { behind the first }";
    let second = "[Event \"2\"]\n\n1. d4 0-1 ; behind the second";
    let bad = "[Event \"3\"]\n\n1. d5 1-0 { behind a bad one }";
    let last = "1. c4 1-0 { behind the last }";
    fs::write(folder.join("all.pgn"), [first, second, bad, last].join("\n\n"))?;
    let output = philidor(&folder, &["filter", "all.pgn", "--result", "1-0"])?;
    assert_eq!(String::from_utf8(output.stdout)?, format!("{first}\n\n{last}\n\n"));
    philidor(&folder, &["split", "all.pgn", "--games", "2", "-o", "part"])?;
    assert_eq!(fs::read_to_string(folder.join("part-0001.pgn"))?, format!("{first}\n\n{second}\n\n"));
    assert_eq!(fs::read_to_string(folder.join("part-0002.pgn"))?, format!("{bad}\n\n{last}\n\n"));
    Ok(())
}

#[test]
fn what_is_told_to_programs_is_an_object_a_line() -> Outcome {
    let folder = folder("objects")?;
    let bad = "[Event \"bad\"]\n\n1. e4 ( *\n\n";
    fs::write(folder.join("games.pgn"), [bad, GAMES].concat())?;
    let objects = |arguments: &[&str]| -> Result<Vec<serde_json::Value>, Box<dyn Error>> {
        let output = philidor(&folder, &[arguments, &["games.pgn", "--json"]].concat())?;
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        Ok(String::from_utf8(output.stdout)?.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
    };
    let games = objects(&["convert"])?;
    assert_eq!(objects(&["convert", "--to", "json"])?, games);
    assert_eq!((games.len(), &games[1]["tags"]["White"]), (2, &"A".into()));
    assert_eq!(objects(&["filter", "--tag", "White=A"])?, games[1..]);

    let positions = objects(&["fens"])?;
    assert_eq!(positions.len(), 34 + 4);
    let start = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(positions[34], serde_json::json!({"fen": start, "ply": 0, "move": null, "game": 3}));
    let after = "4k3/8/8/8/8/8/8/2KR3R b - - 1 1";
    assert_eq!(positions[35], serde_json::json!({"fen": after, "ply": 1, "move": "O-O-O", "game": 3}));

    let files = objects(&["split", "--games", "1", "-o", "one"])?;
    let told = |file| serde_json::json!({"file": file, "games": 1});
    assert_eq!(files, [told("one-0001.pgn"), told("one-0002.pgn")]);
    let book = objects(&["book", "--min-games", "1", "-o", "book.bin"])?;
    assert_eq!(book, [serde_json::json!({"moves": 18, "games": 3, "bad_games": 1, "bytes": 288})]);
    Ok(())
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions_and_what_was_left_behind_is_in_nobodys_way() -> Outcome {
    let folder = folder("replaced")?;
    fs::write(folder.join("games.pgn"), GAMES)?;
    fs::write(folder.join("out"), "old")?;
    fs::write(folder.join("out.1.partial"), "another run's")?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder.join("out"), fs::Permissions::from_mode(0o600))?;
    }
    let before = fs::metadata(folder.join("out"))?.permissions();
    assert!(philidor(&folder, &["fens", "games.pgn", "-o", "out"])?.status.success());
    assert_eq!(fs::read_to_string(folder.join("out"))?.lines().count(), 38);
    assert_eq!(fs::metadata(folder.join("out"))?.permissions(), before);
    assert_eq!(fs::read_to_string(folder.join("out.1.partial"))?, "another run's");
    assert!(!folder.join("out.2.partial").exists());
    Ok(())
}

/// Which games are bad does not depend on the form to which they are converted.
#[test]
fn a_game_without_result_is_bad_in_every_form() -> Outcome {
    let text = b"[Event \"1\"]\n\n1. e4 e5\n\n[Event \"2\"]\n\n1. d4 *\n";
    for form in ["pgn", "json", "binary", "uci", "epd", "fen"] {
        let (games, told) = converted(text, &["--to", form])?;
        assert_eq!(told, "-:3:9: the game ends without 1-0, 0-1, 1/2-1/2 or *\n", "{form}");
        let (fens, _) = converted(&games, &["--to", "fen"])?;
        assert_eq!(String::from_utf8(fens)?.lines().count(), 1, "{form}");
    }
    Ok(())
}

/// A warning has the place of the result, and the line in which its game begins, behind the comments of the one before.
#[test]
fn doubts_have_their_places_in_every_part() -> Outcome {
    let folder = folder("doubts")?;
    let games = 60_000;
    fs::write(folder.join("doubts.pgn"), "[Result \"1-0\"]\n\n* {of it}\n\n".repeat(games))?;
    let output = philidor(&folder, &["check", "doubts.pgn", "--jobs", "3", "--json"])?;
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout)?;
    let mut lines = told.lines().map(serde_json::from_str::<serde_json::Value>);
    for (game, line) in lines.by_ref().take(games).enumerate() {
        let (line, offset) = (line?, 27 * game + 16);
        let place = ["offset", "line", "column", "game_line"].map(|name| line[name].as_u64());
        let expected = [offset, 4 * game + 3, 1, 4 * game + 1].map(|number| Some(number as u64));
        assert_eq!(place, expected);
        assert_eq!(line["warning"], "the tag Result is 1-0, but the game ends with *");
    }
    let summary = lines.next().ok_or("no summary")??;
    assert_eq!((&summary["doubtful_games"], &summary["bad_games"]), (&games.into(), &0.into()));
    assert!(lines.next().is_none());
    Ok(())
}

#[test]
fn a_part_full_of_bad_games_names_every_one_in_order() -> Outcome {
    let folder = folder("bad")?;
    let games = 200_000;
    fs::write(folder.join("bad.pgn"), "Ke3 *\n".repeat(games))?;
    let output = philidor(&folder, &["check", "bad.pgn", "--jobs", "3"])?;
    let told = String::from_utf8(output.stdout)?;
    let named = told.lines().take_while(|line| line.starts_with("bad.pgn:"));
    let lines =
        named.enumerate().filter(|(index, line)| line.starts_with(&format!("bad.pgn:{}:1: ", index + 1)));
    assert_eq!(lines.count(), games);
    assert!(told.ends_with("200,000 games, 0 moves, 200,000 bad\n"), "{}", &told[told.len() - 100..]);
    Ok(())
}

/// What stands in a file never rules the terminal.
#[test]
fn tags_with_control_characters_are_shown_as_escapes() -> Outcome {
    let folder = folder("controls")?;
    let text =
        "[Event \"a\u{1b}[2Jb\"]\n[Date \"\u{9b}1\"]\n[ECO \"\u{1b}]0;x\"]\n[Result \"*\"]\n\n1. e4 *\n";
    fs::write(folder.join("games.pgn"), text)?;
    for arguments in [["game", "games.pgn"].as_slice(), &["pgn", "stats", "games.pgn"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
        let shown = String::from_utf8(command.current_dir(&folder).args(arguments).output()?.stdout)?;
        assert!(shown.contains("a\\u{1b}[2Jb"), "{shown}");
        assert!(!shown.contains(|letter: char| letter.is_control() && letter != '\n'), "{shown:?}");
    }
    Ok(())
}

/// Of tags with one name the last counts, in every form, and its name is there once.
#[test]
fn the_last_of_equal_tags_counts() -> Outcome {
    let tags =
        "[White \"A\"]\n[Black \"B\"]\n[White \"C\"]\n[Variant \"Chess960\"]\n[Variant \"\"]\n[White \"D\"]";
    let text = format!("{tags}\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *\n");
    let (json, told) = converted(text.as_bytes(), &["--to", "json"])?;
    let json = String::from_utf8(json)?;
    assert!(json.starts_with(r#"{"tags":{"White":"D","Black":"B","Variant":""},"#), "{json}");
    assert!(json.ends_with("\"e1g1\"]}\n") && told.is_empty(), "{json}{told}");
    let (pgn, _) = converted(text.as_bytes(), &["--to", "pgn"])?;
    let (binary, _) = converted(text.as_bytes(), &["--to", "binary"])?;
    assert_eq!(converted(&binary, &["--to", "pgn"])?.0, pgn);
    let twice = r#"{"tags":{"White":"A","White":"D"},"uci":[]}"#;
    let (json, _) = converted(twice.as_bytes(), &["--to", "json"])?;
    assert!(String::from_utf8(json)?.starts_with(r#"{"tags":{"White":"D"},"#));
    Ok(())
}

/// A null move in the main line is as bad in every form as it is for `check`.
#[test]
fn a_null_move_in_the_main_line_is_bad_in_every_form() -> Outcome {
    let text = b"1. e4 (1. -- e5) Z0 *\n\n1. d4 *\n";
    for form in ["pgn", "json", "binary", "uci", "epd", "fen"] {
        let (_, told) = converted(text, &["--to", form])?;
        assert_eq!(told, "-:1:18: `Z0`: illegal: the null move is no move of a game\n", "{form}");
    }
    Ok(())
}

/// What is written in binary can be read. Letters of Latin-1 have two bytes there, so that a game within the limit of
/// PGN is beyond that of binary: it is a bad one, and the next one is written.
#[test]
fn a_game_too_long_for_binary_is_bad_and_the_next_one_written() -> Outcome {
    let value = vec![0xfc; (4 << 20) - 1];
    let mut text = b"1. d4 *\n\n".to_vec();
    for tag in 0..9 {
        text.extend_from_slice(format!("[T{tag} \"").as_bytes());
        text.extend_from_slice(&value);
        text.extend_from_slice(b"\"]\n");
    }
    text.extend_from_slice(b"\n1. e4 *\n\n1. c4 *\n");
    let (binary, told) = converted(&text, &["--to", "binary"])?;
    assert!(told.starts_with("-:3:1: in binary the game would have 75"), "{told}");
    let (uci, again) = converted(&binary, &["--to", "uci"])?;
    assert_eq!(String::from_utf8(uci)?, "position startpos moves d2d4\nposition startpos moves c2c4\n");
    assert_eq!((told.lines().count(), again.as_str()), (1, ""));
    Ok(())
}

/// A form that is not read here is named.
#[test]
fn what_is_no_pgn_is_named() -> Outcome {
    let folder = folder("foreign")?;
    let (binary, _) = converted(GAMES.as_bytes(), &["--to", "binary"])?;
    let (json, _) = converted(GAMES.as_bytes(), &["--to", "json"])?;
    let utf16: Vec<u8> = "\u{feff}1. e4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files: [(&str, &[u8], &str, bool); 5] = [
        ("binary", &binary, "games in binary, which `philidor pgn convert` reads", true),
        ("json", &json, "games in JSON, which `philidor pgn convert` reads", true),
        ("utf16", &utf16, "UTF-16", false),
        ("bzip2", b"BZh91AY&SY", "bzip2", false),
        ("xz", b"\xfd7zXZ\0\0\x04", "xz", false),
    ];
    for (name, bytes, expected, converts) in files {
        fs::write(folder.join(name), bytes)?;
        let asked = [
            ["game"].as_slice(),
            &["pgn", "check"],
            &["pgn", "stats"],
            &["pgn", "fens"],
            &["pgn", "filter"],
            &["pgn", "convert", "--to", "fen"],
        ];
        for (number, arguments) in asked.iter().enumerate() {
            let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
            let output = command.current_dir(&folder).args(*arguments).arg(name).output()?;
            let told = String::from_utf8(output.stderr)?;
            let is_read = converts && number + 1 == asked.len();
            assert_eq!(output.status.success(), is_read, "{arguments:?} {name}: {told}");
            assert_eq!(told.contains(expected), !is_read, "{arguments:?} {name}: {told}");
        }
    }
    Ok(())
}

/// `-` is standard output wherever a result may go to a file.
#[test]
fn a_hyphen_is_standard_output() -> Outcome {
    let folder = folder("hyphen")?;
    fs::write(folder.join("games.pgn"), GAMES)?;
    let shown = philidor(&folder, &["fens", "games.pgn"])?.stdout;
    assert_eq!(philidor(&folder, &["fens", "games.pgn", "-o", "-"])?.stdout, shown);
    assert!(!folder.join("-").exists() && shown.len() > 100);
    Ok(())
}

/// Files that are whole are told, also if a later one is not.
#[test]
fn split_tells_the_files_that_are_finished() -> Outcome {
    let folder = folder("finished")?;
    fs::write(folder.join("games.pgn"), "1. e4 *\n".repeat(5))?;
    let arguments = ["split", "games.pgn", "missing.pgn", "--games", "2", "-o", "part", "--json"];
    let output = philidor(&folder, &arguments)?;
    let told = |file| format!("{{\"file\":\"{file}\",\"games\":2}}");
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout)?;
    assert_eq!(lines.lines().collect::<Vec<_>>(), [told("part-0001.pgn"), told("part-0002.pgn")]);
    assert!(!folder.join("part-0003.pgn").exists() && !has_partial_file(&folder)?);
    Ok(())
}

/// The files of an earlier run are neither replaced nor left among those of this one.
#[test]
fn split_refuses_to_mix_its_files_with_others() -> Outcome {
    let folder = folder("mixed")?;
    fs::write(folder.join("games.pgn"), "1. e4 *\n".repeat(5))?;
    let split = |games| philidor(&folder, &["split", "games.pgn", "--games", games, "-o", "part"]);
    let parts = || -> Result<Vec<String>, Box<dyn Error>> {
        let read = |number| fs::read_to_string(folder.join(format!("part-000{number}.pgn")));
        Ok((1..=5).map_while(|number| read(number).ok()).collect())
    };
    assert!(split("1")?.status.success());
    let before = parts()?;
    assert_eq!(before.len(), 5);
    let again = split("3")?;
    assert_eq!((again.status.code(), parts()?), (Some(1), before));
    assert!(again.stdout.is_empty() && !has_partial_file(&folder)?);
    let told = String::from_utf8(again.stderr)?;
    assert!(told.starts_with("error: part-0001.pgn exists: ") && told.lines().count() == 1, "{told}");
    Ok(())
}

/// Whoever is interrupted leaves no file behind that was begun.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing_behind() -> Outcome {
    let folder = folder("interrupted")?;
    for signal in ["-INT", "-TERM"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
        command.current_dir(&folder).args(["pgn", "fens", "-o", "out"]);
        // The input stays open, so that the run cannot end by itself.
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        while !has_partial_file(&folder)? {
            assert!(child.try_wait()?.is_none(), "it ended before it began a file");
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status()?.success());
        // The child has the input yet: it is dropped only after the end.
        let input = child.stdin.take();
        assert_eq!(child.wait()?.code(), Some(130), "{signal}");
        drop(input);
        assert!(!has_partial_file(&folder)? && !folder.join("out").exists(), "{signal}");
    }
    Ok(())
}
