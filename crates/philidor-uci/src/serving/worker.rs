//! The thread of the bot: one job after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::{Duration, Instant};

use philidor::{CastlingMode, Color, Game, Move, Position};
use philidor_engine::{Bot, Control, Listener, Report, Score, SearchLimits};
use philidor_host::is_hidden;

use super::info;

/// A line that is not of the protocol, with the game and the settings that the line may be about. See [`Extension`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Question<'a> {
    /// The line.
    pub line: &'a str,
    /// The game that was sent last; `None` after one was refused.
    pub game: Option<&'a Game>,
    /// How castling is written.
    pub mode: CastlingMode,
    /// Stopped if the user does not want to wait any longer.
    pub control: &'a Control,
}

/// Commands beyond the protocol, such as Stockfish's `d` and `go perft`.
///
/// ```
/// use philidor_uci::{Extension, Question, Server};
///
/// /// `d`: the position that was sent last.
/// struct Display;
///
/// impl Extension for Display {
///     fn obey(&mut self, question: Question<'_>, write: &mut dyn FnMut(&str)) -> bool {
///         let Some(game) = question.game.filter(|_| question.line == "d") else { return false };
///         write(&game.position().to_string());
///         true
///     }
/// }
///
/// let bot = philidor_engine::bot::from_fn("first", |game, _| game.position().legal_moves()[0]);
/// let mut output = Vec::new();
/// Server::new(bot).with_extension(Display).serve(&b"position startpos moves e2e4\nd\n"[..], &mut output)?;
/// assert_eq!(output, b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Extension: Send {
    /// Answers a line, by calling `write` for each line of the answer. Returns whether it is a command of the
    /// extension; if not, it is reported as unknown.
    ///
    /// Called in the bot's thread, between searches. It ends soon after the control is stopped.
    fn obey(&mut self, question: Question<'_>, write: &mut dyn FnMut(&str)) -> bool;
}

/// No commands.
impl Extension for () {
    fn obey(&mut self, _: Question<'_>, _: &mut dyn FnMut(&str)) -> bool {
        false
    }
}

pub(super) enum Job {
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Ready,
    /// The last one: everything before has been answered once it is.
    Farewell,
    Search {
        game: Box<Game>,
        limits: SearchLimits,
        control: Control,
        mode: CastlingMode,
        /// When `go` came: the clock runs from then.
        since: Instant,
    },
    Other {
        line: String,
        game: Option<Box<Game>>,
        mode: CastlingMode,
        control: Control,
    },
}

/// What the conversation waits for.
pub(super) enum Event {
    Line(String),
    EndOfInput,
    Say(String),
    /// A short job has been done: `ucinewgame`, `setoption` or `isready`.
    Done,
    /// The last search, or the last command of the extension, has ended, with a last line to write. One event for both,
    /// so that a reply to the line finds a conversation that is ready for it.
    Ended(Option<String>),
    /// The last job has been done.
    Farewell,
}

/// Does jobs until there are none left. If the receiver of events is gone, the program is about to end.
///
/// A bot that panics is asked again all the same, because the interface waits for answers.
pub(super) fn work(
    mut bot: Box<dyn Bot>,
    mut extension: Box<dyn Extension>,
    jobs: &Receiver<Job>,
    events: &SyncSender<Event>,
) {
    let say = |text: String| drop(events.send(Event::Say(text)));
    let failed = |at: &str| say(format!("info string the bot has failed at {}", one_line(at)));
    while let Ok(job) = jobs.recv() {
        let is_short = matches!(job, Job::NewGame | Job::SetOption { .. } | Job::Ready);
        match job {
            Job::NewGame => {
                if caught(|| bot.new_game()).is_none() {
                    failed("ucinewgame");
                }
            }
            Job::SetOption { name, value } => match caught(|| bot.set_option(&name, &value)) {
                Some(Ok(())) => inform(&mut *bot, events),
                Some(Err(error)) => say(format!("info string {}", one_line(&error.to_string()))),
                None => failed(&name),
            },
            Job::Ready => say("readyok".to_owned()),
            Job::Farewell => drop(events.send(Event::Farewell)),
            Job::Search { game, limits, control, mode, since } => {
                let limits = less(limits, since.elapsed(), game.position().side_to_move());
                let best = search(&mut *bot, &game, &limits, &control, mode, events);
                inform(&mut *bot, events);
                drop(events.send(Event::Ended(Some(best))));
            }
            Job::Other { line, game, mode, control } => {
                let question = Question { line: &line, game: game.as_deref(), mode, control: &control };
                match caught(|| extension.obey(question, &mut |text| say(text.to_owned()))) {
                    Some(true) => {}
                    Some(false) => say(format!("info string unknown command: {}", one_line(&line))),
                    None => failed(&line),
                }
                drop(events.send(Event::Ended(None)));
            }
        }
        if is_short {
            drop(events.send(Event::Done));
        }
    }
}

