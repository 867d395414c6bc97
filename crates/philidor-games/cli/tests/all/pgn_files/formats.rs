//! Games in other formats than PGN: EPD, FEN, JSON, UCI and binary, and back.

use super::*;

/// Games without comments and variations, which only PGN has, and with all that the other formats must keep: a start of
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
    let (export, message) = converted(PLAIN.as_bytes(), &["--to", "pgn"])?;
    assert_eq!((message.as_str(), String::from_utf8_lossy(&export).matches("[Event ").count()), ("", 4));
    for format in ["json", "binary", "pgn"] {
        let (there, message) = converted(&export, &["--to", format])?;
        assert_eq!(message, "", "{format}");
        let (back, message) = converted(&there, &["--to", "pgn"])?;
        assert_eq!(
            (String::from_utf8(back)?, message),
            (String::from_utf8(export.clone())?, String::new()),
            "{format}"
        );
        // With its format named, packed, or by way of a second format, it is the same.
        let (named, _) = converted(&there, &["--from", format, "--to", "pgn"])?;
        let (unpacked, _) = converted(&packed(&there)?, &["--to", "pgn"])?;
        let (frame, _) = converted(&zstd::encode_all(there.as_slice(), 1)?, &["--to", "pgn"])?;
        assert!(named == export && unpacked == export && frame == export, "{format}");
        let (direct, _) = converted(&export, &["--to", "uci"])?;
        let (indirect, _) = converted(&there, &["--to", "uci"])?;
        assert_eq!(String::from_utf8(indirect)?, String::from_utf8(direct)?, "{format}");
    }
    // UCI has start and moves alone.
    let (lines, _) = converted(&export, &["--to", "uci"])?;
    let (games, _) = converted(&lines, &["--to", "pgn"])?;
    let (again, message) = converted(&games, &["--to", "uci"])?;
    assert_eq!((String::from_utf8(again)?, message), (String::from_utf8(lines)?, String::new()));
    Ok(())
}

/// A game that is Chess960 by its tag alone is so in every format that has tags, and castles as Chess960 does.
#[test]
fn a_variant_that_the_start_does_not_show_is_kept() -> Outcome {
    let text = "[Variant \"Chess960\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O *\n";
    let castles = |uci: &[u8]| String::from_utf8_lossy(uci).ends_with(" e1h1\n");
    assert!(castles(&converted(text.as_bytes(), &["--to", "uci"])?.0));
    for format in ["pgn", "json", "binary"] {
        let (there, message) = converted(text.as_bytes(), &["--to", format])?;
        assert_eq!(message, "", "{format}");
        assert!(castles(&converted(&there, &["--to", "uci"])?.0), "{format}");
        let (json, _) = converted(&there, &["--to", "json"])?;
        assert!(String::from_utf8(json)?.ends_with("\"e1h1\"]}\n"), "{format}");
    }
    // A variant with unknown rules is as bad there as in PGN.
    let bughouse = b"{\"tags\":{\"Variant\":\"Bughouse\"},\"uci\":[\"e2e4\"]}\n{\"uci\":[]}\n";
    let (games, message) = converted(bughouse, &["--to", "uci"])?;
    assert_eq!(String::from_utf8(games)?, "position startpos\n");
    assert_eq!(message, "-:1:1: a variant with other rules\n");
    Ok(())
}

#[test]
fn positions_become_games_without_moves() -> Outcome {
    let (epd, _) = converted(PLAIN.as_bytes(), &["--to", "epd"])?;
    let (games, message) = converted(&epd, &["--to", "pgn"])?;
    assert_eq!(message, "");
    let (again, _) = converted(&games, &["--to", "epd"])?;
    assert_eq!(String::from_utf8(again)?, String::from_utf8(epd)?);
    let games = String::from_utf8(games)?;
    assert!(games.contains("[White \"Müller, Jürgen\"]") && games.contains("[Result \"0-1\"]"), "{games}");
    let (fens, _) = converted(PLAIN.as_bytes(), &["--to", "fen"])?;
    let (again, message) = converted(&fens, &["--to", "fen"])?;
    assert_eq!((String::from_utf8(again)?, message), (String::from_utf8(fens)?, String::new()));
    let foreign =
        b"# a suite\n\n4k3/8/8/8/8/8/8/R3K2R w KQ - bm O-O; id \"castle\"; c0 \"a - b\"; eco C65;\n";
    let (game, message) = converted(foreign, &["--to", "json"])?;
    let game: serde_json::Value = serde_json::from_slice(&game)?;
    assert_eq!(message, "");
    assert_eq!(game["tags"], serde_json::json!({"Event": "castle", "C0": "a - b", "ECO": "C65"}));
    assert_eq!(
        (&game["start"], &game["uci"]),
        (&"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".into(), &serde_json::json!([]))
    );
    Ok(())
}

