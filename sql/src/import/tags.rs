//! Tags with columns: which ones, of what type, and how their text is read and written.
//!
//! The names and types are those of the public Lichess data set on Hugging Face, so that queries written for it work
//! here, too. `Date`, which it lacks, is the day in games from elsewhere; it is text, since parts of it may be unknown.
//!
//! ```text
//! [WhiteElo "1028"]           WhiteElo 1028
//! [WhiteElo "?"]              WhiteElo null,  and in tags: WhiteElo ?
//! [WhiteElo "01028"]          WhiteElo 1028,  and in tags: WhiteElo 01028
//! ```
//!
//! A column holds a text only as far as its type allows. A text that would not be written as it was read is also kept
//! among the other tags, where an export looks first. So is every tag that a game has twice.

use std::fmt::Write;
use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, Date32Builder, Int16Builder, RecordBatch, StringBuilder, Time32SecondBuilder,
};
use arrow::datatypes::{DataType, Date32Type, Field, Int16Type, Time32SecondType, TimeUnit};
use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};
use philidor::characters::decode;
use philidor_pgn::rating;

/// How the text of a tag is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Unchanged.
    Text,
    /// A number that `philidor` takes as a rating, `1500`.
    Rating,
    /// A number with its sign, `+5`.
    Difference,
    /// A day, `2025.05.01`.
    Date,
    /// A second of a day, `00:00:06`.
    Time,
}

/// The tags that have a column, in the order of the data set and of PGN. `Result` is the marker at the end of the game.
pub(crate) const COLUMNS: [(&str, Kind); 18] = [
    ("Event", Kind::Text),
    ("Site", Kind::Text),
    ("Date", Kind::Text),
    ("White", Kind::Text),
    ("Black", Kind::Text),
    ("Result", Kind::Text),
    ("WhiteTitle", Kind::Text),
    ("BlackTitle", Kind::Text),
    ("WhiteElo", Kind::Rating),
    ("BlackElo", Kind::Rating),
    ("WhiteRatingDiff", Kind::Difference),
    ("BlackRatingDiff", Kind::Difference),
    ("UTCDate", Kind::Date),
    ("UTCTime", Kind::Time),
    ("ECO", Kind::Text),
    ("Opening", Kind::Text),
    ("Termination", Kind::Text),
    ("TimeControl", Kind::Text),
];

/// The number of the column of `Result`.
pub(crate) const RESULT: usize = 5;

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Kind::Text => DataType::Utf8,
            Kind::Rating | Kind::Difference => DataType::Int16,
            Kind::Date => DataType::Date32,
            Kind::Time => DataType::Time32(TimeUnit::Second),
        }
    }
}

/// The columns.
pub(crate) fn fields() -> impl Iterator<Item = Field> {
    COLUMNS.into_iter().map(|(name, kind)| Field::new(name, kind.data_type(), true))
}

/// A value of a column that is not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Number(i16),
    Date(NaiveDate),
    Time(NaiveTime),
}

/// The value of a text; `None` if the type cannot hold it, or is text itself.
fn read(kind: Kind, text: &str) -> Option<Value> {
    match kind {
        Kind::Text => None,
        Kind::Rating => rating(text)?.try_into().ok().map(Value::Number),
        Kind::Difference => text.parse().ok().map(Value::Number),
        Kind::Date => {
            let [year, month, day] = fields_of(text, '.')?;
            NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day).map(Value::Date)
        }
        Kind::Time => {
            let [hour, minute, second] = fields_of(text, ':')?;
            NaiveTime::from_hms_opt(hour, minute, second).map(Value::Time)
        }
    }
}

/// Three numbers with a separator.
fn fields_of(text: &str, between: char) -> Option<[u32; 3]> {
    let mut fields = text.split(between).map(|field| field.parse().ok());
    let numbers = [fields.next()??, fields.next()??, fields.next()??];
    fields.next().is_none().then_some(numbers)
}

/// Writes a tag with this value.
fn write(kind: Kind, value: Value, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match value {
        Value::Number(number) if kind == Kind::Difference => write!(out, "{number:+}"),
        Value::Number(number) => write!(out, "{number}"),
        Value::Date(date) => {
            write!(out, "{:04}.{:02}.{:02}", date.year(), date.month(), date.day())
        }
        Value::Time(time) => {
            write!(out, "{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second())
        }
    };
}

/// The place of a text among the texts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: usize,
    end: usize,
}

/// The first tag of its name.
#[derive(Clone, Copy, Debug)]
struct First {
    text: Span,
    /// Its value, if its column is not text.
    value: Option<Value>,
}

