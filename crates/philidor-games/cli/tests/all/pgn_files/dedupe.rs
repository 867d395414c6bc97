//! Twins in files of many chunks and in other formats.

use philidor_proof::some_of;

use super::*;

/// Games of which each line of moves occurs under three names, and then again as its beginning.
fn twins() -> String {
    let mut text = String::new();
    for first in ["a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4", "e3", "e4", "f3", "f4"] {
        for reply in ["a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "Na6", "Nc6", "Nf6", "Nh6"] {
            for (name, rest) in [("A", "2. g3 Rg8"), ("B", "2. g3 Rg8"), ("A", "2. g3"), ("A", "")] {
                let rest = if reply == "Nh6" || reply == "Nf6" { rest } else { "" };
                text += &format!("[White \"{name}\"]\n\n1. {first} {reply} {rest} *\n\n");
            }
        }
    }
    text
}

/// How many games stay and are dropped, of the kinds `same`, `part` and `retagged`.
fn counted(folder: &Path, arguments: &[&str]) -> Result<[u64; 4], Box<dyn Error>> {
    // Most of these games are short.
    let short = if arguments.contains(&"--min-plies") { &[][..] } else { &["--min-plies", "1"] };
    let output = philidor(folder, &[&["dedupe", "--dry-run", "--json"], short, arguments].concat())?;
    let text = String::from_utf8(output.stdout)?;
    let last = text.lines().last().ok_or("no line")?;
    let report: serde_json::Value = serde_json::from_str(last)?;
    let count = |name: &str| report[name].as_u64().ok_or_else(|| format!("{name} of {last}"));
    let counts = [count("kept")?, count("same")?, count("part")?, count("retagged")?];
    assert_eq!(text.lines().count() as u64, 1 + counts[1..].iter().sum::<u64>());
    assert_eq!(count("games")?, counts.iter().sum::<u64>());
    Ok(counts)
}

#[test]
fn each_kind_of_twins_is_counted_in_any_form_and_order() -> Outcome {
    let folder = folder("dedupe")?;
    fs::write(folder.join("games.pgn"), twins())?;
    for format in ["json", "binary"] {
        philidor(&folder, &["convert", "games.pgn", "--to", format, "-o", format])?;
    }
    for file in ["games.pgn", "json", "binary"] {
        // 12 first moves: with 10 replies the same under two names, with 2 replies parts as well.
        assert_eq!(counted(&folder, &[file, "--drop", "same"])?, [336, 240, 0, 0], "{file}");
        assert_eq!(counted(&folder, &[file, "--drop", "part"])?, [528, 0, 48, 0], "{file}");
        assert_eq!(counted(&folder, &[file, "--drop", "retagged"])?, [432, 0, 0, 144], "{file}");
        assert_eq!(counted(&folder, &[file, "--drop", "same,part,retagged"])?, [144, 240, 48, 144], "{file}");
        assert_eq!(counted(&folder, &[file, "--tags", "none"])?, [192, 384, 0, 0], "{file}");
        assert_eq!(counted(&folder, &[file, "--tags", "none", "--drop", "part"])?, [528, 0, 48, 0], "{file}");
        assert_eq!(counted(&folder, &[file, "--min-plies", "3"])?, [336, 240, 0, 0], "{file}");
    }
    // Games that are known already are dropped.
    philidor(&folder, &["filter", "games.pgn", "--where", "White = A", "-o", "known"])?;
    let known = |rest: &[&str]| counted(&folder, &[&["binary", "--known", "known"], rest].concat());
    assert_eq!(known(&[])?, [144, 432, 0, 0]);
    assert_eq!(known(&["--keep", "richest"])?, [144, 432, 0, 0]);
    assert_eq!(known(&["--tags", "none"])?, [0, 576, 0, 0]);
    assert_eq!(known(&["--drop", "same,part,retagged"])?, [0, 432, 0, 144]);
    let both = ["games.pgn", "binary", "json"];
    assert_eq!(counted(&folder, &both)?, [336, 1392, 0, 0]);
    let richest = [&both[..], &["--keep", "richest"]].concat();
    assert_eq!(counted(&folder, &richest)?, [336, 1392, 0, 0]);
    Ok(())
}

