//! Patterns in games, row by row; `philidor-patterns` plays the packed moves.

use std::cell::RefCell;
use std::sync::Arc;

use datafusion::arrow::array::{Array, StringViewArray};
use datafusion::arrow::datatypes::{DataType, UInt32Type};
use datafusion::common::Result;
use philidor::GameResult;
use philidor_patterns::{GameFacts, Pattern, Search};

use super::fault::Fault;
use super::function::{Example, Function, Parameter, needed, optional};
use super::games::starts;
use super::kind::Kind;
use super::rows::{Cell, Rows};

/// The arguments of a search with a text.
static WITH_PATTERN: [Parameter; 4] = [
    needed("moves", Kind::Moves),
    needed("pattern", Kind::Word),
    optional("start", Kind::Position),
    optional("result", Kind::Word),
];

pub(super) static MATCHES: Function = Function {
    name: "matches",
    parameters: &WITH_PATTERN,
    returns: || DataType::Boolean,
    about: "Whether a pattern holds at some ply of a game; a null start is the usual one",
    examples: &[
        Example { call: "matches('e4 d5 exd5', 'plays takes p')", value: "true" },
        Example {
            call: "matches('e4 d5 exd5', 'plays takes p and result 0-1', NULL, '1-0')",
            value: "false",
        },
    ],
    evaluate: |rows| {
        let first = first(rows)?;
        rows.truths(|row| Ok(first(row)?.map(|ply| ply.is_some())))
    },
};

pub(super) static FIRST_MATCH: Function = Function {
    name: "first_match",
    parameters: &WITH_PATTERN,
    returns: || DataType::UInt32,
    about: "The first ply of a game at which a pattern holds; null without one",
    examples: &[Example { call: "first_match('e4 d5 exd5 Qxd5', 'q on d5')", value: "4" }],
    evaluate: |rows| {
        let first = first(rows)?;
        Ok(Arc::new(rows.numbers::<UInt32Type>(|row| Ok(first(row)?.flatten()))?))
    },
};

pub(super) static REACHES: Function = Function {
    name: "reaches",
    parameters: &[
        needed("moves", Kind::Moves),
        needed("position", Kind::Position),
        optional("start", Kind::Position),
    ],
    returns: || DataType::Boolean,
    about: "Whether a game reaches a position, with any clocks",
    examples: &[Example {
        call: "reaches('Nf3 Nf6', 'rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1')",
        value: "true",
    }],
    evaluate: |rows| {
        let (games, wanted, start) = (rows.games(0)?, rows.positions(1)?, starts(rows, 2)?);
        // The search of the last row, which serves a whole column of constants.
        let last = RefCell::new(None);
        rows.truths(|row| {
            let Some(wanted) = wanted.get(row)? else { return Ok(None) };
            let mut last = last.borrow_mut();
            let kept = last.take().filter(|(position, _)| *position == wanted);
            let made = || (wanted, Pattern::Position(Box::new(wanted)).search());
            let (_, search) = last.insert(kept.unwrap_or_else(made));
            Ok(games.find(row, &start(row)?, search, GameFacts::default())?.map(|ply| ply.is_some()))
        })
    },
};

fn pattern(text: &str) -> std::result::Result<Pattern, Fault> {
    text.parse().map_err(|error| Fault::Pattern { text: text.to_owned(), error: Box::new(error) })
}

/// The pattern of the last row and its search, which serves a whole column of constants.
struct Prepared {
    text: String,
    search: Search,
}

/// The first ply at which the pattern of a row holds; see [`super::rows::Games::find`].
fn first<'a>(rows: &Rows<'a>) -> Result<impl Fn(usize) -> Cell<Option<u32>> + use<'a>> {
    let (games, texts, start) = (rows.games(0)?, rows.words(1)?, starts(rows, 2)?);
    let results = if rows.has(3) { Some(rows.words(3)?) } else { None };
    let prepared: RefCell<Option<Prepared>> = RefCell::new(None);
    Ok(move |row| {
        if texts.is_null(row) || results.is_some_and(|results| results.is_null(row)) {
            return Ok(None);
        }
        let text = texts.value(row);
        let mut prepared = prepared.borrow_mut();
        let search = match prepared.take().filter(|prepared| prepared.text == text) {
            Some(same) => prepared.insert(same),
            None => prepared.insert(Prepared { text: text.to_owned(), search: pattern(text)?.search() }),
        };
        let facts = match results {
            Some(results) => GameFacts::with_result(result(results, row)?),
            None if search.search.asks_result() => return Err(Fault::NoResult(text.to_owned())),
            None => GameFacts::default(),
        };
        games.find(row, &start(row)?, &search.search, facts)
    })
}

fn result(results: &StringViewArray, row: usize) -> std::result::Result<GameResult, Fault> {
    let text = results.value(row);
    GameResult::from_bytes(text.as_bytes()).ok_or_else(|| Fault::Result(text.to_owned()))
}
