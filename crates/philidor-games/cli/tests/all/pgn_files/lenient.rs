//! Faulty games that are kept, what is passed over, and formats that every subcommand reads.

use super::*;

/// A game without a marker, one with an illegal move, one that is good, and one whose FEN is none.
const FAULTY: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 { well }\n\n[White \"B\"]\n\n1. e4 $1 e5 2. Ke3 Nf6 1-0\n\n\
                      [White \"C\"]\n\n1. d4 d5 1/2-1/2\n\n[White \"D\"]\n[FEN \"x\"]\n\n1. d4 *\n";

#[track_caller]
fn run(name: &str, text: &[u8], arguments: &[&str]) -> Result<(String, String, Option<i32>), Box<dyn Error>> {
    let folder = folder(name)?;
    fs::write(folder.join("games"), text)?;
    let output = philidor(&folder, &[arguments, &["games"]].concat())?;
    Ok((String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?, output.status.code()))
}

#[test]
fn a_missing_result_counts_as_tagged_and_moves_are_kept_up_to_the_fault() -> Outcome {
    let (strict, _, code) = run("strict", FAULTY.as_bytes(), &["convert", "--to", "json"])?;
    assert_eq!((strict.lines().count(), code), (1, Some(1)));
    let (kept, message, code) = run("kept", FAULTY.as_bytes(), &["convert", "--to", "json", "--lenient"])?;
    let games: Vec<serde_json::Value> = kept.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    assert_eq!((games.len(), code), (4, Some(0)));
    assert_eq!((&games[0]["result"], &games[0]["tags"]["Result"]), (&"1-0".into(), &"1-0".into()));
    assert!(games[0]["tags"].get("Fault").is_none());
    let fault = "line 8, column 16: `Ke3`: illegal: the king cannot move to e3";
    assert_eq!((&games[1]["tags"]["Fault"], &games[1]["result"]), (&fault.into(), &"*".into()));
    assert_eq!(games[1]["moves"], serde_json::json!(["e4", "e5"]));
    assert!(
        message
            .contains("games:4:18: warning: the game ends without 1-0, 0-1, 1/2-1/2 or *; it counts as 1-0")
    );
    assert!(message.contains("games:8:16: warning: `Ke3`: illegal"), "{message}");
    assert!(
        message.contains("games:15:1: warning: `[FEN \"x\"]`: ")
            && message.contains("found 1; the tag is left out\n"),
        "{message}"
    );
    assert_eq!((&games[3]["moves"], games[3]["tags"].get("FEN")), (&serde_json::json!(["d4"]), None));
    Ok(())
}

#[test]
fn moves_without_a_blank_between_them_are_both_read() -> Outcome {
    let (message, _, code) = run("joined", b"1. e4 e5 2. Nf3Nc6 *\n", &["check", "--lenient"])?;
    let expected = "games:1:13: warning: `Nf3Nc6`: there is no blank after the move; both are read\n";
    assert!(code == Some(0) && message.contains("1 game, 4 moves, 0 bad"), "{message}");
    assert!(message.starts_with(expected), "{message}");
    Ok(())
}

#[test]
fn faulty_games_are_written_as_pgn_with_their_remarks() -> Outcome {
    let (kept, _, _) = run("pgn", FAULTY.as_bytes(), &["convert", "--to", "pgn", "--lenient"])?;
    assert!(kept.contains("[Result \"1-0\"]\n\n1. e4 e5 { well } 1-0\n"), "{kept}");
    assert!(kept.contains("[Fault \"line 8, column 16: `Ke3`: "), "{kept}");
    assert!(kept.contains("\n1. e4 $1 e5 *\n"), "{kept}");
    let (filtered, _, _) = run("filter", FAULTY.as_bytes(), &["filter", "--lenient"])?;
    assert!(
        filtered.starts_with("[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 { well }\n1-0\n\n"),
        "{filtered}"
    );
    assert!(filtered.contains("[Fault \"line 8") && filtered.contains("1. e4 $1 e5 *\n"), "{filtered}");
    // What was kept is good now.
    for text in [kept, filtered] {
        let (message, _, code) = run("again", text.as_bytes(), &["check"])?;
        assert!(code == Some(0) && message.contains("4 games, 7 moves, 0 bad"), "{message}{text}");
    }
    Ok(())
}

#[test]
fn every_subcommand_may_be_lenient() -> Outcome {
    let (message, _, _) = run("check", FAULTY.as_bytes(), &["check", "--lenient"])?;
    assert!(message.ends_with("4 games, 7 moves, 0 bad, 3 kept with faults\n"), "{message}");
    let (stats, _, _) = run("stats", FAULTY.as_bytes(), &["stats", "--lenient", "--json"])?;
    let stats: serde_json::Value = serde_json::from_str(&stats)?;
    assert_eq!((&stats["results"]["*"], &stats["half_moves"]), (&2.into(), &7.into()));
    let (fens, _, _) = run("fens", FAULTY.as_bytes(), &["fens", "--lenient"])?;
    assert_eq!(fens.lines().count(), 11);
    let (book, _, _) = run("book", FAULTY.as_bytes(), &["book", "--lenient", "--min-games", "1", "-o", "b"])?;
    assert_eq!(book, "3 moves from 4 games\n");
    Ok(())
}

#[test]
fn what_is_lost_after_a_comment_without_an_end_is_counted() -> Outcome {
    let text = "1. e4 { no end\n\n1. d4 *\n\n1. c4 *\n\n[White \"A\"]\n\n1. f4 *\n";
    let (message, _, code) = run("lost", text.as_bytes(), &["check"])?;
    assert!(message.starts_with(
        "games:1:7: `{ no end`: the comment has no closing brace; the game ends in line 7\n\
         games:1:7: passed over up to line 7; at least 2 games are lost\n"
    ));
    assert!(message.ends_with("2 games, 2 moves, 1 bad, at least 2 lost\n"), "{message}");
    let (json, _, _) = run("lost-json", text.as_bytes(), &["check", "--json"])?;
    let line: serde_json::Value = serde_json::from_str(json.lines().nth(1).ok_or("no line")?)?;
    let expected = serde_json::json!({"file": "games", "offset": 6, "line": 1, "column": 7, "next_offset": 34,
        "next_line": 7, "lost_games": 2});
    assert_eq!((line, code), (expected, Some(1)));
    // A lenient reader reports it, too.
    let (kept, message, code) =
        run("lost-lenient", text.as_bytes(), &["convert", "--to", "uci", "--lenient"])?;
    assert_eq!((kept.lines().count(), code), (2, Some(1)));
    assert!(message.contains("at least 2 games are lost"), "{message}");
    Ok(())
}

#[test]
fn all_subcommands_read_all_forms() -> Outcome {
    let (expected, _, _) = run("formats", GAMES.as_bytes(), &["fens"])?;
    for format in ["json", "binary", "uci", "pgn"] {
        let (games, _) = converted(GAMES.as_bytes(), &["--to", format])?;
        assert_eq!(run("formats", &games, &["fens"])?.0, expected, "{format}");
        let (message, _, _) = run("formats", &games, &["check"])?;
        assert!(message.ends_with("2 games, 36 moves, 0 bad\n"), "{format}: {message}");
        let (message, _, code) = run("formats", &games, &["stats", "--from", format])?;
        assert!(code == Some(0) && message.contains("36, 3 to 33 a game"), "{format}: {message}");
        // FilterSummary games are unchanged, in their format.
        let folder = folder("format")?;
        fs::write(folder.join("games"), &games)?;
        let kept = philidor(&folder, &["filter", "games"])?.stdout;
        assert_eq!(kept.trim_ascii(), games.trim_ascii(), "{format}");
        assert!(philidor(&folder, &["split", "games", "--games", "1", "-o", "one"])?.status.success());
        let extension = if format == "binary" { "bin" } else { format };
        let parts = [1, 2].map(|number| fs::read(folder.join(format!("one-000{number}.{extension}"))));
        let parts = parts.into_iter().collect::<Result<Vec<_>, _>>()?;
        if format == "json" || format == "uci" {
            assert_eq!(parts.concat(), games, "{format}");
        }
        let book = philidor(&folder, &["book", "games", "--min-games", "1", "-o", "book"])?;
        assert_eq!(book.status.code(), Some(0), "{format}");
    }
    Ok(())
}

#[test]
fn filtered_files_have_one_form() -> Outcome {
    let folder = folder("mixed-formats")?;
    let (json, _) = converted(GAMES.as_bytes(), &["--to", "json"])?;
    fs::write(folder.join("games.pgn"), GAMES)?;
    fs::write(folder.join("games.json"), json)?;
    let output = philidor(&folder, &["filter", "games.pgn", "games.json", "-o", "out"])?;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr)?.contains("different formats"));
    assert!(!folder.join("out").exists());
    Ok(())
}

