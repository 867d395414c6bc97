//! The outcome of reading one chunk of a file: what was made of its games, and the reports about them.

use std::fmt;
use std::io::{self, Write};
use std::ops::{Deref, DerefMut};

use philidor_host::Visible;
use philidor_pgn::{Limits, Lost, PgnError, PgnErrorKind, Place};
use serde::Serialize;

use super::chunk::{Chunk, Source};
use super::found::{Found, is_misspelled_castling, is_null_move};
use super::variants::Game;

/// Bytes that were passed over, as JSON.
#[derive(Serialize)]
struct Passed<'a> {
    file: &'a str,
    offset: u64,
    line: u64,
    column: u64,
    next_offset: u64,
    next_line: u64,
    lost_games: u64,
}

/// A doubt about a good game, or the fault of one that is kept, as JSON.
#[derive(Serialize)]
struct Warning<'a> {
    file: &'a str,
    offset: u64,
    line: u64,
    column: u64,
    game_line: u64,
    warning: String,
}

/// A bad line, as JSON.
#[derive(Serialize)]
struct BadLine<'a> {
    file: &'a str,
    offset: u64,
    line: u64,
    column: u64,
    error: String,
}

/// What is decided about a game: warnings about it, or the reason why it is refused.
pub(crate) type Verdict = io::Result<Vec<String>>;

/// Looks at a game and decides about it. A trait object, so that the readers are compiled once and not for each caller.
pub(crate) type Judge<'a> = dyn FnMut(Game<'_>, &Found<'_>) -> Verdict + 'a;

/// What becomes of the part of a game that has a fault, unless the remark says it.
fn outcome(error: &PgnError, lenient: bool) -> String {
    let outcome = match &error.kind {
        PgnErrorKind::MissingResult => "it counts as *",
        PgnErrorKind::ResultOfTag(result) => return format!("it counts as {result}, as the tag Result says"),
        PgnErrorKind::MissingBlank => "both are read",
        // The remark says so itself.
        PgnErrorKind::MendedFen { .. } => "",
        PgnErrorKind::TooManyTags(_) => "this tag and those after it are left out",
        PgnErrorKind::TagSyntax
        | PgnErrorKind::UnclosedTag
        | PgnErrorKind::LineTooLong(_)
        | PgnErrorKind::Position(_) => "the tag is left out",
        PgnErrorKind::RepeatedTag(_) => "the last one counts",
        PgnErrorKind::CommentTooLong(_) => "the comment is left out",
        PgnErrorKind::NestingTooDeep(_) => "the variation is left out",
        PgnErrorKind::ResultInVariation
        | PgnErrorKind::Symbol
        | PgnErrorKind::LikeResult
        | PgnErrorKind::UnopenedVariation
        | PgnErrorKind::BadNag => "it is left out",
        PgnErrorKind::Stray if lenient => "it is left out",
        PgnErrorKind::VariationWithoutMove if lenient => "the variation is left out",
        PgnErrorKind::San(error) if is_misspelled_castling(error) => "it is read as castling",
        kind if is_null_move(kind) => "it is kept as a null move",
        _ => "the variation is kept up to here",
    };
    outcome.to_owned()
}

/// The outcome of reading one chunk of a file.
pub(crate) struct Reading<T> {
    /// What was made of its games.
    pub(crate) made: T,
    /// Everything that does not depend on what is made, so that it is compiled once, and not for each type.
    pub(crate) account: Account,
}

/// What there is to say of one chunk of a file.
#[derive(Default)]
pub(crate) struct Account {
    pub(crate) games: u64,
    pub(crate) bad_games: u64,
    /// Games that are kept in spite of a fault.
    pub(crate) faulty_games: u64,
    /// Games that seem to begin in what was passed over.
    pub(crate) lost_games: u64,
    /// Reports of bad games and warnings, one per line; as text they take little memory.
    pub(crate) reports: Vec<u8>,
    /// A hint for the first fault that has one.
    pub(crate) hint: Option<String>,
    pub(crate) bytes: u64,
    /// Whether there are zero bytes and no game.
    pub(crate) has_zeros: bool,
}

impl<T> Reading<T> {
    /// A chunk of which nothing has been read yet.
    pub(crate) fn new(chunk: &Chunk<'_>, made: T) -> Reading<T> {
        Reading { made, account: Account::new(chunk) }
    }

    /// The same with something else made of the games.
    pub(crate) fn map<U>(self, make: impl FnOnce(T) -> U) -> Reading<U> {
        Reading { made: make(self.made), account: self.account }
    }
}

