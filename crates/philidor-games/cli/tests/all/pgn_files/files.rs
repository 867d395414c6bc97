//! Files that are packed, cut, bad, replaced or interrupted, and outputs of many parts.

use std::io::Write;

use philidor_proof::some_of;

use super::*;

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

/// No file appears, so nothing says how many games it has.
#[test]
fn games_that_are_not_written_are_not_counted_as_written() -> Outcome {
    let folder = folder("uncounted")?;
    let whole = packed(many(1 << 18).as_bytes())?;
    fs::write(folder.join("cut.pgn.gz"), &whole[..whole.len() / 2])?;
    for command in [&["sort"][..], &["dedupe"], &["dedupe", "--keep", "richest"], &["tags", "--mend-results"]]
    {
        let output = philidor(&folder, &[command, &["cut.pgn.gz", "-o", "new"]].concat())?;
        let said = String::from_utf8(output.stderr)?;
        assert_eq!(output.status.code(), Some(1), "{said}");
        let last = said.lines().last().ok_or("nothing said")?;
        assert_eq!(
            last, "error: new is not written, since an input cannot be read to its end",
            "{command:?}"
        );
        assert!(!said.contains(" written\n") && !said.contains("mended") && !said.contains("kept"), "{said}");
        assert!(!folder.join("new").exists());
    }
    Ok(())
}

/// What is written in place has all games of the input, or does not replace it.
#[test]
fn no_game_is_lost_in_place() -> Outcome {
    let folder = folder("in-place")?;
    let games = |moves: &str| format!("[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n{moves} *\n\n");
    let commands = [
        "dedupe",
        "strip",
        "tags --set Site=here",
        "filter --min-plies 1 --position startpos",
        "convert --to pgn",
        "sort",
    ];
    for command in commands {
        let command: Vec<&str> = command.split(' ').collect();
        let run = |name| philidor(&folder, &[&command[..], &[name, "-o", name]].concat());
        for name in ["games.pgn", "./games.pgn"] {
            fs::write(folder.join("games.pgn"), games("1. d4"))?;
            let output = run(name)?;
            assert!(output.status.success(), "{command:?}: {output:?}");
            let written = fs::read_to_string(folder.join("games.pgn"))?;
            assert_eq!(written.matches("[White \"").count(), 2, "{command:?}: {written}");
        }
        // Sorting does not play moves.
        if command[0] == "sort" {
            continue;
        }
        let bad = games("1. e5");
        fs::write(folder.join("games.pgn"), &bad)?;
        let output = run("games.pgn")?;
        let said = String::from_utf8(output.stderr)?;
        assert_eq!(output.status.code(), Some(1), "{command:?}: {said}");
        assert!(
            said.ends_with("games.pgn stays as it was, since 1 game of an input would be lost\n"),
            "{said}"
        );
        assert_eq!(fs::read_to_string(folder.join("games.pgn"))?, bad, "{command:?}");
        // A bad game of another input is in that file still.
        fs::write(folder.join("all.pgn"), "[White \"c\"]\n\n1. c4 *\n\n")?;
        let output =
            philidor(&folder, &[&command[..], &["all.pgn", "games.pgn", "-o", "./all.pgn"]].concat());
        let output = output?;
        assert_eq!(output.status.code(), Some(1), "{command:?}: {output:?}");
        let written = fs::read_to_string(folder.join("all.pgn"))?;
        assert_eq!(written.matches("[White \"").count(), 2, "{command:?}: {written}");
    }
    assert!(!has_partial_file(&folder)?);
    Ok(())
}

