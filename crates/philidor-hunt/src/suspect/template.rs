//! A suspect that is a command, run once for every question.
//!
//! ```text
//! my-engine perft {depth} --fen {fen} {moves}
//!
//! {fen}        the position as a FEN: one argument, although it has spaces
//! {depth}      how deep to count
//! {moves}      the moves that lead from the FEN to the position, between spaces; or an empty argument
//! {chess960}   true or false: whether castling is that of Chess960
//! {variant}    the variant as UCI calls it, `chess` if it is none
//! ```
//!
//! The template is cut into words as a shell cuts them, quotes included, before the braces are filled in. No shell
//! runs, so nothing in a FEN can be taken for something else. Without `{moves}` the FEN is that of the position itself;
//! without `{chess960}` the program cannot know which game is meant, so it is not asked about Chess960. What it
//! writes may be a total or a divide, and is read to the end.

use std::fmt;
use std::time::Duration;

use super::answer::Reader;
use super::inquiry::Inquiry;
use super::process::{content, file_name, start};
use super::timeout::Timeout;
use super::{Answer, Failure, Program};

/// A command with braces to fill in, which is run for each question.
///
/// ```
/// use philidor::Position;
/// use philidor_hunt::Suspect;
/// use philidor_hunt::program::{Template, TemplateError};
///
/// let suspect = Template::new("./count --fen {fen} --depth {depth}")?;
/// assert_eq!(Suspect::<Position>::name(&suspect), "count");
/// assert_eq!(Template::new("./count {fen}").err(), Some(TemplateError::Missing("{depth}")));
/// # Ok::<(), TemplateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Template {
    text: String,
    words: Vec<String>,
}

/// Why a text is not a template.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemplateError {
    /// A quote is open at the end, or a backslash ends it.
    Unclosed,
    /// It has no words.
    Empty,
    /// This is missing: `{fen}` or `{depth}`.
    Missing(&'static str),
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TemplateError::Unclosed => f.write_str("a quote is not closed, or a backslash ends the command"),
            TemplateError::Empty => f.write_str("the command is empty"),
            TemplateError::Missing(name) => write!(f, "the command has no {name}"),
        }
    }
}

philidor::debug_is_the_sentence!(TemplateError);

impl std::error::Error for TemplateError {}

impl Template {
    /// A command to be run for each question, with `{fen}`, `{depth}`, `{moves}`, `{chess960}` and `{variant}`
    /// replaced. Nothing is started yet.
    ///
    /// # Errors
    ///
    /// It is not a command, a quote is open at its end, or `{fen}` or `{depth}` is missing.
    pub fn new(template: &str) -> Result<Template, TemplateError> {
        let words = shlex::split(template).ok_or(TemplateError::Unclosed)?;
        let template = Template { text: template.to_owned(), words };
        if template.words.is_empty() {
            return Err(TemplateError::Empty);
        }
        match ["{fen}", "{depth}"].into_iter().find(|name| !template.has(name)) {
            Some(name) => Err(TemplateError::Missing(name)),
            None => Ok(template),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.words.iter().any(|word| word.contains(name))
    }

    fn filled(&self, inquiry: &Inquiry) -> Vec<String> {
        let fen = if self.takes_moves() { &inquiry.fen } else { &inquiry.fen_at_end };
        let values = [
            ("{fen}", fen.clone()),
            ("{depth}", inquiry.depth.to_string()),
            ("{moves}", inquiry.moves.join(" ")),
            ("{chess960}", inquiry.chess960.to_string()),
            ("{variant}", inquiry.variant.to_owned()),
        ];
        // No value has braces, so none is filled in again.
        let fill =
            |word: &String| values.iter().fold(word.clone(), |word, (name, value)| word.replace(name, value));
        self.words.iter().map(fill).collect()
    }
}

impl Program for Template {
    fn name(&self) -> String {
        self.words.first().map(|program| file_name(program)).unwrap_or_default()
    }

