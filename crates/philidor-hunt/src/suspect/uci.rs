//! A suspect that speaks UCI and knows Stockfish's `go perft N`.
//!
//! ```text
//! we say                                  it says
//! uci                                     id name …, option name …, uciok
//! setoption name UCI_Chess960 value true  (only if the game changes)
//! ucinewgame, isready                     readyok     (ucinewgame only if the start is another)
//! position fen … moves …, go perft 2      e2e4: 20 …, Nodes searched: 400
//! isready                                 readyok
//! ```
//!
//! An engine that refuses a `position` should say so, and then have none. If it keeps the previous one, its next answer
//! is about that, which is reported as a move that was ignored.
//!
//! UCI does not say how an answer to `go perft` ends, for UCI has no perft. A total ends it; then the engine is asked
//! whether it is ready, and what it says up to its `readyok` still belongs to the answer. An engine that gives no total
//! is asked when it pauses. If it counts and listens in turn, its `readyok` comes last; but if it listens while it
//! counts, `readyok` comes in the middle, so the answer ends only where nothing follows for a while: a quarter of the
//! time that the count took so far. An engine that has given a total once is trusted to give one always.
//!
//! An engine without `go perft` reads `go`, and searches. What it says then looks much like counts:
//!
//! ```text
//! info depth 2 nodes 400                    may be perft
//! info depth 2 nodes 61 score cp 13 pv …    is a search, whatever other lines say, unless moves come with counts
//! bestmove e2e4                             ends one
//! ```

use std::time::{Duration, Instant};

use philidor_host::processes::{Heard, UciClient, set_option};

use super::answer::{Reader, is_thinking};
use super::inquiry::Inquiry;
use super::process::{ended, file_name, read, start};
use super::timeout::Timeout;
use super::{Answer, Failure, Program, quote};

/// The least time that an engine has to start, however short its time for an answer is.
const TIME_TO_START: Duration = Duration::from_secs(10);

/// The shortest and the longest pause after which an answer without a total may be over.
const MIN_PAUSE: Duration = Duration::from_millis(20);
const MAX_PAUSE: Duration = Duration::from_secs(2);

/// The option that says which game is played.
const CHESS960: &str = "UCI_Chess960";

/// An engine that speaks UCI and knows `go perft N`, which is not part of UCI.
///
/// ```no_run
/// use std::time::Duration;
///
/// use philidor_hunt::hunt;
/// use philidor_hunt::program::UciProgram;
///
/// let engine = UciProgram::start(&["./my-engine".to_owned()], &[], Duration::from_secs(10))?;
/// println!("{}", hunt(engine)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct UciProgram {
    command: Vec<String>,
    options: Vec<(String, String)>,
    time_to_start: Duration,
    name: String,
    conversation: Option<Conversation>,
    /// Whether it has ever given a total with an answer.
    gives_totals: bool,
}

impl UciProgram {
    /// Starts an engine: its program with the arguments, the options to set, as names and values, and how long it may
    /// take, which is ten seconds at least.
    ///
    /// # Errors
    ///
    /// It does not start, does not say `uciok`, or lacks one of the options.
    pub fn start(
        command: &[String],
        options: &[(String, String)],
        limit: Duration,
    ) -> Result<UciProgram, Failure> {
        let mut uci = UciProgram {
            command: command.to_vec(),
            options: options.to_vec(),
            time_to_start: limit.max(TIME_TO_START),
            name: command.first().map(|program| file_name(program)).unwrap_or_default(),
            conversation: None,
            gives_totals: false,
        };
        uci.restart()?;
        Ok(uci)
    }

    /// Starts the program, from `uci` to `readyok`, and takes the name that it gives.
    fn begin(&mut self) -> Result<Conversation, Failure> {
        let mut timeout = Timeout::new(self.time_to_start);
        let mut client = UciClient::new(start(&self.command)?);
        let introduction = client.introduce(&mut timeout)?;
        for (option, value) in &self.options {
            if !introduction.has(option) {
                return Err(Failure::Unsupported(format!("the engine has no option {option}")));
            }
            if !introduction.offers(option, value) {
                let words = format!("the engine's option {option} has no value {value}");
                return Err(Failure::Unsupported(words));
            }
            client.set_option(option, Some(value));
        }
        client.wait_until_ready(&mut timeout, &mut |_| {})?;
        let has_chess960 = introduction.has(CHESS960);
        if let Some(name) = introduction.name {
            self.name = quote(&name);
        }
        Ok(Conversation { client, has_chess960, last_game: LastGame::default() })
    }
}