#[test]
fn letters_and_nested_comments_are_options() -> Outcome {
    let german = "1. Sf3 { a { b } c } Sf6 *\n".as_bytes();
    let (message, _, _) = run("german", german, &["check", "--letters", "german", "--nested-comments"])?;
    assert!(message.ends_with("1 game, 2 moves, 0 bad\n"), "{message}");
    assert_eq!(run("german", german, &["check", "--letters", "german"])?.2, Some(1));
    assert_eq!(run("german", german, &["check", "--nested-comments"])?.2, Some(1));
    Ok(())
}

/// A tag Result that contradicts the marker is in every format that has tags, and `convert` says so.
#[test]
fn a_contradicting_result_is_kept_and_warned_of() -> Outcome {
    let text = "[White \"A\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 0-1\n";
    let mut formats = Vec::new();
    for format in ["pgn", "json", "binary"] {
        let (games, message) = converted(text.as_bytes(), &["--to", format])?;
        assert!(
            message.contains(":1:1: warning: the tag Result is 1-0, but the game ends with 0-1"),
            "{format}: {message}"
        );
        formats.push(String::from_utf8(converted(&games, &["--to", "pgn"])?.0)?);
    }
    for format in &formats {
        for part in ["[Result \"1-0\"]", "[SetUp \"1\"]", "[FEN \"rnbq", "1. e4 0-1"] {
            assert!(format.contains(part), "{part}: {format}");
        }
    }
    Ok(())
}

