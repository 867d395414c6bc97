//! `philidor uci`: the protocol that drives chess programs, as far as counting needs it.
//!
//! ```text
//! reader thread ──line──┐
//!                       ├──► main thread ──► answers
//! counting thread ─part─┘
//! ```
//!
//! A count does not block: `isready` and `stop` are answered at once. All other commands wait their turn, even `quit`,
//! for callers that write all commands at once and then read. The protocol is that of Stefan Meyer-Kahlen (2004);
//! `go perft` and `d` are Stockfish's additions.
//!
//! A `position` that is refused leaves none, not the one before: an answer about another position than the one asked for
//! would look like a right one.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use philidor::perft::{Perft, Subtrees, Table};
use philidor::{CastlingMode, CastlingNotation, EnPassantPolicy, Position};

use super::{Output, WrongUsage};
use crate::args::{DEEPEST, MOST_THREADS, Men};
use crate::drawing::Drawing;
use crate::paint::Paint;
use crate::refusal::{self, Visible};

/// Longer than the longest game; the rest of a longer line is dropped.
const LONGEST_LINE: u64 = 1 << 16;

/// The largest table, in MiB, that the option accepts.
const LARGEST_HASH: usize = 1 << 20;

/// What is said instead of an answer after a position was refused.
const NO_POSITION: &str = "no position: the last one was refused";

/// What the main thread waits for.
enum Event {
    Line(String),
    EndOfInput,
    /// Number of the count, index of a part, and the leaves of that part.
    Part(u64, usize, u128),
    /// The thread of the count with this number has ended.
    Ended(u64),
}

/// A running count.
struct Count {
    number: u64,
    position: Position,
    subtrees: Arc<Subtrees>,
    counts: Vec<Option<u128>>,
    stop: Arc<AtomicBool>,
}

/// The state of the conversation.
struct Session<'a, 'b> {
    output: &'a mut Output<'b>,
    /// None after a position was refused.
    position: Option<Position>,
    chess960: bool,
    threads: usize,
    hash: usize,
    /// The table of that size, once it was needed. Its entries hold for all games.
    table: Option<Arc<Table>>,
    sender: Sender<Event>,
    counts_begun: u64,
    count: Option<Count>,
    /// The move to answer at `stop`, after `go infinite`.
    best: Option<String>,
}

pub(super) fn run(output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        return Err(WrongUsage(anyhow::anyhow!("--json: the UCI protocol is not written as JSON")).into());
    }
    let (sender, events) = channel();
    let lines = sender.clone();
    thread::spawn(move || read_lines(&lines));
    let mut session = Session {
        output,
        position: Some(Position::default()),
        chess960: false,
        threads: 1,
        hash: 0,
        table: None,
        sender,
        counts_begun: 0,
        count: None,
        best: None,
    };
    session.talk(&events)
}

/// Sends every line, and then the end of input; stops when the receiver is gone.
fn read_lines(sender: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            _ => break,
        }
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") && input.skip_until(b'\n').is_err() {
            break;
        }
        if sender.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
    }
    // If the receiver is gone, the program is about to end.
    let _ = sender.send(Event::EndOfInput);
}

