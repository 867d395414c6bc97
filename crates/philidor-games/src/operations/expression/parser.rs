//! Reads expressions word by word, and reports where a text is not one: a recursive-descent parser.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use philidor::GameResult;
use philidor::{Position, PositionError};
use philidor_patterns::Pattern;

use super::comparison::Comparison;
use super::condition::Expression;
use super::tag_condition::{TagCondition, operator_of};

/// How deep expressions may nest.
const NESTING: usize = 100;

/// The names that are not those of tags.
const FACTS: [&str; 7] = ["rating", "result", "plies", "end", "position", "material", "pattern"];

/// What is expected at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedPart {
    /// A name, `not` or a parenthesis.
    Condition,
    /// An operator.
    Operator,
    /// A value.
    Value,
    /// A number.
    Number,
    /// A result of a game.
    Result,
    /// A closing parenthesis.
    Parenthesis,
    /// The end of a condition: `and`, `or` or the end of the text.
    End,
}

/// Why a text is not an expression.
#[derive(Clone, PartialEq, Eq)]
pub enum ExpressionError {
    /// Something else is expected at a place.
    Unexpected {
        /// The column, in characters from 1.
        column: usize,
        /// What is expected there.
        expected: ExpectedPart,
        /// What is there; `None` at the end.
        found: Option<String>,
    },
    /// What is at a place cannot be used.
    Unusable {
        /// The column, in characters from 1.
        column: usize,
        /// What is there, and what is wrong with it.
        reason: String,
    },
}

impl fmt::Display for ExpectedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExpectedPart::Condition => "a condition such as `WhiteElo >= 2500`",
            ExpectedPart::Operator => "an operator (= != < <= > >= ~ =~)",
            ExpectedPart::Value => "a value",
            ExpectedPart::Number => "a number",
            ExpectedPart::Result => "a result (1-0, 0-1, 1/2-1/2, *)",
            ExpectedPart::Parenthesis => "`)`",
            ExpectedPart::End => "`and`, `or` or the end",
        })
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpressionError::Unexpected { column, expected, found: Some(found) } => {
                write!(f, "column {column}: {expected} is expected, not `{found}`")
            }
            ExpressionError::Unexpected { column, expected, found: None } => {
                write!(f, "column {column}: {expected} is expected, not the end")
            }
            ExpressionError::Unusable { column, reason } => write!(f, "column {column}: {reason}"),
        }
    }
}

philidor::debug_is_the_sentence!(ExpressionError);

impl Error for ExpressionError {}

/// A text, and how far it has been read.
struct Parser<'a> {
    text: &'a str,
    /// Reads the position of a text.
    position: &'a dyn Fn(&str) -> Result<Position, String>,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, ExpressionError>;

