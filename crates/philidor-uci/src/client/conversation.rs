//! The conversation with a running engine: the questions sent to the engine, and its answers so far.

use std::process::ExitStatus;
use std::time::Duration;

use philidor::{CastlingMode, Game, Position};
use philidor_engine::{OptionError, OptionKind, Report, SearchLimits, SearchResult, UciOption};
use philidor_host::processes::{Introduction, UciClient, Wait};

use super::deadline::Deadline;
use super::error::ClientError;
use super::go;
use super::info_line::Info;
use super::option_line;
use super::program::Program;

/// How long an engine that is dropped may take to end after `quit`.
const TIME_TO_QUIT: Duration = Duration::from_millis(300);

/// The option that says how castling is written.
const CHESS960: &str = "UCI_Chess960";

/// What engines say instead of a move where there is none.
pub(crate) const NO_MOVE: [&str; 4] = ["(none)", "0000", "NULL", "none"];

/// A running engine, which ends when the client is dropped. The [module](crate::client) has an example.
///
/// The engine is not trusted: it may end, fall silent, say too much or talk nonsense. Each wait has a [`Deadline`], and
/// a line that is not expected is skipped.
#[derive(Debug)]
pub struct Client {
    program: UciClient,
    introduction: Introduction,
    /// The options whose announcements can be read; others take any value.
    options: Vec<UciOption>,
    mode: CastlingMode,
    pending: Option<PendingSearch>,
}

/// A search that the engine was asked for, and what it has said about it.
#[derive(Debug)]
struct PendingSearch {
    position: Position,
    best: Info,
    /// What follows `bestmove`, once it has come.
    answer: Option<String>,
}