impl Session<'_, '_> {
    /// Answers until `quit`, or until the input ends and nothing is left to do.
    fn talk(&mut self, events: &Receiver<Event>) -> anyhow::Result<()> {
        let mut waiting = VecDeque::new();
        let mut ended = false;
        loop {
            while self.count.is_none()
                && let Some(line) = waiting.pop_front()
            {
                if self.obey(line)?.is_break() {
                    return Ok(());
                }
            }
            if ended && self.count.is_none() {
                return Ok(());
            }
            let Ok(event) = events.recv() else { return Ok(()) };
            match event {
                Event::Line(line) => match line.trim() {
                    "isready" => self.say("readyok")?,
                    "stop" if self.count.is_some() => self.stop()?,
                    _ => waiting.push_back(line),
                },
                Event::EndOfInput => ended = true,
                Event::Part(number, part, leaves) => {
                    if let Some(count) = self.count.as_mut().filter(|count| count.number == number) {
                        count.counts[part] = Some(leaves);
                    }
                }
                Event::Ended(number) => self.report_count(number)?,
            }
        }
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.output.writer, "{text}")?;
        Ok(self.output.writer.flush()?)
    }

    /// Says what is not an answer of the protocol, always on one line.
    fn inform(&mut self, text: &str) -> anyhow::Result<()> {
        let line = format!("info string {}", Visible(text));
        self.say(&line)
    }

    fn obey(&mut self, line: String) -> anyhow::Result<ControlFlow<()>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.as_slice() {
            // A blank line gets no answer.
            [] | ["ucinewgame" | "debug" | "register", ..] => {}
            ["uci"] => self.introduce()?,
            ["isready", ..] => self.say("readyok")?,
            ["stop" | "ponderhit", ..] => self.say_best()?,
            ["quit", ..] => return Ok(ControlFlow::Break(())),
            ["position", ref rest @ ..] => match position(rest) {
                Ok(position) => self.set_position(position)?,
                Err(error) => {
                    self.position = None;
                    self.inform(&format!("the position is refused: {error}"))?;
                }
            },
            ["setoption", ref rest @ ..] => match self.set_option(rest) {
                Ok(()) => {}
                Err(error) => self.inform(&error)?,
            },
            ["go", "perft", ref rest @ ..] => match rest.first().map(|depth| depth.parse()) {
                Some(Ok(depth @ 0..=DEEPEST)) => self.begin(depth)?,
                _ => self.inform(&format!("perft needs a depth from 0 to {DEEPEST}"))?,
            },
            ["go", ref rest @ ..] => self.go(rest)?,
            ["d", ..] => self.draw()?,
            [word, ..] => self.inform(&format!("unknown command: {word}"))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn introduce(&mut self) -> anyhow::Result<()> {
        self.say(&format!(
            "id name philidor {}\nid author the philidor authors\n\n\
            option name Hash type spin default 0 min 0 max {LARGEST_HASH}\n\
            option name Threads type spin default 1 min 1 max {MOST_THREADS}\n\
            option name UCI_Chess960 type check default false\nuciok",
            env!("CARGO_PKG_VERSION")
        ))
    }

    /// Takes `name NAME value VALUE`; the case of the name does not matter.
    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let ["name", name, "value", value] = *words else {
            return Err("an option is set by `setoption name NAME value VALUE`".to_owned());
        };
        let number = |least: usize, most: usize| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name} is a number from {least} to {most}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number(0, LARGEST_HASH)?;
                self.table = None;
            }
            "threads" => self.threads = number(1, MOST_THREADS)?,
            "uci_chess960" => {
                let value = value.to_ascii_lowercase().parse();
                self.chess960 = value.map_err(|_| format!("{name} is true or false"))?;
            }
            _ => return Err(format!("unknown option: {name}")),
        }
        Ok(())
    }

    fn set_position(&mut self, position: Position) -> anyhow::Result<()> {
        self.position = Some(position);
        if position.is_chess960() && !self.chess960 {
            self.inform("castling is that of Chess960, but written that way only with UCI_Chess960")?;
        }
        Ok(())
    }

    /// Answers with a legal move, one of `searchmoves` if given: at once, or at `stop` if the search is to be infinite.
    fn go(&mut self, words: &[&str]) -> anyhow::Result<()> {
        let Some(position) = self.position else {
            self.inform(NO_POSITION)?;
            return self.say("bestmove 0000");
        };
        self.inform("philidor does not play yet: this is any legal move")?;
        let asked = words.iter().skip_while(|&&word| word != "searchmoves").skip(1);
        let asked = asked.map_while(|text| position.parse_uci(text).ok()).next();
        let mv = asked.or_else(|| position.legal_moves().first().copied());
        let text = mv.map(|mv| position.uci(mv, self.mode()).to_string());
        self.best = Some(text.unwrap_or_else(|| "0000".to_owned()));
        if words.iter().any(|word| ["infinite", "ponder"].contains(word)) { Ok(()) } else { self.say_best() }
    }

    fn say_best(&mut self) -> anyhow::Result<()> {
        match self.best.take() {
            Some(best) => self.say(&format!("bestmove {best}")),
            None => Ok(()),
        }
    }

    fn mode(&self) -> CastlingMode {
        if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let Some(position) = self.position else { return self.inform(NO_POSITION) };
        let notation = if self.chess960 { CastlingNotation::Shredder } else { CastlingNotation::XFen };
        let fen = position.to_fen(EnPassantPolicy::PseudoLegal, notation);
        let checkers: String = position.checkers().into_iter().map(|square| format!(" {square}")).collect();
        let key = position.key();
        writeln!(self.output.writer, "{}", Drawing::of(&position, Men::Letters, Paint::Plain))?;
        self.say(&format!("Fen: {fen}\nKey: {key:016X}\nCheckers:{checkers}"))
    }

    /// Begins to count on a thread of its own.
    fn begin(&mut self, depth: u32) -> anyhow::Result<()> {
        let Some(position) = self.position else { return self.inform(NO_POSITION) };
        if depth == 0 {
            return self.say("\nNodes searched: 1\n");
        }
        if self.table.is_none() {
            match super::perft::tables::of_mebibytes(self.hash) {
                Ok(table) => self.table = table,
                Err(error) => self.inform(&format!("counting without a table: {error}"))?,
            }
        }
        let table = self.table.clone();
        self.counts_begun += 1;
        let number = self.counts_begun;
        let subtrees = Arc::new(Subtrees::new(&position, depth));
        let stop = Arc::new(AtomicBool::new(false));
        let counts = vec![None; subtrees.len()];
        let worker = Worker {
            number,
            subtrees: Arc::clone(&subtrees),
            stop: Arc::clone(&stop),
            sender: self.sender.clone(),
        };
        self.count = Some(Count { number, position, subtrees, counts, stop });
        let threads = self.threads;
        thread::spawn(move || worker.count(threads, table.as_deref()));
        Ok(())
    }

    /// Stops the count, if there is one, without waiting for the parts that have begun.
    fn stop(&mut self) -> anyhow::Result<()> {
        let Some(count) = self.count.take() else { return Ok(()) };
        count.stop.store(true, Relaxed);
        let leaves: u128 = count.counts.iter().flatten().sum();
        self.inform(&format!("stopped after {leaves} leaves"))
    }

    /// Reports the count with this number, unless it was stopped.
    fn report_count(&mut self, number: u64) -> anyhow::Result<()> {
        let Some(count) = self.count.take_if(|count| count.number == number) else { return Ok(()) };
        if count.counts.contains(&None) {
            return self.inform("the count has failed");
        }
        for (mv, leaves) in count.subtrees.divide(&count.counts) {
            let uci = count.position.uci(mv, self.mode());
            writeln!(self.output.writer, "{uci}: {}", leaves.unwrap_or_default())?;
        }
        let total: u128 = count.counts.iter().flatten().sum();
        self.say(&format!("\nNodes searched: {total}\n"))
    }
}