/// What would replace games by something else, or those that are compared with, is wrong usage.
#[test]
fn an_input_becomes_nothing_else() -> Outcome {
    let folder = folder("inputs")?;
    fs::write(folder.join("games.pgn"), GAMES)?;
    fs::write(folder.join("book.bin"), [0; 16])?;
    fs::hard_link(folder.join("games.pgn"), folder.join("linked.pgn"))?;
    let before = fs::read_dir(&folder)?.count();
    for arguments in [
        "pgn fens games.pgn -o games.pgn",
        "pgn fens games.pgn --json -o ./games.pgn",
        "pgn book games.pgn -o games.pgn",
        "pgn convert --to json games.pgn -o games.pgn",
        "pgn convert --to uci games.pgn -o games.pgn",
        "pgn filter --json games.pgn -o games.pgn",
        "pgn dedupe games.pgn --known games.pgn -o games.pgn",
        "book merge book.bin -o book.bin",
        #[cfg(unix)]
        "pgn dedupe games.pgn --known linked.pgn -o linked.pgn",
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let output = program(&words).current_dir(&folder).output()?;
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        assert_eq!(fs::read_to_string(folder.join("games.pgn"))?, GAMES, "{arguments}");
        assert_eq!(fs::read(folder.join("book.bin"))?, [0; 16], "{arguments}");
        assert_eq!(fs::read_dir(&folder)?.count(), before, "{arguments}");
    }
    // A shell may send standard output to an input, too.
    #[cfg(unix)]
    for output in [&[][..], &["-o", "/dev/stdout"]] {
        let games = fs::File::options().append(true).open(folder.join("games.pgn"))?;
        let mut strip = program(&[&["pgn", "strip", "games.pgn"], output].concat());
        let output = strip.current_dir(&folder).stdout(games).output()?;
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(fs::read_to_string(folder.join("games.pgn"))?, GAMES);
    }
    Ok(())
}

/// As with `gzip -dc`, nothing before it is lost, and the program fails.
#[test]
fn rubbish_after_a_packed_file_costs_no_game_and_is_reported_once() -> Outcome {
    let folder = folder("rubbish")?;
    for (name, text) in [("short", "1. e4 e5 *\n\n1. d4 *\n"), ("long", &*many(100_000))] {
        fs::write(folder.join(name), text)?;
        fs::write(folder.join("rubbish.gz"), [&*packed(text.as_bytes())?, b"rubbish"].concat())?;
        let [plain, rubbish] = [name, "rubbish.gz"].map(|file| philidor(&folder, &["fens", file]));
        let (plain, rubbish) = (plain?, rubbish?);
        assert!(!plain.stdout.is_empty() && rubbish.stdout == plain.stdout, "{name}");
        assert_eq!(rubbish.status.code(), Some(1), "{name}");
        let said = String::from_utf8(rubbish.stderr)?;
        assert_eq!(
            said.matches("cannot be read to its end: what follows the packed bytes").count(),
            1,
            "{said}"
        );
    }
    Ok(())
}

/// A name may clear the screen, or look like a report of its own.
#[cfg(unix)]
#[test]
fn names_of_files_are_shown_and_not_obeyed() -> Outcome {
    let folder = folder("names")?;
    let name = "\u{1b}[2J\ngames.pgn";
    let texts = [&b""[..], b"1. e5 *", b"1. e4 0000 2. d4 *", b"philidor games 2\n\x01", b"\0"];
    for text in texts {
        // The empty text stands for a file that does not exist.
        if !text.is_empty() {
            fs::write(folder.join(name), text)?;
        }
        let output = philidor(&folder, &["check", "--lenient", name])?;
        let said = String::from_utf8([output.stdout, output.stderr].concat())?;
        assert!(said.contains(r"\u{1b}[2J\ngames.pgn") && !said.contains('\u{1b}'), "{text:?}: {said}");
    }
    Ok(())
}

#[test]
fn packed_files_say_what_plain_ones_say() -> Outcome {
    let folder = folder("packed")?;
    let text = many(100_000);
    fs::write(folder.join("plain"), &text)?;
    fs::write(folder.join("gzip"), packed(text.as_bytes())?)?;
    fs::write(folder.join("zstd"), zstd::encode_all(text.as_bytes(), 1)?)?;
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text.as_bytes())?;
    fs::write(folder.join("bzip2"), encoder.finish()?)?;
    let files = ["plain", "gzip", "zstd", "bzip2"];
    let [plain, gzip, zstd, bzip2] = files.map(|file| philidor(&folder, &["fens", file]));
    let plain = plain?.stdout;
    assert!(plain.len() > 10_000);
    assert_eq!(gzip?.stdout, plain);
    assert_eq!(zstd?.stdout, plain);
    assert_eq!(bzip2?.stdout, plain);
    Ok(())
}

