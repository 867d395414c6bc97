//! `philidor play` and `philidor analyze` as people and programs meet them: through pipes.

use std::error::Error;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use philidor::{Game, Position};
use philidor_pgn::{GameResult, games};
use serde_json::Value;

use crate::command::{Outcome, fed, philidor};

/// The output of a game in which the user types these lines.
fn played(arguments: &[&str], lines: &str) -> Result<String, Box<dyn Error>> {
    let mut play = philidor(&["play", "--ascii", "--nodes", "300"]);
    let output = fed(play.args(arguments), lines.as_bytes())?;
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    Ok(String::from_utf8(output.stdout)?)
}

/// The lines that `fen` has answered.
fn fens(said: &str) -> Vec<&str> {
    said.lines().filter(|line| line.parse::<Position>().is_ok()).collect()
}

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";

#[test]
fn the_engine_answers_each_move() -> Outcome {
    let said = played(&[], "e4\nfen\ng1f3\nfen\npgn\n")?;
    let fens = fens(&said);
    assert_eq!(fens.len(), 2);
    for (fen, number) in fens.into_iter().zip(["2", "3"]) {
        assert!(fen.contains(" w ") && fen.ends_with(number), "{fen}");
    }
    // What is shown as PGN is the game.
    let at = said.find("[Event").ok_or("no PGN")?;
    let tree = games(&said.as_bytes()[at..]).next().ok_or("no game")??;
    assert_eq!((tree.main_line().count(), tree.tags.get("White")), (4, Some("You")));
    assert_eq!(Game::from(&tree).san(0).map(|san| san.to_string()).as_deref(), Some("e4"));
    Ok(())
}

