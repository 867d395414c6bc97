//! A suspect that speaks philidor's own line protocol, for programs that speak no protocol yet.
//!
//! ```text
//! we say                                            it says
//! hello philidor 1                                  hello NAME [chess960] [moves]
//! divide 2 fen FEN [moves e2e4 e7e5]                e2e4 20
//!                                                   …
//!                                                   done
//! ```
//!
//! One question is one line, and the answer to it is some lines and an end. `divide` asks for the leaves of the tree of
//! that depth below each legal move. A FEN has six words (in three-check seven), so the words of a question stand at
//! fixed places. A question depends on nothing said before: a program that forgets everything between two lines speaks
//! the protocol.
//!
//! * An answer has a line `MOVE COUNT` for each move, as UCI writes moves, and ends with `done`. `total COUNT` ends it,
//!   too; it may stand alone, if the program does not know what is below each move.
//! * `error TEXT` says that the program cannot answer, and ends the answer. A program that does not accept a FEN or one
//!   of the moves says so, and does not answer about the position before.
//! * Lines that begin with `#` are remarks and mean nothing. Any other line is a mistake.
//! * A program that says `moves` in its greeting gets the moves that lead to a position, if there are any, after the
//!   FEN of where they begin; any other gets the FEN of the position itself.
//! * A program that says `chess960` is asked `divide960` for positions of Chess960. There the castling rights of the
//!   FEN are the files of the rooks (`HAha`) and castling is written as the king taking its own rook (`e1h1`). Any
//!   other program is not asked about them.
//! * The end of the input is the end of the program.

use std::time::Duration;

use philidor_host::processes::{Process, Wait};

use super::answer::Reader;
use super::inquiry::Inquiry;
use super::process::{file_name, start};
use super::timeout::Timeout;
use super::{Answer, Failure, Program};

/// The least time that a program has to start, however short its time for an answer is.
const TIME_TO_START: Duration = Duration::from_secs(10);

/// What is said first.
const GREETING: &str = "hello philidor 1";

/// A program that speaks philidor's protocol of lines, which the book describes.
///
/// ```no_run
/// use std::time::Duration;
///
/// use philidor_hunt::{hunt, program::LineProtocol};
///
/// // To `divide 2 fen FEN` the script answers lines such as `e2e4 20`, and `done`.
/// let script = ["python3", "my_generator.py"].map(str::to_owned);
/// let report = hunt(LineProtocol::start(&script, Duration::from_secs(10))?)?;
/// println!("{report}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LineProtocol {
    command: Vec<String>,
    time_to_start: Duration,
    name: String,
    has_chess960: bool,
    takes_moves: bool,
    process: Option<Process>,
}

impl LineProtocol {
    /// Starts a program with its arguments. It may take this long to greet, or ten seconds if that is longer.
    ///
    /// # Errors
    ///
    /// It does not start, or does not greet.
    pub fn start(command: &[String], limit: Duration) -> Result<LineProtocol, Failure> {
        let mut lines = LineProtocol {
            command: command.to_vec(),
            time_to_start: limit.max(TIME_TO_START),
            name: command.first().map(|program| file_name(program)).unwrap_or_default(),
            has_chess960: false,
            takes_moves: false,
            process: None,
        };
        lines.restart()?;
        Ok(lines)
    }

    /// Starts the program, and takes what it says of itself.
    fn begin(&mut self) -> Result<Process, Failure> {
        let mut process = start(&self.command)?;
        let mut timeout = Timeout::new(self.time_to_start);
        process.write(GREETING);
        let greeting = next_line(&mut process, &mut timeout)?;
        let mut words = greeting.split_ascii_whitespace();
        if words.next() != Some("hello") {
            return Err(Failure::garbage(&greeting));
        }
        if let Some(name) = words.next() {
            self.name = name.to_owned();
        }
        let abilities: Vec<&str> = words.collect();
        (self.has_chess960, self.takes_moves) =
            (abilities.contains(&"chess960"), abilities.contains(&"moves"));
        Ok(process)
    }

    /// The line that puts an inquiry.
    fn write(&self, inquiry: &Inquiry) -> String {
        let word = if inquiry.chess960 { "divide960" } else { "divide" };
        let depth = inquiry.depth;
        if !self.takes_moves {
            return format!("{word} {depth} fen {}", inquiry.fen_at_end);
        }
        let moves = inquiry.moves.join(" ");
        let separator = if moves.is_empty() { "" } else { " moves " };
        format!("{word} {depth} fen {}{separator}{moves}", inquiry.fen)
    }
}

impl Program for LineProtocol {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn put(&mut self, inquiry: &Inquiry, limit: Duration) -> Result<Answer, Failure> {
        if inquiry.chess960 && !self.has_chess960 {
            return Err(Failure::Unsupported("Chess960: the greeting does not say chess960".to_owned()));
        }
        let mut process = self.process.take().map_or_else(|| self.begin(), Ok)?;
        process.write(&self.write(inquiry));
        let answer = read_answer(&mut process, inquiry.depth, limit);
        if !answer.as_ref().is_err_and(Failure::needs_restart) {
            self.process = Some(process);
        }
        answer
    }

    fn restart(&mut self) -> Result<(), Failure> {
        self.process = None;
        self.process = Some(self.begin()?);
        Ok(())
    }

    fn command(&self) -> String {
        self.command.join(" ")
    }

