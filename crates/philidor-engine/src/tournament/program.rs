//! A program of the UCI protocol as a player.
//!
//! It is not trusted: it may end, fall silent, say too much or talk nonsense. Each wait has a deadline, and every line
//! but the expected one is ignored.

use std::time::{Duration, Instant};

use philidor::{CastlingMode, Color};
use philidor_host::processes::{Process, UciClient, Wait};

use super::failure;
use super::failure::Failure;
use super::info::Info;
use super::player::{Deadline, Player, Reply};
use crate::any_game::AnyGame;
use crate::bot::limits::Limits;

/// How long an engine may take to answer `stop`, and to end after `quit`.
const TIME_TO_STOP: Duration = Duration::from_secs(1);
const TIME_TO_QUIT: Duration = Duration::from_millis(300);

/// The option that says how castling is written.
const CHESS960: &str = "UCI_Chess960";

/// A program that plays, until it is dropped.
pub(super) struct Program {
    client: UciClient,
    knows_chess960: bool,
    mode: CastlingMode,
}

impl Program {
    /// Starts the protocol, and sets the options of the program.
    pub(super) fn start(
        process: Process,
        options: &[(String, String)],
        mut deadline: Deadline<'_>,
    ) -> Result<Program, Failure> {
        let begin = Instant::now();
        let not_started = |failure| not_started(failure, begin.elapsed());
        let client = UciClient::new(process);
        let mut program = Program { client, knows_chess960: false, mode: CastlingMode::Standard };
        let wanted = options.iter().map(|(name, _)| name.as_str()).chain([CHESS960]);
        let introduction = program.client.introduce(wanted, &mut deadline).map_err(not_started)?;
        program.knows_chess960 = !introduction.lacks(CHESS960);
        for (name, value) in options {
            if introduction.lacks(name) {
                return Err(Failure::Option(format!("it has no option {}", failure::harmless(name))));
            }
            let value = Some(value.as_str()).filter(|value| !value.is_empty());
            program.client.set_option(name, value);
        }
        program.client.wait_until_ready(&mut deadline).map_err(not_started)?;
        Ok(program)
    }

    /// Reads until `bestmove`, and returns its word for the move.
    fn wait_for_move(&mut self, info: &mut Info, mut deadline: Deadline<'_>) -> Result<String, Failure> {
        loop {
            let line = deadline.hear(&mut self.client.process)?;
            match line.split_once(' ') {
                Some(("info", words)) => info.read(words),
                Some(("bestmove", words)) => {
                    return Ok(words.split_whitespace().next().unwrap_or_default().to_owned());
                }
                _ if line == "bestmove" => return Ok(String::new()),
                _ => {}
            }
        }
    }

    /// Sends the position, and `go`.
    fn ask(&self, game: &AnyGame, limits: &Limits) {
        let mut line = format!("position {}", game.uci_start(self.mode));
        if game.ply() > 0 {
            line.push_str(&format!(" moves {}", game.ucis(self.mode).join(" ")));
        }
        self.client.process.write(&line);
        self.client.process.write(&go(limits));
    }
}

impl Player for Program {
    fn begin(&mut self, mode: CastlingMode, mut deadline: Deadline<'_>) -> Result<(), Failure> {
        let is_chess960 = mode == CastlingMode::Chess960;
        if self.knows_chess960 {
            self.client.set_option(CHESS960, Some(&is_chess960.to_string()));
        } else if is_chess960 {
            return Err(Failure::Option("it does not play Chess960".to_owned()));
        }
        self.mode = mode;
        self.client.process.write("ucinewgame");
        self.client.wait_until_ready(&mut deadline)
    }

    fn think(&mut self, game: &AnyGame, limits: &Limits, deadline: Deadline<'_>) -> Result<Reply, Failure> {
        let begin = Instant::now();
        let mut info = Info::default();
        self.ask(game, limits);
        let word = match self.wait_for_move(&mut info, deadline) {
            Err(Failure::Silent(_)) => {
                self.client.process.write("stop");
                let again = Deadline::new(TIME_TO_STOP, deadline.stop);
                return Err(match self.wait_for_move(&mut info, again) {
                    Ok(_) => Failure::Late(begin.elapsed()),
                    Err(Failure::Silent(_)) => Failure::Silent(begin.elapsed()),
                    Err(other) => other,
                });
            }
            heard => heard?,
        };
        let mv = game.parse_uci(&word).map_err(|_| Failure::Illegal(failure::harmless(&word)))?;
        Ok(Reply { mv, score: info.score, depth: info.depth, nodes: info.nodes })
    }
}

impl Drop for Program {
    /// Asks it to quit; it is killed if it does not.
    fn drop(&mut self) {
        self.client.quit(TIME_TO_QUIT);
    }
}

/// A program that fails before it plays was not started. The time is all that it had: the last line may be recent.
fn not_started(failure: Failure, time: Duration) -> Failure {
    match failure {
        Failure::Crashed(how) => Failure::NotStarted(how),
        Failure::Silent(_) => Failure::NotStarted(format!(
            "it does not answer as a UCI engine does within {:.0} s",
            time.as_secs_f64()
        )),
        other => other,
    }
}

/// `go`, with the limits.
fn go(limits: &Limits) -> String {
    let mut words = vec!["go".to_owned()];
    let mut say =
        |name: &str, value: Option<u128>| words.extend(value.map(|value| format!("{name} {value}")));
    // An engine that is given no time at all may think that it has as much as it likes.
    let millis = |time: Duration| time.as_millis().max(1);
    if let Some(clock) = &limits.clock {
        say("wtime", clock.remaining(Color::White).map(millis));
        say("btime", clock.remaining(Color::Black).map(millis));
        for (name, color) in [("winc", Color::White), ("binc", Color::Black)] {
            let increment = clock.increment(color);
            say(name, (!increment.is_zero()).then_some(increment.as_millis()));
        }
        say("movestogo", clock.moves_to_go().map(u128::from));
    }
    say("movetime", limits.time.map(millis));
    say("depth", limits.depth.map(u128::from));
    say("nodes", limits.nodes.map(u128::from));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::clock::Clock;

    #[test]
    fn limits_are_said_in_words_of_the_protocol() {
        let clock = Clock::for_both(Duration::from_secs(5)).with_increment(Duration::from_millis(50));
        let clock = clock.with_remaining(Color::Black, Duration::ZERO);
        let timed = Limits::new().with_clock(clock.with_moves_to_go(12));
        assert_eq!(go(&timed), "go wtime 5000 btime 1 winc 50 binc 50 movestogo 12");
        assert_eq!(go(&Limits::new().with_depth(7).with_nodes(9)), "go depth 7 nodes 9");
        assert_eq!(go(&Limits::new().with_time(Duration::from_millis(20))), "go movetime 20");
    }
}
