//! Games of variants, each read by its own tag, in files that mix them with chess.

use std::fs;

use super::{GAMES, Outcome, converted, folder, philidor};

/// A game of each variant, and one of chess: laid out as philidor does it, with the FENs of Lichess.
const VARIANTS: &str = include_str!("variants.pgn");

/// How many games there are.
const COUNT: usize = 11;

/// The tag of a game whose moves chess does not have.
const HOUSE: &str = "[Variant \"Crazyhouse\"]";

/// The seven tags that PGN demands, and more.
fn tags(more: &str) -> String {
    let roster =
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n";
    format!("{roster}[Result \"*\"]\n{more}\n\n")
}

/// What the command says of games in a file.
fn said(name: &str, text: &str, arguments: &[&str]) -> Result<(String, String), Box<dyn std::error::Error>> {
    let folder = folder(name)?;
    fs::write(folder.join("games"), text)?;
    let output = philidor(&folder, &[arguments, &["games"]].concat())?;
    Ok((String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?))
}

#[test]
fn a_game_of_each_variant_is_good_and_written_as_it_was_read() -> Outcome {
    for lines in [&["check"][..], &["check", "--variations"], &["check", "--lenient"]] {
        let (report, _) = said("variants-check", VARIANTS, lines)?;
        assert!(report.contains(&format!("\n{COUNT} games, ")), "{report}");
        assert!(report.ends_with(" moves, 0 bad\n") && report.lines().count() == 2, "{report}");
    }
    for options in [&["--to", "pgn"][..], &["--to", "pgn", "--lenient"]] {
        let (written, message) = converted(VARIANTS.as_bytes(), options)?;
        assert_eq!((String::from_utf8(written)?.as_str(), message.as_str()), (VARIANTS, ""));
    }
    Ok(())
}

/// Moves are counted once, however often they are read.
#[test]
fn moves_of_variants_are_counted() -> Outcome {
    let text = tags("[Variant \"Crazyhouse\"]") + "1. e4 d5 2. exd5 Qxd5 ( 2... c6 ) 3. P@e4 *\n";
    for (options, moves) in
        [(&["check"][..], 5), (&["check", "--variations"], 6), (&["check", "--lenient", "--json"], 5)]
    {
        let (report, _) = said("variants-count", &text, options)?;
        let expected =
            [format!("1 game, {moves} moves, 0 bad\n"), format!("\"moves\":{moves},\"bad_games\":0,")];
        assert!(expected.iter().any(|expected| report.contains(expected)), "{report}");
    }
    Ok(())
}