impl Client {
    /// Starts a program, and waits until it has introduced itself: from `uci` to `uciok`.
    ///
    /// # Errors
    ///
    /// It cannot be started, ends, or does not say `uciok` in time.
    pub fn start<'a>(program: &Program, deadline: impl Into<Deadline<'a>>) -> Result<Client, ClientError> {
        let mut program = UciClient::new(program.start()?);
        let introduction = program.introduce(&mut deadline.into())?;
        let options =
            introduction.options.iter().filter_map(|option| option_line::read(option).ok()).collect();
        Ok(Client { program, introduction, options, mode: CastlingMode::Standard, pending: None })
    }

    /// What the engine is called, if it says so.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.introduction.name.as_deref()
    }

    /// Who wrote it, if it says so.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.introduction.author.as_deref()
    }

    /// The options that it has announced and that can be read, in its order.
    #[must_use]
    pub fn options(&self) -> &[UciOption] {
        &self.options
    }

    /// Sets an option to a value; a button is pressed by an empty one. The value is checked here, since engines do not
    /// answer.
    ///
    /// # Errors
    ///
    /// The engine has no such option, or its announcement excludes the value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        let (name, value) = match self.options.iter().find(|option| option.is_named(name)) {
            Some(option) => {
                let accepted = option.accept(value).map_err(ClientError::Option)?;
                // Engines differ in how they take an empty text: `<empty>`, or nothing.
                let is_text = matches!(option.kind, OptionKind::Text { .. });
                (option.name.as_str(), if is_text { value.to_owned() } else { accepted })
            }
            None if self.introduction.has(name) => (name, value.to_owned()),
            None => return Err(ClientError::Option(OptionError::Unknown { name: name.to_owned() })),
        };
        self.program.set_option(name, Some(value.as_str()).filter(|value| !value.is_empty()));
        Ok(())
    }

    /// Waits until it has done all that it was asked before: from `isready` to `readyok`. Reports that come meanwhile
    /// count as those of the search.
    ///
    /// # Errors
    ///
    /// It ends, or is not ready in time.
    pub fn wait_until_ready<'a>(&mut self, deadline: impl Into<Deadline<'a>>) -> Result<(), ClientError> {
        self.wait_and_hear(deadline.into(), &mut |_| {})
    }

    /// The same, and passes each line that comes meanwhile to `hear`.
    pub(crate) fn wait_and_hear(
        &mut self,
        mut deadline: Deadline<'_>,
        hear: &mut dyn FnMut(&str),
    ) -> Result<(), ClientError> {
        self.program.wait_until_ready(&mut deadline, &mut |line| {
            hear(line);
            if let Some(pending) = &mut self.pending {
                pending.hear(line);
            }
        })
    }

    /// Announces a new game, with castling written in this mode, and waits until the engine is ready for it.
    ///
    /// # Errors
    ///
    /// It does not play Chess960, ends, or is not ready in time.
    pub fn new_game<'a>(
        &mut self,
        mode: CastlingMode,
        deadline: impl Into<Deadline<'a>>,
    ) -> Result<(), ClientError> {
        let is_chess960 = mode == CastlingMode::Chess960;
        let is_known = self.set_option(CHESS960, &is_chess960.to_string()).is_ok();
        if is_chess960 && !is_known {
            return Err(ClientError::NoChess960);
        }
        self.mode = mode;
        self.program.process.write("ucinewgame");
        self.wait_until_ready(deadline)
    }

    /// Asks for a search of a game's last position, on the opponent's time if the limits say so: see
    /// [`SearchLimits::ponder`]. A search without limits continues until [`Client::stop`].
    ///
    /// # Errors
    ///
    /// An earlier search was not answered, or its answer not taken.
    pub fn go(&mut self, game: &Game, limits: &SearchLimits) -> Result<(), ClientError> {
        if self.pending.is_some() {
            return Err(ClientError::Busy);
        }
        self.program.process.write(&go::position(game, self.mode));
        self.program.process.write(&go::go(limits, game.position(), self.mode));
        self.pending =
            Some(PendingSearch { position: *game.position(), best: Info::default(), answer: None });
        Ok(())
    }

    /// Whether a search is not answered yet, or its answer not taken.
    #[must_use]
    pub const fn is_searching(&self) -> bool {
        self.pending.is_some()
    }

    /// Stops the search. It still has to be [answered](Client::result).
    pub fn stop(&mut self) {
        self.program.process.write("stop");
    }

    /// Reports that the move that the engine ponders on was played: from now on its clock runs.
    pub fn ponder_hit(&mut self) {
        self.program.process.write("ponderhit");
    }

    /// Waits for the next report of a score, of whichever line of play; `None` once the engine has answered. Moves that
    /// are not legal end a report's line.
    ///
    /// # Errors
    ///
    /// No search was asked for; the engine ends, or says nothing in time.
    pub fn next_report<'a>(
        &mut self,
        deadline: impl Into<Deadline<'a>>,
    ) -> Result<Option<Report>, ClientError> {
        let mut deadline = deadline.into();
        let pending = self.pending.as_mut().ok_or(ClientError::Idle)?;
        while pending.answer.is_none() {
            let info = pending.hear(&deadline.hear(&mut self.program.process)?);
            if let Some(report) = info.and_then(|info| info.report(&pending.position)) {
                return Ok(Some(report));
            }
        }
        Ok(None)
    }

    /// Waits for the answer to a search, and takes it: the best move, which is checked, the move to ponder on if it is
    /// legal, and the last report about the best line. Without a legal move in the position there is no best one.
    ///
    /// After [`ClientError::Silent`] the search is still to be answered.
    ///
    /// # Errors
    ///
    /// No search was asked for; the engine ends, does not answer in time, or answers with a move that is not legal.
    pub fn result<'a>(&mut self, deadline: impl Into<Deadline<'a>>) -> Result<SearchResult, ClientError> {
        let mut deadline = deadline.into();
        let pending = self.pending.as_mut().ok_or(ClientError::Idle)?;
        while pending.answer.is_none() {
            pending.hear(&deadline.hear(&mut self.program.process)?);
        }
        self.pending.take().map_or(Err(ClientError::Idle), PendingSearch::result)
    }

    /// Asks the engine to end, closes its input, and returns how it ended; `None` if it has not ended within `time`,
    /// and is killed.
    pub fn quit(mut self, time: Duration) -> Option<ExitStatus> {
        self.program.quit(time)
    }
}

impl PendingSearch {
    /// Takes a line in, and returns what it says if it is information. The search is over with its answer.
    fn hear(&mut self, line: &str) -> Option<Info> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "info" if self.answer.is_none() => {
                let info = Info::read(rest);
                self.best.update(&info);
                return Some(info);
            }
            "bestmove" if self.answer.is_none() => self.answer = Some(rest.trim().to_owned()),
            _ => {}
        }
        None
    }

    fn result(self) -> Result<SearchResult, ClientError> {
        let answer = self.answer.unwrap_or_default();
        let mut words = answer.split_whitespace();
        let text = words.next().unwrap_or_default();
        let mut position = self.position;
        let report = self.best.report(&position);
        let has_no_move = NO_MOVE.contains(&text) && !position.has_legal_move();
        let mut result = SearchResult::default();
        result.report = report;
        if has_no_move {
            return Ok(result);
        }
        let best = position.parse_uci(text).map_err(|_| ClientError::Illegal { text: text.to_owned() })?;
        result.best = Some(best);
        if let Some(("ponder", text)) = words.next().zip(words.next()) {
            position.play_unchecked(best);
            result.ponder = position.parse_uci(text).ok();
        }
        Ok(result)
    }
}

