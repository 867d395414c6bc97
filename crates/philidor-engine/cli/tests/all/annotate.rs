//! `philidor pgn annotate`: what it adds, and that it adds nothing else.

use std::error::Error;
use std::process::Output;

use philidor_pgn::{GameTree, NodeId, Reader, TreeBuilder};

use crate::command::{Outcome, fed, philidor};

/// Games with everything that PGN has: comments, clocks, scores, glyphs, variations, other starts, null moves.
const GAMES: &str = r#"[Event "one"]
[White "A"]
[Black "B \"b\""]
[Annotator "somebody"]
[Result "1-0"]

{ before the first move } 1. e4 { [%clk 0:03:00] [%csl Ge4] } e5 $1 { [%eval 0.25,18] open [%clk 0:02:59] }
( 1... c5 { the other } 2. Nf3 ( 2. c3 $5 ) d6 ) 2. Bc4 $14 Nc6 3. Qh5 Nf6?? ( 3... g6 4. Qf3 Nf6 ) 4. Qxf7# 1-0

[Event "two"]
[FEN "1rk4r/pp4pp/8/8/8/8/PP4PP/1RK4R w BHbh - 2 9"]
[SetUp "1"]
[Variant "Chess960"]
[Result "*"]

9. O-O O-O-O?! 10. Rf7 { ; [%eval #3] } *

[Event "three"]
[Result "1/2-1/2"]

1/2-1/2

[Event "four"]
[FEN "7k/8/8/5Q2/8/8/8/K7 w - - 0 1"]
[SetUp "1"]
[Result "1/2-1/2"]

1. Qf7 { a pity } 1/2-1/2

[Event "five"]
[Result "0-1"]

1. f3 e5 2. g4 ( 2. -- d5 ) Qh4# 0-1

"#;

/// What the program makes of a text.
fn annotate(text: &str, arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    fed(philidor(&["pgn", "annotate", "--hash", "1M"]).args(arguments), text.as_bytes())
}

fn annotated(text: &str, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = annotate(text, arguments)?;
    let complaints = String::from_utf8(output.stderr)?;
    assert_eq!((output.status.code(), complaints.as_str()), (Some(0), ""));
    Ok(String::from_utf8(output.stdout)?)
}

fn trees(text: &str) -> Result<Vec<GameTree>, Box<dyn Error>> {
    let (mut reader, mut builder) = (Reader::new(text.as_bytes()), TreeBuilder::new());
    let mut trees = Vec::new();
    while let Some(read) = reader.read_game(&mut builder) {
        read?;
        trees.push(builder.take());
    }
    Ok(trees)
}

/// A tree without what was added to another: scores, at most one glyph for a bad move, at most one variation.
fn without_additions(mut tree: GameTree, original: &GameTree) -> GameTree {
    let pairs: Vec<(NodeId, NodeId)> = tree.main_line().zip(original.main_line()).collect();
    for (node, old) in pairs {
        let parents = (tree.parent(node).expect("a parent"), original.parent(old).expect("a parent"));
        let children: Vec<NodeId> = tree.children(parents.0).collect();
        let known = original.children(parents.1).count();
        assert!(children.len() <= known + 1, "{tree}");
        children.iter().skip(known).for_each(|&added| _ = tree.remove(added));
        let before = original.remarks(old).expect("remarks").clone();
        let remarks = tree.remarks_mut(node).expect("remarks");
        remarks.comment.eval = before.comment.eval;
        let is_judged = before.nags.iter().any(|nag| (1..=6).contains(nag));
        if !is_judged {
            remarks.nags.retain(|nag| ![2, 4, 6].contains(nag));
        }
    }
    tree
}

/// How many moves of the main line have a score.
fn scores(tree: &GameTree) -> usize {
    tree.main_line().filter(|&id| tree.remarks(id).is_some_and(|it| it.comment.eval.is_some())).count()
}

#[test]
fn what_was_there_is_read_back_with_nothing_but_additions() -> Outcome {
    let originals = trees(GAMES)?;
    for arguments in [&["--nodes", "400"][..], &["--nodes", "400", "--variations", "30", "--glyphs"]] {
        let text = annotated(GAMES, arguments)?;
        let read = trees(&text)?;
        assert_eq!(read.len(), originals.len());
        let scores: usize = read.iter().map(scores).sum();
        for (tree, original) in read.into_iter().zip(&originals) {
            assert_eq!(&without_additions(tree, original), original);
        }
        // After each move but the two mates and the stalemate.
        assert_eq!(scores, 7 - 1 + 3 + 1 - 1 + 4 - 1);
        // The old scores are gone, other commands are not.
        assert!(!text.contains("0.25,18") && !text.contains("#3]"), "{text}");
        assert!(text.contains("[%csl Ge4]") && text.contains("[%clk 0:02:59]"), "{text}");
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_judged = words.join(" ").contains("2. g4 $4 { [%eval #-1] }");
        assert_eq!(is_judged, arguments.len() > 2, "{text}");
    }
    Ok(())
}

#[test]
fn a_game_of_a_variant_is_written_as_it_is_with_a_warning() -> Outcome {
    let games = include_str!("../../../../philidor-games/cli/tests/all/pgn_files/variants.pgn");
    let line = "variant kingofthehill position startpos moves e2e4 a7a6\n";
    for (text, count) in [(games, 10), (line, 1)] {
        let output = annotate(text, &["--nodes", "300", "--variations", "30", "--glyphs", "--opening"])?;
        let complaints = String::from_utf8(output.stderr)?;
        assert_eq!(output.status.code(), Some(0), "{complaints}");
        assert_eq!(complaints.lines().count(), count, "{complaints}");
        assert_eq!(complaints.matches(", and only games of chess are annotated\n").count(), count);
        let written = String::from_utf8(output.stdout)?;
        let chess = written.find("[Opening ").unwrap_or(written.len());
        assert!(!written[..chess].contains("[%eval "), "{written}");
        assert_eq!(written.matches("[Variant ").count(), count, "{written}");
    }
    Ok(())
}

#[test]
fn an_opening_changes_two_tags_and_nothing_else() -> Outcome {
    let named = annotated(GAMES, &["--opening"])?;
    let openings: Vec<_> =
        trees(&named)?.iter().map(|tree| tree.tags.get("Opening").map(str::to_owned)).collect();
    let names = [Some("Bishop's Opening"), None, None, None, Some("Barnes Opening: Fool's Mate")];
    assert_eq!(openings, names.map(|name| name.map(str::to_owned)));
    assert!(named.contains("[ECO \"C23\"]"), "{named}");
    let mut read = trees(&named)?;
    for tree in &mut read {
        for tag in ["ECO", "Opening"] {
            tree.tags.remove(tag);
        }
    }
    assert_eq!(read, trees(GAMES)?);
    // Scores come with a limit, or with what needs them.
    for more in [&["--nodes", "300"][..], &["--nodes", "300", "--glyphs"]] {
        let scored = annotated(GAMES, more)?;
        let both = annotated(GAMES, &[&["--opening"], more].concat())?;
        assert_eq!(without_names(&both), without_names(&scored));
        assert!(both.contains("[Opening ") && both.contains("[%eval 0"));
    }
    Ok(())
}

/// A text without the tags that name openings.
fn without_names(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("[ECO ") && !line.starts_with("[Opening ")).collect()
}

#[test]
fn any_number_of_threads_writes_the_same() -> Outcome {
    let many = GAMES.repeat(4);
    let one = annotated(&many, &["--nodes", "300", "--threads", "1", "--variations", "50", "--glyphs"])?;
    for threads in ["2", "5"] {
        let more =
            annotated(&many, &["--nodes", "300", "--threads", threads, "--variations", "50", "--glyphs"])?;
        assert!(more == one, "{threads} threads");
    }
    // And a game is annotated as if it were alone.
    let alone = annotated(GAMES, &["--nodes", "300", "--variations", "50", "--glyphs"])?;
    assert_eq!(one, alone.repeat(4));
    Ok(())
}

#[test]
fn bad_games_are_reported_and_the_others_annotated() -> Outcome {
    let output = annotate("1. e4 e5 *\n\n1. e4 Ke7 *\n\n1. d4 *\n", &["--depth", "1"])?;
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8(output.stderr)?;
    assert!(complaint.starts_with("-:3:7: `Ke7`: illegal: "), "{complaint}");
    assert_eq!(trees(&String::from_utf8(output.stdout)?)?.len(), 2);
    Ok(())
}

#[test]
fn other_forms_become_pgn() -> Outcome {
    let line = "position startpos moves e2e4 e7e5\n";
    let text = annotated(&line.repeat(3), &["--depth", "1", "--threads", "2"])?;
    let trees = trees(&text)?;
    assert_eq!(trees.len(), 3);
    assert!(trees.iter().all(|tree| tree == &trees[0] && tree.main_line().count() == 2));
    assert_eq!(text.matches("[%eval ").count(), 6);
    Ok(())
}

/// A file takes the place of its input, but not if a game would be lost.
#[test]
fn no_game_is_lost_in_place() -> Outcome {
    let folder = tempfile::tempdir()?;
    let games = |moves: &str| format!("[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n{moves} *\n\n");
    let run = || {
        let words = ["annotate", "--nodes", "1", "games.pgn", "-o", "games.pgn"];
        philidor(&words).current_dir(folder.path()).output()
    };
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, games("1. d4"))?;
    assert!(run()?.status.success());
    assert_eq!(std::fs::read_to_string(&file)?.matches("[White \"").count(), 2);
    let bad = games("1. e5");
    std::fs::write(&file, &bad)?;
    let output = run()?;
    let said = String::from_utf8(output.stderr)?;
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.ends_with("games.pgn stays as it was, since 1 game of an input would be lost\n"), "{said}");
    assert_eq!(std::fs::read_to_string(&file)?, bad);
    Ok(())
}

/// A lenient reader keeps null moves, and what follows them is annotated.
#[test]
fn null_moves_are_kept() -> Outcome {
    let output = annotate("1. e4 -- 2. d4 d5 *\n", &["--lenient", "--depth", "1"])?;
    let written = String::from_utf8(output.stdout)?;
    assert!(written.contains("--") && written.contains("d5"), "{written}");
    Ok(())
}
