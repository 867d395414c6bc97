//! Faulty games that are kept, what is passed over, and forms that every subcommand reads.

use super::*;

/// A game without a result, one with an illegal move, one that is good, and one whose tags are not known.
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
fn a_missing_result_counts_as_unknown_and_moves_are_kept_up_to_the_fault() -> Outcome {
    let (strict, _, code) = run("strict", FAULTY.as_bytes(), &["convert", "--to", "json"])?;
    assert_eq!((strict.lines().count(), code), (1, Some(1)));
    let (kept, told, code) = run("kept", FAULTY.as_bytes(), &["convert", "--to", "json", "--lenient"])?;
    let games: Vec<serde_json::Value> = kept.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    assert_eq!((games.len(), code), (3, Some(1)));
    assert_eq!((&games[0]["result"], &games[0]["tags"]["Result"]), (&"*".into(), &"1-0".into()));
    assert!(games[0]["tags"].get("Fault").is_none());
    let fault = "line 8, column 16: `Ke3`: illegal: the king cannot move to e3";
    assert_eq!((&games[1]["tags"]["Fault"], &games[1]["result"]), (&fault.into(), &"*".into()));
    assert_eq!(games[1]["moves"], serde_json::json!(["e4", "e5"]));
    assert!(told.contains("games:4:18: warning: the game ends without"), "{told}");
    assert!(told.contains("games:8:16: warning: `Ke3`: illegal"), "{told}");
    assert!(told.contains("games:15:"), "{told}");
    Ok(())
}

#[test]
fn faulty_games_are_written_as_pgn_with_their_remarks() -> Outcome {
    let (kept, _, _) = run("pgn", FAULTY.as_bytes(), &["convert", "--to", "pgn", "--lenient"])?;
    assert!(kept.contains("[Result \"1-0\"]\n\n1. e4 e5 { well } *\n"), "{kept}");
    assert!(kept.contains("[Fault \"line 8, column 16: `Ke3`: "), "{kept}");
    assert!(kept.contains("\n1. e4 $1 e5 *\n"), "{kept}");
    let (filtered, _, _) = run("filter", FAULTY.as_bytes(), &["filter", "--lenient"])?;
    assert!(
        filtered.starts_with("[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 { well }\n*\n\n"),
        "{filtered}"
    );
    assert!(filtered.contains("[Fault \"line 8") && filtered.contains("1. e4 $1 e5 *\n"), "{filtered}");
    // What was kept is good now.
    for text in [kept, filtered] {
        let (told, _, code) = run("again", text.as_bytes(), &["check"])?;
        assert!(code == Some(0) && told.contains("3 games, 6 moves, 0 bad"), "{told}{text}");
    }
    Ok(())
}

#[test]
fn every_subcommand_may_be_lenient() -> Outcome {
    let (told, _, _) = run("check", FAULTY.as_bytes(), &["check", "--lenient"])?;
    assert!(told.ends_with("4 games, 6 moves, 1 bad, 2 kept up to a fault\n"), "{told}");
    let (stats, _, _) = run("stats", FAULTY.as_bytes(), &["stats", "--lenient", "--json"])?;
    let stats: serde_json::Value = serde_json::from_str(&stats)?;
    assert_eq!((&stats["results"]["*"], &stats["half_moves"]), (&2.into(), &6.into()));
    let (fens, _, _) = run("fens", FAULTY.as_bytes(), &["fens", "--lenient"])?;
    assert_eq!(fens.lines().count(), 9);
    let (book, _, _) = run("book", FAULTY.as_bytes(), &["book", "--lenient", "--min-games", "1", "-o", "b"])?;
    assert_eq!(book, "2 moves from 3 games\n");
    Ok(())
}

#[test]
fn what_is_lost_after_a_comment_without_an_end_is_counted() -> Outcome {
    let text = "1. e4 { no end\n\n1. d4 *\n\n1. c4 *\n\n[White \"A\"]\n\n1. f4 *\n";
    let (told, _, code) = run("lost", text.as_bytes(), &["check"])?;
    assert!(told.starts_with(
        "games:1:7: `{ no end`: the comment has no closing brace; the game ends in line 7\n\
         games:1:7: passed over up to line 7; at least 2 games are lost\n"
    ));
    assert!(told.ends_with("2 games, 2 moves, 1 bad, at least 2 lost\n"), "{told}");
    let (json, _, _) = run("lost-json", text.as_bytes(), &["check", "--json"])?;
    let line: serde_json::Value = serde_json::from_str(json.lines().nth(1).ok_or("no line")?)?;
    let expected = serde_json::json!({"file": "games", "offset": 6, "line": 1, "column": 7, "next_offset": 34,
        "next_line": 7, "lost_games": 2});
    assert_eq!((line, code), (expected, Some(1)));
    // A lenient reader says it, too.
    let (kept, told, code) = run("lost-lenient", text.as_bytes(), &["convert", "--to", "uci", "--lenient"])?;
    assert_eq!((kept.lines().count(), code), (2, Some(1)));
    assert!(told.contains("at least 2 games are lost"), "{told}");
    Ok(())
}

