//! `philidor uci` as other programs drive it: through pipes.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::command::{Outcome, fed, philidor};

/// All that the program answers to an input; it must end well.
fn answers(input: &[u8]) -> Result<String, Box<dyn Error>> {
    answers_of(&["uci"], input)
}

fn answers_of(arguments: &[&str], input: &[u8]) -> Result<String, Box<dyn Error>> {
    let output = fed(&mut philidor(arguments), input)?;
    assert!(output.status.success(), "{output:?}");
    Ok(String::from_utf8(output.stdout)?)
}

#[test]
fn perft_is_answered_as_by_stockfish_and_before_the_input_ends_the_program() -> Outcome {
    let said = answers(b"position startpos moves e2e4 e7e5\ngo perft 2\n")?;
    let (moves, total) = said.split_once("\n\n").ok_or("no blank line")?;
    assert_eq!(moves.lines().count(), 29);
    assert!(moves.lines().any(|line| line == "g1f3: 29"), "{said}");
    assert_eq!(total, "Nodes searched: 835\n\n");
    Ok(())
}

#[test]
fn castling_is_written_as_the_option_says() -> Outcome {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1\n";
    let said = answers(format!("{position}setoption name UCI_Chess960 value true\n{position}").as_bytes())?;
    let (standard, chess960) = said.split_at(said.find("Nodes").ok_or("no count")?);
    assert!(standard.contains("e1g1: 1\n") && !standard.contains("e1h1"), "{said}");
    assert!(chess960.contains("e1h1: 1\n") && !chess960.contains("e1g1"), "{said}");
    Ok(())
}

#[test]
fn a_refused_position_does_not_leave_the_one_before() -> Outcome {
    for refused in ["position startpos moves e2e5", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position"] {
        let input = format!("position startpos moves e2e4\n{refused}\ngo perft 1\nd\ngo\n");
        let said = answers(input.as_bytes())?;
        let lines: Vec<&str> = said.lines().collect();
        let none = "info string no position: the last one was refused";
        assert!(lines[0].starts_with("info string the position is refused: "), "{said}");
        assert_eq!(lines[1..], [none, none, none, "bestmove 0000"], "{said}");
    }
    Ok(())
}

#[test]
fn nonsense_is_answered_and_harms_nothing() -> Outcome {
    let input = b"\n\xff\xfe\njoho\nposition\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\nposition startpos moves e2e5\n\
        setoption\nsetoption name Hash value -1\nsetoption name Style value 3\ngo perft\ngo perft x\ngo perft 256\n\
        position startpos\ngo perft 1\n";
    let said = answers(input)?;
    let informed = said.lines().filter(|line| line.starts_with("info string ")).count();
    assert_eq!(informed, 11, "{said}");
    assert!(said.ends_with("\nNodes searched: 20\n\n"), "{said}");
    Ok(())
}

#[test]
fn it_plays() -> Outcome {
    let said = answers(b"position fen 7k/8/8/8/8/1r6/r7/K7 w - - 0 1\ngo movetime 10\n")?;
    assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove a1a2")), "{said}");
    let said = answers(b"position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\ngo depth 3\nquit\n")?;
    assert!(said.contains(" score mate 1 ") && said.ends_with("\nbestmove d1d8\n"), "{said}");
    let said = answers(
        b"position fen 7k/8/8/8/8/8/8/KRr5 w - - 0 1\nposition fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1\ngo\n",
    )?;
    assert!(said.ends_with("bestmove 0000\n"), "{said}");
    Ok(())
}

/// A tree that would take a lifetime to count is interrupted, and meanwhile the program answers.
#[test]
fn a_count_can_be_stopped() -> Outcome {
    let said = answers(b"go perft 40\nisready\nstop\nd\nquit\n")?;
    let start = said.find("readyok\ninfo string stopped after ").ok_or_else(|| said.clone())?;
    let fen = said.find("\nFen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nKey: ");
    assert!(fen.is_some_and(|fen| fen > start) && said.ends_with("\nCheckers:\n"), "{said}");
    Ok(())
}

#[test]
fn a_table_lasts_and_is_true_of_every_position() -> Outcome {
    let said = answers(
        b"setoption name Hash value 1\nsetoption name Threads value 2\ngo perft 4\ngo perft 4\nucinewgame\nposition startpos moves e2e4\ngo perft 3\n\
        setoption name Hash value 0\ngo perft 3\n",
    )?;
    let totals: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("Nodes searched: ")).collect();
    assert_eq!(totals, ["197281", "197281", "13160", "13160"]);
    Ok(())
}

#[test]
fn castling_of_chess960_in_standard_words_is_pointed_out() -> Outcome {
    let position = "position fen 4k3/8/8/8/8/8/8/2K3R1 w G - 0 1\n";
    let said = answers(position.as_bytes())?;
    assert!(said.starts_with("info string ") && said.contains("UCI_Chess960"), "{said}");
    assert_eq!(answers(format!("setoption name UCI_Chess960 value true\n{position}").as_bytes())?, "");
    Ok(())
}

/// Half a minute, since the machine may be busy; each of these would take longer than a lifetime.
#[test]
fn the_end_of_the_input_and_a_quit_end_a_count() -> Outcome {
    for input in ["go perft 255\n", "go perft 13\n", "go perft 255\nquit\n"] {
        let begin = Instant::now();
        let said = answers(input.as_bytes())?;
        assert!(said.contains("info string stopped after "), "{input}: {said}");
        assert!(begin.elapsed() < Duration::from_secs(30), "{input}: {:.1?}", begin.elapsed());
    }
    Ok(())
}