/// Limits less a delay: the bot may still have been getting ready when `go` came.
fn less(mut limits: SearchLimits, late: Duration, color: Color) -> SearchLimits {
    if limits.ponder {
        return limits;
    }
    limits.time = limits.time.map(|time| time.saturating_sub(late));
    limits.clock = limits.clock.map(|clock| match clock.remaining(color) {
        Some(remaining) => clock.with_remaining(color, remaining.saturating_sub(late)),
        None => clock,
    });
    limits
}

/// Passes on what a bot wants people to know.
fn inform(bot: &mut dyn Bot, events: &SyncSender<Event>) {
    for notice in caught(|| bot.notices()).unwrap_or_default() {
        drop(events.send(Event::Say(format!("info string {}", one_line(&notice)))));
    }
}

/// What the code of a bot or an extension returns; `None` if it panics.
fn caught<T>(code: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(code)).ok()
}

/// Searches, sends the reports, and returns the line of the answer, which is a legal move even if the bot fails.
fn search(
    bot: &mut dyn Bot,
    game: &Game,
    limits: &SearchLimits,
    control: &Control,
    mode: CastlingMode,
    events: &SyncSender<Event>,
) -> String {
    let position = game.position();
    let mut teller = Reporter { position, mode, events };
    let legal_moves = position.legal_moves();
    if legal_moves.is_empty() {
        let score = if position.is_check() { Score::mated_in(0) } else { Score::DRAW };
        teller.report(&Report::new(score, Vec::new()));
    }
    let answer = caught(|| bot.search(game, limits, control, &mut teller));
    let legal = |mv: &Move| position.is_legal(*mv);
    let (best, ponder) = match answer {
        Some(answer) if answer.best.as_ref().is_some_and(legal) => (answer.best, answer.ponder),
        Some(_) if legal_moves.is_empty() => (None, None),
        failed => {
            let why = if failed.is_some() { "has no legal answer" } else { "has failed" };
            drop(events.send(Event::Say(format!("info string the bot {why}: this is any legal move"))));
            (legal_moves.first().copied(), None)
        }
    };
    info::best(best, ponder, position, mode)
}

struct Reporter<'a> {
    position: &'a Position,
    mode: CastlingMode,
    events: &'a SyncSender<Event>,
}

impl Listener for Reporter<'_> {
    fn report(&mut self, report: &Report) {
        drop(self.events.send(Event::Say(info::line(report, self.position, self.mode))));
    }

    fn turns_to(&mut self, depth: u32, mv: Move, number: u32) {
        let text = info::turns_to(depth, mv, number, self.position, self.mode);
        drop(self.events.send(Event::Say(text)));
    }

    fn no_mate(&mut self, moves: u32) {
        drop(self.events.send(Event::Say(info::no_mate(moves))));
    }
}

/// Text from outside, made safe to be part of a line.
pub(super) fn one_line(text: &str) -> String {
    let cut: String = text.chars().take(200).collect();
    cut.chars().map(|letter| if is_hidden(letter) { ' ' } else { letter }).collect()
}
