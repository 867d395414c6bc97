//! Tags that have a column: which, of what type, and how their text reads and is written.
//!
//! The names and types are those of the public Lichess data set on Hugging Face, so that what was written for it runs
//! here, too.
//!
//! ```text
//! [WhiteElo "1028"]           WhiteElo 1028
//! [WhiteElo "?"]              WhiteElo null,  and in tags: WhiteElo ?
//! [WhiteElo "01028"]          WhiteElo 1028,  and in tags: WhiteElo 01028
//! ```
//!
//! A column holds a text only as its type can say it. What would be written in another way than it was read stands
//! among the other tags as well, where whoever writes the game looks first. So does every tag that a game has twice.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, Date32Builder, Int16Builder, RecordBatch, StringBuilder, Time32SecondBuilder,
};
use arrow::datatypes::{DataType, Date32Type, Field, Int16Type, Time32SecondType, TimeUnit};
use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};

/// How the text of a tag is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As it is.
    Text,
    /// A number, `1500`.
    Rating,
    /// A number with its sign, `+5`.
    Difference,
    /// A day, `2025.05.01`.
    Date,
    /// A second of a day, `00:00:06`.
    Time,
}

/// The tags that have a column, in the order of the data set. `Result` is the marker at the end of the game.
pub(crate) const COLUMNS: [(&str, Kind); 17] = [
    ("Event", Kind::Text),
    ("Site", Kind::Text),
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
pub(crate) const RESULT: usize = 4;

/// The number of the column of a tag.
pub(crate) fn column_of(name: &str) -> Option<usize> {
    COLUMNS.iter().position(|column| column.0 == name)
}

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

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value<'a> {
    Text(&'a str),
    Number(i16),
    Date(NaiveDate),
    Time(NaiveTime),
}

/// What a text says; nothing if the type has no words for it.
fn read(kind: Kind, text: &str) -> Option<Value<'_>> {
    match kind {
        Kind::Text => Some(Value::Text(text)),
        Kind::Rating | Kind::Difference => text.parse().ok().map(Value::Number),
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

/// Three numbers with something between them.
fn fields_of(text: &str, between: char) -> Option<[u32; 3]> {
    let mut fields = text.split(between).map(|field| field.parse().ok());
    let numbers = [fields.next()??, fields.next()??, fields.next()??];
    fields.next().is_none().then_some(numbers)
}

/// How a tag with this value is written.
fn write(kind: Kind, value: Value<'_>, out: &mut String) {
    // A text takes everything.
    let _ = match value {
        Value::Text(text) => out.write_str(text),
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

/// The tags of the game that is being read.
#[derive(Debug, Default)]
pub(super) struct GameTags {
    /// The first text of each tag that has a column.
    texts: [Option<String>; COLUMNS.len()],
    /// The tags that no column holds, or not as they are written.
    pub(super) others: Vec<(String, String)>,
    /// What was written to compare it.
    canonical: String,
}

impl GameTags {
    /// Another game begins.
    pub(super) fn clear(&mut self) {
        self.texts.fill(None);
        self.others.clear();
    }

    /// A tag of the game.
    pub(super) fn push(&mut self, name: &str, text: Cow<'_, str>) {
        let Some(column) = column_of(name) else {
            self.others.push((name.to_owned(), text.into_owned()));
            return;
        };
        let (Some((_, kind)), Some(place)) = (COLUMNS.get(column), self.texts.get_mut(column)) else {
            return;
        };
        if let Some(first) = place {
            if !self.others.iter().any(|other| other.0 == name) {
                self.others.push((name.to_owned(), first.clone()));
            }
            self.others.push((name.to_owned(), text.into_owned()));
            return;
        }
        self.canonical.clear();
        if *kind != Kind::Text {
            if let Some(value) = read(*kind, &text) {
                write(*kind, value, &mut self.canonical);
            }
            if self.canonical != *text {
                self.others.push((name.to_owned(), text.clone().into_owned()));
            }
        }
        *place = Some(text.into_owned());
    }

    /// The game is over: the tag `Result` and the marker say one thing, or the tag is one of the others.
    pub(super) fn set_result(&mut self, marker: &str) {
        let Some(place) = self.texts.get_mut(RESULT) else { return };
        let tag = place.replace(marker.to_owned()).filter(|tag| tag != marker);
        if let Some(tag) = tag.filter(|_| !self.others.iter().any(|other| other.0 == "Result")) {
            self.others.push(("Result".to_owned(), tag));
        }
    }
}

/// A column that grows.
enum Builder {
    Text(StringBuilder),
    Number(Int16Builder),
    Date(Date32Builder),
    Time(Time32SecondBuilder),
}

/// The columns of the tags while they grow.
pub(super) struct Builders(Vec<(Kind, Builder)>);

impl Builders {
    /// Columns without a row.
    pub(super) fn new() -> Builders {
        let builder = |kind| match kind {
            Kind::Text => Builder::Text(StringBuilder::new()),
            Kind::Rating | Kind::Difference => Builder::Number(Int16Builder::new()),
            Kind::Date => Builder::Date(Date32Builder::new()),
            Kind::Time => Builder::Time(Time32SecondBuilder::new()),
        };
        Builders(COLUMNS.iter().map(|&(_, kind)| (kind, builder(kind))).collect())
    }

    /// Adds a game.
    pub(super) fn append(&mut self, tags: &GameTags) {
        for ((kind, builder), text) in self.0.iter_mut().zip(&tags.texts) {
            let value = text.as_deref().and_then(|text| read(*kind, text));
            match (builder, value) {
                (Builder::Text(builder), Some(Value::Text(text))) => builder.append_value(text),
                (Builder::Text(builder), _) => builder.append_null(),
                (Builder::Number(builder), Some(Value::Number(number))) => builder.append_value(number),
                (Builder::Number(builder), _) => builder.append_null(),
                (Builder::Date(builder), Some(Value::Date(date))) => {
                    builder.append_value(Date32Type::from_naive_date(date));
                }
                (Builder::Date(builder), _) => builder.append_null(),
                (Builder::Time(builder), Some(Value::Time(time))) => {
                    builder.append_value(time.num_seconds_from_midnight().cast_signed());
                }
                (Builder::Time(builder), _) => builder.append_null(),
            }
        }
    }

    /// The columns.
    pub(super) fn finish(&mut self) -> impl Iterator<Item = ArrayRef> {
        self.0.iter_mut().map(|(_, builder)| match builder {
            Builder::Text(builder) => Arc::new(builder.finish()) as ArrayRef,
            Builder::Number(builder) => Arc::new(builder.finish()),
            Builder::Date(builder) => Arc::new(builder.finish()),
            Builder::Time(builder) => Arc::new(builder.finish()),
        })
    }
}

/// How the tag of a column is written in a row of the table; nothing if the column has no value.
pub(crate) fn written(table: &RecordBatch, column: usize, row: usize) -> Option<String> {
    let &(name, kind) = COLUMNS.get(column)?;
    let array = table.column_by_name(name).filter(|array| array.is_valid(row))?;
    let value = match kind {
        Kind::Text => Value::Text(array.as_string_opt::<i32>()?.value(row)),
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

    /// The tags of a game, as they are kept.
    fn kept(tags: &[(&str, &str)]) -> GameTags {
        let mut kept = GameTags::default();
        tags.iter().for_each(|&(name, text)| kept.push(name, text.into()));
        kept
    }

    #[test]
    fn what_a_column_cannot_say_is_among_the_others() {
        for (name, text) in [
            ("WhiteElo", "?"),
            ("WhiteElo", "01028"),
            ("WhiteElo", "99999"),
            ("BlackRatingDiff", "5"),
            ("UTCDate", "2025.02.29"),
            ("UTCDate", "2025.5.1"),
            ("UTCDate", "????.??.??"),
            ("UTCTime", "24:00:00"),
            ("UTCTime", "00:00"),
            ("Date", "2025.05.01"),
        ] {
            assert_eq!(kept(&[(name, text)]).others, [(name.to_owned(), text.to_owned())]);
        }
        for (name, text) in [
            ("WhiteElo", "-3"),
            ("BlackRatingDiff", "+5"),
            ("BlackRatingDiff", "+0"),
            ("UTCDate", "2024.02.29"),
            ("UTCTime", "23:59:59"),
            ("Event", " \t\"\\"),
        ] {
            assert_eq!(kept(&[(name, text)]).others, [], "{name} {text}");
        }
    }

    #[test]
    fn a_tag_that_is_said_twice_is_among_the_others_twice() {
        let pair = |text: &str| ("Event".to_owned(), text.to_owned());
        assert_eq!(
            kept(&[("Event", "a"), ("Event", "b"), ("Event", "a")]).others,
            [pair("a"), pair("b"), pair("a")]
        );
    }

    #[test]
    fn a_result_that_the_game_denies_is_among_the_others() {
        for (tag, others) in [("1-0", vec![]), ("0-1", vec![("Result".to_owned(), "0-1".to_owned())])] {
            let mut tags = kept(&[("Result", tag)]);
            tags.set_result("1-0");
            assert_eq!((tags.texts[RESULT].as_deref(), &tags.others), (Some("1-0"), &others));
        }
    }
}