#[test]
fn tags_moves_and_results_survive_json() -> Outcome {
    let (json, message) = converted(VARIANTS.as_bytes(), &["--to", "json"])?;
    assert_eq!(message, "");
    let (again, message) = converted(&json, &["--to", "json"])?;
    assert_eq!((&again, message.as_str()), (&json, ""));
    let (pgn, message) = converted(&json, &["--to", "pgn"])?;
    assert_eq!(message, "");
    let tags =
        |text: &str| text.lines().filter(|line| line.starts_with('[')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(tags(&String::from_utf8(pgn.clone())?), tags(VARIANTS));
    assert_eq!(converted(&pgn, &["--to", "json"])?, (json, String::new()));
    Ok(())
}

#[test]
fn moves_and_variants_survive_uci() -> Outcome {
    let (uci, _) = converted(VARIANTS.as_bytes(), &["--to", "uci"])?;
    let text = String::from_utf8(uci.clone())?;
    assert_eq!(text.lines().count(), COUNT);
    assert!(text.contains("\nvariant atomic position startpos moves a2a4 d7d6 "), "{text}");
    assert!(
        text.contains("\nvariant crazyhouse position fen 4k3/8/8/8/8/8/7p/4K3[Nq] w - - 0 1 moves N@f6 "),
        "{text}"
    );
    let (pgn, message) = converted(&uci, &["--to", "pgn"])?;
    assert_eq!(message, "");
    assert_eq!(converted(&pgn, &["--to", "uci"])?, (uci, String::new()));
    let variants = |text: &str| text.matches("[Variant ").count();
    assert_eq!(variants(&String::from_utf8(pgn)?), variants(VARIANTS));

    for (line, error) in [
        ("variant bughouse position startpos\n", "-:1:9: a variant with other rules\n"),
        (
            "variant atomic position startpos moves e2e4 e7e5 e1e4\n",
            "-:1:50: `e1e4`: illegal: the king cannot move to e4\n",
        ),
        ("variant crazyhouse position fen 8/8/8/8[x] w - - 0 1\n", "-:1:33: "),
    ] {
        let (games, message) = converted(line.as_bytes(), &["--to", "pgn"])?;
        assert!(games.is_empty() && message.starts_with(error), "{message}");
    }
    Ok(())
}

#[test]
fn positions_have_pockets_and_checks() -> Outcome {
    let crazyhouse = tags("[Variant \"Crazyhouse\"]") + "1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n";
    let three = tags("[Variant \"Three-check\"]") + "1. e4 e5 2. Bc4 d6 3. Bxf7+ *\n\n";
    let text = crazyhouse + GAMES + "\n" + &three;
    let (fens, message) = said("variants-fens", &text, &["fens"])?;
    assert_eq!(message, "");
    let positions: Vec<&str> = fens.lines().collect();
    assert_eq!(positions.len(), 6 + 36 + 2 + 6);
    assert_eq!(positions[3], "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2");
    assert_eq!(positions[5], "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3");
    assert_eq!(positions[6], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(positions[49], "rnbqkbnr/ppp2Bpp/3p4/4p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+3 0 3");
    assert_eq!(said("variants-fens", &text, &["fens", "--lenient"])?.0, fens);
    let (objects, _) = said("variants-fens", &text, &["fens", "--json"])?;
    let shown = |line: &str| line.split('"').nth(3).map(str::to_owned);
    assert!(objects.lines().map(shown).eq(fens.lines().map(|fen| Some(fen.to_owned()))));
    let (last, _) = said("variants-fens", &text, &["convert", "--to", "fen"])?;
    assert_eq!(last.lines().collect::<Vec<_>>(), [positions[5], positions[39], positions[43], positions[49]]);
    let (json, _) = converted(text.as_bytes(), &["--to", "json"])?;
    assert_eq!(said("variants-fens", &String::from_utf8(json)?, &["fens"])?, (fens, String::new()));
    Ok(())
}

#[test]
fn a_fen_may_come_before_its_variant() -> Outcome {
    let text = tags("[FEN \"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\"]\n[Variant \"Crazyhouse\"]") + "1. N@d6+ *\n";
    for arguments in [&["check"][..], &["check", "--lenient"]] {
        let (report, _) = said("variants-fen", &text, arguments)?;
        assert!(report.contains("1 game, 1 move, 0 bad\n"), "{report}");
    }
    // Without a variant, or with an unknown one, nothing is different from a file of chess.
    for more in ["", "\n[Variant \"Bughouse\"]", "\n[Variant \"Standard\"]"] {
        let text = text.replace("\n[Variant \"Crazyhouse\"]", more);
        let (report, _) = said("variants-fen", &text, &["check"])?;
        assert!(
            report.starts_with("games:8:1: `[FEN \"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\"]`: board: "),
            "{report}"
        );
        assert!(report.ends_with("1 game, 0 moves, 1 bad\n"), "{report}");
    }
    Ok(())
}

#[test]
fn unknown_variants_are_bad() -> Outcome {
    for name in ["Bughouse", "Shogi", "Crazyhous"] {
        let text = tags(&format!("[Variant \"{name}\"]")) + "1. e4 *\n";
        let (report, _) = said("variants-unknown", &text, &["check"])?;
        assert!(
            report.starts_with(&format!("games:8:1: `[Variant \"{name}\"]`: a variant with other rules\n")),
            "{report}"
        );
        assert!(report.ends_with("1 game, 0 moves, 1 bad\n"), "{report}");
        let (kept, warning) = said("variants-unknown", &text, &["convert", "--to", "pgn", "--lenient"])?;
        assert!(
            warning.starts_with(&format!("games:8:1: `[Variant \"{name}\"]`: a variant with other rules\n")),
            "{warning}"
        );
        assert_eq!(kept, "");
    }
    Ok(())
}

/// A `FEN` is judged by the `Variant` that counts, wherever both stand.
#[test]
fn the_order_of_tags_changes_no_start() -> Outcome {
    const STANDARD: &str = "[Variant \"Standard\"]";
    const FEN: &str = "[FEN \"4k3/8/8/8/8/8/4P3/4K3[N] w - - 0 1\"]";
    let game = |order: &[&str], moves: &str| tags(&order.join("\n")) + moves;
    let lenient = ["convert", "--to", "uci", "--lenient"];
    let orders: [&[&str]; 5] = [
        &[FEN, HOUSE],
        &[HOUSE, FEN],
        &[STANDARD, FEN, HOUSE],
        &[FEN, STANDARD, HOUSE],
        &["[Variant \"Atomic\"]", "[Bad Tag]", FEN, HOUSE],
    ];
    for order in orders {
        let (kept, said) = said("variants-order", &game(order, "1. N@e4 *\n"), &lenient)?;
        assert_eq!(
            kept, "variant crazyhouse position fen 4k3/8/8/8/8/8/4P3/4K3[N] w - - 0 1 moves N@e4\n",
            "{order:?}: {said}"
        );
    }
    for (fen, start, outcome) in [
        (
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w\"]",
            "fen 4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1 moves e2e4",
            "the game begins at `4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`",
        ),
        ("[FEN \"x\"]", "startpos moves e2e4", "the tag is left out"),
        (
            "[FEN \"k7/8/8/8/8/8/4P3/K7[] w K - 0 1\"]",
            "fen k7/8/8/8/8/8/4P3/K7[] w - - 0 1 moves e2e4",
            "the game begins at `k7/8/8/8/8/8/4P3/K7[] w - - 0 1`",
        ),
    ] {
        for order in [[fen, HOUSE], [HOUSE, fen]] {
            let (kept, warning) = said("variants-short", &game(&order, "1. e4 *\n"), &lenient)?;
            assert_eq!(kept, format!("variant crazyhouse position {start}\n"), "{warning}");
            assert!(
                warning.contains(&format!(": warning: `{fen}`: ")) && warning.matches(outcome).count() == 1,
                "{warning}"
            );
            // Its place is that of the tag, and the next game is found.
            let two = game(&order, "1. e4 *\n\n") + &game(&[HOUSE], "1. e4 *\n");
            let (report, _) = said("variants-strict", &two, &["check"])?;
            let line = if order[0] == fen { 8 } else { 9 };
            assert!(report.starts_with(&format!("games:{line}:1: `{fen}`: ")), "{report}");
            assert!(report.ends_with("2 games, 1 move, 1 bad\n"), "{report}");
        }
    }
    // Without its variant, however that is spelled, or from another board, a game would be another one.
    for fault in ["[Variant Atomic]", "[ Variant \"Atomic]", "[FEN \"4k3/8/8/8/8/8/4P3/8[N] w - - 0 1\"]"] {
        let (kept, said) = said("variants-malformed", &game(&[fault, HOUSE], "1. e4 *\n"), &lenient)?;
        assert!(kept.is_empty() && said.contains(&format!("`{fault}`: ")), "{kept}{said}");
    }
    Ok(())
}

/// In PGN and in objects, whichever reads them.
#[test]
fn the_tag_of_a_variant_is_known_in_any_case() -> Outcome {
    let text = tags("[variant \"Crazyhouse\"]") + "1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n";
    for options in [&["--to", "pgn"][..], &["--to", "pgn", "--lenient"]] {
        let (written, message) = converted(text.as_bytes(), options)?;
        let expected = text.replace("variant", "Variant");
        assert_eq!((String::from_utf8(written)?.as_str(), message.as_str()), (expected.as_str(), ""));
    }
    let object = "{\"tags\":{\"variant\":\"Atomic\"},\"result\":\"*\",\"uci\":[\"e2e4\"]}\n";
    let (written, message) = converted(object.as_bytes(), &["--to", "uci"])?;
    assert_eq!(
        (String::from_utf8(written)?.as_str(), message.as_str()),
        ("variant atomic position startpos moves e2e4\n", "")
    );
    let (written, message) = converted(object.replace("Atomic", "Bughouse").as_bytes(), &["--to", "uci"])?;
    assert!(written.is_empty() && message.contains("a variant with other rules"), "{message}");
    Ok(())
}

/// Objects say the same as tags, once.
#[test]
fn objects_take_their_start_from_their_tags() -> Outcome {
    let object = |tags: &str| format!("{{\"tags\":{{{tags}}},\"result\":\"*\",\"uci\":[\"e2e4\"]}}\n");
    let fen = "\"FEN\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"";
    let convert = ["convert", "--from", "json", "--to", "uci"];
    let (kept, _) = said("variants-object", &object(fen), &convert)?;
    assert_eq!(kept, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n");
    for (name, twice) in [
        ("Variant", "\"Variant\":\"Atomic\",\"Variant\":\"Crazyhouse\"".to_owned()),
        ("FEN", format!("{fen},{fen}")),
    ] {
        let (_, fault) = said("variants-object", &object(&twice), &convert)?;
        assert!(fault.contains(&format!("the tag `{name}` is given again")), "{fault}");
    }
    Ok(())
}

#[test]
fn a_second_variant_is_bad_or_counts() -> Outcome {
    let text =
        |first: &str, second: &str| tags(&format!("{first}\n{second}")) + "1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n";
    let unknown = "[Variant \"Bughouse\"]";
    let (report, _) = said("variants-again", &text(HOUSE, HOUSE), &["check"])?;
    assert!(!report.contains("given twice"), "{report}");
    for first in ["[Variant \"Standard\"]", "[Variant \"Atomic\"]", unknown] {
        let (report, _) = said("variants-again", &text(first, HOUSE), &["check"])?;
        let twice = "the tag is given twice with different values, also as";
        let fault = format!("games:9:1: `{HOUSE}`: {twice} `{first}`\n");
        let refused = format!("games:8:1: `{unknown}`: a variant with other rules\n");
        assert!(report.starts_with(if first == unknown { &refused } else { &fault }), "{report}");
        let lenient = ["convert", "--to", "pgn", "--lenient"];
        let (kept, warning) = said("variants-again", &text(first, HOUSE), &lenient)?;
        let fault = format!("games:8:1: warning: `{first}`: {twice} `{HOUSE}`; the last one counts");
        assert!(warning.starts_with(&fault), "{warning}");
        assert!(kept.contains(HOUSE) && kept.ends_with("3. P@e4 *\n\n"), "{kept}");
        assert_eq!(warning.matches("warning").count(), 1, "{warning}");
    }
    let (report, _) = said("variants-again", &text(HOUSE, unknown), &["check", "--lenient"])?;
    assert!(report.starts_with(&format!("games:9:1: `{unknown}`: a variant with other rules\n")), "{report}");
    // The other way round it is chess, in which nothing is dropped.
    let (report, _) =
        said("variants-again", &text(HOUSE, "[Variant \"Standard\"]"), &["check", "--lenient"])?;
    assert!(report.contains("`P@e4`: ") && report.contains("1 kept with faults"), "{report}");
    Ok(())
}

/// Errors name their text and its place in the file, in later chunks, too.
#[test]
fn bad_moves_have_their_places_on_many_threads() -> Outcome {
    let bad = tags("[Variant \"Atomic\"]") + "1. e4 e5 2. Qg4 Nf6\n3. Qxd7 Nc6 *\n\n"; // an explosion next to the king
    let before = format!("{GAMES}\n{VARIANTS}\n").repeat((3 << 20) / (GAMES.len() + VARIANTS.len()));
    let (text, games) = (format!("{before}{bad}{VARIANTS}"), before.matches("[Event ").count() + 1 + COUNT);
    let at = text.find("Nc6 *\n\n").ok_or("no move")?;
    let (line, game_line) = (text[..at].lines().count(), before.lines().count() + 1);
    let (report, _) = said("variants-chunks", &text, &["check", "--json", "--threads", "3"])?;
    let object = format!(
        "\"offset\":{at},\"line\":{line},\"column\":9,\"game_line\":{game_line},\"next_offset\":{},\"next_line\":{line},",
        at + 5
    );
    assert!(
        report.contains(&object) && report.contains(&format!("{{\"games\":{games},")),
        "{report}\n{object}"
    );
    let (written, message) = said("variants-chunks", &text, &["convert", "--to", "json", "--threads", "2"])?;
    assert_eq!(written.lines().count(), games - 1);
    assert!(message.starts_with(&format!("games:{line}:9: `Nc6`: illegal: the game is over\n")), "{message}");
    Ok(())
}

/// Also where games begin in the middle of a line.
#[test]
fn places_count_from_the_start_of_the_line() -> Outcome {
    let text = "1. e4 * [Variant \"Atomic\"] 1. e4 e5 2. Ke3 *\n";
    assert_eq!(
        said("variants-line", text, &["check"])?.0.lines().next(),
        Some("games:1:40: `Ke3`: illegal: the king cannot move to e3")
    );
    Ok(())
}

#[test]
fn faulty_games_of_variants_are_kept_up_to_their_faults() -> Outcome {
    let text =
        tags("[Variant \"Crazyhouse\"]") + "1. e4 d5 2. exd5 ( 2. P@e5 ) 2... Qxd5 3. P@e4 Nf6 4. P@e6 *\n";
    let (report, _) = said("variants-lenient", &text, &["check", "--lenient"])?;
    assert!(
        report.starts_with(
            "games:10:55: warning: `P@e6`: illegal: no pawn is in the pocket; the game is kept up to here\n"
        ),
        "{report}"
    );
    assert!(report.ends_with("1 game, 6 moves, 0 bad, 1 kept with faults\n"), "{report}");
    let (kept, _) = said("variants-lenient", &text, &["convert", "--to", "pgn", "--lenient"])?;
    assert!(kept.contains("[Variant \"Crazyhouse\"]\n[Fault \"line 10, column "), "{kept}");
    assert!(kept.ends_with("\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Nf6 *\n\n"), "{kept}");
    let (json, _) = said("variants-lenient", &text, &["convert", "--to", "json", "--lenient"])?;
    assert!(json.contains("\"P@e4\",\"Nf6\"],\"uci\""), "{json}");
    // What `filter` keeps of it is unchanged, by the rules of the variant.
    let (filtered, _) = said("variants-lenient", &text, &["filter", "--min-plies", "6", "--lenient"])?;
    assert!(filtered.ends_with("\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Nf6 *\n\n"), "{filtered}");
    Ok(())
}

/// Moves need not be legal to go to another file, but what is kept of them is read by their rules.
#[test]
fn split_keeps_faulty_games_of_variants() -> Outcome {
    let text = tags("[Variant \"Crazyhouse\"]") + "1. e4 d5 2. exd5 Qxd5 3. P@e4 { Nf6 *\n";
    let folder = folder("variants-split-lenient")?;
    fs::write(folder.join("games"), text)?;
    philidor(&folder, &["split", "--lenient", "--games", "1", "-o", "part", "games"])?;
    let kept = fs::read_to_string(folder.join("part-0001.pgn"))?;
    assert!(
        kept.ends_with("\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n") && kept.contains("\n[Fault "),
        "{kept}"
    );
    Ok(())
}

/// What ends a game by the rules of its variant is compared with the result.
#[test]
fn results_that_contradict_the_rules_are_doubtful() -> Outcome {
    let text =
        tags("[Variant \"Atomic\"]").replace('*', "0-1") + "1. Nf3 f6 2. Nd4 g6 3. Ne6 Na6 4. Nxd8# 0-1\n\n";
    for text in [text.clone(), String::from_utf8(converted(text.as_bytes(), &["--to", "json"])?.0)?] {
        let (report, _) = said("variants-doubt", &text, &["check"])?;
        assert!(
            report.contains("warning: White wins by explosion, but the game ends with 0-1\n"),
            "{report}"
        );
        assert!(report.ends_with("1 game, 7 moves, 0 bad, 1 doubtful\n"), "{report}");
    }
    Ok(())
}

#[test]
fn forms_without_a_place_for_variants_refuse_them() -> Outcome {
    let text = format!("{GAMES}\n{}1. e4 *\n", tags("[Variant \"Horde\"]").replace("Horde", "Atomic"));
    let line = GAMES.lines().count() + 2;
    let cases: [(&[&str], &str); 3] = [
        (&["convert", "--to", "epd"], "for which EPD has no place"),
        (&["convert", "--to", "binary"], "for which binary has no place"),
        (&["book", "-o", "book.bin"], "for which an opening book has no place"),
    ];
    for (arguments, reason) in cases {
        for lenient in [&[][..], &["--lenient"]] {
            let folder = folder("variants-refused")?;
            fs::write(folder.join("games"), &text)?;
            let output = philidor(&folder, &[arguments, lenient, &["games"]].concat())?;
            let message = String::from_utf8(output.stderr)?;
            let error = format!("games:{line}:1: the game is Atomic, {reason}\n");
            assert!(message.starts_with(&error) && message.matches("games:").count() == 1, "{message}");
            assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        }
    }
    Ok(())
}

#[test]
fn games_of_variants_are_filtered_split_and_counted() -> Outcome {
    let (kept, note) = said("variants-filter", VARIANTS, &["filter", "--tag", "Variant=Atomic"])?;
    assert!(
        note.ends_with(&format!("1 of {COUNT} games\n")) && kept.contains("[Variant \"Atomic\"]"),
        "{kept}{note}"
    );
    assert!(VARIANTS.contains(&kept), "{kept}");
    let (kept, _) = said("variants-filter", VARIANTS, &["filter", "--material", "KNNKPP"])?;
    assert_eq!(kept.matches("[Event ").count(), 0, "{kept}");
    let position = "rnbqkbnr/ppp1pppp/3p4/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq - 0 2";
    let (kept, _) = said("variants-filter", VARIANTS, &["filter", "--position", position])?;
    assert_eq!((kept.matches("[Event ").count(), kept.contains("Atomic")), (1, true), "{kept}");
    let (stats, _) = said("variants-stats", VARIANTS, &["stats"])?;
    assert!(stats.starts_with(&format!("games         {COUNT}, and 0 bad\n")), "{stats}");
    let (report, _) = said("variants-split", VARIANTS, &["split", "--games", "100", "-o", "part"])?;
    assert_eq!(report, format!("{COUNT} games in 1 file\n"));
    Ok(())
}