/// The tags of the game being read.
///
/// ```text
/// texts     Rated Blitz gameRound-1028
/// columns   Event: └──────────────┘       WhiteElo: └──┘ 1028
/// others    name and text:         └───┘└┘
/// ```
#[derive(Debug, Default)]
pub(super) struct GameTags {
    /// Names and texts, one after another, in memory that all games share.
    texts: String,
    /// The first tag of each name with a column.
    columns: [Option<First>; COLUMNS.len()],
    /// The tags that no column holds exactly as written: names and texts.
    others: Vec<(Span, Span)>,
    /// The column after that of the last tag: most programs write tags in the same order.
    next: usize,
    /// A buffer for comparing a value as written.
    canonical: String,
}

impl GameTags {
    /// Begins another game.
    pub(super) fn clear(&mut self) {
        self.texts.clear();
        self.columns.fill(None);
        self.others.clear();
        self.next = 0;
    }

    /// Whether the game has no tag.
    pub(super) const fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The tags that no column holds exactly as written: names and texts.
    pub(super) fn others(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.others.iter().map(|&(name, text)| (self.text(name), self.text(text)))
    }

    /// Removes some of the others.
    pub(super) fn retain_others(&mut self, is_kept: impl Fn(&str, &str) -> bool) {
        let texts = &self.texts;
        let text = |span: Span| texts.get(span.start..span.end).unwrap_or_default();
        self.others.retain(|&(name, value)| is_kept(text(name), text(value)));
    }

    /// Adds a tag of the game.
    pub(super) fn push(&mut self, name: &[u8], text: &str) {
        let Some((column, name, kind)) = self.column_of(name) else {
            self.push_other(&decode(name), text);
            return;
        };
        if let Some(first) = self.columns.get(column).copied().flatten() {
            if !self.others().any(|other| other.0 == name) {
                let name = self.kept(name);
                self.others.push((name, first.text));
            }
            self.push_other(name, text);
            return;
        }
        let mut value = None;
        if kind != Kind::Text {
            value = read(kind, text);
            self.canonical.clear();
            if let Some(value) = value {
                write(kind, value, &mut self.canonical);
            }
            if value.is_none() || self.canonical != text {
                self.push_other(name, text);
            }
        }
        let text = self.kept(text);
        self.set(column, First { text, value });
    }

    /// Ends the game: a tag `Result` that contradicts the marker is kept among the others.
    pub(super) fn set_result(&mut self, marker: &str) {
        let tag = self.columns.get(RESULT).copied().flatten().map(|first| first.text);
        if tag.is_some_and(|tag| self.text(tag) == marker) {
            return;
        }
        if let Some(tag) = tag.filter(|_| !self.others().any(|other| other.0 == "Result")) {
            let name = self.kept("Result");
            self.others.push((name, tag));
        }
        let text = self.kept(marker);
        self.set(RESULT, First { text, value: None });
    }

    fn text(&self, span: Span) -> &str {
        self.texts.get(span.start..span.end).unwrap_or_default()
    }

    fn kept(&mut self, text: &str) -> Span {
        let start = self.texts.len();
        self.texts.push_str(text);
        Span { start, end: self.texts.len() }
    }

    fn push_other(&mut self, name: &str, text: &str) {
        let other = (self.kept(name), self.kept(text));
        self.others.push(other);
    }

    fn set(&mut self, column: usize, first: First) {
        if let Some(place) = self.columns.get_mut(column) {
            *place = Some(first);
        }
    }

    /// The column of a tag: its number, its name and its kind.
    fn column_of(&mut self, name: &[u8]) -> Option<(usize, &'static str, Kind)> {
        let (before, after) = (0..self.next, self.next..COLUMNS.len());
        let mut columns = after.chain(before).filter_map(|number| Some((number, COLUMNS.get(number)?)));
        let (number, &(name, kind)) = columns.find(|(_, column)| column.0.as_bytes() == name)?;
        self.next = number + 1;
        Some((number, name, kind))
    }
}

/// A growing column.
enum Builder {
    Text(StringBuilder),
    Number(Int16Builder),
    Date(Date32Builder),
    Time(Time32SecondBuilder),
}

/// The growing columns of the tags.
pub(super) struct Builders(Vec<Builder>);

impl Builders {
    /// Columns without rows.
    pub(super) fn new() -> Builders {
        let builder = |kind| match kind {
            Kind::Text => Builder::Text(StringBuilder::new()),
            Kind::Rating | Kind::Difference => Builder::Number(Int16Builder::new()),
            Kind::Date => Builder::Date(Date32Builder::new()),
            Kind::Time => Builder::Time(Time32SecondBuilder::new()),
        };
        Builders(COLUMNS.iter().map(|&(_, kind)| builder(kind)).collect())
    }

