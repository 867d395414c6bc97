//! What can be asked of the value of a tag.
//!
//! ```text
//! White=Carlsen, M     the value               Event~Open       a part of it
//! WhiteElo>=2500       ratings, in all that    Date<=2024.03    dates, in all that
//!                      ends in Elo                              ends in Date
//! Round>9.1            numbers                 Event=~(?i)blitz a regular expression
//! ECO<B30              texts, where neither
//! ```
//!
//! No condition holds for a value that is missing, and none of `<`, `<=`, `>`, `>=` for one that is unknown; but `!=`
//! holds wherever `=` does not. The order is that of `philidor pgn sort`, except that there is none between numbers and
//! texts.

use std::str::FromStr;

use philidor_pgn::rating;
use regex_lite::Regex;

use super::comparison::Comparison;
use crate::parts::date::Date;
use crate::parts::scoresheet::GameFacts;
use crate::parts::tag_name::TagName;
use crate::parts::tag_value::{DATE, RATING, is_known, is_number, known_value, push_ordered};

/// A condition on a tag.
#[derive(Clone, Debug)]
pub struct TagCondition {
    name: TagName,
    test: Test,
    /// Whether it holds where the test does not.
    is_negated: bool,
}

/// What is asked of a value.
#[derive(Clone, Debug)]
enum Test {
    Compared(Comparison, Value),
    Contains(String),
    Matches(Regex),
}

/// What a value is compared with.
#[derive(Clone, Debug)]
enum Value {
    Days(u32, u32),
    /// A number that ratings are compared with; it need not be one itself: `WhiteElo > 0`.
    Rating(i64),
    /// A text, the same as a whole number if it is one, and a key whose bytes are in the order of values.
    Text(String, Option<i64>, Vec<u8>),
}

/// The operators, longer ones before those with which they begin.
const OPERATORS: [&str; 8] = ["=~", "!=", "<=", ">=", "=", "<", ">", "~"];

/// The operator that a text begins with. `==`, `=>` and `<>` are those of other languages, not `=` and `<` before a
/// value that begins with a sign.
pub(super) fn operator_of(text: &str) -> Option<&'static str> {
    let operator = OPERATORS.into_iter().find(|operator| text.starts_with(operator))?;
    let rest = text.get(operator.len()..)?;
    (operator.ends_with('~') || !rest.starts_with(['=', '<', '>'])).then_some(operator)
}

impl TagCondition {
    /// The condition of an operator of [`OPERATORS`] and a value.
    ///
    /// # Errors
    ///
    /// Why the value is not a regular expression, or not a date that others can be before or after.
    pub(super) fn new(name: TagName, operator: &str, value: &str) -> Result<TagCondition, String> {
        let is_ordered = operator.starts_with(['<', '>']);
        if is_ordered && name.as_str().ends_with(DATE) && Date::read(value).and_then(Date::days).is_none() {
            return Err(format!("`{value}` is {NO_DATE}"));
        }
        if is_ordered && name.as_str().ends_with(RATING) && whole_number(value).is_none() {
            return Err(format!("`{value}` is not a whole number, as ratings are"));
        }
        let compared = |comparison| Test::Compared(comparison, Value::of(name.as_str(), value, is_ordered));
        let test = match operator {
            "=~" => Test::Matches(Regex::new(value).map_err(|error| error.to_string())?),
            "~" => Test::Contains(value.to_owned()),
            "<" => compared(Comparison::Less),
            "<=" => compared(Comparison::AtMost),
            ">" => compared(Comparison::Greater),
            ">=" => compared(Comparison::AtLeast),
            _ => compared(Comparison::Equal),
        };
        Ok(TagCondition { name, test, is_negated: operator == "!=" })
    }

    /// A game that was played on a date or later, as far as is known.
    ///
    /// # Errors
    ///
    /// The text is not a date.
    pub fn since(date: &str) -> Result<TagCondition, &'static str> {
        TagCondition::of_date(Comparison::AtLeast, date)
    }

    /// A game that was played on a date or before, as far as is known.
    ///
    /// # Errors
    ///
    /// The text is not a date.
    pub fn until(date: &str) -> Result<TagCondition, &'static str> {
        TagCondition::of_date(Comparison::AtMost, date)
    }

    fn of_date(comparison: Comparison, date: &str) -> Result<TagCondition, &'static str> {
        let days = Date::read(date).and_then(Date::days);
        let days = days.ok_or(NO_DATE)?;
        let test = Test::Compared(comparison, Value::Days(*days.start(), *days.end()));
        Ok(TagCondition { name: DATE.parse()?, test, is_negated: false })
    }

    /// The tag that it asks for.
    pub(super) const fn name(&self) -> &TagName {
        &self.name
    }

    pub(super) fn holds(&self, facts: GameFacts<'_>) -> bool {
        let value = facts.tag(self.name.as_str());
        let known = || known_value(|name| facts.tag(name), DATE);
        let value = if self.name.as_str() == DATE { known().or(value) } else { value };
        value.is_some_and(|value| self.test.holds(value)) != self.is_negated
    }
}

