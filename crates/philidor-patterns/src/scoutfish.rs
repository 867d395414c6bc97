//! Scoutfish queries, read into patterns (feature `json`).
//!
//! Written from the documentation of the format alone, which leaves some questions open. Here:
//!
//! * A rule about a move means the move played from the position, so `stm` is the side that plays it.
//! * The conditions of a sequence hold at different plies, each later than the one before.
//! * `sub-fen` is the board of a FEN alone; its digits are squares that do not matter.
//! * What a move in SAN leaves out does not matter, so `Rc1` is also `Rac1`; nor do check marks.
//!
//! ```
//! use philidor_patterns::{Pattern, scoutfish::Query};
//!
//! let query: Query = r#"{ "sub-fen": "8/8/8/8/1k6/8/8/8", "material": "KBNKP" }"#.parse()?;
//! assert_eq!(query.pattern, "material KBNvKP and board 8/8/8/8/1k6/8/8/8".parse::<Pattern>()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::num::NonZero;
use std::str::FromStr;

use philidor::pgn::GameResult;
use philidor::{Color, Piece};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::material::Bound;
use crate::moves::MovePattern;
use crate::pattern::{Ending, Pattern};
use crate::pieces::{Occupant, PieceSet};
use crate::text::{self, ParsePatternErrorKind};

/// A query: a pattern, and which of its games to return.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Query {
    /// What to look for.
    pub pattern: Pattern,
    /// The number of games to skip first.
    pub skip: u64,
    /// The most games to return.
    pub limit: Option<u64>,
}

/// An invalid rule: which, and why.
///
/// ```
/// use philidor_patterns::scoutfish::{Query, QueryError, QueryErrorKind};
/// let error: QueryError = r#"{"sequence": [{"stm": "white"}, {"moved": "X"}]}"#.parse::<Query>().expect_err("X");
/// assert_eq!(error.to_string(), "sequence[1].moved: not letters of KQRBNP");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QueryError {
    /// Where in the query: `sequence[1].moved`; empty for the whole of it.
    pub place: String,
    /// What is wrong there.
    pub kind: QueryErrorKind,
}

/// What is wrong with a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryErrorKind {
    /// Not JSON.
    Json(String),
    /// Not an object with rules.
    NotAnObject,
    /// An unknown rule.
    UnknownRule,
    /// Neither a text nor a list of texts.
    NotTexts,
    /// Not a list of one or more conditions.
    NotAList,
    /// Not a whole number.
    NotANumber,
    /// Not letters of pieces.
    NotPieces,
    /// None of the words that are possible.
    NotTheWord(&'static str),
    /// Not a valid board, material, imbalance, move or result.
    Value(ParsePatternErrorKind),
}

impl fmt::Display for QueryErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryErrorKind::Json(error) => write!(f, "not JSON: {error}"),
            QueryErrorKind::NotAnObject => f.write_str("not an object with rules"),
            QueryErrorKind::UnknownRule => f.write_str("not a rule of scoutfish"),
            QueryErrorKind::NotTexts => f.write_str("not a text or a list of texts"),
            QueryErrorKind::NotAList => f.write_str("not a list of conditions"),
            QueryErrorKind::NotANumber => f.write_str("not a whole number"),
            QueryErrorKind::NotPieces => f.write_str("not letters of KQRBNP"),
            QueryErrorKind::NotTheWord(words) => write!(f, "not {words}"),
            QueryErrorKind::Value(kind) => kind.fmt(f),
        }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => self.kind.fmt(f),
            place => write!(f, "{place}: {}", self.kind),
        }
    }
}

impl std::error::Error for QueryError {}

impl QueryError {
    /// The same error, its place inside an outer rule.
    fn inside(mut self, outer: &str) -> QueryError {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{outer}{dot}{}", self.place);
        self
    }
}

impl From<QueryErrorKind> for QueryError {
    fn from(kind: QueryErrorKind) -> QueryError {
        QueryError { place: String::new(), kind }
    }
}