/// What the counting thread owns.
struct Worker {
    number: u64,
    subtrees: Arc<Subtrees>,
    stop: Arc<AtomicBool>,
    sender: Sender<Event>,
}

impl Worker {
    fn count(&self, threads: usize, table: Option<&Table>) {
        let perft = Perft::new().threads(threads);
        let perft = match table {
            Some(table) => perft.table(table),
            None => perft,
        };
        let parts: Vec<usize> = (0..self.subtrees.len()).collect();
        let sender = std::sync::Mutex::new(self.sender.clone());
        perft.count_subtrees(&self.subtrees, &parts, &|part, leaves| {
            let sender = sender.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let sent = sender.send(Event::Part(self.number, part, leaves));
            if sent.is_err() || self.stop.load(Relaxed) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Even after a panic. If the receiver is gone, the program is about to end.
        let _ = self.sender.send(Event::Ended(self.number));
    }
}

/// The position that `startpos|fen FEN [moves …]` describes.
fn position(words: &[&str]) -> Result<Position, String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut position = match words[..end] {
        ["startpos"] => Position::default(),
        ["fen", ref fen @ ..] => {
            refusal::read(&fen.join(" ")).map_err(|refusal| refusal.messages().join("; "))?
        }
        _ => return Err("neither `startpos` nor `fen` and a FEN".to_owned()),
    };
    for text in words.iter().skip(end + 1) {
        let mv = position.parse_uci(text).map_err(|error| format!("{text}: {error}"))?;
        position.play(mv);
    }
    Ok(position)
}