impl Program for UciProgram {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn put(&mut self, inquiry: &Inquiry, limit: Duration) -> Result<Answer, Failure> {
        let mut conversation = self.conversation.take().map_or_else(|| self.begin(), Ok)?;
        let answer = conversation.ask(inquiry, limit, &mut self.gives_totals);
        // An engine that has lost its place in the conversation must not be talked to any more.
        if !answer.as_ref().is_err_and(Failure::needs_restart) {
            self.conversation = Some(conversation);
        }
        answer
    }

    fn restart(&mut self) -> Result<(), Failure> {
        self.conversation = None;
        self.conversation = Some(self.begin()?);
        Ok(())
    }

    fn command(&self) -> String {
        self.command.join(" ")
    }

    fn script(&self, inquiries: &[Inquiry]) -> Vec<String> {
        let mut last_game = LastGame::default();
        let options = self.options.iter().map(|(option, value)| set_option(option, Some(value)));
        let asked = inquiries.iter().flat_map(|inquiry| last_game.commands(inquiry)).flatten();
        options.chain(asked).collect()
    }

    fn takes_moves(&self) -> bool {
        true
    }
}

/// The game that an engine was given last.
#[derive(Clone, Debug, Default)]
struct LastGame {
    chess960: bool,
    /// The start of the game that it was given last.
    game: Option<String>,
}

impl LastGame {
    /// The commands that put a question: those after which it has to be ready, and those that it then answers.
    fn commands(&mut self, inquiry: &Inquiry) -> [Vec<String>; 2] {
        let mut first = Vec::new();
        if inquiry.chess960 != self.chess960 {
            first.push(set_option(CHESS960, Some(&inquiry.chess960.to_string())));
            self.chess960 = inquiry.chess960;
        }
        let fen = &inquiry.fen;
        if !inquiry.same_game && self.game.as_ref() != Some(fen) {
            first.push("ucinewgame".to_owned());
        }
        let moves = inquiry.moves.join(" ");
        let separator = if moves.is_empty() { "" } else { " moves " };
        let position = format!("position fen {fen}{separator}{moves}");
        self.game = Some(fen.clone());
        [first, vec![position, format!("go perft {}", inquiry.depth)]]
    }
}

/// A running engine, and what was talked about.
#[derive(Debug)]
struct Conversation {
    client: UciClient,
    has_chess960: bool,
    last_game: LastGame,
}

impl Conversation {
    fn ask(
        &mut self,
        inquiry: &Inquiry,
        limit: Duration,
        gives_totals: &mut bool,
    ) -> Result<Answer, Failure> {
        if inquiry.chess960 && !self.has_chess960 {
            return Err(Failure::Unsupported("Chess960: the engine has no option UCI_Chess960".to_owned()));
        }
        let mut timeout = Timeout::new(limit);
        let [before, asked] = self.last_game.commands(inquiry);
        before.iter().for_each(|command| self.client.process.write(command));
        // Whatever it still says about the question before is not mistaken for an answer to this one.
        self.client.wait_until_ready(&mut timeout, &mut |_| {})?;
        asked.iter().for_each(|command| self.client.process.write(command));
        let reader = self.listen(inquiry, &mut timeout, *gives_totals)?;
        *gives_totals |= reader.has_total();
        reader.finish()
    }

