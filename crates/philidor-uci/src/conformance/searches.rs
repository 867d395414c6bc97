//! Searches that something other than a limit ends: `stop`, `ponderhit`.

use std::time::Duration;

use super::exchange::Record;
use super::subject::{CheckResult, Judgment, MATE_IN_ONE, Subject, from_start, game};

/// How long a search that must not end by itself is left alone.
const WHILE: Duration = Duration::from_millis(500);

/// From the start, before the rules that search from there and from elsewhere.
pub(super) fn answers_by_legal_moves(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    for moves in [&[][..], &["e2e4"]] {
        exchange.search(&from_start(moves), "go depth 2", subject.times.timeout)?;
    }
    Ok(CheckResult::Passed)
}

/// A second answer would be taken for that of the next search.
pub(super) fn answers_once(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    let game = from_start(&[]);
    exchange.search(&game, "go depth 2", subject.times.timeout)?;
    exchange.without("bestmove", WHILE / 5)?;
    exchange.send("position startpos");
    exchange.send("go infinite");
    exchange.without("bestmove", WHILE / 5)?;
    exchange.stopped(&game)?;
    exchange
        .without("bestmove", WHILE / 5)
        .map_err(|fault| format!("after the answer to `stop`: {fault}"))?;
    exchange.ready()?;
    Ok(CheckResult::Passed)
}

pub(super) fn stops(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    // At once, and after a while.
    for pause in [Duration::ZERO, WHILE] {
        exchange.send("position startpos");
        exchange.send("go infinite");
        exchange.without("bestmove", pause)?;
        exchange.stopped(&from_start(&[]))?;
    }
    exchange.ready()?;
    Ok(CheckResult::Passed)
}

pub(super) fn searches_on(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    // Soon nothing is left to find here.
    exchange.send(&format!("position fen {MATE_IN_ONE}"));
    exchange.send("go infinite");
    exchange.without("bestmove", 2 * WHILE).map_err(|fault| format!("before `stop`: {fault}"))?;
    exchange.stopped(&game(MATE_IN_ONE, &[]))?;
    Ok(CheckResult::Passed)
}

pub(super) fn is_ready_in_search(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    exchange.send("position startpos");
    exchange.send("go infinite");
    exchange.without("bestmove", WHILE / 5)?;
    exchange.ready_within(subject.times.promptness)?;
    exchange.stopped(&from_start(&[]))?;
    Ok(CheckResult::Passed)
}

pub(super) fn ponders(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    if subject.option("Ponder").is_none() {
        return Ok(CheckResult::NotApplicable("it has no option Ponder".to_owned()));
    }
    let mut exchange = subject.meet(record)?;
    exchange.send("setoption name Ponder value true");
    let (game, clock) = (from_start(&["e2e4", "e7e5"]), "wtime 1000 btime 1000");
    exchange.send("position startpos moves e2e4 e7e5");
    exchange.send(&format!("go ponder {clock}"));
    // Longer than the clock would allow: it does not run yet.
    let while_pondering = Duration::from_millis(1200);
    exchange.without("bestmove", while_pondering).map_err(|fault| format!("before `ponderhit`: {fault}"))?;
    exchange.send("ponderhit");
    let allowed = Duration::from_secs(1) + subject.times.margin;
    let answer = exchange.answer(&game, subject.times.timeout)?;
    answer.within(allowed).map_err(|fault| format!("after `ponderhit`: {fault}"))?;
    exchange.send("position startpos moves e2e4 e7e5");
    exchange.send(&format!("go ponder {clock}"));
    exchange.without("bestmove", WHILE / 5).map_err(|fault| format!("before `stop`: {fault}"))?;
    exchange.stopped(&game)?;
    Ok(CheckResult::Passed)
}