impl Value {
    fn of(name: &str, value: &str, is_ordered: bool) -> Value {
        let days = Date::read(value).filter(|_| name.ends_with(DATE)).and_then(Date::days);
        if let Some(days) = days {
            return Value::Days(*days.start(), *days.end());
        }
        let number = whole_number(value);
        let of_rating = number.filter(|_| name.ends_with(RATING) && (is_ordered || rating(value).is_some()));
        if let Some(number) = of_rating {
            return Value::Rating(number);
        }
        let mut key = Vec::new();
        push_ordered(value.trim(), &mut key);
        Value::Text(value.to_owned(), number, key)
    }
}

/// A whole number, with or without a sign. A value with a dot is not taken as a number, since it may be a round.
fn whole_number(value: &str) -> Option<i64> {
    value.trim().parse().ok()
}

impl Test {
    fn holds(&self, value: &str) -> bool {
        match self {
            Test::Contains(part) => value.contains(part),
            Test::Matches(regex) => regex.is_match(value),
            Test::Compared(comparison, Value::Text(text, number, key)) => {
                match (number, whole_number(value)) {
                    (Some(number), Some(value)) => comparison.holds(value.cmp(number)),
                    _ if *comparison == Comparison::Equal => value == text,
                    _ if !is_known(value) || is_number(text) != is_number(value) => false,
                    _ => {
                        let mut own = Vec::new();
                        push_ordered(value.trim(), &mut own);
                        comparison.holds(own.cmp(key))
                    }
                }
            }
            Test::Compared(comparison, Value::Rating(wanted)) => {
                rating(value).is_some_and(|rating| comparison.holds(i64::from(rating).cmp(wanted)))
            }
            Test::Compared(comparison, Value::Days(first, last)) => {
                Date::read(value).and_then(Date::days).is_some_and(|days| match comparison {
                    Comparison::Equal => first <= days.start() && days.end() <= last,
                    Comparison::Less => days.start() < first,
                    Comparison::AtMost => days.start() <= last,
                    Comparison::Greater => days.end() > last,
                    Comparison::AtLeast => days.end() >= first,
                })
            }
        }
    }
}

impl FromStr for TagCondition {
    type Err = String;

    /// A name, an operator and a value, which goes to the end and has no quotes.
    fn from_str(text: &str) -> Result<TagCondition, String> {
        let at = text.find(['=', '~', '<', '>', '!']).filter(|&at| at > 0);
        let (name, rest) = text.split_at(at.ok_or(NO_CONDITION)?);
        let operator = operator_of(rest).ok_or(NO_CONDITION)?;
        let value = rest.get(operator.len()..).unwrap_or_default();
        let name = name.trim_end();
        let name = name.parse().map_err(|reason| format!("`{name}` is {reason}"))?;
        TagCondition::new(name, operator, value)
    }
}

const NO_DATE: &str = "not a date such as 2024, 2024.03 or 2024.03.15";

const NO_CONDITION: &str = "neither NAME=VALUE nor NAME with !=, <, <=, >, >=, ~ or =~ and a value";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_on_a_tag_has_a_name_an_operator_and_a_value() {
        let tags =
            [("White", "Car=l"), ("Elo", "2500"), ("UTCDate", "2024.03.15"), ("Round", "9.10"), ("ECO", "?")];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let facts = GameFacts { tags: &tags, ..GameFacts::default() };
        let holds = |text: &str| text.parse().map(|condition: TagCondition| condition.holds(facts));
        for (text, expected) in [
            ("White~Car=l", true),
            ("White=Car=l", true),
            ("White=Car", false),
            ("White!=Car", true),
            ("White=~^C.*l$", true),
            ("Elo>=2500", true),
            ("Elo=02500", true),
            ("Elo=2500.0", false),
            ("Elo<980", false),
            ("Elo>0", true),
            ("White>980", false),
            ("White>=car=L", true),
            ("Round=9.1", false),
            ("Round=9.10", true),
            ("Round>=9.2", true),
            ("Round>10", false),
            ("ECO<B30", false),
            ("ECO>=A00", false),
            ("ECO=?", true),
            ("ECO!=B30", true),
            ("Date>=2024.03", true),
            ("Date=2024.04", false),
            ("Missing=", false),
            ("Missing!=x", true),
        ] {
            assert_eq!(holds(text), Ok(expected), "{text}");
        }
        for wrong in [
            "=x",
            "White",
            "",
            "White!x",
            "White=~(",
            "white=Carl",
            "plies>=1",
            "White==x",
            "Elo=>2500",
            "Elo=<2500",
            "Elo>x",
            "Elo>=2400.5",
            "Date>=2013.13.45",
            "UTCDate<march",
        ] {
            assert!(holds(wrong).is_err(), "{wrong}");
        }
        assert!(TagCondition::since("2024.03.15").is_ok_and(|condition| condition.holds(facts)));
        assert!(TagCondition::until("2024.02").is_ok_and(|condition| !condition.holds(facts)));
        assert!(TagCondition::until("march").is_err());
    }
}