    /// Reads until the answer is over.
    fn listen(
        &mut self,
        inquiry: &Inquiry,
        timeout: &mut Timeout,
        needs_total: bool,
    ) -> Result<Reader, Failure> {
        let mut reader = Reader::new(inquiry.depth);
        let begin = timeout.elapsed();
        let mut refusal: Option<Refusal> = None;
        let mut state = State::Talking;
        loop {
            let is_counted =
                refusal.as_ref().map_or(reader.has_counts(), |refusal| refusal.is_belied_by(&reader));
            if is_counted && reader.has_total() {
                match state {
                    State::Ready | State::Resting => return Ok(reader),
                    State::Talking => {
                        self.client.ask_ready();
                        state = State::Asked;
                    }
                    State::Asked => {}
                }
            }
            let pause = ((timeout.elapsed() - begin) / 4).clamp(MIN_PAUSE, MAX_PAUSE);
            let until = match state {
                State::Talking | State::Ready => timeout.end().min(Instant::now() + pause),
                State::Asked | State::Resting => timeout.end(),
            };
            let heard = read(&self.client.process, until);
            if timeout.is_over() && heard != Heard::End {
                // An engine that is ready and has nothing to add to nonsense was not too slow.
                let nonsense = reader.nonsense().filter(|_| state == State::Resting);
                return Err(nonsense.map_or_else(|| timeout.failure(), Failure::Garbage));
            }
            match heard {
                Heard::End => return Err(ended(&mut self.client.process)),
                Heard::Nothing if state == State::Talking => {
                    self.client.ask_ready();
                    state = State::Asked;
                }
                Heard::Nothing if is_counted && !needs_total => return Ok(reader),
                Heard::Nothing if !is_counted => {
                    if let Some(refusal) = refusal {
                        return Err(refusal.failure());
                    }
                    if inquiry.is_over {
                        return Ok(Reader::nothing_to_count());
                    }
                    state = State::Resting;
                }
                Heard::Nothing => state = State::Resting,
                Heard::Line(line) => {
                    timeout.note();
                    let line = line.trim();
                    if let Some(before) = self.client.hear_ready(line) {
                        // Some engines forget to end their last line.
                        if !before.is_empty() && !reader.take(before)? {
                            return Err(Failure::garbage(before));
                        }
                        state = if self.client.is_ready() { State::Ready } else { state };
                        continue;
                    }
                    if state != State::Asked {
                        state = State::Talking;
                    }
                    if !reader.take(line)? && is_refusal(line) {
                        if refusal.is_none() {
                            self.client.process.write("stop");
                        }
                        refusal.get_or_insert_with(|| Refusal::new(line)).hear(line);
                    }
                }
            }
        }
    }
}

/// Words by which engines say that they do not know a command, do not accept a position, or have none.
const REFUSING: [&str; 12] = [
    "unknown",
    "unrecogni",
    "unsupported",
    "not supported",
    "not implemented",
    "invalid",
    "illegal",
    "not legal",
    "refused",
    "not accepted",
    "not a move",
    "no position",
];

/// Where a conversation is after `go perft`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It says something, or is going to.
    Talking,
    /// It was asked whether it is ready, and has not answered yet.
    Asked,
    /// It said that it is, and nothing since.
    Ready,
    /// It still says nothing.
    Resting,
}

/// Lines that say that there will be no counts.
#[derive(Debug)]
struct Refusal {
    /// The first line that says so.
    line: String,
    /// Whether one of them is the output of a search.
    is_search: bool,
}

impl Refusal {
    fn new(line: &str) -> Refusal {
        Refusal { line: line.to_owned(), is_search: false }
    }

    /// Takes note of another line that says so.
    fn hear(&mut self, line: &str) {
        self.is_search |= is_thinking(line);
    }

    /// Whether there are counts nevertheless. The nodes of a search do not count as such, whatever words they come in.
    fn is_belied_by(&self, reader: &Reader) -> bool {
        reader.has_divide() || !self.is_search && reader.has_total()
    }

    fn failure(&self) -> Failure {
        let small = self.line.to_ascii_lowercase();
        let is_about_go = ["perft", "command"].iter().any(|word| small.contains(word));
        if self.is_search || small.starts_with("bestmove") || is_about_go {
            Failure::NoPerft(quote(&self.line))
        } else {
            Failure::unsupported(&format!("go perft: {}", self.line))
        }
    }
}

/// Whether a line says that there will be no counts, unless counts follow nevertheless.
fn is_refusal(line: &str) -> bool {
    let small = line.to_ascii_lowercase();
    line.starts_with("bestmove") || is_thinking(line) || REFUSING.iter().any(|words| small.contains(words))
}

#[cfg(all(test, unix))]
mod tests {
    use philidor::Position;

    use super::*;
    use crate::suspect::{Question, Suspect};

    const LIMIT: Duration = Duration::from_secs(20);