/// Whatever the players are called, EPD keeps their names apart; only ` - ` in White's name loses its spaces.
#[test]
fn players_with_odd_names_stay_distinct() -> Outcome {
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
    let pairs = || {
        odd.iter().flat_map(|&(name, expected)| [([name, "B"], [expected, "B"]), (["A", name], ["A", name])])
    };
    let line = |[white, black]: [&str; 2]| {
        let tags = serde_json::json!({"White": white, "Black": black});
        format!("{}\n", serde_json::json!({"tags": tags, "result": "1-0", "uci": []}))
    };
    let lines: String = pairs().map(|(players, _)| line(players)).collect();
    let (epd, message) = converted(lines.as_bytes(), &["--from", "json", "--to", "epd"])?;
    assert_eq!((message.as_str(), epd.iter().filter(|byte| **byte == b'\n').count()), ("", 2 * odd.len()));
    let (games, message) = converted(&epd, &["--from", "epd", "--to", "json"])?;
    assert_eq!(message, "");
    let games = String::from_utf8(games)?;
    assert_eq!(games.lines().count(), 2 * odd.len());
    for (game, (_, expected)) in games.lines().zip(pairs()) {
        let game: serde_json::Value = serde_json::from_str(game)?;
        let players = ["White", "Black"].map(|tag| game["tags"][tag].as_str());
        assert_eq!((players, &game["result"]), (expected.map(Some), &"1-0".into()), "{game}");
    }
    Ok(())
}