/// A quick run draws one of the commands.
#[test]
fn any_number_of_threads_answers_in_the_order_of_the_file() -> Outcome {
    let folder = folder("threads")?;
    fs::write(folder.join("many.pgn"), many(3 << 20))?;
    let commands = [["check"].as_slice(), &["convert", "--to", "uci"], &["filter", "--result", "1-0"]];
    for &arguments in some_of(&commands, 2) {
        let answers = |threads| {
            let output = philidor(&folder, &[arguments, &["many.pgn", "--threads", threads]].concat())?;
            let text = String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?;
            // The time alone may differ, and where the hint stands: behind what was read at a time.
            let is_compared = |line: &&str| !line.contains("MB/s") && !line.starts_with("hint: ");
            Ok::<_, Box<dyn Error>>(text.lines().filter(is_compared).collect::<Vec<_>>().join("\n"))
        };
        let one = answers("1")?;
        assert!(one.len() > 100_000, "{arguments:?}");
        assert_eq!(answers("5")?, one, "{arguments:?}");
    }
    Ok(())
}

/// What is cut out of a file takes the comments after it along, and not those after the game before.
#[test]
fn games_take_their_comments_along() -> Outcome {
    let folder = folder("comments")?;
    let first = "{ of the file }\n[Event \"1\"]\n\n1. e4 1-0 { behind the first }";
    let second = "[Event \"2\"]\n\n1. d4 0-1 ; behind the second";
    let bad = "[Event \"3\"]\n\n1. d5 1-0 { behind a bad one }";
    let last = "1. c4 1-0 { behind the last }";
    fs::write(folder.join("all.pgn"), [first, second, bad, last].join("\n\n"))?;
    let output = philidor(&folder, &["filter", "all.pgn", "--result", "1-0"])?;
    // Without a condition on positions, no move is played.
    assert_eq!(String::from_utf8(output.stdout)?, format!("{first}\n\n{bad}\n\n{last}\n\n"));
    let output = philidor(&folder, &["filter", "all.pgn", "--result", "1-0", "--position", "startpos"])?;
    assert_eq!(String::from_utf8(output.stdout)?, format!("{first}\n\n{last}\n\n"));
    philidor(&folder, &["split", "all.pgn", "--games", "2", "-o", "part"])?;
    assert_eq!(fs::read_to_string(folder.join("part-0001.pgn"))?, format!("{first}\n\n{second}\n\n"));
    assert_eq!(fs::read_to_string(folder.join("part-0002.pgn"))?, format!("{bad}\n\n{last}\n\n"));
    Ok(())
}

#[test]
fn what_programs_read_is_an_object_a_line() -> Outcome {
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
    let entry = |file| serde_json::json!({"file": file, "games": 1});
    assert_eq!(files, [entry("one-0001.pgn"), entry("one-0002.pgn")]);
    let book = objects(&["book", "--min-games", "1", "-o", "book.bin"])?;
    assert_eq!(book, [serde_json::json!({"moves": 18, "games": 3, "bad_games": 1, "bytes": 288})]);
    Ok(())
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions_and_a_live_run_is_left_alone() -> Outcome {
    let folder = folder("replaced")?;
    fs::write(folder.join("games.pgn"), GAMES)?;
    fs::write(folder.join("out"), "old")?;
    // What another run is writing has a lock; a partial file without one was left by a run that was killed.
    let mut another = fs::File::create(folder.join("out.1.philidor-partial"))?;
    another.write_all(b"another run's")?;
    another.lock()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder.join("out"), fs::Permissions::from_mode(0o600))?;
    }
    let before = fs::metadata(folder.join("out"))?.permissions();
    assert!(philidor(&folder, &["fens", "games.pgn", "-o", "out"])?.status.success());
    assert_eq!(fs::read_to_string(folder.join("out"))?.lines().count(), 38);
    assert_eq!(fs::metadata(folder.join("out"))?.permissions(), before);
    assert_eq!(fs::read_to_string(folder.join("out.1.philidor-partial"))?, "another run's");
    assert!(!folder.join("out.2.philidor-partial").exists());
    Ok(())
}