    #[test]
    fn a_script_sets_the_options_that_the_engine_was_given() {
        let engine = UciProgram {
            command: Vec::new(),
            options: vec![("Hash".to_owned(), "1".to_owned())],
            time_to_start: TIME_TO_START,
            name: String::new(),
            conversation: None,
            gives_totals: false,
        };
        let script = crate::Suspect::script(&engine, &[Question::new(Position::default(), 1)]);
        assert_eq!(script[..2], ["setoption name Hash value 1", "ucinewgame"], "{script:?}");
    }

    /// An engine written as a shell script; what it does at `go perft` is a script of its own.
    fn engine(go: &str) -> UciProgram {
        start(go, &[]).expect("an engine")
    }

    fn start(go: &str, options: &[(&str, &str)]) -> Result<UciProgram, Failure> {
        let script = format!(
            r#"while read -r line; do case "$line" in
                uci) printf 'id name Shell 1.0\noption name UCI_Chess960 type check default false\n'
                     printf 'option name Use Table type check default true\nuciok\n' ;;
                isready) echo readyok ;;
                "setoption name UCI_Chess960 value true") chess960=1 ;;
                "setoption name UCI_Chess960 value false") chess960=0 ;;
                "setoption name Use Table value false") table=0 ;;
                ucinewgame) games=$((games + 1)) ;;
                position*) position="$line" ;;
                "go perft "*) {go} ;;
                stop) echo stopped ;;
            esac; done"#
        );
        let words = ["sh".to_owned(), "-c".to_owned(), script];
        let options: Vec<_> =
            options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        UciProgram::start(&words, &options, LIMIT)
    }

    fn question(depth: u32) -> Question {
        Question::new(Position::default(), depth)
    }

    fn divide(moves: &[(&str, u128)]) -> Option<Vec<(String, u128)>> {
        Some(moves.iter().map(|&(mv, leaves)| (mv.to_owned(), leaves)).collect())
    }

    /// It is asked for no longer than it takes to be ready.
    #[test]
    fn an_engine_that_has_no_position_says_so_and_is_not_waited_for() {
        for words in ["no position: the last one was refused", "illegal move d5c6"] {
            let mut uci = engine(&format!("echo 'info string {words}'"));
            let refused = Failure::Unsupported(format!("go perft: info string {words}"));
            assert_eq!(uci.ask(&question(2), Duration::from_secs(600)), Err(refused));
        }
    }

    #[test]
    fn lines_after_the_total_belong_to_the_answer() {
        let mut uci = engine("printf 'Total: 2\\na2a3: 1\\nb2b3: 1\\n'");
        let answer = Answer { total: 2, divide: divide(&[("a2a3", 1), ("b2b3", 1)]) };
        assert_eq!(uci.ask(&question(1), LIMIT), Ok(answer));
    }

    #[test]
    fn without_a_total_the_answer_ends_when_the_engine_is_ready_again() {
        let mut uci = engine("echo a2a3 1; sleep 0.1; echo b2b3 2");
        let answer = Answer { total: 3, divide: divide(&[("a2a3", 1), ("b2b3", 2)]) };
        assert_eq!(uci.ask(&question(1), LIMIT), Ok(answer.clone()));
        assert_eq!(uci.ask(&question(1), LIMIT), Ok(answer));
    }

    #[test]
    fn the_last_line_may_have_no_end() {
        let mut uci = engine("case $line in *1) printf 'Nodes: 20' ;; *) printf 'e2e4: 20\\nd2' ;; esac");
        assert_eq!(uci.ask(&question(2), LIMIT), Err(Failure::Garbage("d2".to_owned())));
        assert_eq!(uci.ask(&question(1), LIMIT), Ok(Answer { total: 20, divide: None }));
    }

    #[test]
    fn silence_is_an_answer_where_there_are_no_moves() {
        let mut uci = engine("true");
        let start = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().expect("a stalemate");
        let answer = Answer { total: 0, divide: Some(Vec::new()) };
        assert_eq!(uci.ask(&Question { start, ..question(1) }, LIMIT), Ok(answer));
        assert!(!uci.gives_totals);
    }

    #[test]
    fn engines_without_perft_say_so_and_are_asked_on() {
        let go = "case $line in *1) echo bestmove e2e4 ;; *2) echo \"Unknown command: $line\" ;;
                  *3) echo 'info depth 1 score cp 20 nodes 20 pv e2e4' ;; *5) echo invalid position ;;
                  *) echo Nodes searched: 5 ;; esac";
        let mut uci = engine(go);
        for (depth, why) in [(1, "bestmove e2e4"), (2, "Unknown command: go perft 2"), (3, "info depth 1")] {
            let failure = uci.ask(&question(depth), LIMIT).expect_err("no counts");
            assert!(matches!(&failure, Failure::NoPerft(what) if what.contains(why)), "{failure:?}");
        }
        let failure = uci.ask(&question(5), LIMIT);
        assert_eq!(failure, Err(Failure::Unsupported("go perft: invalid position".to_owned())));
        assert_eq!(uci.ask(&question(4), LIMIT).map(|answer| answer.total), Ok(5));
    }

    #[test]
    fn the_nodes_of_a_search_are_not_leaves() {
        let searches = [
            "echo info depth 1 nodes 20; echo bestmove e2e4",
            "echo info depth 1 nodes 20 time 3; echo info depth 1 nodes 21 score cp 13 pv e2e4; echo bestmove e2e4",
            "echo info depth 1 score cp 13 pv e2e4; echo Nodes searched: 21; echo bestmove e2e4",
        ];
        for go in searches {
            let failure = engine(go).ask(&question(1), LIMIT);
            assert!(matches!(failure, Err(Failure::NoPerft(_))), "{go}: {failure:?}");
        }
        let counts = [
            "echo info depth 1 nodes 20",
            "echo Nodes searched: 20; echo bestmove 0000",
            "echo a2a3: 20; echo info depth 1 score cp 13 pv e2e4; echo bestmove e2e4",
        ];
        for go in counts {
            assert_eq!(engine(go).ask(&question(1), LIMIT).map(|answer| answer.total), Ok(20), "{go}");
        }
    }

    #[test]
    fn a_new_game_begins_where_the_start_is_another() {
        let mut uci = engine("echo Nodes: $games");
        let other = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
        let mut games = |start| uci.ask(&Question { start, ..question(1) }, LIMIT).map(|answer| answer.total);
        let start = Position::default();
        assert_eq!([start, start, other, other, start].map(&mut games), [Ok(1), Ok(1), Ok(2), Ok(2), Ok(3)]);
    }

    #[test]
    fn the_game_is_named_when_it_changes() {
        let mut uci = engine("echo Nodes: ${chess960:-7}");
        let mut ask =
            |chess960| uci.ask(&Question { chess960, ..question(1) }, LIMIT).map(|answer| answer.total);
        assert_eq!([false, true, true, false].map(&mut ask), [Ok(7), Ok(1), Ok(1), Ok(0)]);
    }

    #[test]
    fn an_engine_without_the_option_is_not_asked_about_chess960() {
        let words = ["sh", "-c", "while read -r line; do echo uciok; echo readyok; done"].map(str::to_owned);
        let mut uci = UciProgram::start(&words, &[], LIMIT).expect("an engine");
        let answer = uci.ask(&Question { chess960: true, ..question(1) }, LIMIT);
        assert!(matches!(answer, Err(Failure::Unsupported(_))), "{answer:?}");
    }

    #[test]
    fn options_are_set_and_must_exist() {
        let mut uci = start("echo Nodes: ${table:-1}", &[("Use Table", "false")]).expect("the option");
        assert_eq!(uci.ask(&question(1), LIMIT).map(|answer| answer.total), Ok(0));
        let failure = start("true", &[("Hash", "1")]).err();
        assert_eq!(failure, Some(Failure::Unsupported("the engine has no option Hash".to_owned())));
    }

    #[test]
    fn nonsense_is_not_taken_for_silence() {
        let limit = Duration::from_millis(300);
        let ask = |go| engine(go).ask(&question(1), limit);
        assert_eq!(ask("echo; echo three; echo four"), Err(Failure::Garbage("three".to_owned())));
        let failure = ask("echo info string nothing to say");
        assert!(matches!(failure, Err(Failure::Silent(_) | Failure::Slow(_))), "{failure:?}");
    }
}
