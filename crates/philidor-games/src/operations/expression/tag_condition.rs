//! What can be asked of the value of a tag.
//!
//! ```text
//! White=Carlsen, M     the value               Event~Open       a part of it
//! WhiteElo>=2500       numbers                 Date<=2024.03    dates, if the name ends in Date
//! ECO<B30              texts, where neither    Event=~(?i)blitz a regular expression
//! ```
//!
//! No condition holds for a value that is missing, and none but texts for one that is unknown; but `!=` holds wherever `=`
//! does not.

use std::str::FromStr;

use regex_lite::Regex;

use super::calendar;
use super::comparison::Comparison;
use crate::parts::sheet::Facts;

/// A condition on a tag.
#[derive(Clone, Debug)]
pub struct TagCondition {
    name: String,
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
    Number(f64),
    Text(String),
}

/// The operators, longer ones before those with which they begin.
pub(super) const OPERATORS: [&str; 8] = ["=~", "!=", "<=", ">=", "=", "<", ">", "~"];

impl TagCondition {
    /// The condition of an operator of [`OPERATORS`] and a value.
    ///
    /// # Errors
    ///
    /// Why the value is not a regular expression.
    pub(super) fn new(name: &str, operator: &str, value: &str) -> Result<TagCondition, String> {
        let compared = |comparison| Test::Compared(comparison, Value::of(name, value));
        let test = match operator {
            "=~" => Test::Matches(Regex::new(value).map_err(|error| error.to_string())?),
            "~" => Test::Contains(value.to_owned()),
            "<" => compared(Comparison::Less),
            "<=" => compared(Comparison::AtMost),
            ">" => compared(Comparison::Greater),
            ">=" => compared(Comparison::AtLeast),
            _ => compared(Comparison::Equal),
        };
        Ok(TagCondition { name: name.to_owned(), test, is_negated: operator == "!=" })
    }

    /// A game that was played on a date or later, as far as is known.
    ///
    /// # Errors
    ///
    /// The text is no date.
    pub fn since(date: &str) -> Result<TagCondition, &'static str> {
        TagCondition::of_date(Comparison::AtLeast, date)
    }

    /// A game that was played on a date or before, as far as is known.
    ///
    /// # Errors
    ///
    /// The text is no date.
    pub fn until(date: &str) -> Result<TagCondition, &'static str> {
        TagCondition::of_date(Comparison::AtMost, date)
    }

    fn of_date(comparison: Comparison, date: &str) -> Result<TagCondition, &'static str> {
        let days = calendar::days(date).ok_or("not a date such as 2024, 2024.03 or 2024.03.15")?;
        let test = Test::Compared(comparison, Value::Days(*days.start(), *days.end()));
        Ok(TagCondition { name: DATE.to_owned(), test, is_negated: false })
    }

    pub(super) fn holds(&self, facts: Facts<'_>) -> bool {
        let is_known = |value: &str| calendar::days(value).is_some();
        let other = || facts.tag("UTCDate").filter(|_| self.name == DATE);
        let value = match facts.tag(&self.name) {
            Some(value) if self.name == DATE && !is_known(value) => other().or(Some(value)),
            None => other(),
            value => value,
        };
        value.is_some_and(|value| self.test.holds(value)) != self.is_negated
    }
}

/// The tag beside which `UTCDate` counts, where it is unknown.
const DATE: &str = "Date";

impl Value {
    fn of(name: &str, value: &str) -> Value {
        let days = if name.ends_with(DATE) { calendar::days(value) } else { None };
        match (days, number(value)) {
            (Some(days), _) => Value::Days(*days.start(), *days.end()),
            (None, Some(number)) => Value::Number(number),
            (None, None) => Value::Text(value.to_owned()),
        }
    }
}

/// A number, with or without a sign.
fn number(value: &str) -> Option<f64> {
    value.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

impl Test {
    fn holds(&self, value: &str) -> bool {
        match self {
            Test::Contains(part) => value.contains(part),
            Test::Matches(regex) => regex.is_match(value),
            Test::Compared(comparison, Value::Text(text)) => comparison.holds(value.cmp(text)),
            // As a text it may be the same, and as a number: 2500 and 2500.0.
            Test::Compared(comparison, Value::Number(number)) => {
                let known = self::number(value);
                known.and_then(|known| known.partial_cmp(number)).is_some_and(|order| comparison.holds(order))
            }
            Test::Compared(comparison, Value::Days(first, last)) => {
                calendar::days(value).is_some_and(|days| match comparison {
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
        let operator = OPERATORS.into_iter().find(|operator| rest.starts_with(operator));
        let operator = operator.ok_or(NO_CONDITION)?;
        let (name, value) = (name.trim_end(), rest.get(operator.len()..).unwrap_or_default());
        TagCondition::new(name, operator, value)
    }
}

const NO_CONDITION: &str = "neither NAME=VALUE nor NAME with !=, <, <=, >, >=, ~ or =~ and a value";

#[cfg(test)]
mod tests {
    use philidor::pgn::GameResult;

    use super::*;

    #[test]
    fn a_condition_on_a_tag_has_a_name_an_operator_and_a_value() {
        let tags = [("White", "Car=l"), ("Elo", "2500"), ("UTCDate", "2024.03.15")];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let facts = Facts { tags: &tags, result: GameResult::Unknown, plies: 0 };
        let holds = |text: &str| text.parse().map(|condition: TagCondition| condition.holds(facts));
        for (text, expected) in [
            ("White~Car=l", true),
            ("White=Car=l", true),
            ("White=Car", false),
            ("White!=Car", true),
            ("White=~^C.*l$", true),
            ("Elo>=2500", true),
            ("Elo=2500.0", true),
            ("Elo<980", false),
            ("Date>=2024.03", true),
            ("Date=2024.04", false),
            ("Missing=", false),
            ("Missing!=x", true),
        ] {
            assert_eq!(holds(text), Ok(expected), "{text}");
        }
        for wrong in ["=x", "White", "", "White!x", "White=~("] {
            assert!(holds(wrong).is_err(), "{wrong}");
        }
        assert!(TagCondition::since("2024.03.15").is_ok_and(|condition| condition.holds(facts)));
        assert!(TagCondition::until("2024.02").is_ok_and(|condition| !condition.holds(facts)));
        assert!(TagCondition::until("march").is_err());
    }
}