/// A warning has the place of the result, and the line in which its game begins, after the comments of the game before.
#[test]
fn doubts_have_their_places_in_every_chunk() -> Outcome {
    let folder = folder("doubts")?;
    let games = 50_000;
    fs::write(folder.join("doubts.pgn"), "[Result \"1-0\"]\n\n* {of it}\n\n".repeat(games))?;
    let output = philidor(&folder, &["check", "doubts.pgn", "--threads", "3", "--json"])?;
    assert!(output.status.success());
    let message = String::from_utf8(output.stdout)?;
    let mut lines = message.lines().map(serde_json::from_str::<serde_json::Value>);
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

/// Nothing in a file can control the terminal.
#[test]
fn tags_with_control_characters_are_shown_as_escapes() -> Outcome {
    let folder = folder("controls")?;
    let text =
        "[Event \"a\u{1b}[2Jb\"]\n[Date \"\u{9b}1\"]\n[ECO \"\u{1b}]0;x\"]\n[Result \"*\"]\n\n1. e4 *\n";
    fs::write(folder.join("games.pgn"), text)?;
    let shown = String::from_utf8(philidor(&folder, &["stats", "games.pgn"])?.stdout)?;
    assert!(shown.contains("a\\u{1b}[2Jb"), "{shown}");
    assert!(!shown.contains(|letter: char| letter.is_control() && letter != '\n'), "{shown:?}");
    Ok(())
}

/// An empty `Date` is ignored, and `UTCDate` stands in for an unknown one, as in other subcommands.
#[test]
fn dates_of_statistics_are_known_ones() -> Outcome {
    let folder = folder("dates")?;
    let dates = [
        "[Date \"2020.05.17\"]",
        "[Date \"\"]",
        "[Date \"-\"]",
        "[Date \"2019.??.??\"]",
        "[Date \"????.??.??\"]\n[UTCDate \"2024.02.29\"]",
    ];
    let games: String = dates.iter().map(|tags| format!("{tags}\n\n1. e4 *\n\n")).collect();
    fs::write(folder.join("games.pgn"), games)?;
    let Output { stdout, .. } = philidor(&folder, &["stats", "--json", "games.pgn"])?;
    let stats: serde_json::Value = serde_json::from_slice(&stdout)?;
    assert_eq!(stats["games"], 5, "{stats}");
    let [first, last] = [&stats["first_date"], &stats["last_date"]];
    assert_eq!((first.as_str(), last.as_str()), (Some("2020.05.17"), Some("2024.02.29")));
    Ok(())
}

/// Of tags with the same name, the last one counts in every format, and it alone is written.
#[test]
fn the_last_of_equal_tags_counts() -> Outcome {
    let tags = "[White \"A\"]\n[Black \"B\"]\n[White \"C\"]\n[White \"D\"]";
    let text = format!("{tags}\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *\n");
    let (json, message) = converted(text.as_bytes(), &["--to", "json"])?;
    let json = String::from_utf8(json)?;
    assert!(json.starts_with(r#"{"tags":{"White":"D","Black":"B"},"#), "{json}");
    assert!(json.ends_with("\"e1g1\"]}\n"), "{json}");
    let twice = "the tag is given twice with different values, also as";
    for (line, value, other) in [(1, "A", "C"), (3, "C", "D")] {
        let warning = format!(
            "-:{line}:1: warning: `[White \"{value}\"]`: {twice} `[White \"{other}\"]`; the last one counts\n"
        );
        assert!(message.contains(&warning), "{message}");
    }
    let (pgn, _) = converted(text.as_bytes(), &["--to", "pgn"])?;
    let (binary, _) = converted(text.as_bytes(), &["--to", "binary"])?;
    assert_eq!(converted(&binary, &["--to", "pgn"])?.0, pgn);
    let twice = r#"{"tags":{"White":"A","White":"D"},"uci":[]}"#;
    let (json, _) = converted(twice.as_bytes(), &["--to", "json"])?;
    assert!(String::from_utf8(json)?.starts_with(r#"{"tags":{"White":"D"},"#));
    Ok(())
}

/// What cannot be read is named.
#[test]
fn what_is_no_pgn_is_named() -> Outcome {
    let folder = folder("foreign")?;
    let utf16: Vec<u8> = "\u{feff}1. e4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let unmarked: Vec<u8> = "[Event \"?\"]\n\n1. e4 *".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let files: [(&str, &[u8], &str); 4] = [
        ("utf16", &utf16, "iconv -f UTF-16 -t"),
        ("unmarked", &unmarked, "iconv -f UTF-16BE -t"),
        ("zip", b"PK\x03\x04", "a zip archive"),
        ("xz", b"\xfd7zXZ\0\0\x04", "xz"),
    ];
    for (name, bytes, expected) in files {
        fs::write(folder.join(name), bytes)?;
        for arguments in
            [["check"].as_slice(), &["stats"], &["fens"], &["filter"], &["convert", "--to", "fen"]]
        {
            let output = philidor(&folder, &[arguments, &[name]].concat())?;
            let message = String::from_utf8(output.stderr)?;
            assert!(
                !output.status.success() && message.contains(expected),
                "{arguments:?} {name}: {message}"
            );
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

/// Files that are whole are named, even if a later one is not.
#[test]
fn split_lists_the_files_that_are_finished() -> Outcome {
    let folder = folder("finished")?;
    fs::write(folder.join("games.pgn"), "1. e4 *\n".repeat(5))?;
    let arguments = ["split", "games.pgn", "missing.pgn", "--games", "2", "-o", "part", "--json"];
    let output = philidor(&folder, &arguments)?;
    let entry = |file| format!("{{\"file\":\"{file}\",\"games\":2}}");
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout)?;
    assert_eq!(lines.lines().collect::<Vec<_>>(), [entry("part-0001.pgn"), entry("part-0002.pgn")]);
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
    let message = String::from_utf8(again.stderr)?;
    assert!(
        message.starts_with("error: part-0001.pgn exists: ") && message.lines().count() == 1,
        "{message}"
    );
    Ok(())
}

/// An interrupted command leaves no unfinished file.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing_behind() -> Outcome {
    let folder = folder("interrupted")?;
    for signal in ["-INT", "-TERM"] {
        // The input stays open, so that the run cannot end by itself.
        let mut fens = program(&["pgn", "fens", "-o", "out"]);
        let mut child = fens.current_dir(&folder).stdin(Stdio::piped()).spawn()?;
        while !has_partial_file(&folder)? {
            assert!(child.try_wait()?.is_none(), "it ended before it began a file");
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status()?.success());
        // The child still has the input, which is dropped only after the end.
        let input = child.stdin.take();
        assert_eq!(child.wait()?.code(), Some(130), "{signal}");
        drop(input);
        assert!(!has_partial_file(&folder)? && !folder.join("out").exists(), "{signal}");
    }
    Ok(())
}

/// A file that was not written to its end contains them: they are neither a bad game nor a reason to keep anything in
/// memory.
#[test]
fn zero_bytes_between_games_are_not_games() -> Outcome {
    let folder = folder("zeros")?;
    let zeros = vec![0; 3 << 20];
    let file = [GAMES.as_bytes(), &zeros, GAMES.as_bytes(), &zeros].concat();
    fs::write(folder.join("games.pgn"), file)?;
    let output = philidor(&folder, &["check", "games.pgn", "--threads", "2"])?;
    let message = String::from_utf8(output.stdout)?;
    assert!(message.ends_with("\n4 games, 72 moves, 0 bad\n") && output.status.success(), "{message}");
    let kept = philidor(&folder, &["filter", "games.pgn", "--result", "1-0"])?.stdout;
    assert!(kept.len() < GAMES.len() * 2 && !kept.contains(&0), "{} bytes", kept.len());
    Ok(())
}

/// A pipe whose other end says nothing more is not waited for once there are games enough.
#[cfg(unix)]
#[test]
fn enough_games_are_not_waited_for() -> Outcome {
    let mut filter = program(&["pgn", "filter", "--first", "2", "--threads", "3"]);
    let mut child = filter.stdin(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    // More than a chunk has, so that the first games are taken before the input ends; and then it does not end.
    let text = GAMES.repeat((6 << 20) / GAMES.len());
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(text.as_bytes());
        stdin
    });
    let output = child.wait_with_output()?;
    let stdin = writer.join().map_err(|_| "the writer panicked")?;
    assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
    drop(stdin);
    Ok(())
}