#[test]
fn games_without_moves_are_twins_if_all_tags_agree() -> Outcome {
    let folder = folder("dedupe-empty")?;
    let game = |round| format!("[White \"A\"]\n[Black \"B\"]\n[Round \"{round}\"]\n\n1-0\n\n");
    fs::write(folder.join("games.pgn"), [game("1"), game("2"), game(" 1")].concat())?;
    for kinds in ["same", "same,part,retagged"] {
        assert_eq!(counted(&folder, &["games.pgn", "--drop", kinds])?, [2, 1, 0, 0], "{kinds}");
    }
    assert_eq!(counted(&folder, &["games.pgn", "--min-plies", "0"])?, [1, 2, 0, 0]);
    Ok(())
}

/// A quick run draws one of the numbers of threads.
#[test]
fn a_game_stays_once_in_a_file_of_many_chunks() -> Outcome {
    let folder = folder("dedupe-large")?;
    fs::write(folder.join("games.pgn"), many(2 << 20))?;
    for threads in some_of(&["1", "3"], 1) {
        let arguments = ["dedupe", "games.pgn", "--threads", threads, "-o", "out.pgn"];
        let output = philidor(&folder, &arguments)?;
        // Bad games are reported, and are not twins.
        assert_eq!(output.status.code(), Some(1));
        let written = fs::read_to_string(folder.join("out.pgn"))?;
        assert_eq!(written.trim_end(), GAMES.trim_end(), "{threads} threads");
        let again = philidor(&folder, &[&arguments[..], &["--keep", "richest"]].concat())?;
        assert_eq!(fs::read_to_string(folder.join("out.pgn"))?, written);
        let notes = String::from_utf8(again.stderr)?;
        assert_eq!(notes.matches("Ke3").count(), String::from_utf8(output.stderr)?.matches("Ke3").count());
    }
    Ok(())
}

/// A pipe can be read only once: nothing would be written in the end.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_read_twice() -> Outcome {
    let folder = folder("dedupe-pipe")?;
    for arguments in [["--drop", "same,part"], ["--keep", "richest"]] {
        let mut dedupe = program(&["pgn", "dedupe", "/dev/stdin", "-o", "out"]);
        let output = fed(dedupe.current_dir(&folder).args(arguments), GAMES.as_bytes())?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(output.stderr)?.contains("/dev/stdin can be read only once"));
        assert!(!folder.join("out").exists());
    }
    Ok(())
}

#[test]
fn different_games_are_no_twins() -> Outcome {
    let folder = folder("dedupe-different")?;
    let long = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6";
    let game = |tags: &str, moves: &str| format!("[White \"A\"]\n[Black \"B\"]\n{tags}\n{moves}\n\n");
    let (one, other) = ("[Site \"lichess.org/1\"]\n", "[Site \"lichess.org/2\"]\n");
    let utc = ["[UTCDate \"2024.01.01\"]\n", "[UTCDate \"2024.01.02\"]\n"];
    for (name, games, kept) in [
        ("short", [game(one, "1. e4 *"), game(other, "1. e4 *")], 2),
        ("long", [game(one, &format!("{long} *")), game(other, &format!("{long} *"))], 1),
        ("dates", utc.map(|tag| game(tag, &format!("{long} *"))), 2),
        ("results", [game("", &format!("{long} 1-0")), game("", &format!("{long} 0-1"))], 2),
        ("unknown", [game("", &format!("{long} 1-0")), game("", &format!("{long} *"))], 1),
        ("parts", [game("", &format!("{long} 1-0")), game("", &format!("{long} 6. Ng1 1-0"))], 1),
        ("others", [game("", &format!("{long} 1-0")), game("", &format!("{long} 6. Ng1 0-1"))], 2),
        ("faults", ["6. Ke5 1-0", "6. Kf6 1-0"].map(|end| game("", &format!("{long} {end}"))), 2),
        ("same faults", ["", ""].map(|tag| game(tag, &format!("{long} 6. Ke5 1-0"))), 1),
    ] {
        fs::write(folder.join(name), games.concat())?;
        for keep in ["first", "richest"] {
            let arguments = ["dedupe", name, "--lenient", "--drop", "same,part", "--keep", keep, "-o", "out"];
            philidor(&folder, &arguments)?;
            let stay = fs::read_to_string(folder.join("out"))?.matches("[White ").count();
            assert_eq!(stay, kept, "{name}, {keep}");
        }
    }
    fs::write(folder.join("results"), game("", &format!("{long} 1-0")) + &game("", &format!("{long} 0-1")))?;
    for keep in ["first", "richest"] {
        assert_eq!(counted(&folder, &["results", "--drop", "same,retagged", "--keep", keep])?, [1, 0, 0, 1]);
    }
    Ok(())
}