    fn put(&mut self, inquiry: &Inquiry, limit: Duration) -> Result<Answer, Failure> {
        if inquiry.chess960 && !self.has("{chess960}") {
            return Err(Failure::Unsupported("Chess960: the command has no {chess960}".to_owned()));
        }
        let mut process = start(&self.filled(inquiry))?;
        process.close_input();
        let mut timeout = Timeout::new(limit);
        let mut reader = Reader::new(inquiry.depth);
        while let Some(line) = timeout.read(&process)? {
            reader.take(&line)?;
        }
        content(&mut process)?;
        reader.finish()
    }

    fn command(&self) -> String {
        self.text.clone()
    }

    fn script(&self, inquiries: &[Inquiry]) -> Vec<String> {
        let quoted = |inquiry| {
            let words = self.filled(inquiry);
            // Only a zero byte cannot be quoted, and no argument has one.
            shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
        };
        inquiries.iter().map(quoted).collect()
    }

    fn takes_moves(&self) -> bool {
        self.has("{moves}")
    }
}

#[cfg(test)]
mod tests {
    use philidor::Position;

    use super::*;
    use crate::suspect::{Question, Suspect};

    const LIMIT: Duration = Duration::from_secs(20);

    fn question(moves: &[&str]) -> Question {
        let start = Position::default();
        let mut position = start;
        let mut line = Vec::new();
        for text in moves {
            let mv = position.parse_uci(text).expect("a move");
            position.play_unchecked(mv);
            line.push(mv);
        }
        Question { line, ..Question::new(start, 2) }
    }

    #[test]
    fn braces_are_filled_inside_of_words() {
        let template = Template::new(r#"'my engine' --fen={fen} "-d {depth}" {moves} {chess960} {else}"#);
        let template = template.expect("a template");
        assert_eq!(
            template.filled(&(&question(&["e2e4", "e7e5"])).into()),
            [
                "my engine",
                "--fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "-d 2",
                "e2e4 e7e5",
                "false",
                "{else}",
            ]
        );
        assert_eq!(template.filled(&(&question(&[])).into())[3], "");
        assert!(Program::takes_moves(&template));
    }

    #[test]
    fn without_moves_the_fen_is_that_of_the_position() {
        let template = Template::new("engine {fen} {depth}").expect("a template");
        let command = template.filled(&(&question(&["e2e4"])).into());
        assert_eq!(command[1], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert!(!Program::takes_moves(&template));
    }

    #[test]
    fn a_command_without_fen_or_depth_is_not_a_template() {
        for text in ["", "engine {fen}", "engine {depth}", "engine '{fen} {depth}"] {
            assert!(Template::new(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_command_without_the_game_is_not_asked_about_chess960() {
        let mut template = Template::new("engine {fen} {depth}").expect("a template");
        let answer = template.ask(&Question { chess960: true, ..question(&[]) }, LIMIT);
        assert!(matches!(answer, Err(Failure::Unsupported(_))), "{answer:?}");
    }

    #[cfg(unix)]
    #[test]
    fn each_question_is_a_process() {
        let ask = |script: &str| {
            let template = Template::new(&format!("sh -c '{script}' name {{fen}} {{depth}}"));
            let mut template = template.expect("a template");
            template.ask(&question(&[]), LIMIT).map_err(|failure| failure.to_string())
        };
        let answer = ask("cat; echo \"e2e4: $2\"; echo; echo \"Nodes searched: ${#1}\"");
        assert_eq!(answer, Ok(Answer { total: 56, divide: Some(vec![("e2e4".to_owned(), 2)]) }));
        assert_eq!(ask("echo 400"), Ok(Answer { total: 400, divide: None }));
        assert_eq!(ask("echo 400; echo bad >&2; exit 2"), Err("ended: exit code 2\n    bad".to_owned()));
        assert_eq!(ask("echo who knows"), Err("not an answer: who knows".to_owned()));
        assert_eq!(ask("true"), Err("not an answer: nothing".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_takes_too_long_is_ended() {
        let mut template = Template::new("sh -c 'sleep 1000' {fen} {depth}").expect("a template");
        let answer = template.ask(&question(&[]), Duration::from_millis(50));
        assert!(matches!(answer, Err(Failure::Silent(_))), "{answer:?}");
    }
}