impl Drop for Client {
    /// Asks it to quit; it is killed if it does not.
    fn drop(&mut self) {
        self.program.quit(TIME_TO_QUIT);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);
    const SHORT: Duration = Duration::from_millis(100);

    /// An engine as a shell script, which answers `go` and `stop` by these commands.
    fn engine(go: &str, stop: &str) -> Client {
        let uci = "id name Shell 1\noption name Hash type spin default 1 min 1 max 9\n\
                   option name Odd type list\noption name Clear type button\nuciok";
        let script = format!(
            "while read -r line; do case \"$line\" in uci) printf '{}\\n' ;; isready) echo readyok ;; \
             go*) {go} ;; stop) {stop} ;; quit) exit 7 ;; esac; done",
            uci.replace('\n', "\\n")
        );
        Client::start(&Program::new(["sh", "-c", &script]), LIMIT).expect("a shell")
    }

    fn game(fen: &str) -> Game {
        Game::from_position(fen.parse::<Position>().expect("a position"))
    }

    #[test]
    fn options_are_checked_before_they_are_sent() {
        let mut engine = engine("echo bestmove e2e4", ":");
        assert_eq!((engine.name(), engine.author(), engine.options().len()), (Some("Shell 1"), None, 2));
        for (name, value) in [("hash", "9"), ("Odd", "anything"), ("Clear", "")] {
            assert_eq!(engine.set_option(name, value), Ok(()), "{name}");
        }
        for (name, value) in [("Hash", "10"), ("Size", "9")] {
            assert!(matches!(engine.set_option(name, value), Err(ClientError::Option(_))), "{name}");
        }
        assert_eq!(engine.new_game(CastlingMode::Chess960, LIMIT), Err(ClientError::NoChess960));
        assert_eq!(engine.new_game(CastlingMode::Standard, LIMIT), Ok(()));
        assert_eq!(engine.quit(LIMIT).and_then(|status| status.code()), Some(7));
    }

    #[test]
    fn a_search_is_reported_and_answered_once() {
        let go = "echo info depth 2 score cp 7 nodes 9 pv e2e4 e7e5 a1a1; echo info depth 3 nodes 11; \
                  echo bestmove e2e4 ponder e7e5";
        let (mut engine, start) = (engine(go, ":"), Game::new());
        assert_eq!(engine.result(LIMIT), Err(ClientError::Idle));
        engine.go(&start, &SearchLimits::new().with_depth(3)).expect("idle");
        assert_eq!(engine.go(&start, &SearchLimits::new()), Err(ClientError::Busy));
        // What comes before `readyok` is not lost.
        engine.wait_until_ready(LIMIT).expect("ready");
        assert_eq!(engine.next_report(LIMIT), Ok(None));
        let result = engine.result(LIMIT).expect("a move");
        let report = result.report.expect("a report");
        assert_eq!((report.depth, report.nodes, report.moves.len()), (3, 11, 2));
        assert!(result.best.is_some() && result.ponder.is_some() && !engine.is_searching());
        engine.go(&start, &SearchLimits::new().with_depth(3)).expect("idle");
        let report = engine.next_report(LIMIT).expect("no failure").expect("a report");
        assert_eq!((report.depth, report.nodes), (2, 9));
    }

    #[test]
    fn what_is_no_move_is_an_error_but_where_there_is_none() {
        let mut engine = engine("echo bestmove '(none)'", ":");
        engine.go(&Game::new(), &SearchLimits::new().with_depth(1)).expect("idle");
        assert_eq!(engine.result(LIMIT), Err(ClientError::Illegal { text: "(none)".to_owned() }));
        engine
            .go(&game("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), &SearchLimits::new().with_depth(1))
            .expect("idle");
        assert_eq!(engine.result(LIMIT), Ok(SearchResult::default()));
    }

    #[test]
    fn a_wait_ends_and_the_search_can_still_be_stopped() {
        let (mut client, start) = (engine(":", "echo bestmove g1f3"), Game::new());
        client.go(&start, &SearchLimits::new()).expect("idle");
        assert!(matches!(client.result(SHORT), Err(ClientError::Silent(_))));
        let stop = philidor_engine::Control::new();
        stop.stop();
        let stopped = client.result(Deadline::within(LIMIT).or_stopped(&stop));
        assert_eq!(stopped, Err(ClientError::Stopped));
        client.stop();
        assert!(client.result(LIMIT).is_ok_and(|result| result.best.is_some()));
        let mut crashes = engine("exit 3", ":");
        crashes.go(&start, &SearchLimits::new()).expect("idle");
        assert!(matches!(crashes.result(LIMIT), Err(ClientError::Ended(how)) if how.contains('3')));
    }
}
