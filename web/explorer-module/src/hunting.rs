//! The mutant as prey: its bugs, its counts, and the hunter that finds and names them.

use std::time::Duration;

use philidor_hunt::report::Report;
use philidor_hunt::suite::SuiteLimits;
use philidor_hunt::{Agenda, Answer, Failure, Hunt, Question, Suspect};
use philidor_mutant::Mutant;
use serde_json::{Value, json};

use crate::arguments::Arguments;

/// The limits of each round: leaves per question, and seconds. Most bugs show in small trees, which take a second.
const ROUNDS: [(u64, u64); 3] = [(300, 10), (2_000, 15), (20_000, 30)];

/// All bugs: their names, the rules that they break, and a sentence.
pub(crate) fn bugs() -> Result<Value, String> {
    let all: Vec<Value> = philidor_mutant::bugs()
        .into_iter()
        .map(|bug| json!({ "name": bug.name, "class": bug.class, "sentence": bug.sentence }))
        .collect();
    Ok(json!({ "bugs": all }))
}

fn mutant_of(arguments: &Arguments) -> Result<Mutant, String> {
    let name = if arguments.has("bug") { Some(arguments.text("bug")?) } else { None };
    Mutant::new(name).ok_or_else(|| "no such bug".to_owned())
}

/// What the mutant answers about a position.
pub(crate) fn mutant(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let depth = arguments.depth()?.max(1);
    let mut mutant = mutant_of(arguments)?;
    let (counts, total) = mutant.divide(&position.to_string(), &[], depth, false)?;
    let counts: Vec<Value> =
        counts.into_iter().map(|(uci, leaves)| json!({ "uci": uci, "leaves": leaves.to_string() })).collect();
    Ok(json!({ "moves": counts, "total": total.to_string() }))
}

/// The mutant, asked by the hunter.
struct Prey(Mutant);

impl Suspect for Prey {
    fn name(&self) -> String {
        "the engine".to_owned()
    }

    fn ask(&mut self, question: &Question, _: Duration) -> Result<Answer, Failure> {
        if !question.same_game {
            self.0.new_game();
        }
        let reply = self.0.divide(&question.fen(), &question.moves(), question.depth, question.chess960);
        let (counts, total) = reply.map_err(Failure::Garbage)?;
        Ok(counts.into_iter().collect::<Answer>().with_total(total))
    }

    fn restart(&mut self) -> Result<(), Failure> {
        self.0.restart();
        Ok(())
    }

    fn takes_moves(&self) -> bool {
        true
    }
}

/// What the hunter finds, in the first round that finds anything.
pub(crate) fn hunt(arguments: &Arguments) -> Result<Value, String> {
    let rounds = arguments.number("rounds").map_or(ROUNDS.len(), |rounds| rounds as usize);
    let mut report = None;
    for (leaves, seconds) in ROUNDS.into_iter().take(rounds.max(1)) {
        let prey = Prey(mutant_of(arguments)?);
        let hunt = Hunt::new(Agenda::built_in(SuiteLimits::up_to_leaves(leaves)));
        let found = hunt.with_time(Duration::from_secs(seconds)).run(prey);
        let found = report.insert(found.map_err(|error| error.to_string())?);
        if !found.findings.is_empty() {
            break;
        }
    }
    report.as_ref().map(described).ok_or_else(|| "nothing was asked".to_owned())
}

fn described(report: &Report) -> Value {
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|finding| {
            let reasons: Vec<&str> = finding.reasons.iter().map(|reason| reason.words.as_str()).collect();
            json!({
                "class": finding.class.name(),
                "rule": finding.rule,
                "positions": finding.positions,
                "fen": finding.fen,
                "start": finding.start,
                "line": finding.line,
                "depth": finding.depth,
                "seen": finding.seen,
                "expected": finding.expected.map(|leaves| leaves.to_string()),
                "counted": finding.counted.map(|leaves| leaves.to_string()),
                "reasons": reasons,
            })
        })
        .collect();
    json!({
        "questions": report.questions,
        "leaves": report.leaves.to_string(),
        "right": report.right,
        "wrong": report.wrong,
        "seconds": report.seconds,
        "findings": findings,
        "not_asked": report.not_asked,
    })
}

#[cfg(test)]
mod tests {
    use crate::answer;

    #[test]
    fn the_hunter_names_bugs_and_finds_none_where_none_is() {
        for (bug, class) in [("en-passant-rank-pin", "en-passant-pin"), ("promotion-queen-only", "promotion")]
        {
            let reply = answer("hunt", &format!(r#"{{"bug":"{bug}"}}"#));
            let reply = reply.expect("a report");
            assert!(reply.contains(&format!(r#""class":"{class}""#)), "{bug}: {reply}");
        }
        let reply = answer("hunt", r#"{"rounds":1}"#).expect("a report");
        assert!(reply.contains(r#""findings":[]"#), "{reply}");
    }

    #[test]
    fn the_list_has_all_bugs() {
        let reply = answer("bugs", "{}").expect("a list");
        assert!(reply.contains("en-passant-rank-pin") && reply.matches("\"class\"").count() > 60);
    }
}
