//! Whether a search keeps to its limits.

use std::time::Duration;

use super::exchange::Record;
use super::subject::{CheckResult, Judgment, MATE_IN_ONE, Subject, from_start, game};
use crate::harmless::harmless;

/// How many nodes more than asked for are not a fault: many look at the count every few thousand nodes.
const NODES_MORE: u64 = 20_000;

pub(super) fn keeps_depth(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    let answer = exchange.search(&from_start(&[]), "go depth 3", subject.times.timeout)?;
    match answer.scored().filter_map(|info| info.depth).max() {
        Some(depth) if depth > 3 => Err(format!("it has searched to depth {depth}")),
        Some(_) => Ok(CheckResult::Passed),
        None => Ok(CheckResult::NotApplicable("it reports no depth with a score".to_owned())),
    }
}

pub(super) fn keeps_nodes(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    let answer = exchange.search(&from_start(&[]), "go nodes 10000", subject.times.timeout)?;
    match answer.reports.iter().filter_map(|info| info.nodes).max() {
        Some(nodes) if nodes > 10_000 + NODES_MORE => Err(format!("it has searched {nodes} nodes")),
        Some(_) => Ok(CheckResult::Passed),
        None => Ok(CheckResult::NotApplicable("it reports no nodes".to_owned())),
    }
}

pub(super) fn keeps_move_time(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    let time = Duration::from_millis(200);
    let answer = exchange.search(&from_start(&[]), "go movetime 200", subject.times.timeout)?;
    answer.within(time + subject.times.margin)?;
    Ok(CheckResult::Passed)
}

pub(super) fn keeps_clock(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    for (go, millis) in [
        ("go wtime 2000 btime 2000 winc 100 binc 100", 2000),
        ("go wtime 1000 btime 60000 movestogo 1", 1000),
        ("go wtime 500 btime 500", 500),
    ] {
        let answer = exchange.search(&from_start(&[]), go, subject.times.timeout)?;
        let allowed = Duration::from_millis(millis) + subject.times.margin;
        answer.within(allowed).map_err(|fault| format!("{go}: {fault}"))?;
    }
    Ok(CheckResult::Passed)
}

pub(super) fn plays_mates(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    let mate = game(MATE_IN_ONE, &[]);
    let answer = exchange.search(&mate, "go mate 1", subject.times.timeout)?;
    match mate.position().parse_uci(&answer.best).ok().filter(|&mv| mate.position().after(mv).is_checkmate())
    {
        Some(_) => Ok(CheckResult::Passed),
        None => Err(format!("`bestmove {}` does not mate", harmless(&answer.best))),
    }
}

pub(super) fn honors_searchmoves(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    let wanted = ["a2a3", "h2h4"];
    let go = format!("go depth 3 searchmoves {}", wanted.join(" "));
    let answer = exchange.search(&from_start(&[]), &go, subject.times.timeout)?;
    if wanted.contains(&answer.best.as_str()) {
        Ok(CheckResult::Passed)
    } else {
        Err(format!("`bestmove {}` is not one of the moves to search", harmless(&answer.best)))
    }
}