    /// Adds a game.
    pub(super) fn append(&mut self, tags: &GameTags) {
        for (builder, first) in self.0.iter_mut().zip(&tags.columns) {
            let value = first.and_then(|first| first.value);
            match builder {
                Builder::Text(builder) => builder.append_option(first.map(|first| tags.text(first.text))),
                Builder::Number(builder) => builder.append_option(match value {
                    Some(Value::Number(number)) => Some(number),
                    _ => None,
                }),
                Builder::Date(builder) => builder.append_option(match value {
                    Some(Value::Date(date)) => Some(Date32Type::from_naive_date(date)),
                    _ => None,
                }),
                Builder::Time(builder) => builder.append_option(match value {
                    Some(Value::Time(time)) => Some(time.num_seconds_from_midnight().cast_signed()),
                    _ => None,
                }),
            }
        }
    }

    /// The columns.
    pub(super) fn finish(&mut self) -> impl Iterator<Item = ArrayRef> {
        self.0.iter_mut().map(|builder| match builder {
            Builder::Text(builder) => Arc::new(builder.finish()) as ArrayRef,
            Builder::Number(builder) => Arc::new(builder.finish()),
            Builder::Date(builder) => Arc::new(builder.finish()),
            Builder::Time(builder) => Arc::new(builder.finish()),
        })
    }
}

/// How the tag of a column is written in a row of the table; `None` if the column has no value.
pub(crate) fn written(table: &RecordBatch, column: usize, row: usize) -> Option<String> {
    let &(name, kind) = COLUMNS.get(column)?;
    let array = table.column_by_name(name).filter(|array| array.is_valid(row))?;
    let value = match kind {
        Kind::Text => return Some(array.as_string_opt::<i32>()?.value(row).to_owned()),
        Kind::Rating | Kind::Difference => Value::Number(array.as_primitive_opt::<Int16Type>()?.value(row)),
        Kind::Date => Value::Date(array.as_primitive_opt::<Date32Type>()?.value_as_date(row)?),
        Kind::Time => Value::Time(array.as_primitive_opt::<Time32SecondType>()?.value_as_time(row)?),
    };
    let mut text = String::new();
    write(kind, value, &mut text);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tags of a game, as kept.
    fn kept(tags: &[(&str, &str)]) -> GameTags {
        let mut kept = GameTags::default();
        tags.iter().for_each(|&(name, text)| kept.push(name.as_bytes(), text));
        kept
    }

    fn others(tags: &GameTags) -> Vec<(&str, &str)> {
        tags.others().collect()
    }

    #[test]
    fn what_a_column_cannot_say_is_among_the_others() {
        for (name, text) in [
            ("WhiteElo", "?"),
            ("WhiteElo", ""),
            ("WhiteElo", "01028"),
            ("WhiteElo", "99999"),
            ("WhiteElo", "-3"),
            ("WhiteElo", " 2600 "),
            ("BlackRatingDiff", "5"),
            ("UTCDate", "2025.02.29"),
            ("UTCDate", "2025.5.1"),
            ("UTCDate", "????.??.??"),
            ("UTCTime", "24:00:00"),
            ("UTCTime", "00:00"),
            ("Round", "1"),
        ] {
            assert_eq!(others(&kept(&[(name, text)])), [(name, text)]);
        }
        for (name, text) in [
            ("WhiteElo", "2600"),
            ("BlackRatingDiff", "+5"),
            ("BlackRatingDiff", "+0"),
            ("UTCDate", "2024.02.29"),
            ("UTCTime", "23:59:59"),
            ("Date", "2024.??.??"),
            ("Event", " \t\"\\"),
        ] {
            assert_eq!(others(&kept(&[(name, text)])), [], "{name} {text}");
        }
    }

    #[test]
    fn columns_are_found_in_any_order() {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.0).collect();
        let backwards = names.iter().rev().copied();
        for order in
            [names.clone(), backwards.collect(), vec!["TimeControl", "Round", "Event", "Event2", "Site"]]
        {
            let mut tags = GameTags::default();
            for name in order {
                let column = names.iter().position(|&known| known == name);
                assert_eq!(tags.column_of(name.as_bytes()).map(|found| found.0), column, "{name}");
            }
        }
    }

    #[test]
    fn a_tag_that_is_said_twice_is_among_the_others_twice() {
        let tags = [("Event", "a"), ("Event", "b"), ("Event", "a")];
        assert_eq!(others(&kept(&tags)), tags);
        assert_eq!(
            others(&kept(&[("WhiteElo", "?"), ("WhiteElo", "1")])),
            [("WhiteElo", "?"), ("WhiteElo", "1")]
        );
    }

    #[test]
    fn a_result_that_the_game_denies_is_among_the_others() {
        for (tag, denied) in [("1-0", vec![]), ("0-1", vec![("Result", "0-1")])] {
            let mut tags = kept(&[("Result", tag)]);
            tags.set_result("1-0");
            let result = tags.columns[RESULT].map(|first| tags.text(first.text));
            assert_eq!((result, others(&tags)), (Some("1-0"), denied));
        }
    }
}