#[test]
fn ends_by_the_rules_are_announced_and_moves_after_them_refused() -> Outcome {
    let stalemate = "7k/8/8/5Q2/8/8/8/K7 w - - 0 1";
    for (fen, mv, end) in [
        (MATE_IN_ONE, "Rd8", "White wins by checkmate, 1-0"),
        (stalemate, "Qf7", "draw by stalemate, 1/2-1/2"),
        ("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "Kxb2", "draw by insufficient material, 1/2-1/2"),
    ] {
        let said = played(&["--fen", fen], &format!("{mv}\nKa2\nhint\n"))?;
        assert!(said.lines().any(|line| line == end), "{said}");
        let refused = said.lines().filter(|line| line.starts_with("The game is over: ")).count();
        assert_eq!(refused, 2, "{said}");
    }
    Ok(())
}

#[test]
fn draws_are_claimed_when_they_can_be() -> Outcome {
    let said = played(&[], "draw\n")?;
    let none = "No draw can be claimed: this position has occurred once, and the last capture or pawn move was 0 \
                half-moves ago.";
    assert!(said.lines().any(|line| line == none), "{said}");
    let rooks = |clock| format!("r3k3/8/8/8/8/8/8/R3K3 w - - {clock} 80");
    let said = played(&["--fen", &rooks(99)], "draw\ndraw Ke9\ndraw Ra2\nresign\n")?;
    assert!(said.contains("No draw can be claimed: ") && said.contains("Ke9: "), "{said}");
    assert!(said.lines().any(|line| line == "draw by 50 moves, 1/2-1/2"), "{said}");
    assert!(!said.contains("resignation"), "{said}");
    let said = played(&["--fen", &rooks(100)], "draw\n")?;
    assert!(said.contains("50 moves may be claimed: `draw`\n"), "{said}");
    assert!(said.ends_with("draw by 50 moves, 1/2-1/2\n"), "{said}");
    Ok(())
}

#[test]
fn moves_are_taken_back_and_played_again() -> Outcome {
    let said = played(&[], "undo\nredo\ne4\nfen\nundo\nfen\nredo\nfen\n")?;
    let fens = fens(&said);
    assert_eq!(fens[1], Position::default().to_string());
    assert!(fens[0] == fens[2] && fens[0] != fens[1], "{fens:?}");
    let nothing = said.lines().filter(|line| line.starts_with("There is nothing to ")).count();
    assert_eq!(nothing, 2, "{said}");
    // A mate is taken back as one half-move, and a resignation as none.
    let said = played(&["--fen", MATE_IN_ONE], "Rd8\nundo\nfen\nresign\nundo\nfen\nRd8\n")?;
    assert_eq!(self::fens(&said), [MATE_IN_ONE, MATE_IN_ONE]);
    assert!(
        said.contains("Black wins by resignation, 0-1\n") && said.ends_with("White wins by checkmate, 1-0\n")
    );
    // With all moves taken back, neither a resignation nor its undo plays one of them again.
    let said = played(&[], "e4\nundo\nresign\nundo\nfen\n")?;
    assert_eq!(self::fens(&said), [Position::default().to_string()]);
    Ok(())
}

#[test]
fn sides_are_changed_and_the_board_turned() -> Outcome {
    let said = played(&["--color", "black"], "fen\n")?;
    assert!(said.starts_with("You are Black against philidor "), "{said}");
    assert!(said.contains("\n  1  R  N  B  K  Q  B  N  R\n") == said.contains("     h  g  f  e  d  c  b  a"));
    assert!(said.contains("     h  g  f  e  d  c  b  a\n"), "{said}");
    assert!(fens(&said)[0].ends_with(" b - - 0 1") || fens(&said)[0].contains(" b KQkq "), "{said}");
    let said = played(&[], "switch\nfen\nflip\nnew\nfen\n")?;
    let fens = fens(&said);
    // The engine has begun, also in the new game.
    assert!(fens.len() == 2 && fens.iter().all(|fen| fen.contains(" b ")), "{said}");
    Ok(())
}

#[test]
fn hints_are_good_and_what_is_wrong_is_named() -> Outcome {
    let said = played(&["--fen", MATE_IN_ONE], "hint\nRd9\nfly\n\nmoves\nhelp\n")?;
    assert!(said.contains("1. Rd8#, #1 for White\n"), "{said}");
    assert!(said.contains("Rd9: not a move; `help` lists what you can say\n"), "{said}");
    assert!(said.contains("fly: not a move; `help` lists what you can say\n"), "{said}");
    let moves = said.lines().find(|line| line.split(' ').any(|word| word == "Rd8#") && !line.contains("#1"));
    assert_eq!(moves.map(|line| line.split(' ').count()), Some(16), "{said}");
    assert!(said.contains("\nundo, redo "), "{said}");
    Ok(())
}

#[test]
fn a_game_of_chess960_castles_by_its_rules() -> Outcome {
    let said = played(&["--fen", "1k6/8/8/8/8/8/8/5KR1 w G - 0 1"], "O-O\npgn\n")?;
    assert!(said.contains("1. O-O"), "{said}");
    let at = said.find("[Event").ok_or("no PGN")?;
    let tree = games(&said.as_bytes()[at..]).next().ok_or("no game")??;
    assert_eq!((tree.tags.get("Variant"), tree.result), (Some("Chess960"), GameResult::Unknown));
    Ok(())
}

#[test]
fn the_game_is_written_to_a_file_and_an_error_does_not_end_it() -> Outcome {
    let path = std::env::temp_dir().join(format!("philidor-play-{}.pgn", std::process::id()));
    let name = path.display().to_string();
    let said = played(&[], &format!("e4\npgn {name}\npgn /no/such/folder/game.pgn\nfen\n"))?;
    assert!(said.contains(&format!("written to {name}\n")), "{said}");
    // With the reason, as the system gives it.
    assert!(said.contains("error: cannot write /no/such/folder/game.pgn: "), "{said}");
    assert_eq!(fens(&said).len(), 1);
    let written = std::fs::read(&path)?;
    let game = games(&written).next().ok_or("no game")??;
    assert_eq!(game.main_line().count(), 2);
    assert!(game.tags.get("Date").is_some_and(|date| date.starts_with("20")), "{:?}", game.tags);
    Ok(std::fs::remove_file(path)?)
}

/// All objects of an analysis, without what depends on the machine.
fn analysis(output: &Output) -> Result<Vec<Value>, Box<dyn Error>> {
    fn without_time(value: &mut Value) {
        if let Value::Object(object) = value {
            object.remove("seconds");
            object.values_mut().for_each(without_time);
        }
        if let Value::Array(values) = value {
            values.iter_mut().for_each(without_time);
        }
    }
    let lines = String::from_utf8(output.stdout.clone())?;
    let mut objects = lines.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    objects.iter_mut().for_each(without_time);
    Ok(objects)
}

#[test]
fn an_analysis_by_nodes_on_one_thread_is_always_the_same() -> Outcome {
    let arguments = ["analyze", "--json", "--nodes", "20000", "--threads", "1", "--lines", "3"];
    let first = philidor(&arguments).output()?;
    assert_eq!((first.status.code(), first.stderr.len()), (Some(0), 0));
    let first = analysis(&first)?;
    assert_eq!(first, analysis(&philidor(&arguments).output()?)?);
    let last = first.last().ok_or("no objects")?;
    let lines = last["lines"].as_array().ok_or("no lines")?;
    assert_eq!((lines.len(), last["nodes"].as_u64()), (3, Some(20_000)));
    assert_eq!(lines[0]["moves"][0], last["best"]);
    // Each move is in one line.
    assert!((1..3).all(|line| lines[line]["moves"][0] != lines[line - 1]["moves"][0]), "{last}");
    Ok(())
}

#[test]
fn only_the_moves_that_are_named_are_searched() -> Outcome {
    let arguments = ["analyze", "--json", "--depth", "3", "--moves", "a3,g1h3", "--lines", "5"];
    let objects = analysis(&philidor(&arguments).output()?)?;
    let lines = objects.last().and_then(|last| last["lines"].as_array()).ok_or("no lines")?;
    let mut moves: Vec<&str> = lines.iter().filter_map(|line| line["moves"][0].as_str()).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a2a3", "g1h3"]);
    Ok(())
}

/// Ctrl-C ends an analysis that would take an hour, with the best that is known.
#[cfg(unix)]
#[test]
fn an_interrupted_analysis_says_what_it_knows() -> Outcome {
    use std::io::{BufRead, BufReader, Read};

    let mut child = philidor(&["analyze", "--json", "--time", "1h"]).spawn()?;
    let mut said = BufReader::new(child.stdout.take().ok_or("no output")?);
    said.read_line(&mut String::new())?;
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
    assert!(killed.success());
    let mut rest = String::new();
    said.read_to_string(&mut rest)?;
    assert_eq!(child.wait()?.code(), Some(130));
    let last: Value = serde_json::from_str(rest.lines().last().ok_or("nothing was said")?)?;
    assert_eq!(last["is_complete"], false);
    let best = last["best"].as_str().ok_or("no best move")?;
    assert!(Position::default().parse_uci(best).is_ok());
    Ok(())
}

/// A user who leaves or quits while the engine thinks does not wait for its move. The limit is half a minute, since the
/// machine may be busy; the search would take longer than a lifetime.
#[test]
fn the_end_of_the_input_and_a_quit_end_a_thought() -> Outcome {
    for last in ["", "quit\n", "fen\nfen\n", "fen\nfen\nquit\n"] {
        let begin = Instant::now();
        let mut child = philidor(&["play", "--ascii", "--depth", "90"]).stdin(Stdio::piped()).spawn()?;
        let mut input = child.stdin.take().ok_or("no input")?;
        input.write_all(format!("e4\n{last}").as_bytes())?;
        // After `quit` the input stays open, as a terminal does.
        let _input = last.ends_with("quit\n").then_some(input);
        let output = child.wait_with_output()?;
        assert!(output.status.success() && begin.elapsed() < Duration::from_secs(30), "{output:?}");
    }
    Ok(())
}

#[test]
fn a_line_without_end_takes_no_memory_and_is_no_move() -> Outcome {
    let said = played(&[], &format!("{}\nfen\n", "x".repeat(10_000_000)))?;
    assert!(said.len() < 10_000 && fens(&said).len() == 1, "{} bytes", said.len());
    Ok(())
}
