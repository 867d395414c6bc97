//! The mutant, an engine with bugs that can be switched on: right without one, and seen to be wrong with any.
//!
//! A hunter is only as good as its prey. Here every bug is shown to change something that can be asked for, and the
//! engine without bugs to agree with all suites, whose counts come from other programs.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Command;
use std::thread;

use philidor::suites;
use philidor_prey::mutant;

use crate::prey::{Bug, Outcome, bugs, complaints, converse, start};

/// A position with the leaves that it has at a depth.
struct Count {
    fen: String,
    depth: String,
    leaves: u64,
}

/// All counts of the suites up to this many leaves.
fn counts_of_suites(most_leaves: u64) -> Result<Vec<Count>, Box<dyn Error>> {
    let mut counts = Vec::new();
    for text in [suites::STANDARD, suites::EDGE_CASES, suites::CHESS960, suites::RANDOM] {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split(';').map(str::trim);
            let fen = fields.next().unwrap_or_default();
            for (depth, leaves) in fields.filter_map(|field| field.strip_prefix('D')?.split_once(' ')) {
                let leaves = leaves.parse()?;
                if leaves <= most_leaves {
                    counts.push(Count { fen: fen.to_owned(), depth: depth.to_owned(), leaves });
                }
            }
        }
    }
    Ok(counts)
}

/// Asks one engine for all counts, one after another, and gives the first that it has wrong, with what it said.
fn first_wrong<'a>(
    mutant: &Path,
    options: &[&str],
    counts: &'a [Count],
) -> Result<Option<(&'a Count, u64)>, Box<dyn Error>> {
    let (mut child, mut stdin) = start(mutant, options)?;
    let stdout = child.stdout.take().ok_or("no output")?;
    let wrong = thread::scope(|scope| {
        scope.spawn(move || {
            for Count { fen, depth, .. } in counts {
                if writeln!(stdin, "position fen {fen}\ngo perft {depth}").is_err() {
                    return; // The engine has been ended, since one count was wrong.
                }
            }
        });
        let lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let mut totals = lines.filter_map(|line| line.strip_prefix("Nodes searched: ")?.parse().ok());
        let wrong = counts.iter().find_map(|count| match totals.next() {
            Some(total) if total == count.leaves => None,
            Some(total) => Some(Ok((count, total))),
            None => Some(Err(format!("no answer: {} {}", count.fen, count.depth))),
        });
        child.kill().map(|()| wrong)
    });
    child.wait()?;
    Ok(wrong?.transpose()?)
}

#[test]
fn without_a_bug_every_count_is_right() -> Outcome {
    let counts = counts_of_suites(20_000)?;
    assert!(counts.len() > 5_000, "{} counts", counts.len());
    let wrong = first_wrong(&mutant(), &[], &counts)?;
    assert!(
        wrong.is_none(),
        "{:?}",
        wrong.map(|(count, answer)| (&count.fen, &count.depth, count.leaves, answer))
    );
    Ok(())
}

#[test]
fn with_any_bug_some_count_is_wrong() -> Outcome {
    let mutant = mutant();
    let (cheap, all) = (counts_of_suites(1_000)?, counts_of_suites(20_000)?);
    // These bugs write moves wrongly, but count them correctly.
    let writes = |bug: &Bug| bug.class == "output" || bug.name == "promotion-no-letter";
    let bugs: Vec<_> = bugs(&mutant)?.into_iter().filter(|bug| !writes(bug)).collect();
    assert!(bugs.len() >= 36, "{} bugs", bugs.len());
    let unseen = complaints(bugs, |Bug { name, .. }| {
        let options = ["--bug", name.as_str()];
        let is_seen = first_wrong(&mutant, &options, &cheap)?.is_some()
            || first_wrong(&mutant, &options, &all)?.is_some();
        if is_seen { Ok(()) } else { Err(name.into()) }
    });
    assert!(unseen.is_empty(), "{unseen:?}");
    Ok(())
}

#[test]
fn bugs_of_output_change_what_is_written_of_a_position_with_castling_and_promotion() -> Outcome {
    let mutant = mutant();
    let question = "position fen 4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1\ngo perft 1\n";
    let right = converse(&mutant, &[], question)?.stdout;
    for Bug { name, .. } in bugs(&mutant)?.into_iter().filter(|bug| bug.class == "output") {
        let wrong = converse(&mutant, &["--bug", &name], question)?;
        assert!(wrong.status.success(), "{name}");
        assert_ne!(right, wrong.stdout, "{name}");
    }
    Ok(())
}

#[test]
fn leaks_do_not_show_before_there_was_something_to_leak() -> Outcome {
    let mutant = mutant();
    let questions = ["r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"]
        .map(|fen| format!("position fen {fen}\ngo perft 1\n"));
    let leaks: Vec<_> = bugs(&mutant)?.into_iter().filter(|bug| bug.class == "leak").collect();
    assert!(!leaks.is_empty());
    for question in questions {
        let right = converse(&mutant, &[], &question)?.stdout;
        for Bug { name, .. } in &leaks {
            assert_eq!(converse(&mutant, &["--bug", name], &question)?.stdout, right, "{name}");
        }
    }
    Ok(())
}