/// More than the longest game, without an end in sight.
#[test]
fn what_follows_a_game_that_is_too_long_is_counted() -> Outcome {
    let text = format!("1. e4\n{}\n1. d4 *\n\n[White \"A\"]\n\n1. f4 *\n", "{}\n".repeat(23 << 20));
    for threads in ["1", "2"] {
        let (told, _, code) = run("long", text.as_bytes(), &["check", "--threads", threads])?;
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(code, Some(1));
        assert!(lines[0].ends_with("the game is too long; the game ends in line 22369621"), "{told}");
        assert_eq!(lines[1], "games:22369621:2: passed over up to line 24117253; at least 1 game is lost");
        assert_eq!(lines.last(), Some(&"2 games, 2 moves, 1 bad, at least 1 lost"));
    }
    Ok(())
}

#[test]
fn all_subcommands_read_all_forms() -> Outcome {
    let (expected, _, _) = run("forms", GAMES.as_bytes(), &["fens"])?;
    for form in ["json", "binary", "uci", "pgn"] {
        let (games, _) = converted(GAMES.as_bytes(), &["--to", form])?;
        assert_eq!(run("forms", &games, &["fens"])?.0, expected, "{form}");
        let (told, _, _) = run("forms", &games, &["check"])?;
        assert!(told.ends_with("2 games, 36 moves, 0 bad\n"), "{form}: {told}");
        let (told, _, code) = run("forms", &games, &["stats", "--from", form])?;
        assert!(code == Some(0) && told.contains("36, 3 to 33 a game"), "{form}: {told}");
        // Filtered games are unchanged, in their form.
        let folder = folder("form")?;
        fs::write(folder.join("games"), &games)?;
        let kept = philidor(&folder, &["filter", "games"])?.stdout;
        assert_eq!(kept.trim_ascii(), games.trim_ascii(), "{form}");
        assert!(philidor(&folder, &["split", "games", "--games", "1", "-o", "one"])?.status.success());
        let extension = if form == "binary" { "bin" } else { form };
        let parts = [1, 2].map(|number| fs::read(folder.join(format!("one-000{number}.{extension}"))));
        let parts = parts.into_iter().collect::<Result<Vec<_>, _>>()?;
        if form == "json" || form == "uci" {
            assert_eq!(parts.concat(), games, "{form}");
        }
        let book = philidor(&folder, &["book", "games", "--min-games", "1", "-o", "book"])?;
        assert_eq!(book.status.code(), Some(0), "{form}");
    }
    Ok(())
}

#[test]
fn filtered_files_have_one_form() -> Outcome {
    let folder = folder("mixed-forms")?;
    let (json, _) = converted(GAMES.as_bytes(), &["--to", "json"])?;
    fs::write(folder.join("games.pgn"), GAMES)?;
    fs::write(folder.join("games.json"), json)?;
    let output = philidor(&folder, &["filter", "games.pgn", "games.json", "-o", "out"])?;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr)?.contains("different forms"));
    assert!(!folder.join("out").exists());
    Ok(())
}

#[test]
fn letters_and_nested_comments_are_options() -> Outcome {
    let german = "1. Sf3 { a { b } c } Sf6 *\n".as_bytes();
    let (told, _, _) = run("german", german, &["check", "--letters", "german", "--nested-comments"])?;
    assert!(told.ends_with("1 games, 2 moves, 0 bad\n"), "{told}");
    assert_eq!(run("german", german, &["check", "--letters", "german"])?.2, Some(1));
    assert_eq!(run("german", german, &["check", "--nested-comments"])?.2, Some(1));
    Ok(())
}

/// A tag Result that contradicts the marker is in every form that has tags, and `convert` says so.
#[test]
fn a_contradicting_result_is_kept_and_warned_of() -> Outcome {
    let text = "[White \"A\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 0-1\n";
    let mut forms = Vec::new();
    for form in ["pgn", "json", "binary"] {
        let (games, told) = converted(text.as_bytes(), &["--to", form])?;
        assert!(
            told.contains(":1:1: warning: the tag Result is 1-0, but the game ends with 0-1"),
            "{form}: {told}"
        );
        forms.push(String::from_utf8(converted(&games, &["--to", "pgn"])?.0)?);
    }
    for form in &forms {
        for part in ["[Result \"1-0\"]", "[SetUp \"1\"]", "[FEN \"rnbq", "1. e4 0-1"] {
            assert!(form.contains(part), "{part}: {form}");
        }
    }
    Ok(())
}