impl<'a> Parser<'a> {
    fn new(text: &'a str, position: &'a dyn Fn(&str) -> Result<Position, String>) -> Parser<'a> {
        Parser { text, position, at: 0, depth: 0 }
    }

    /// Reads the whole text as an expression.
    fn whole(mut self) -> Parsed<Expression> {
        let expression = self.alternatives()?;
        if self.rest().is_empty() { Ok(expression) } else { self.unexpected(ExpectedPart::End) }
    }

    /// What is left, without blanks before it.
    fn rest(&mut self) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// The column of an offset.
    fn column(&self, at: usize) -> usize {
        1 + self.text.get(..at).unwrap_or_default().chars().count()
    }

    fn unexpected<T>(&mut self, expected: ExpectedPart) -> Parsed<T> {
        let rest = self.rest();
        let end = rest.find(|character: char| character.is_whitespace() || matches!(character, '(' | ')'));
        let word = rest.get(..end.unwrap_or(rest.len())).filter(|word| !word.is_empty());
        // A parenthesis is a word of its own.
        let found = word.map(str::to_owned).or_else(|| rest.chars().next().map(String::from));
        Err(ExpressionError::Unexpected { column: self.column(self.at), expected, found })
    }

    fn unusable<T>(&self, at: usize, reason: String) -> Parsed<T> {
        Err(ExpressionError::Unusable { column: self.column(at), reason })
    }

    /// Takes a word of letters, digits and underscores if it is this one, whatever its case.
    fn takes_word(&mut self, word: &str) -> bool {
        let rest = self.rest();
        let is_there = rest.get(..name_end(rest)).is_some_and(|name| name.eq_ignore_ascii_case(word));
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_there = self.rest().starts_with(sign);
        self.at += if is_there { sign.len() } else { 0 };
        is_there
    }

    fn alternatives(&mut self) -> Parsed<Expression> {
        let mut parts = vec![self.factors()?];
        while self.takes_word("or") {
            parts.push(self.factors()?);
        }
        Ok(one_or(parts, Expression::Any))
    }

    fn factors(&mut self) -> Parsed<Expression> {
        let mut parts = vec![self.factor()?];
        while self.takes_word("and") {
            parts.push(self.factor()?);
        }
        Ok(one_or(parts, Expression::All))
    }

    fn factor(&mut self) -> Parsed<Expression> {
        let start = self.at;
        self.depth += 1;
        if self.depth > NESTING {
            return self.unusable(start, format!("more than {NESTING} conditions are nested in each other"));
        }
        let factor = if self.takes_word("not") {
            Expression::Not(Box::new(self.factor()?))
        } else if self.takes("(") {
            let inside = self.alternatives()?;
            if !self.takes(")") {
                return self.unexpected(ExpectedPart::Parenthesis);
            }
            inside
        } else {
            self.condition()?
        };
        self.depth -= 1;
        Ok(factor)
    }

    fn condition(&mut self) -> Parsed<Expression> {
        let rest = self.rest();
        let (start, end) = (self.at, name_end(rest));
        let name = rest.get(..end).unwrap_or_default();
        if name.is_empty() {
            return self.unexpected(ExpectedPart::Condition);
        }
        if name.starts_with(|first: char| first.is_ascii_lowercase()) && !FACTS.contains(&name) {
            let facts = FACTS.join(", ");
            let reason =
                format!("`{name}` is neither a tag, which begins with a capital letter, nor one of {facts}");
            return self.unusable(start, reason);
        }
        self.at += end;
        let operator = operator_of(self.rest());
        let operator_at = self.at;
        let Some(operator) = operator else { return self.unexpected(ExpectedPart::Operator) };
        self.at += operator.len();
        let is_tag = !FACTS.contains(&name);
        if !is_tag && !fits(name, operator) {
            return self.unusable(operator_at, format!("`{name}` cannot be compared by `{operator}`"));
        }
        self.rest();
        let (value_at, value) = (self.at, self.value()?);
        if is_tag {
            let Ok(name) = name.parse() else {
                return self.unusable(start, format!("`{name}` is not the name of a tag"));
            };
            return match TagCondition::new(name, operator, &value) {
                Ok(condition) => Ok(Expression::Tag(condition)),
                Err(reason) => self.unusable(value_at, format!("`{value}`: {reason}")),
            };
        }
        let fact = self.fact(name, operator, &value, value_at)?;
        Ok(if operator == "!=" { Expression::Not(Box::new(fact)) } else { fact })
    }

    /// A condition on something that is not a tag.
    fn fact(&mut self, name: &str, operator: &str, value: &str, at: usize) -> Parsed<Expression> {
        let comparison = match operator {
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::Greater,
            ">=" => Comparison::AtLeast,
            _ => Comparison::Equal,
        };
        let number = value.parse::<u32>().ok();
        let result = GameResult::from_bytes(value.as_bytes());
        let expected = match (name, number, result) {
            ("rating", Some(rating), _) => return Ok(Expression::Rating(comparison, rating)),
            ("plies", Some(plies), _) => return Ok(Expression::Plies(comparison, plies)),
            ("result", _, Some(result)) => return Ok(Expression::Result(result)),
            ("rating" | "plies", ..) => ExpectedPart::Number,
            ("result", ..) => ExpectedPart::Result,
            ("end", ..) => {
                return match value.parse() {
                    Ok(end) => Ok(Expression::End(end)),
                    Err(reason) => self.unusable(at, format!("`{value}` is {reason}")),
                };
            }
            ("pattern", ..) => {
                return match value.parse::<Pattern>() {
                    Ok(pattern) => Ok(Expression::Pattern(Box::new(pattern.search()))),
                    Err(error) => self.unusable(at, format!("`{value}`: {error}")),
                };
            }
            ("material", ..) => {
                return match value.parse() {
                    Ok(material) => Ok(Expression::Material(material)),
                    Err(reason) => self.unusable(at, format!("`{value}` is {reason}")),
                };
            }
            _ => {
                return match (self.position)(value) {
                    Ok(position) => Ok(Expression::Position(Box::new(position))),
                    Err(error) => self.unusable(at, format!("`{value}`: {error}")),
                };
            }
        };
        Err(ExpressionError::Unexpected { column: self.column(at), expected, found: Some(value.to_owned()) })
    }

    /// A word, or a text in quotes.
    fn value(&mut self) -> Parsed<String> {
        let rest = self.rest();
        let Some(quote) = rest.chars().next().filter(|first| matches!(first, '"' | '\'')) else {
            let ends = |character: char| character.is_whitespace() || matches!(character, '(' | ')');
            let word = rest.get(..rest.find(ends).unwrap_or(rest.len())).unwrap_or_default();
            if word.is_empty() {
                return self.unexpected(ExpectedPart::Value);
            }
            self.at += word.len();
            return Ok(word.to_owned());
        };
        let mut value = String::new();
        let mut characters = rest.char_indices().skip(1).peekable();
        while let Some((at, character)) = characters.next() {
            if character == quote {
                self.at += at + 1;
                return Ok(value);
            }
            // All other backslashes are for regular expressions.
            let is_escape = character == '\\' && characters.peek().is_some_and(|&(_, next)| next == quote);
            if is_escape {
                characters.next();
            }
            value.push(if is_escape { quote } else { character });
        }
        self.unusable(self.at, format!("`{rest}` has no closing quote"))
    }
}