/// The main line continues after a fault in a variation, in every format.
#[test]
fn a_faulty_variation_is_cut_and_its_game_marked() -> Outcome {
    let text = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 ( 1... c5 2. Nf3 d6 3. Ke3 a6 ) 2. Nf3\n( 2. d4 } ) Nc6 1-0\n";
    let (strict, _, code) = run("variation-strict", text.as_bytes(), &["convert", "--to", "pgn"])?;
    assert_eq!((strict.as_str(), code), ("", Some(1)));
    let (kept, message, code) = run("variation", text.as_bytes(), &["convert", "--to", "pgn", "--lenient"])?;
    assert_eq!(code, Some(0), "{message}");
    assert!(kept.contains("\n1. e4 e5 ( 1... c5 2. Nf3 d6 ) 2. Nf3 ( 2. d4 ) 2... Nc6 1-0\n"), "{kept}");
    assert!(kept.contains("[Fault \"line 4, column 33: `Ke3`: "), "{kept}");
    assert!(kept.contains("[Result \"1-0\"]"), "{kept}");
    let expected = "games:4:33: warning: `Ke3`: illegal: the king cannot move to e3; the variation is kept up to here\n\
                    games:5:9: warning: `}`: has no meaning here; it is left out\n";
    assert_eq!(message, expected);
    // The other formats have the same main line, and the result is good now.
    let (moves, _, _) = run("variation-uci", text.as_bytes(), &["convert", "--to", "uci", "--lenient"])?;
    assert_eq!(converted(kept.as_bytes(), &["--to", "uci"])?.0, moves.into_bytes());
    // With a fault of the main line as well, both are reported, and the variations before it are kept, by `filter`,
    // too.
    let both = text.replace("Nc6", "Ke3");
    for verb in [["convert", "--to", "pgn"].as_slice(), &["filter"]] {
        let (kept, message, _) = run("variation-both", both.as_bytes(), &[verb, &["--lenient"]].concat())?;
        assert!(kept.contains("( 1... c5 2. Nf3 d6 ) 2. Nf3 ( 2. d4 ) *\n"), "{kept}");
        assert!(kept.contains("[Fault \"line 5, column 13: `Ke3`: "), "{kept}");
        assert!(message.contains("games:5:13: warning: `Ke3`") && !message.contains("error"), "{message}");
    }
    Ok(())
}

/// Text without a tag and without a legal move is not a game, whatever is kept of others.
#[test]
fn garbage_is_not_kept() -> Outcome {
    let text = "Dear reader,\nthis is a letter.\n\n[White \"A\"]\n\n1. e4 e5 x\n\n[White \"B\"]\n\nnot a move *\n\n1. e4 x *\n12. Ke3 *\n";
    for verb in [["convert", "--to", "pgn"].as_slice(), &["convert", "--to", "json"], &["filter"], &["fens"]]
    {
        let (kept, message, code) = run("garbage", text.as_bytes(), &[verb, &["--lenient"]].concat())?;
        assert_eq!(code, Some(1), "{message}");
        assert!(message.starts_with("games:1:1: `Dear`: not a move"), "{message}");
        let first = message.lines().next().unwrap_or_default();
        assert!(first.ends_with("; neither a tag nor a legal move up to line 4"), "{message}");
        assert!(
            message.contains("games:13:5: `Ke3`: illegal: the king cannot move to e3; neither a tag nor"),
            "{message}"
        );
        assert_eq!(message.matches("not a move; it is left out").count(), 5, "{message}");
        let games = if verb[0] == "fens" { 0 } else { kept.matches("Fault").count() };
        assert_eq!(games, if verb[0] == "fens" { 0 } else { 3 }, "{verb:?}: {kept}");
    }
    let (message, _, _) = run("garbage-check", text.as_bytes(), &["check", "--lenient"])?;
    assert!(message.ends_with("5 games, 3 moves, 2 bad, 3 kept with faults\n"), "{message}");
    Ok(())
}

