//! Questions about a position, and their answers as JSON.

use std::collections::BTreeSet;
use std::fmt::Write;

use philidor::{Position, Setup, Strictness};
use philidor_tables::syzygy::{ClockedWdl, Dtz, ProbeError, RootMove, Tables};

use crate::files::{Files, Need};
use crate::refusals::refusal;

/// What can be asked about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    Value,
    Distance,
    Moves,
}

/// A position as the package writes it.
pub(crate) fn position(fen: &str) -> Result<Position, String> {
    let setup = fen.parse::<Setup>().map_err(|error| error.to_string())?;
    Position::from_setup(setup, Strictness::WellDefined).map_err(|error| error.to_string())
}

/// What keeps a probe from an answer.
enum Hindrance {
    Need(Need),
    Refused(ProbeError),
}

/// Probes until there is an answer, opening files that have come.
fn probe<T>(files: &mut Files, look: impl Fn(&Tables) -> Result<T, ProbeError>) -> Result<T, Hindrance> {
    loop {
        let error = match look(&files.tables) {
            Ok(found) => return Ok(found),
            Err(error) => error,
        };
        if let Some(need) = files.remedy(error).map_err(Hindrance::Refused)? {
            return Err(Hindrance::Need(need));
        }
    }
}

/// The answer, what it needs, or why there is none.
pub(crate) fn ask(files: &mut Files, question: Question, position: &Position) -> String {
    let answer = match question {
        Question::Value => {
            probe(files, |tables| tables.probe_wdl(position)).map(|wdl| wdl.number().to_string())
        }
        Question::Distance => probe(files, |tables| {
            let found = tables.probe(position)?;
            Ok(format!("{{{}}}", distance(found.dtz?, found.value)))
        }),
        Question::Moves => probe(files, |tables| tables.rank_moves(position)).map(|moves| moves_json(&moves)),
    };
    let needs = match answer {
        Ok(answer) => return format!(r#"{{"answer":{answer}}}"#),
        Err(Hindrance::Refused(error)) => return refusal(&error),
        Err(Hindrance::Need(need)) if question == Question::Moves => needs_of_moves(files, position, need),
        Err(Hindrance::Need(need)) => BTreeSet::from([need]),
    };
    let mut json = String::from(r#"{"needs":["#);
    for (index, Need { file, piece }) in needs.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let piece = piece.map_or_else(|| "null".to_owned(), |piece| piece.to_string());
        // Writing to a string does not fail.
        let _ = write!(json, r#"{comma}{{"file":"{file}","piece":{piece}}}"#);
    }
    json.push_str("]}");
    json
}

/// What each of the moves needs, so that all pieces are fetched together, not one after another.
fn needs_of_moves(files: &mut Files, position: &Position, first: Need) -> BTreeSet<Need> {
    let mut needs = BTreeSet::from([first]);
    for mv in position.legal_moves() {
        let after = position.after(mv);
        let found = probe(files, |tables| match mv.is_pawn_advance_or_capture() {
            true => tables.probe_wdl(&after).map(|_| ()),
            false => tables.probe_dtz(&after).map(|_| ()),
        });
        if let Err(Hindrance::Need(need)) = found {
            needs.insert(need);
        }
    }
    needs
}

/// The members of an object that say how far something is.
fn distance(dtz: Dtz, value: ClockedWdl) -> String {
    format!(
        r#""wdl":{},"dtz":{},"exact":{},"value":"{value}""#,
        dtz.wdl().number(),
        dtz.number(),
        dtz.is_exact()
    )
}

/// Moves, the best first.
fn moves_json(moves: &[RootMove]) -> String {
    let moves = moves.iter().map(|root_move| {
        let RootMove { mv, dtz, value, .. } = root_move;
        format!(r#"{{"move":{},{}}}"#, mv.digest().0, distance(*dtz, *value))
    });
    format!("[{}]", moves.collect::<Vec<_>>().join(","))
}
