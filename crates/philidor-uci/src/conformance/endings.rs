//! How a program ends.

use super::exchange::{Exchange, Record};
use super::subject::{CheckResult, Judgment, Subject};

/// Ends a program that is idle, and one that searches.
fn ends(subject: &Subject<'_>, record: &mut Record, end: impl Fn(&mut Exchange<'_>)) -> Judgment {
    for go in [None, Some("go infinite")] {
        let mut exchange = subject.meet(record)?;
        if let Some(go) = go {
            exchange.send("position startpos");
            exchange.send(go);
        }
        end(&mut exchange);
        let ended = exchange.ends(subject.times.promptness);
        ended.map_err(|fault| if go.is_some() { format!("in a search: {fault}") } else { fault })?;
    }
    Ok(CheckResult::Passed)
}

pub(super) fn quits(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    ends(subject, record, |exchange| exchange.send("quit"))
}

pub(super) fn ends_with_its_input(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    ends(subject, record, |exchange| exchange.close_input())
}
