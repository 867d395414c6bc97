//! Whether a program is ready, whatever it is sent.

use super::exchange::Record;
use super::subject::{CheckResult, Judgment, Subject, from_start};

pub(super) fn answers_isready(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    exchange.ready()?;
    exchange.ready()?;
    Ok(CheckResult::Passed)
}

pub(super) fn ignores_unknown(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    for line in ["joho", "", "   ", "setoption name No Such Option value 1", "\u{fe}\u{ff} \u{1}"] {
        exchange.send(line);
    }
    exchange.ready()?;
    exchange.search(&from_start(&[]), "go depth 1", subject.times.timeout)?;
    Ok(CheckResult::Passed)
}

pub(super) fn ignores_idle_stop(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    exchange.send("stop");
    exchange.ready()?;
    Ok(CheckResult::Passed)
}

pub(super) fn reads_carriage_returns(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    let game = from_start(&["e2e4"]);
    exchange.send("position startpos moves e2e4\r");
    exchange.send("go depth 1\r");
    exchange.answer(&game, subject.times.timeout)?;
    exchange.send("isready\r");
    exchange.until("readyok", subject.times.timeout)?;
    Ok(CheckResult::Passed)
}

pub(super) fn plays_new_games(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    for moves in [&["e2e4"][..], &["d2d4", "d7d5"]] {
        exchange.send("ucinewgame");
        exchange.ready()?;
        exchange.search(&from_start(moves), "go depth 2", subject.times.timeout)?;
    }
    Ok(CheckResult::Passed)
}