    fn script(&self, inquiries: &[Inquiry]) -> Vec<String> {
        let asked = inquiries.iter().map(|inquiry| self.write(inquiry));
        std::iter::once(GREETING.to_owned()).chain(asked).collect()
    }

    fn takes_moves(&self) -> bool {
        self.takes_moves
    }
}

/// Reads up to `done`, `total` or `error`.
fn read_answer(process: &mut Process, depth: u32, limit: Duration) -> Result<Answer, Failure> {
    let mut timeout = Timeout::new(limit);
    let mut reader = Reader::new(depth);
    loop {
        let line = next_line(process, &mut timeout)?;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let count = |text: &str| text.parse().map_err(|_| Failure::garbage(&line));
        match *words.as_slice() {
            ["done"] => return Ok(reader.finish_divide()),
            ["total", leaves] => {
                reader.total(count(leaves)?);
                return reader.finish();
            }
            ["error", ..] => return Err(Failure::unsupported(&line)),
            [mv, leaves] => reader.leaves(mv, count(leaves)?)?,
            _ => return Err(Failure::garbage(&line)),
        }
    }
}

/// The next line that is neither empty nor a remark.
fn next_line(process: &mut Process, timeout: &mut Timeout) -> Result<String, Failure> {
    loop {
        let line = timeout.hear(process)?;
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            return Ok(line.to_owned());
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use philidor::Position;

    use super::*;
    use crate::suspect::{Question, Suspect};

    const LIMIT: Duration = Duration::from_secs(20);

    /// A program written as a shell script: how it greets, and what it answers.
    fn program(greeting: &str, answer: &str) -> LineProtocol {
        let script = format!("read -r line; echo '{greeting}'; while read -r line; do {answer}; done");
        let words = ["sh".to_owned(), "-c".to_owned(), script];
        LineProtocol::start(&words, LIMIT).expect("a program")
    }

    fn question(depth: u32) -> Question {
        let start = Position::default();
        let line = vec![start.parse_uci("e2e4").expect("a move")];
        Question { line, ..Question::new(start, depth) }
    }

    #[test]
    fn the_answer_is_some_moves_and_an_end() {
        let mut lines =
            program("hello shell", "echo '# e7e5 1'; echo; echo e7e5 20; echo d7d5 21; echo done");
        let divide = [("e7e5", 20), ("d7d5", 21)].map(|(mv, leaves)| (mv.to_owned(), leaves));
        assert_eq!(lines.ask(&question(2), LIMIT), Ok(Answer { total: 41, divide: Some(divide.to_vec()) }));
        assert_eq!(Program::name(&lines), "shell");
        assert!(!Program::takes_moves(&lines));
    }

    #[test]
    fn a_total_ends_it_too_and_done_alone_is_nothing() {
        let ask = |answer| program("hello shell", answer).ask(&question(2), LIMIT);
        assert_eq!(ask("echo total 400"), Ok(Answer { total: 400, divide: None }));
        assert_eq!(ask("echo done"), Ok(Answer { total: 0, divide: Some(Vec::new()) }));
    }

    #[test]
    fn questions_are_as_the_program_wants_them() {
        let mut other = question(3);
        let plain = program("hello shell", "true");
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b";
        let divide = format!("divide 3 fen {after} KQkq - 0 1");
        assert_eq!(plain.write(&(&other).into()), divide);
        assert_eq!(Suspect::script(&plain, &[other.clone()]), ["hello philidor 1".to_owned(), divide]);
        let full = program("hello shell moves chess960", "true");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        assert_eq!(full.write(&(&other).into()), format!("divide 3 fen {start} KQkq - 0 1 moves e2e4"));
        other.chess960 = true;
        assert_eq!(full.write(&(&other).into()), format!("divide960 3 fen {start} HAha - 0 1 moves e2e4"));
        other.line.clear();
        assert_eq!(full.write(&(&other).into()), format!("divide960 3 fen {start} HAha - 0 1"));
    }

    #[test]
    fn mistakes_are_shown_and_the_program_started_again() {
        let answer = "case $line in *\\ 1\\ fen*) echo total 20 ;; *\\ 2\\ fen*) echo e7e5 many ;;
                      *\\ 3\\ fen*) echo error too deep ;; *) echo total 1 nodes ;; esac";
        let mut lines = program("hello shell", answer);
        assert_eq!(lines.ask(&question(2), LIMIT), Err(Failure::Garbage("e7e5 many".to_owned())));
        assert!(lines.process.is_none());
        assert_eq!(lines.ask(&question(3), LIMIT), Err(Failure::Unsupported("error too deep".to_owned())));
        assert!(lines.process.is_some());
        assert_eq!(lines.ask(&question(4), LIMIT), Err(Failure::Garbage("total 1 nodes".to_owned())));
        assert_eq!(lines.ask(&question(1), LIMIT).map(|answer| answer.total), Ok(20));
        let chess960 = lines.ask(&Question { chess960: true, ..question(1) }, LIMIT);
        assert!(matches!(chess960, Err(Failure::Unsupported(_))), "{chess960:?}");
    }

    #[test]
    fn a_program_that_does_not_greet_is_not_asked() {
        let words = ["sh", "-c", "echo welcome"].map(str::to_owned);
        let failure = LineProtocol::start(&words, LIMIT).err();
        assert_eq!(failure, Some(Failure::Garbage("welcome".to_owned())));
    }
}