/// The end of the letters, digits and underscores that a text begins with.
fn name_end(text: &str) -> usize {
    let ends = |character: char| !character.is_ascii_alphanumeric() && character != '_';
    text.find(ends).unwrap_or(text.len())
}

/// Whether an operator fits a name that is not that of a tag.
fn fits(name: &str, operator: &str) -> bool {
    match name {
        "rating" | "plies" => !operator.contains('~'),
        _ => matches!(operator, "=" | "!="),
    }
}

fn one_or(mut parts: Vec<Expression>, make: fn(Vec<Expression>) -> Expression) -> Expression {
    match (parts.len(), parts.pop()) {
        (1, Some(part)) => part,
        (_, last) => {
            parts.extend(last);
            make(parts)
        }
    }
}

impl Expression {
    /// Reads an expression in which a position is what `position` reads: a name, say, beside a FEN.
    ///
    /// # Errors
    ///
    /// The text is not an expression.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_games::Expression;
    ///
    /// let start = |name: &str| if name == "start" { Ok(Position::default()) } else { Err("unknown".to_owned()) };
    /// assert!(Expression::parse_with("position = start and plies < 80", &start).is_ok());
    /// assert!(Expression::parse_with("position = end", &start).is_err());
    /// ```
    pub fn parse_with(
        text: &str,
        position: &dyn Fn(&str) -> Result<Position, String>,
    ) -> Result<Expression, ExpressionError> {
        Parser::new(text, position).whole()
    }
}