/// A tree cannot hold such a variation: its remarks go to the move before it, and a warning says so.
#[test]
fn variations_without_moves_are_warned_of() -> Outcome {
    let (games, message) = converted(b"1. e4 ( {x} $5 ) e5 ( ) *\n\n1. d4 ( {y} ) *\n", &["--to", "pgn"])?;
    assert!(String::from_utf8(games)?.contains("1. e4 $5 { x } 1... e5 *"));
    let mut lines = message.lines();
    assert!(
        lines.next().is_some_and(|line| line.starts_with("-:1:1: warning: 2 variations without moves are"))
    );
    assert!(
        lines.next().is_some_and(|line| line.starts_with("-:3:1: warning: a variation without moves is"))
    );
    assert_eq!(lines.next(), None);
    Ok(())
}

/// Without a marker, the tag Result has nothing to contradict.
#[test]
fn a_missing_marker_is_that_of_the_tag_in_every_form() -> Outcome {
    let text = b"[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5\n";
    for format in ["pgn", "json", "binary", "epd"] {
        let (games, message) = converted(text, &["--to", format, "--lenient"])?;
        assert!(
            message.ends_with("; it counts as 1-0, as the tag Result says\n") && message.lines().count() == 1,
            "{message}"
        );
        let (again, message) = converted(&games, &["--to", "pgn"])?;
        let again = String::from_utf8(again)?;
        assert!(again.trim_end().ends_with("1-0") && message.is_empty(), "{format}: {again}{message}");
    }
    Ok(())
}

/// The number of warnings is limited: a file of faults does not become a file of warnings.
#[test]
fn the_last_remark_says_that_it_is_the_last() -> Outcome {
    let text = format!("{}\n1. e4 e5 1-0\n", "[x]\n".repeat(1_500));
    let (message, _, code) = run("many", text.as_bytes(), &["check", "--lenient"])?;
    assert_eq!((message.matches("the tag is left out").count(), code), (1_000, Some(0)));
    assert!(
        message.contains("games:1000:1: warning: no more than 1000 remarks are made on a game\n"),
        "{message}"
    );
    Ok(())
}