#[test]
fn a_bad_line_is_reported_and_the_next_one_read() -> Outcome {
    let json = "\n{\"uci\":[\"e2e4\",\"é\",\"e2e4\"]}\n {\"uci\":[]\n{\"uci\":[],\"result\":\"2-0\"}\n\
                {\"start\":\"x\",\"uci\":[]}\n{\"tags\":{\"a\":1},\"uci\":[]}\n{\"uci\":[\"d2d4\"]}";
    let (games, message) = converted(json.as_bytes(), &["--to", "uci"])?;
    assert_eq!(String::from_utf8(games)?, "position startpos moves d2d4\n");
    let places: Vec<&str> = message.lines().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(places, ["-:2:17", "-:3:10", "-:4:21", "-:5:11", "-:6:14"], "{message}");

    let epd =
        b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n4k3/8/8/8/8/8/8/4K4 w - -\n4k3/8/8/8/8/8/8/4K3 w - - acd x;\n";
    let (fens, message) = converted(epd, &["--to", "fen"])?;
    assert_eq!(String::from_utf8(fens)?, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    let places: Vec<&str> = message.lines().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(places, ["-:2:17", "-:3:31"], "{message}");
    Ok(())
}

#[test]
fn games_in_binary_are_read_as_far_as_they_are_sound() -> Outcome {
    let (binary, _) = converted(PLAIN.as_bytes(), &["--to", "binary"])?;
    let (all, _) = converted(&binary, &["--to", "uci"])?;
    let (all, head) = (String::from_utf8(all)?, b"philidor games 2\n".len());
    let first_length = u32::from_le_bytes(*binary[head..].first_chunk().ok_or("no game")?) as usize;
    // An invalid move spoils only its own game.
    let mut spoiled = binary.clone();
    spoiled[head + 4 + first_length] = 200;
    let (games, message) = converted(&spoiled, &["--to", "uci"])?;
    assert_eq!(all.split_once('\n').map(|lines| lines.1), Some(String::from_utf8(games)?.as_str()));
    assert!(message.starts_with("-: game 1: ") && message.lines().count() == 1, "{message}");
    // A file may be cut: whole games are read, and what is missing is reported.
    let second = head + 5 + first_length;
    for length in [head, head + 3, head + 4, second - 1, second, second + 2, binary.len() - 1] {
        let (games, message) = converted(&binary[..length], &["--to", "uci"])?;
        let games = String::from_utf8(games)?;
        assert!(all.starts_with(&games) && games != all, "{length}");
        let is_between_games = length == head || length == second;
        assert_eq!(message.contains("is cut"), message.lines().count() == 1, "{length}: {message}");
        assert!(!is_between_games || message.is_empty(), "{length}: {message}");
    }
    // A length that no game can have allocates no memory.
    let (games, message) = converted(b"philidor games 2\n\xff\xff\xff\xff\0", &["--to", "uci"])?;
    assert!(games.is_empty() && message.contains("4294967295 bytes"), "{message}");
    // Format 1: no tags. One game, 1. e4, by its index in the order of moves, won by White.
    let (e4, _) = converted(b"1. e4 1-0", &["--to", "binary"])?;
    let index = *e4.last().ok_or("no move")?;
    let old = [b"philidor games 1\n".as_slice(), &[2, 0, 0, 0, 1, 0, index]].concat();
    let (json, message) = converted(&old, &["--to", "json"])?;
    let game: serde_json::Value = serde_json::from_slice(&json)?;
    assert_eq!(
        (message.as_str(), &game["result"], &game["uci"]),
        ("", &"1-0".into(), &serde_json::json!(["e2e4"]))
    );
    Ok(())
}

/// Which games are bad does not depend on the format to which they are converted.
#[test]
fn a_game_without_result_is_bad_in_every_form() -> Outcome {
    let text = b"[Event \"1\"]\n\n1. e4 e5\n\n[Event \"2\"]\n\n1. d4 *\n";
    for format in ["pgn", "json", "binary", "uci", "epd", "fen"] {
        let (games, message) = converted(text, &["--to", format])?;
        let (reason, hint) = message.split_once('\n').ok_or("one line")?;
        assert_eq!(reason, "-:3:9: the game ends without 1-0, 0-1, 1/2-1/2 or *", "{format}");
        assert!(hint.starts_with("hint: with --lenient such a fault does not cost the game"), "{hint}");
        let (fens, _) = converted(&games, &["--to", "fen"])?;
        assert_eq!(String::from_utf8(fens)?.lines().count(), 1, "{format}");
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
    let (binary, message) = converted(&text, &["--to", "binary"])?;
    assert!(message.starts_with("-:3:1: in binary the game would have 75"), "{message}");
    let (uci, again) = converted(&binary, &["--to", "uci"])?;
    assert_eq!(String::from_utf8(uci)?, "position startpos moves d2d4\nposition startpos moves c2c4\n");
    assert_eq!((message.lines().count(), again.as_str()), (1, ""));
    Ok(())
}

/// What PGN cannot express is reported, and everything else is kept.
#[test]
fn tags_that_pgn_cannot_have_are_warned_of() -> Outcome {
    let start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let tags =
        serde_json::json!({"two words": "x", "": "y", "White": "a\nb", "Note": "t\tx\u{7}", "FEN": start});
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let line = serde_json::json!({"tags": tags, "start": usual, "uci": []}).to_string();
    let text = format!("{{\"uci\":[]}}\n{line}\n");
    let (games, message) = converted(text.as_bytes(), &["--to", "pgn"])?;
    let games = String::from_utf8(games)?;
    assert!(games.contains("[White \"a b\"]\n") && games.contains("[Note \"t\tx\u{7}\"]\n"), "{games}");
    let mut lines: Vec<&str> = message.lines().collect();
    lines.sort_unstable();
    let begins = [
        "-:2:1: warning: `two words` cannot be the name of a tag of PGN; it is left out",
        "-:2:1: warning: `` cannot be the name of a tag of PGN; it is left out",
        "-:2:1: warning: the tag FEN is `4k3/8/8/8/8/8/8/4K3 w - - 0 1`, but the game starts from `rnbq",
        "-:2:1: warning: the tag White has several lines, which become one",
    ];
    assert_eq!(lines.len(), begins.len(), "{message}");
    for begin in begins {
        assert!(lines.iter().any(|line| line.starts_with(begin)), "{begin}: {message}");
    }
    // From PGN to PGN nothing is changed.
    let (again, message) = converted(games.as_bytes(), &["--to", "pgn"])?;
    assert_eq!((String::from_utf8(again)?, message), (games, String::new()));
    Ok(())
}

/// `convert` and `check` warn in lines of JSON and in binary as they do in PGN.
#[test]
fn results_that_contradict_are_warned_of_in_every_form() -> Outcome {
    let line = r#"{"tags":{"Result":"1-0"},"result":"0-1","uci":["f2f3","e7e5","g2g4","d8h4"]}"#;
    let (binary, message) = converted(line.as_bytes(), &["--to", "binary"])?;
    assert_eq!(message, "-:1:1: warning: the tag Result is 1-0, but the game ends with 0-1\n");
    let (_, message) = converted(&binary, &["--to", "json"])?;
    assert_eq!(message, "-: game 1: warning: the tag Result is 1-0, but the game ends with 0-1\n");
    let folder = folder("contradicting")?;
    fs::write(folder.join("games"), line.replace("0-1", "1/2-1/2"))?;
    let message = String::from_utf8(philidor(&folder, &["check", "games"])?.stdout)?;
    assert!(
        message.starts_with("games:1:1: warning: the tag Result is 1-0, but the game ends with 1/2-1/2\n"),
        "{message}"
    );
    assert!(
        message.contains("games:1:1: warning: Black wins by checkmate, but the game ends with 1/2-1/2\n"),
        "{message}"
    );
    assert!(message.ends_with("1 game, 4 moves, 0 bad, 1 doubtful\n"), "{message}");
    // With `--json`, faults are JSON objects, too.
    fs::write(folder.join("bad"), format!("{line}\n{{}}\n"))?;
    let message = String::from_utf8(philidor(&folder, &["check", "bad", "--json"])?.stdout)?;
    let objects: Vec<serde_json::Value> =
        message.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    assert_eq!((objects.len(), &objects[0]["line"], &objects[1]["line"]), (3, &1.into(), &2.into()));
    assert!(objects[0]["warning"].is_string() && objects[1]["error"].is_string(), "{message}");
    Ok(())
}

/// The warning comes once, with the numbers of what most formats have no place for. A comment after a bad game is part
/// of that game.
#[test]
fn what_a_form_leaves_out_is_counted() -> Outcome {
    let game = "{ before } 1. e4! { a } ( 1. d4 { not counted } ) e5 $14 $2 1-0 { after }\n\n";
    let bad = "1. e5 { of a bad game } *\n\n";
    let text = [game.repeat(500).as_str(), bad, game].concat();
    for format in ["binary", "uci"] {
        let (_, message) = converted(text.as_bytes(), &["--to", format, "--threads", "2"])?;
        let expected = "warning: left out, since only PGN and JSON have a place for them: 1,502 comments, 1,503 glyphs, 501 variations\n";
        assert!(message.ends_with(expected), "{format}: {message}");
        assert_eq!(message.matches("left out").count(), 1, "{format}: {message}");
    }
    for format in ["pgn", "json", "fen", "epd"] {
        assert!(!converted(text.as_bytes(), &["--to", format])?.1.contains("left out"), "{format}");
    }
    Ok(())
}

/// A game with variations that nest.
fn nested(depth: usize) -> String {
    let lines = ["Nf3 ( Nc3 ", "Nf6 ( Nc6 ", "Nf3 ( Nb1 ", "Nf6 ( Nb8 "].into_iter().cycle().take(depth);
    lines.collect::<String>() + ["Nf3", "Nf6"][depth % 2] + &" )".repeat(depth) + " *"
}

/// All that PGN says comes back from JSON, and a game that says nothing has no more keys than before.
#[test]
fn comments_glyphs_and_variations_survive_json() -> Outcome {
    let games = [
        "{ of the file } [White \"A\"]\n\n{ start } $14 1. e4! {[%clk 0:05:00] good [%eval 0.3]} e5 ({ first } 1... c5 $6 2. Nf3 \
         (2. c3 {alapin} d5 (2... -- 3. d4)) 2... d6) ($142 1... e6) 2. Nf3 $2 $15 {a \"quoted\" \\ text} Nc6 1-0 {after}",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 (2... Nf6 {better} 3. P@e4) 3. P@e4 {drop} *",
        "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1\"]\n\n1. O-O (1. O-O-O Ke7) 1... Ke7 1/2-1/2",
        "[White \"B\"]\n\n{ no moves } *",
        "1. d4 d5 *",
        &nested(30),
    ];
    let text = games.join("\n\n");
    let (expected, _) = converted(text.as_bytes(), &["--to", "pgn"])?;
    let (json, message) = converted(text.as_bytes(), &["--to", "json"])?;
    assert_eq!(message, "");
    let (pgn, message) = converted(&json, &["--to", "pgn"])?;
    assert_eq!((String::from_utf8(pgn)?, message.as_str()), (String::from_utf8(expected)?, ""));
    assert_eq!(String::from_utf8(converted(&json, &["--to", "json"])?.0)?, String::from_utf8(json.clone())?);
    let lines = String::from_utf8(json)?;
    let plain = lines.lines().filter(|line| !line.contains("movetext")).count();
    assert_eq!((lines.lines().count(), plain), (6, 1), "{lines}");
    // Other formats count what JSON has beside its moves.
    let (_, message) = converted(lines.as_bytes(), &["--to", "uci"])?;
    assert!(message.contains("1 comment") || message.contains("comments"), "{message}");
    Ok(())
}

#[test]
fn what_json_cannot_hold_or_have_is_said() -> Outcome {
    let (json, message) = converted(nested(60).as_bytes(), &["--to", "json"])?;
    assert!(message.contains("variations nest too deep for JSON"), "{message}");
    assert_eq!(converted(&json, &["--to", "pgn"])?.1, "");
    let (json, message) = converted(b"1. e4 e5 (1... c5 2. Ke3) *", &["--to", "json"])?;
    assert!(message.contains("warning: a variation is cut: `Ke3`: illegal"), "{message}");
    assert!(String::from_utf8(json)?.contains("[[{\"san\":\"c5\"}]]"));
    for (line, fault) in [
        (r#"{"uci":["e2e4"],"movetext":[{"nags":[1]},{"nags":[1]}]}"#, "`movetext` has 2 moves, and `uci` 1"),
        (r#"{"uci":["e2e4"],"movetext":[{"nags":[300]}]}"#, "expected u8"),
        (r#"{"uci":["e2e4"],"movetext":7}"#, "expected a sequence"),
    ] {
        let (pgn, message) = converted(line.as_bytes(), &["--to", "pgn"])?;
        assert!(pgn.is_empty() && message.contains(fault), "{line}: {message}");
    }
    Ok(())
}

/// A fault in a variation costs only the rest of that variation.
#[test]
fn variations_of_json_are_cut_at_illegal_moves() -> Outcome {
    let game = "{\"uci\":[\"e2e4\",\"e7e5\"],\"movetext\":[{\"san\":\"e4\",\"variations\":[[{\"san\":\"d4\"},\
                {\"san\":\"Ke7\"},{\"san\":\"c4\"}]]},{\"san\":\"e5\",\"comment\":\"usual\"}]}\n";
    let (games, message) = converted(game.as_bytes(), &["--to", "pgn"])?;
    let games = String::from_utf8(games)?;
    assert!(games.ends_with("1. e4 ( 1. d4 ) 1... e5 { usual } *\n\n"), "{games}");
    assert!(message.contains("warning: a variation is cut: `Ke7`: "), "{message}");
    Ok(())
}

#[test]
fn a_result_that_is_none_stays() -> Outcome {
    let folder = folder("mended")?;
    let game = |tag, end| format!("[Result \"{tag}\"]\n\n1. e4 {end}\n\n");
    fs::write(folder.join("games.pgn"), [game("2-0", "*"), game("2-0", "1-0"), game("0-1", "*")].concat())?;
    let output = philidor(&folder, &["tags", "games.pgn", "--mend-results"])?;
    let text = String::from_utf8(output.stdout)?;
    let results: Vec<&str> = text.lines().filter(|line| line.contains("[Result")).collect();
    assert_eq!(results, ["[Result \"2-0\"]", "[Result \"1-0\"]", "[Result \"0-1\"]"]);
    assert_eq!(String::from_utf8(output.stderr)?, "2 results mended\n");
    for arguments in
        [["tags"].as_slice(), &["book", "--wins", "--min-score", "60", "-o", "b"], &["split", "-o", "p"]]
    {
        let output = philidor(&folder, &[arguments, &["games.pgn"]].concat())?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    Ok(())
}

#[test]
fn moves_of_a_book_that_are_illegal_are_listed() -> Outcome {
    let folder = folder("illegal-in-book")?;
    fs::write(folder.join("games.pgn"), "1. e4 e5 1-0\n")?;
    philidor(&folder, &["book", "games.pgn", "--min-games", "1", "--max-ply", "1", "-o", "book.bin"])?;
    let mut book = fs::read(folder.join("book.bin"))?;
    let key = book[..8].to_vec();
    // a1 to a8, with weight 1.
    book.extend([&key[..], &[0, 0x38, 0, 1, 0, 0, 0, 0]].concat());
    fs::write(folder.join("book.bin"), book)?;
    let output = program(&["book", "dump", "book.bin"]).current_dir(&folder).output()?;
    let text = String::from_utf8(output.stdout)?;
    assert!(text.contains("e2e4") && text.contains("a1a8        1  illegal\n"), "{text}");
    Ok(())
}

/// A line that is not UTF-8 is read as Latin-1, its comments, too.
#[test]
fn comments_of_json_may_be_in_latin_1() -> Outcome {
    let (output, said) = converted(b"{\"uci\":[\"e2e4\"],\"comment\":\"gr\xfcn\"}\n", &["--to", "pgn"])?;
    let output = String::from_utf8(output)?;
    assert!(output.contains("{ grün }") && said.is_empty(), "{output} {said}");
    Ok(())
}

/// Games of other formats become PGN before they are edited, whatever the limits of PGN that is read.
#[test]
fn what_is_edited_may_be_longer_than_a_comment_of_pgn() -> Outcome {
    let folder = folder("edit-long")?;
    let comment = "x".repeat(1_100_000);
    fs::write(
        folder.join("games.json"),
        format!("{{\"uci\":[\"e2e4\",\"e7e5\"],\"comment\":\"{comment}\"}}\n"),
    )?;
    let output = philidor(&folder, &["strip", "--variations", "games.json"])?;
    let text = String::from_utf8(output.stdout)?;
    assert!(text.contains(&comment) && text.contains("1. e4 e5 *"), "{}", text.len());
    Ok(())
}

/// The mark at the beginning of a file is not one within another.
#[test]
fn byte_order_marks_are_not_copied() -> Outcome {
    let folder = folder("marks")?;
    for name in ["a.pgn", "b.pgn"] {
        fs::write(folder.join(name), format!("\u{feff}[Event \"{name}\"]\n\n1. e4 *\n"))?;
    }
    for command in [&["merge"][..], &["sort", "--by", "Event"], &["filter"], &["dedupe"]] {
        let output = philidor(&folder, &[command, &["a.pgn", "b.pgn", "-o", "all.pgn"]].concat())?;
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let all = fs::read_to_string(folder.join("all.pgn"))?;
        assert!(!all.contains('\u{feff}') && all.matches("[Event ").count() == 2, "{command:?} {all}");
        fs::remove_file(folder.join("all.pgn"))?;
    }
    Ok(())
}
