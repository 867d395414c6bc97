//! What a program says while it searches.

use philidor::Game;
use philidor_engine::Bound;

use super::exchange::Record;
use super::subject::{Answer, CheckResult, Judgment, Subject, from_start, game};
use crate::client::{Info, legal_line};

/// A position with captures, checks, castling and promotions near.
const LIVELY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const SILENT: &str = "it reports nothing";

const DEPTH: &str = "go depth 5";

/// Searches two positions, and returns the answers with their reports.
fn searched(subject: &Subject<'_>, record: &mut Record) -> Result<Vec<(Game, Answer)>, String> {
    let mut exchange = subject.meet(record)?;
    let games = [game(LIVELY, &[]), from_start(&["e2e4", "c7c5", "g1f3"])];
    let answered = games.map(|game| {
        let answer = exchange.search(&game, DEPTH, subject.times.timeout)?;
        Ok((game, answer))
    });
    answered.into_iter().collect()
}

pub(super) fn reports_by_the_words(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let answers = searched(subject, record)?;
    if answers.iter().all(|(_, answer)| answer.reports.is_empty()) {
        return Ok(CheckResult::NotApplicable(SILENT.to_owned()));
    }
    for (_, answer) in answers {
        if let Some(fault) = answer.reports.iter().find_map(|info| info.faults.first()) {
            return Err(fault.clone());
        }
    }
    Ok(CheckResult::Passed)
}

pub(super) fn reports_legal_lines(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let answers = searched(subject, record)?;
    let has_moves = |info: &Info| info.current.is_some() || !info.moves.is_empty();
    if !answers.iter().any(|(_, answer)| answer.reports.iter().any(has_moves)) {
        return Ok(CheckResult::NotApplicable("it reports no moves".to_owned()));
    }
    for (game, answer) in answers {
        for info in &answer.reports {
            let current = info.current.iter().cloned().collect::<Vec<_>>();
            for moves in [&info.moves, &current] {
                if let (legal, Some(text)) = legal_line(moves, game.position()) {
                    return Err(format!(
                        "`{text}` is not a legal move after {} moves of a line",
                        legal.len()
                    ));
                }
            }
        }
    }
    Ok(CheckResult::Passed)
}

pub(super) fn reports_hashfull(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let answers = searched(subject, record)?;
    let reports = answers.iter().flat_map(|(_, answer)| &answer.reports);
    match reports.filter_map(|info| info.hashfull).max() {
        Some(hashfull) if hashfull > 1_000 => Err(format!("`hashfull {hashfull}`, in thousandths")),
        Some(_) => Ok(CheckResult::Passed),
        None => Ok(CheckResult::NotApplicable("it reports no `hashfull`".to_owned())),
    }
}

pub(super) fn reports_scores(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    for (_, answer) in searched(subject, record)? {
        let whole = |info: &&_| -> bool {
            let info: &Info = info;
            info.depth.is_some() && info.nodes.is_some() && !info.moves.is_empty()
        };
        if answer.scored().find(whole).is_none() {
            return Err("no report has depth, score, nodes and a line of moves".to_owned());
        }
    }
    Ok(CheckResult::Passed)
}

pub(super) fn reports_deeper_and_deeper(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    for (_, answer) in searched(subject, record)? {
        let exact = answer.scored().filter(|info| info.bound == Bound::Exact);
        let first = exact.filter(|info| info.line.is_none_or(|line| line == 1));
        let depths: Vec<u32> = first.filter_map(|info| info.depth).collect();
        if let Some(pair) = depths.windows(2).find(|pair| pair[1] < pair[0]) {
            return Err(format!("depth {} after depth {}", pair[1], pair[0]));
        }
    }
    Ok(CheckResult::Passed)
}

pub(super) fn reports_several_lines(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    if subject.option("MultiPV").is_none() {
        return Ok(CheckResult::NotApplicable("it has no option MultiPV".to_owned()));
    }
    let mut exchange = subject.meet(record)?;
    exchange.send("setoption name MultiPV value 2");
    exchange.ready()?;
    let answer = exchange.search(&from_start(&[]), "go depth 4", subject.times.timeout)?;
    for wanted in [1, 2] {
        if !answer.scored().any(|info| info.line == Some(wanted)) {
            return Err(format!("no report has `multipv {wanted}`"));
        }
    }
    Ok(CheckResult::Passed)
}

pub(super) fn repeats_itself(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut found = Vec::new();
    for _ in 0..2 {
        let mut exchange = subject.meet(record)?;
        if subject.option("Threads").is_some() {
            exchange.send("setoption name Threads value 1");
        }
        exchange.ready()?;
        let answer = exchange.search(&game(LIVELY, &[]), DEPTH, subject.times.timeout)?;
        let nodes = answer.scored().filter_map(|info| info.nodes).last();
        found.push((answer.best, nodes));
    }
    let [one, other] = [&found[0], &found[1]];
    if one.0 != other.0 {
        return Err(format!("the same search answers {} and then {}", one.0, other.0));
    }
    match (one.1, other.1) {
        (Some(one), Some(other)) if one != other => {
            Err(format!("the same search has {one} nodes and then {other}"))
        }
        (None, _) => Ok(CheckResult::NotApplicable("it reports no nodes".to_owned())),
        _ => Ok(CheckResult::Passed),
    }
}