/// A game without a result is a twin of each result, however many there are: a second run finds no more twins.
#[test]
fn a_second_run_drops_nothing() -> Outcome {
    let folder = folder("dedupe-twice")?;
    for (number, results) in ["* 1/2-1/2 1-0", "1-0 * 0-1 *", "* 1-0 0-1", "0-1 1-0 *"].iter().enumerate() {
        let rich = |at| if at == number { " {rich}" } else { "" };
        let game =
            |(at, result): (usize, &str)| format!("[White \"A\"]\n\n1. e4{} e5 {result}\n\n", rich(at));
        fs::write(folder.join("games"), results.split(' ').enumerate().map(game).collect::<String>())?;
        for rest in [&["--keep", "first"][..], &["--keep", "richest"], &["--drop", "same,part,retagged"]] {
            for [input, output] in [["games", "once"], ["once", "twice"]] {
                let dedupe = ["dedupe", "--min-plies", "1", input, "-o", output];
                assert!(philidor(&folder, &[&dedupe[..], rest].concat())?.status.success());
            }
            let [once, twice] = ["once", "twice"].map(|name| fs::read_to_string(folder.join(name)));
            assert_eq!(once?, twice?, "{results} {rest:?}");
        }
    }
    Ok(())
}

#[test]
fn a_twin_is_one_of_the_game_that_stays() -> Outcome {
    let folder = folder("dedupe-twin-of")?;
    let game = |white, moves| format!("[White \"{white}\"]\n\n1. e4 e5 {moves} *\n\n");
    fs::write(
        folder.join("games.pgn"),
        [game("A", ""), game("B", ""), game("B", ""), game("C", "2. d4")].concat(),
    )?;
    for keep in ["first", "richest"] {
        let list = ["dedupe", "games.pgn", "--drop", "same,retagged", "--min-plies", "1", "--dry-run"];
        let output = String::from_utf8(philidor(&folder, &[&list[..], &["--keep", keep]].concat())?.stdout)?;
        assert_eq!(output.matches("under other tags the same as game 1 of").count(), 2, "{output}");
    }
    // A game that is part of another is not the one that others are compared with.
    fs::write(folder.join("games.pgn"), [game("A", ""), game("B", ""), game("A", "2. d4")].concat())?;
    assert_eq!(counted(&folder, &["games.pgn", "--drop", "part,retagged"])?, [2, 0, 1, 0]);
    Ok(())
}

#[test]
fn the_list_of_twins_may_be_closed() -> Outcome {
    let folder = folder("dedupe-closed")?;
    fs::write(folder.join("games.pgn"), "[White \"A\"]\n\n1. e4 *\n\n".repeat(20_000))?;
    let mut child = program(&["pgn", "dedupe", "games.pgn", "--dry-run"]).current_dir(&folder).spawn()?;
    drop(child.stdout.take());
    let output = child.wait_with_output()?;
    assert_eq!((output.status.code(), String::from_utf8(output.stderr)?.as_str()), (Some(0), ""));
    Ok(())
}

/// The places of games in binary count games, so only the first chunk of a file begins one.
#[test]
fn games_in_binary_are_numbered_through_all_chunks() -> Outcome {
    let folder = folder("dedupe-numbers")?;
    let game = |number: usize| format!("[White \"{number:0>200}\"]\n\n1. e4 e5 *\n\n");
    // Some two and a half mebibytes, and the last game twice.
    let games: String = (1..=12_000).chain([12_000]).map(game).collect();
    fs::write(folder.join("games.pgn"), games)?;
    philidor(&folder, &["convert", "games.pgn", "--to", "binary", "-o", "binary"])?;
    assert!(fs::metadata(folder.join("binary"))?.len() > 2 << 20);
    let output = philidor(&folder, &["dedupe", "binary", "--dry-run", "--min-plies", "1", "--threads", "2"])?;
    let output = String::from_utf8(output.stdout)?;
    assert!(output.contains("the same as game 12000 of"), "{output}");
    Ok(())
}