impl FromStr for Query {
    type Err = QueryError;

    /// A query from its JSON.
    fn from_str(text: &str) -> Result<Query, QueryError> {
        let Unambiguous(value) =
            serde_json::from_str(text).map_err(|error| QueryErrorKind::Json(error.to_string()))?;
        let Value::Object(mut rules) = value else { return Err(QueryErrorKind::NotAnObject.into()) };
        let mut number = |rule: &str| match rules.remove(rule) {
            None => Ok(None),
            Some(value) => {
                let number = value.as_u64().ok_or(QueryErrorKind::NotANumber);
                number.map(Some).map_err(|kind| QueryError::from(kind).inside(rule))
            }
        };
        let (skip, limit) = (number("skip")?.unwrap_or(0), number("limit")?);
        Ok(Query { pattern: condition(&rules)?, skip, limit })
    }
}

/// JSON without repeated names; of two rules with one name `serde_json` would silently keep the last.
struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unambiguous, D::Error> {
        deserializer.deserialize_any(Values)
    }
}

/// Reads [`Unambiguous`] JSON.
struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Unambiguous;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Unambiguous, A::Error> {
        let mut rules = Map::new();
        while let Some((name, Unambiguous(value))) = access.next_entry::<String, Unambiguous>()? {
            if rules.contains_key(&name) {
                return Err(A::Error::custom(format_args!("`{name}` is given twice")));
            }
            rules.insert(name, value);
        }
        Ok(Unambiguous(Value::Object(rules)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Unambiguous, A::Error> {
        let mut list = Vec::new();
        while let Some(Unambiguous(value)) = access.next_element()? {
            list.push(value);
        }
        Ok(Unambiguous(Value::Array(list)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Unambiguous, E> {
        Ok(Unambiguous(text.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Unambiguous, E> {
        Ok(Unambiguous(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Unambiguous, E> {
        Ok(Unambiguous(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Unambiguous, E> {
        Ok(Unambiguous(number.into()))
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Unambiguous, E> {
        Ok(Unambiguous(truth.into()))
    }

    fn visit_unit<E>(self) -> Result<Unambiguous, E> {
        Ok(Unambiguous(Value::Null))
    }
}

/// The pattern of all rules of an object.
fn condition(rules: &Map<String, Value>) -> Result<Pattern, QueryError> {
    let read = |(name, value): (&String, &Value)| rule(name, value).map_err(|error| error.inside(name));
    let mut patterns = rules.iter().map(read).collect::<Result<Vec<Pattern>, QueryError>>()?;
    match patterns.len() {
        0 => Err(QueryErrorKind::NotAnObject.into()),
        1 => Ok(patterns.remove(0)),
        _ => Ok(Pattern::All(patterns)),
    }
}

fn rule(name: &str, value: &Value) -> Result<Pattern, QueryError> {
    use ParsePatternErrorKind as Kind;
    match name {
        "sub-fen" => any_of(value, |text| {
            let board = text::sub_fen(text).ok_or(Kind::NotABoard)?;
            Ok(Pattern::Board(Box::new(board)))
        }),
        "material" => any_of(value, |text| {
            let material = text::material(text).ok_or(Kind::NotMaterial)?;
            Ok(Pattern::Material(Bound::Exactly, material))
        }),
        "imbalance" => {
            any_of(value, |text| Ok(Pattern::Imbalance(text::imbalance(text).ok_or(Kind::NotAnImbalance)?)))
        }
        "white-move" => any_of(value, |text| move_of(Color::White, text)),
        "black-move" => any_of(value, |text| move_of(Color::Black, text)),
        "result" => any_of(value, |text| {
            Ok(Pattern::Result(GameResult::from_bytes(text.as_bytes()).ok_or(Kind::NotAResult)?))
        }),
        "result-type" => match value.as_str() {
            Some("mate") => Ok(Pattern::Ends(Ending::Checkmate)),
            Some("stalemate") => Ok(Pattern::Ends(Ending::Stalemate)),
            _ => Err(QueryErrorKind::NotTheWord("`mate` or `stalemate`").into()),
        },
        "stm" => match value.as_str() {
            Some("white") => Ok(Pattern::Turn(Color::White)),
            Some("black") => Ok(Pattern::Turn(Color::Black)),
            _ => Err(QueryErrorKind::NotTheWord("`white` or `black`").into()),
        },
        "moved" => {
            let pieces = pieces(value)?;
            if pieces.is_empty() {
                return Err(QueryErrorKind::NotPieces.into());
            }
            Ok(Pattern::Plays(Box::new(MovePattern { pieces, ..MovePattern::default() })))
        }
        "captured" => {
            let pieces = pieces(value)?;
            let captured = if pieces.is_empty() { Occupant::NOTHING } else { Occupant::one_of(pieces) };
            Ok(Pattern::Plays(Box::new(MovePattern { captured, ..MovePattern::default() })))
        }
        "pass" => match value.as_str() {
            Some(_) => Ok(Pattern::Always),
            None => Err(QueryErrorKind::NotTexts.into()),
        },
        "sequence" => steps(value, None),
        "streak" => steps(value, NonZero::new(1)),
        _ => Err(QueryErrorKind::UnknownRule.into()),
    }
}

/// The pattern of a text, or of any text of a list.
fn any_of(
    value: &Value,
    read: impl Fn(&str) -> Result<Pattern, ParsePatternErrorKind>,
) -> Result<Pattern, QueryError> {
    let one = |value: &Value| {
        let text = value.as_str().ok_or(QueryErrorKind::NotTexts)?;
        Ok(read(text).map_err(QueryErrorKind::Value)?)
    };
    let Some(list) = value.as_array() else { return one(value) };
    if list.is_empty() {
        return Err(QueryErrorKind::NotTexts.into());
    }
    let numbered =
        |(index, value)| one(value).map_err(|error: QueryError| error.inside(&format!("[{index}]")));
    Ok(Pattern::Any(list.iter().enumerate().map(numbered).collect::<Result<_, _>>()?))
}

/// A move of a side.
fn move_of(color: Color, text: &str) -> Result<Pattern, ParsePatternErrorKind> {
    let mut mv: MovePattern = text.trim_end_matches(['+', '#']).parse()?;
    mv.pieces = mv.pieces & PieceSet::of_color(color);
    Ok(Pattern::Plays(Box::new(mv)))
}

/// Pieces of both colors from the letters of a text.
fn pieces(value: &Value) -> Result<PieceSet, QueryError> {
    let letters = value.as_str().ok_or(QueryErrorKind::NotPieces)?;
    let pieces = letters.chars().map(|letter| {
        let piece = Piece::from_letter(letter).filter(|_| letter.is_ascii_uppercase());
        Ok(PieceSet::of_type(piece.ok_or(QueryErrorKind::NotPieces)?.piece_type))
    });
    let union = |one, other: Result<PieceSet, QueryError>| Ok(one | other?);
    pieces.into_iter().try_fold(PieceSet::EMPTY, union)
}

/// The pattern of conditions one after another. A streak among them continues the sequence.
fn steps(value: &Value, within: Option<NonZero<u32>>) -> Result<Pattern, QueryError> {
    let list = value.as_array().filter(|list| !list.is_empty()).ok_or(QueryErrorKind::NotAList)?;
    let mut all: Option<Pattern> = None;
    for (index, value) in list.iter().enumerate() {
        let read = value.as_object().ok_or_else(|| QueryErrorKind::NotAnObject.into()).and_then(condition);
        let next = read.map_err(|error| error.inside(&format!("[{index}]")))?;
        all = Some(match all {
            Some(before) => before.then(within, next),
            None => next,
        });
    }
    Ok(all.unwrap_or(Pattern::Always))
}