#[test]
fn null_moves_of_the_main_line_are_kept_in_the_forms_that_have_them() -> Outcome {
    let nulls = ["--", "Z0", "0000", "@@@@"];
    let text = nulls.map(|null| format!("1. e4 {null} 2. d4 d5 1-0\n")).concat();
    let (bad, _, code) = run("null", text.as_bytes(), &["check"])?;
    assert_eq!(code, Some(1));
    for (line, null) in bad.lines().zip(nulls) {
        assert!(line.contains(&format!(":7: `{null}`: illegal: the null move")), "{bad}");
    }
    let (message, _, _) = run("null", text.as_bytes(), &["check", "--lenient"])?;
    assert_eq!(
        message.matches("is not a move of a game; it is kept as a null move\n").count(),
        4,
        "{message}"
    );
    assert!(message.contains("0 bad, 4 kept with faults"), "{message}");
    for (format, kept) in [
        ("pgn", "\n1. e4 -- 2. d4 d5 1-0\n"),
        ("json", r#""moves":["e4","--","d4","d5"],"uci":["e2e4","0000","d2d4","d7d5"]"#),
        ("uci", "position startpos moves e2e4 0000 d2d4 d7d5\n"),
    ] {
        let (games, _) = converted(text.as_bytes(), &["--to", format, "--lenient"])?;
        let written = String::from_utf8(games.clone())?;
        assert!(written.matches(kept).count() == 4 && !written.contains("Fault"), "{written}");
        // And back.
        let (again, _) = converted(&games, &["--to", "uci", "--lenient"])?;
        assert_eq!(String::from_utf8(again)?, "position startpos moves e2e4 0000 d2d4 d7d5\n".repeat(4));
        if format != "pgn" {
            assert!(String::from_utf8(converted(&games, &["--to", "uci"])?.0)?.is_empty(), "{format}");
        }
    }
    let (fens, _, _) = run("null", text.as_bytes(), &["fens", "--lenient"])?;
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
    assert_eq!((fens.lines().count(), fens.lines().nth(2)), (20, Some(after)));
    let (json, _, _) = run("null", text.as_bytes(), &["fens", "--lenient", "--json"])?;
    assert!(json.contains(&format!("{{\"fen\":\"{after}\",\"ply\":2,\"move\":\"--\"")), "{json}");
    let (book, _, code) =
        run("null", text.as_bytes(), &["book", "--lenient", "--min-games", "1", "-o", "b"])?;
    assert_eq!((book.as_str(), code), ("1 move from 4 games\n", Some(0)));
    // The packed format counts legal moves.
    let (_, message, code) = run("null", text.as_bytes(), &["convert", "--to", "binary", "--lenient"])?;
    assert!(
        code == Some(1) && message.contains("is a null move, for which binary has no place"),
        "{message}"
    );
    Ok(())
}

#[test]
fn zero_bytes_alone_are_no_file_of_games() -> Outcome {
    for zeros in ["\0".repeat(4096), format!("\n{}", "\0".repeat(9 << 20))] {
        for verb in [["check"].as_slice(), &["convert", "--to", "json", "--lenient"]] {
            let (_, message, code) = run("zeros", zeros.as_bytes(), verb)?;
            assert_eq!(code, Some(1), "{verb:?}");
            assert_eq!(message, "error: games has zero bytes and no game: it was not written to its end\n");
        }
    }
    let (message, _, code) = run("no-zeros", b"\n", &["check"])?;
    assert!(code == Some(0) && message.ends_with("0 games, 0 moves, 0 bad\n"), "{message}");
    Ok(())
}

#[test]
fn the_end_of_file_of_dos_ends_files_of_every_form() -> Outcome {
    for format in ["pgn", "json", "uci", "fen"] {
        let (mut games, _) = converted(GAMES.as_bytes(), &["--to", format])?;
        games.extend(b"\r\n\x1a\x1a");
        let (message, _, code) = run("dos", &games, &["check"])?;
        assert!(
            code == Some(0) && message.contains("2 games, ") && message.ends_with(" 0 bad\n"),
            "{format}: {message}"
        );
        if format == "pgn" {
            let (kept, _, _) = run("dos", &games, &["filter"])?;
            assert!(!kept.contains('\x1a'));
        }
    }
    Ok(())
}

#[test]
fn moves_with_other_letters_are_followed_by_a_hint() -> Outcome {
    for (text, language) in [
        (
            "1. e4 e5 2. Sf3 *\n\n1. Sf3 *\n",
            "`Sf3` may be a move with the letters of another language: try --letters german",
        ),
        ("1. Cf3 *\n", "--letters french"),
        ("1. e4 e5 2. Dh5 *\n", "--letters german or --letters french"),
    ] {
        let (_, message, _) = run("hint", text.as_bytes(), &["fens", "--threads", "3"])?;
        assert_eq!(message.matches("hint: ").count(), 1, "{message}");
        assert!(message.lines().last().is_some_and(|line| line.ends_with(language)), "{message}");
        let (_, message, _) = run("hint", text.as_bytes(), &["check", "--json"])?;
        assert!(message.contains(language), "{message}");
    }
    let (_, message, _) = run("no-hint", b"1. Ke3 *\n\nhello *\n", &["fens"])?;
    assert!(!message.contains("hint"), "{message}");
    Ok(())
}

#[test]
fn a_null_move_neither_ends_a_game_nor_is_one_of_its_moves() -> Outcome {
    let game = b"[White \"A\"]\n\n1. e4 -- 2. Nf3 d5 *\n";
    let has = |pattern: &str| -> Result<bool, Box<dyn Error>> {
        let (found, message, code) = run("null", game, &["filter", "--lenient", "--pattern", pattern])?;
        assert_eq!(code, Some(0), "{message}");
        Ok(!found.is_empty())
    };
    assert!(has("end and ply = 4")? && has("plays Nf3")? && has("black to move and ply = 1")?);
    for pattern in ["end and ply = 1", "plays k", "plays quiet and ply = 1", "plays e4 next plays k"] {
        assert!(!has(pattern)?, "{pattern}");
    }
    Ok(())
}