/// A stopped count no longer uses the CPU.
#[test]
#[cfg(target_os = "linux")]
fn a_stopped_count_ends() -> Outcome {
    let mut child = philidor(&["uci"]).stdin(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    input.write_all(b"go perft 40\nisready\n")?;
    let mut output = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
    while output.next().ok_or("no answer")?? != "readyok" {}
    // The conversation, the reader and the bot; and, while it counts, one for each counting thread.
    let threads = || std::fs::read_dir(format!("/proc/{}/task", child.id())).map(Iterator::count);
    input.write_all(b"stop\n")?;
    while !output.next().ok_or("no answer")??.starts_with("info string stopped") {}
    let begin = Instant::now();
    while threads()? > 3 {
        assert!(begin.elapsed() < Duration::from_secs(30), "{} threads", threads()?);
        std::thread::sleep(Duration::from_millis(5));
    }
    input.write_all(b"quit\n")?;
    assert!(child.wait()?.success());
    Ok(())
}

#[test]
fn moves_come_from_the_own_book_only_when_it_is_on() -> Outcome {
    let folder = std::env::temp_dir().join(format!("philidor-own-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (book, broken) = (folder.join("a book.bin"), folder.join("broken.bin"));
    // From the start position: Na3, weight 1.
    let entry = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x00, 0x50, 0x00, 0x01, 0, 0, 0, 0];
    std::fs::write(&book, entry)?;
    std::fs::write(&broken, &entry[..9])?;
    let set = format!("setoption name BookFile value {}\n", book.display());
    let on = "setoption name OwnBook value true\n";
    let said =
        answers(format!("{set}{on}go depth 1\nposition startpos moves e2e4\ngo depth 1\n").as_bytes())?;
    let best: Vec<&str> = said.lines().filter(|line| line.starts_with("bestmove ")).collect();
    assert!(said.contains("a book.bin has 1 entry\n"), "{said}");
    assert!(best[0] == "bestmove b1a3" && !best[1].starts_with("bestmove b1a3"), "{said}");
    for other in [set.clone(), format!("{set}{on}setoption name BookFile value\n")] {
        let said = answers(format!("{other}go depth 1\n").as_bytes())?;
        assert!(said.contains("\ninfo depth 1 ") && !said.contains("bestmove b1a3"), "{said}");
    }
    for limits in ["depth 1 searchmoves e2e4", "mate 1 depth 1"] {
        let said = answers(format!("{set}{on}go {limits}\n").as_bytes())?;
        assert!(!said.contains("bestmove b1a3"), "{said}");
    }
    let said = answers(format!("{on}setoption name BookFile value {}\n", broken.display()).as_bytes())?;
    assert!(
        said.starts_with("info string BookFile cannot be `")
            && said.contains("`: a book has records of 16 bytes"),
        "{said}"
    );
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// At the end of the input a bench would have only half a second.
#[test]
fn a_bench_is_that_of_the_chosen_engine() -> Outcome {
    for engine in ["classic", "net"] {
        let alone = answers_of(&["bench", "2", "--engine", engine], b"")?;
        let mut child = philidor(&["uci", "--engine", engine]).stdin(Stdio::piped()).spawn()?;
        let mut input = child.stdin.take().ok_or("no input")?;
        writeln!(input, "bench 2")?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        drop(input);
        child.wait()?;
        let nodes = |text: &str| text.split(' ').next().and_then(|word| word.parse::<u64>().ok());
        assert!(nodes(&line).is_some() && nodes(&line) == nodes(&alone), "{engine}: {line} {alone}");
    }
    Ok(())
}

#[test]
fn openings_come_from_a_book_that_is_marked_and_wrong_words_are_wrong_usage() -> Outcome {
    let book = std::env::temp_dir().join(format!("philidor-genfens-{}.epd", std::process::id()));
    std::fs::write(&book, "\u{feff}4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\n")?;
    let said = answers_of(&["genfens", "1", "seed", "1", "book", &book.display().to_string()], b"")?;
    assert!(said.starts_with("info string genfens ") && said.lines().count() == 1, "{said}");
    let json =
        answers_of(&["genfens", "1", "seed", "1", "book", &book.display().to_string(), "--json"], b"")?;
    assert_eq!(
        json.trim_end(),
        format!("{{\"fen\":\"{}\"}}", said.trim_start_matches("info string genfens ").trim_end())
    );
    std::fs::remove_file(&book)?;
    for (words, code) in [(&["eight"][..], 2), (&["1", "seed", "1", "book", "no such book"], 1)] {
        let output = philidor(&["genfens"]).args(words).output()?;
        assert_eq!(output.status.code(), Some(code), "{output:?}");
    }
    Ok(())
}

#[test]
fn a_bench_and_openings_can_be_stopped() -> Outcome {
    for command in ["bench 60", "genfens 1000000000 seed 1 book None"] {
        let said = answers(format!("{command}\nisready\nstop\ngo depth 1\nquit\n").as_bytes())?;
        let stopped = said.find("\ninfo string stopped\n").ok_or_else(|| said.clone())?;
        assert!(said[stopped..].contains("\nbestmove "), "{command} {said}");
    }
    Ok(())
}