#[test]
fn every_class_has_a_bug_and_every_bug_its_own_name() -> Outcome {
    let bugs = bugs(&mutant())?;
    let mut names: Vec<_> = bugs.iter().map(|bug| &bug.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), bugs.len());
    let mut classes: Vec<_> = bugs.iter().map(|bug| bug.class.as_str()).collect();
    classes.sort_unstable();
    classes.dedup();
    let expected = "bad-play bad-undo capture castling-attack castling-path castling-right castling-rook-captured \
        check-evasion chess960-castling double-check double-push en-passant en-passant-pin king-step leak output \
        piece-moves pin promotion wrong-side";
    assert_eq!(classes.join(" "), expected);
    Ok(())
}

#[test]
fn nonsense_is_answered_and_the_position_stays() -> Outcome {
    let nonsense = "go perft many\ngo perft 65\nsetoption name Hash value lots\n\u{fffd}\nposition\n\
        moves e2e4\n\n";
    let question = "position startpos moves e2e4 e7e5\n";
    let said = converse(&mutant(), &[], &format!("{question}{nonsense}go perft 2\ngo perft 0\ngo\nquit\n"))?;
    assert!(said.status.success(), "{said:?}");
    let said = String::from_utf8(said.stdout)?;
    assert_eq!(said.matches("info string ").count(), 6, "{said}");
    assert!(said.contains("\n\nNodes searched: 835\n\n") && said.contains("Nodes searched: 1\n"), "{said}");
    assert!(said.contains("\nbestmove "), "{said}");
    Ok(())
}

/// As with `philidor uci`: an answer about the previous position would look like one about this one.
#[test]
fn after_a_position_that_is_refused_there_is_none() -> Outcome {
    let mutant = mutant();
    for refused in
        ["fen 9/8 w", "fen 8/8/8/8/8/8/8/8 w - - 0 1", "startpos moves e2e5", "startpos moves e2e4 e2e4"]
    {
        let lines = format!("position startpos moves e2e4\nposition {refused}\ngo perft 1\ngo\nisready\n");
        let said = String::from_utf8(converse(&mutant, &[], &lines)?.stdout)?;
        assert_eq!(said.matches("no position: the last one was refused").count(), 2, "{refused}: {said}");
        assert!(!said.contains("Nodes searched") && said.ends_with("\nreadyok\n"), "{refused}: {said}");
        let again = format!("{lines}position startpos\ngo perft 1\n");
        let said = String::from_utf8(converse(&mutant, &[], &again)?.stdout)?;
        assert!(said.contains("Nodes searched: 20\n"), "{refused}: {said}");
    }
    Ok(())
}

#[test]
fn the_command_line_counts_and_divides() -> Outcome {
    let (mutant, fen) = (mutant(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    let ask = |verb| Command::new(&mutant).args([verb, fen, "3"]).output();
    assert_eq!(ask("count")?.stdout, b"9006\n"); // As in the suite.
    let divide = String::from_utf8(ask("divide")?.stdout)?;
    assert!(divide.lines().count() == 23 && divide.contains("\n\nNodes searched: 9006\n"), "{divide}");
    assert_eq!(ask("multiply")?.status.code(), Some(2));
    Ok(())
}

#[test]
fn it_misbehaves_as_asked() -> Outcome {
    let mutant = mutant();
    let question = "position startpos\ngo perft 1\ngo perft 1\nisready\n";
    let ask = |options: &str| {
        let options: Vec<&str> = ["--misbehave"].into_iter().chain(options.split(' ')).collect();
        let output = converse(&mutant, &options, question)?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let answers = said.matches("Nodes searched: 20\n").count();
        Ok::<_, Box<dyn Error>>((output.status.success(), answers, said.contains("readyok")))
    };
    assert_eq!(ask("crash-at 2")?, (false, 1, false));
    assert_eq!(ask("crash-at 3")?, (true, 2, true));
    assert_eq!(ask("crash-on-castling")?, (true, 2, true));
    assert_eq!(ask("slow 1")?, (true, 2, true));
    assert_eq!(ask("garbage")?, (true, 0, true));
    assert_eq!(ask("silent")?, (true, 0, true));
    assert_eq!(ask("truncated")?, (true, 0, true));
    assert_eq!(ask("exit-early")?, (true, 0, false));
    let castling = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1\n";
    assert!(!converse(&mutant, &["--misbehave", "crash-on-castling"], castling)?.status.success());
    assert!(converse(&mutant, &["--misbehave", "deaf"], "uci\n")?.stdout.is_empty());
    Ok(())
}