impl<T> Deref for Reading<T> {
    type Target = Account;

    fn deref(&self) -> &Account {
        &self.account
    }
}

impl<T> DerefMut for Reading<T> {
    fn deref_mut(&mut self) -> &mut Account {
        &mut self.account
    }
}

impl Account {
    fn new(chunk: &Chunk<'_>) -> Account {
        let mut account = Account { bytes: chunk.len(), ..Account::default() };
        if let Some(lost) = &chunk.lost {
            account.lose(chunk.source, lost);
        }
        account
    }

    /// Reports what was passed over.
    pub(crate) fn lose(&mut self, source: &Source, lost: &Lost) {
        self.lost_games += lost.games;
        let (file, Lost { start, end, games, .. }) = (&source.name, *lost);
        if source.options.json {
            let (offset, line, column) = (start.offset, start.line, start.column);
            let (next_offset, next_line) = (end.offset, end.line);
            self.warn_json(&Passed { file, offset, line, column, next_offset, next_line, lost_games: games });
        } else {
            let file = Visible(file);
            self.warn(format_args!("{file}:{}:{}: {}", start.line, start.column, lost.reason()));
        }
    }

    /// Says that a game is kept in spite of a fault.
    pub(crate) fn keep(&mut self, source: &Source, error: &PgnError) {
        self.faulty_games += 1;
        self.warn_of(source, error, "the game is kept up to here");
    }

    /// Says which parts of a game have faults; `is_first` if nothing else has been said of it.
    pub(crate) fn remark(&mut self, source: &Source, remarks: &[PgnError], is_first: bool) {
        self.faulty_games += u64::from(is_first);
        remarks
            .iter()
            .for_each(|remark| self.warn_of(source, remark, &outcome(remark, source.options.lenient)));
        if let Some(last) = remarks.last().filter(|_| remarks.len() >= Limits::REMARKS) {
            let place = Place { offset: last.offset, line: last.line, column: last.column };
            let warning = format!("no more than {} remarks are made on a game", Limits::REMARKS);
            self.warn_at(source, place, last.game_line, warning);
        }
    }

    /// Warns of a fault, and says what becomes of its game.
    fn warn_of(&mut self, source: &Source, error: &PgnError, outcome: &str) {
        let separator = if outcome.is_empty() { "" } else { "; " };
        let warning = format!("{}{separator}{outcome}", error.reason());
        let place = Place { offset: error.offset, line: error.line, column: error.column };
        self.warn_at(source, place, error.game_line, warning);
    }

    /// Warns about a game that begins in a line, as text or as JSON.
    pub(crate) fn warn_at(&mut self, source: &Source, place: Place, game_line: u64, warning: String) {
        let (file, Place { offset, line, column }) = (&source.name, place);
        if source.options.json {
            self.warn_json(&Warning { file, offset, line, column, game_line, warning });
        } else {
            self.warn(format_args!("{}:{line}:{column}: warning: {}", Visible(file), Visible(&warning)));
        }
    }

    /// Reports a game that is bad at a place, as text or as JSON.
    pub(crate) fn report_at(&mut self, source: &Source, place: Place, error: &str) {
        let (file, Place { offset, line, column }) = (&source.name, place);
        if source.options.json {
            self.report_json(&BadLine { file, offset, line, column, error: error.to_owned() });
        } else {
            self.report(format_args!("{}:{line}:{column}: {}", Visible(file), Visible(error)));
        }
    }

    /// Reports what was decided about a game at a place.
    pub(crate) fn take(&mut self, source: &Source, place: Place, taken: Verdict) {
        match taken {
            Ok(warnings) => {
                warnings.into_iter().for_each(|warning| self.warn_at(source, place, place.line, warning));
            }
            Err(error) => self.report_at(source, place, &error.to_string()),
        }
    }

    /// Reports a bad game with a line of text.
    pub(crate) fn report(&mut self, line: fmt::Arguments<'_>) {
        self.bad_games += 1;
        self.warn(line);
    }

    /// Reports a bad game with an object.
    pub(crate) fn report_json(&mut self, bad: &impl Serialize) {
        self.bad_games += 1;
        self.warn_json(bad);
    }

    /// Warns about a good game with a line of text.
    pub(crate) fn warn(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a vector cannot fail.
        let _ = writeln!(self.reports, "{line}");
    }

    /// Warns about a good game with an object.
    pub(crate) fn warn_json(&mut self, good: &impl Serialize) {
        // As above.
        let _ = serde_json::to_writer(&mut self.reports, good);
        self.reports.push(b'\n');
    }
}