/// Positions are FENs; see [`Expression::parse_with`].
impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Expression, ExpressionError> {
        Expression::parse_with(text, &|fen| fen.parse().map_err(|error: PositionError| error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use philidor_pgn::rating;

    use super::*;
    use crate::parts::scoresheet::GameFacts;

    fn holds(expression: &str) -> bool {
        let tags = [
            ("White", "Carlsen, Magnus"),
            ("Black", "Nakamura \"Naka\""),
            ("Event", "Titled Tuesday Blitz"),
            ("Date", "2024.03.??"),
            ("WhiteElo", "2862"),
            ("BlackElo", "2775"),
            ("BlackRatingDiff", "-5"),
            ("ECO", "B25"),
            ("Round", "?"),
            ("UTCDate", "2024.??.??"),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let facts = GameFacts { tags: &tags, result: GameResult::Draw, plies: 61, ..GameFacts::default() };
        let read: Expression = expression.parse().unwrap_or_else(|error| panic!("{expression}: {error}"));
        read.holds(facts, None)
    }

    #[test]
    fn conditions_hold_or_do_not() {
        for yes in [
            "White = \"Carlsen, Magnus\"",
            "White ~ Carlsen and Black~Naka",
            "Black ~ \"\\\"Naka\\\"\"",
            "White =~ '^Carlsen, M(agnus)?$'",
            "Event =~ '(?i)blitz|bullet'",
            "not Event =~ blitz",
            "WhiteElo >= 2500 and not (Event =~ \"bullet\")",
            "WhiteElo>900",
            "BlackRatingDiff < 0 and BlackRatingDiff >= -5",
            "rating > 2700",
            "rating >= 2775 and not rating > 2775",
            "ECO >= B20 and ECO < B30",
            "plies = 61 and plies < 62 and plies >= 61",
            "result = 1/2-1/2",
            "result != 1-0",
            "Date >= 2024 and Date <= 2024.12.31",
            "Date = 2024",
            "Date = 2024.03",
            "Date >= 2024.03.31 and Date <= 2024.03.01",
            "WhiteTitle != GM",
            "Round != 1",
            "White = x or Black = y or ECO = B25",
            "White = x and Black = y or ECO = B25",
            "(White = x or ECO = B25) and not not plies = 61",
            "NOT White = x AND ECO = B25",
        ] {
            assert!(holds(yes), "{yes}");
        }
        for no in [
            "White = Carlsen",
            "White ~ carlsen",
            "WhiteElo < 2862",
            "WhiteElo = 286",
            "Date < 2024",
            "Date > 2024.03.31",
            "Date < 2024.03.01",
            "UTCDate < 2024.01.01",
            "Date = 2024.03.15",
            "Round = 1",
            "Round < 5 or Round >= 5",
            "Title > 1 or Title = ?",
            "White = x and (Black = y or ECO = B25)",
            "not (ECO = B25 or White = x)",
            "result = *",
        ] {
            assert!(!holds(no), "{no}");
        }
    }

    #[test]
    fn the_same_values_are_ratings_in_all_conditions() {
        for value in
            ["-", "1500", "1500?", "Elo=1234", "", "2400.5", "02500", " 2600 ", "0", "-5", "+5", "10000"]
        {
            let tags = ["WhiteElo", "BlackElo"].map(|name| (name.to_owned(), value.to_owned()));
            let facts = GameFacts { tags: &tags, ..GameFacts::default() };
            for condition in ["rating >= 0", "WhiteElo >= 0", "BlackElo < 10000", "WhiteElo > -10"] {
                let read: Expression = condition.parse().expect(condition);
                assert_eq!(read.holds(facts, None), rating(value).is_some(), "{condition}: {value}");
            }
        }
    }

    #[test]
    fn an_error_names_its_place() {
        for (text, error) in [
            ("", "column 1: a condition such as `WhiteElo >= 2500` is expected, not the end"),
            ("White", "column 6: an operator (= != < <= > >= ~ =~) is expected, not the end"),
            ("White is x", "column 7: an operator (= != < <= > >= ~ =~) is expected, not `is`"),
            ("White == x", "column 7: an operator (= != < <= > >= ~ =~) is expected, not `==`"),
            ("White =", "column 8: a value is expected, not the end"),
            ("White = )", "column 9: a value is expected, not `)`"),
            ("White = Carlsen Magnus", "column 17: `and`, `or` or the end is expected, not `Magnus`"),
            ("(White = x", "column 11: `)` is expected, not the end"),
            ("White = x)", "column 10: `and`, `or` or the end is expected, not `)`"),
            ("White = \"x", "column 9: `\"x` has no closing quote"),
            ("é = x", "column 1: a condition such as `WhiteElo >= 2500` is expected, not `é`"),
            ("White = é and é = x", "column 15: a condition such as `WhiteElo >= 2500` is expected, not `é`"),
            ("rating >= high", "column 11: a number is expected, not `high`"),
            ("rating ~ 25", "column 8: `rating` cannot be compared by `~`"),
            ("result = 2-0", "column 10: a result (1-0, 0-1, 1/2-1/2, *) is expected, not `2-0`"),
            ("result > 1-0", "column 8: `result` cannot be compared by `>`"),
            ("end = resigned", "column 7: `resigned` is neither mate, stalemate, variant nor none"),
            ("material = KXK", "column 12: `KXK` is a letter that is not one of KQRBNP"),
            (
                "length = 3",
                "column 1: `length` is neither a tag, which begins with a capital letter, nor one of rating, result, plies, end, position, material, pattern",
            ),
        ] {
            assert_eq!(
                text.parse::<Expression>().map_err(|error| error.to_string()).err().as_deref(),
                Some(error),
                "{text}"
            );
        }
        let regex = "White =~ '('".parse::<Expression>().expect_err("no expression").to_string();
        assert!(regex.starts_with("column 10: `(`: "), "{regex}");
        let position = "position = 8/8".parse::<Expression>().expect_err("no position").to_string();
        assert!(position.starts_with("column 12: `8/8`: "), "{position}");
        let deep = format!("{}White = x{}", "(".repeat(99), ")".repeat(99));
        assert!(deep.parse::<Expression>().is_ok());
        let deep = "not ".repeat(100_000);
        assert!(deep.parse::<Expression>().expect_err("too deep").to_string().contains("nested"));
    }
}
