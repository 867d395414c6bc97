//! The program that is examined, as it has introduced itself, and how a check begins to talk with it.

use std::time::{Duration, Instant};

use philidor::{CastlingMode, Game, Position};
use philidor_engine::{Control, UciOption};
use philidor_host::processes::set_option;

use super::exchange::{Exchange, Record, Times, in_words};
use crate::client::{ClientError, Info, Program, read_option};
use crate::harmless::harmless;

/// White mates in one move, by Rd8, and in no other way.
pub(super) const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";

/// What engines say instead of a move where there is none.
pub(super) use crate::client::NO_MOVE;

/// A program and what is known of it.
pub(super) struct Subject<'a> {
    pub(super) program: &'a Program,
    /// The options that the user wants to be set.
    pub(super) settings: &'a [(String, String)],
    pub(super) times: Times,
    pub(super) stop: &'a Control,
    /// Its lines from `uci` to `uciok`; the error says in words why there are none.
    pub(super) introduction: Result<Vec<String>, String>,
    /// The options that can be read.
    pub(super) options: Vec<UciOption>,
}

/// What a check finds: an error is a fault in words.
pub(super) type Judgment = Result<CheckResult, String>;

/// What a check without a fault finds.
pub(super) enum CheckResult {
    Passed,
    NotApplicable(String),
}

/// An answered search.
pub(super) struct Answer {
    pub(super) reports: Vec<Info>,
    /// The word after `bestmove`.
    pub(super) best: String,
    pub(super) elapsed: Duration,
}

/// A game from a position that is known to be valid, and moves that are known to be legal.
pub(super) fn game(fen: &str, moves: &[&str]) -> Game {
    let start: Position = fen.parse().unwrap_or_default();
    let mut game = Game::from_position(start).with_castling_mode(CastlingMode::detect(&start));
    for text in moves {
        let _ = game.play_uci(text);
    }
    game
}

/// The game after the moves from the start.
pub(super) fn from_start(moves: &[&str]) -> Game {
    game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", moves)
}

impl Subject<'_> {
    /// Introduces the program: what it says from `uci` to `uciok`.
    pub(super) fn introduce(&mut self, record: &mut Record) -> Result<(), ClientError> {
        let process = self.program.start()?;
        let mut exchange = Exchange::new(process, record, self.times, self.stop);
        exchange.send("uci");
        self.introduction = exchange.until("uciok", self.times.timeout);
        let lines = self.introduction.iter().flatten();
        let options = lines.filter_map(|line| line.strip_prefix("option "));
        self.options = options.filter_map(|line| read_option(line).ok()).collect();
        Ok(())
    }

    pub(super) fn option(&self, name: &str) -> Option<&UciOption> {
        self.options.iter().find(|option| option.is_named(name))
    }

    /// A program that runs and is ready, with the user's options set.
    pub(super) fn meet<'r>(&'r self, record: &'r mut Record) -> Result<Exchange<'r>, String> {
        let process = self.program.start().map_err(|error| format!("the program {error}"))?;
        // The introduction is known, and the same each time.
        record.is_paused = true;
        let mut exchange = Exchange::new(process, record, self.times, self.stop);
        exchange.send("uci");
        let introduced = exchange.until("uciok", self.times.timeout);
        exchange.record.is_paused = false;
        introduced?;
        for (name, value) in self.settings {
            exchange.send(&set_option(name, Some(value)));
        }
        exchange.ready()?;
        Ok(exchange)
    }
}

impl Exchange<'_> {
    /// Sends a position, asks for a search, and waits for the answer, which has to be a legal move.
    pub(super) fn search(&mut self, game: &Game, go: &str, time: Duration) -> Result<Answer, String> {
        let mode = game.castling_mode();
        self.send(&crate::client::position(game, mode));
        self.send(go);
        self.answer(game, time)
    }

    /// The same after `go` was sent.
    pub(super) fn answer(&mut self, game: &Game, time: Duration) -> Result<Answer, String> {
        let answer = self.any_answer(time)?;
        match game.position().parse_uci(&answer.best) {
            Ok(_) => Ok(answer),
            Err(error) => {
                self.record.has_illegal_move = true;
                Err(format!("`bestmove {}` is not a legal move: {error}", harmless(&answer.best)))
            }
        }
    }

    /// The same, whatever the answer.
    pub(super) fn any_answer(&mut self, time: Duration) -> Result<Answer, String> {
        let begin = Instant::now();
        let lines = self.until("bestmove", time)?;
        let elapsed = begin.elapsed();
        let words = lines.last().map(|line| line.split_whitespace().nth(1).unwrap_or_default());
        let best = words.filter(|word| !word.is_empty()).ok_or("`bestmove` came without a move")?.to_owned();
        let reports = lines.iter().filter_map(|line| line.strip_prefix("info ")).map(Info::read).collect();
        Ok(Answer { reports, best, elapsed })
    }

    /// Stops a search that only `stop` ends; the answer has to come at once.
    pub(super) fn stopped(&mut self, game: &Game) -> Result<Answer, String> {
        self.send("stop");
        let promptness = self.times.promptness;
        self.answer(game, promptness).map_err(|fault| format!("after `stop`: {fault}"))
    }
}

impl Answer {
    /// Whether it came in a time; the error is in words.
    pub(super) fn within(&self, time: Duration) -> Result<(), String> {
        if self.elapsed <= time {
            Ok(())
        } else {
            Err(format!(
                "the move came after {:.3} s, not within {}",
                self.elapsed.as_secs_f64(),
                in_words(time)
            ))
        }
    }

    /// The reports that have a score.
    pub(super) fn scored(&self) -> impl Iterator<Item = &Info> {
        self.reports.iter().filter(|info| info.score.is_some())
    }
}

/// The value of a line `id name …`.
pub(super) fn identity<'a>(lines: &'a [String], key: &str) -> Option<&'a str> {
    let rest = lines.iter().find_map(|line| line.strip_prefix("id ")?.trim_start().strip_prefix(key))?;
    Some(rest.trim()).filter(|value| !value.is_empty())
}
