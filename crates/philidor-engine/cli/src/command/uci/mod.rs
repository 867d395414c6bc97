//! `philidor uci`: the engine, for any chess program.
//!
//! The conversation is that of `philidor-engine`. What is added here are two commands of Stockfish's, `d` and `go
//! perft`, an opening book (`own_book.rs`), and that a position is read as everywhere in this command: every fault of a
//! FEN is named.

mod own_book;

use std::io::{self, BufReader};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use philidor::perft::{Perft, Subtrees, Table};
use philidor::{CastlingMode, CastlingNotation, EnPassantPolicy, Game, Move, Position};
use philidor_engine::{
    Bot, Clock, Control, Listener, OptionError, SearchLimits, SearchResult, UciOption, standard,
    standard_with,
};
use philidor_host::threads;
use philidor_program::positions::{Door, read_fen};
use philidor_uci::{Extension, Question, Server, openbench};

use self::own_book::OwnBook;
use crate::args::UciArgs;
use crate::command::genfens;
use philidor_program::arguments::counting::{DEEPEST, MAX_THREADS};
use philidor_program::counting::{stoppable, tables};
use philidor_program::quantity::Several;
use philidor_program::terminal::drawing::{Drawing, Glyphs};
use philidor_program::terminal::output::Output;
use philidor_program::terminal::paint::Paint;

/// The answer to anything that needs a position after one was refused.
const NO_POSITION: &str = "info string no position: the last one was refused";

/// How often a count looks whether it was stopped.
const LOOK_EVERY: Duration = Duration::from_millis(2);

pub(super) fn run(args: &UciArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    output.refuse_json("the UCI protocol is not written as JSON")?;
    let settings = Arc::new(Settings { mebibytes: AtomicUsize::new(0), threads: AtomicUsize::new(1) });
    let engine = standard_with(&args.engine).unwrap_or_else(standard);
    let player = Player { engine, own_book: OwnBook::default(), settings: Arc::clone(&settings) };
    let read = |fen: &str| read_fen(fen, Door::Strict).map_err(|refusal| refusal.messages().join("; "));
    let server = Server::new(player).with_fen_reader(read);
    let server = server.with_extension(Commands { engine: args.engine.clone(), settings, table: None });
    server.serve(BufReader::new(io::stdin()), &mut *output.writer)?;
    Ok(())
}

/// Options that counts need, too.
struct Settings {
    mebibytes: AtomicUsize,
    threads: AtomicUsize,
}

/// The engine with a book, whose options are noted for counts.
struct Player {
    engine: Box<dyn Bot>,
    own_book: OwnBook,
    settings: Arc<Settings>,
}

impl Bot for Player {
    fn think(&mut self, game: &Game, clock: &Clock) -> Move {
        self.engine.think(game, clock)
    }

    fn name(&self) -> String {
        self.engine.name()
    }

    fn author(&self) -> String {
        self.engine.author()
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn options(&self) -> Vec<UciOption> {
        let mut options = self.engine.options();
        options.extend(OwnBook::options());
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if let Some(result) = self.own_book.set_option(name, value) {
            return result;
        }
        self.engine.set_option(name, value)?;
        let number = value.parse().unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.settings.mebibytes.store(number, Relaxed),
            "threads" => self.settings.threads.store(number.clamp(1, MAX_THREADS), Relaxed),
            _ => {}
        }
        Ok(())
    }

    fn notices(&mut self) -> Vec<String> {
        let mut notices = self.engine.notices();
        notices.append(&mut self.own_book.take_notices());
        notices
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        match self.own_book.choose(game, limits) {
            Some(mv) => SearchResult::new(mv),
            None => self.engine.search(game, limits, control, listener),
        }
    }
}

/// `go perft` and `d`, `bench` and `genfens`.
struct Commands {
    /// The name of the evaluation, for `bench` and `genfens`, which have an engine of their own.
    engine: String,
    settings: Arc<Settings>,
    /// The table with its size in MiB, made when it is first needed. It serves all games.
    table: Option<(usize, Arc<Table>)>,
}

impl Extension for Commands {
    fn obey(&mut self, question: Question<'_>, write: &mut dyn FnMut(&str)) -> bool {
        let words: Vec<&str> = question.line.split_whitespace().collect();
        if matches!(words[..], ["bench" | "genfens", ..]) {
            let mut bot = standard_with(&self.engine).unwrap_or_else(standard);
            let mut write_line = |line: &str| {
                write(line);
                Ok(())
            };
            let answered =
                openbench::run(&mut *bot, &words, question.control, &mut genfens::read_book, &mut write_line);
            if let Err(error) = answered {
                write(&format!("info string {error}"));
            }
            return true;
        }
        let is_known = matches!(words[..], ["go", "perft", ..] | ["d", ..]);
        let position = question.game.map(Game::position);
        match (position, &words[..]) {
            (None, _) if is_known => write(NO_POSITION),
            (Some(position), ["go", "perft", rest @ ..]) => {
                let depth = rest.first().and_then(|word| word.parse().ok());
                match depth.filter(|depth| (0..=DEEPEST).contains(depth)) {
                    Some(depth) => self.count(position, depth, question, write),
                    None => write(&format!("info string perft needs a depth from 0 to {DEEPEST}")),
                }
            }
            (Some(position), ["d", ..]) => draw(position, question.mode, write),
            _ => {}
        }
        is_known
    }
}

fn draw(position: &Position, mode: CastlingMode, write: &mut dyn FnMut(&str)) {
    let notation = match mode {
        CastlingMode::Chess960 => CastlingNotation::Shredder,
        _ => CastlingNotation::XFen,
    };
    let fen = position.to_fen(EnPassantPolicy::PseudoLegal, notation);
    let checkers: String = position.checkers().into_iter().map(|square| format!(" {square}")).collect();
    write(&Drawing::of(position, Glyphs::Letters, Paint::Plain).to_string());
    write(&format!("Fen: {fen}\nKey: {:016X}\nCheckers:{checkers}", position.key()));
}

impl Commands {
    /// The table that the option asks for, if it fits.
    fn table(&mut self, write: &mut dyn FnMut(&str)) -> Option<Arc<Table>> {
        let mebibytes = self.settings.mebibytes.load(Relaxed);
        if self.table.as_ref().is_none_or(|(size, _)| *size != mebibytes) {
            self.table = None;
            match tables::with_mebibytes(mebibytes) {
                Ok(table) => self.table = table.map(|table| (mebibytes, table)),
                Err(error) => write(&format!("info string counting without a table: {error}")),
            }
        }
        self.table.as_ref().map(|(_, table)| Arc::clone(table))
    }

    /// Counts in a thread of its own. A count that is stopped does not wait for that thread.
    fn count(
        &mut self,
        position: &Position,
        depth: u32,
        question: Question<'_>,
        write: &mut dyn FnMut(&str),
    ) {
        if depth == 0 {
            return write("\nNodes searched: 1\n");
        }
        let table = self.table(write);
        let count = self.settings.threads.load(Relaxed);
        let subtrees = Arc::new(Subtrees::new(position, depth));
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, parts) = channel();
        let worker = Worker { subtrees: Arc::clone(&subtrees), stop: Arc::clone(&stop), sender };
        if let Err(error) = threads::start(move || worker.count(count, table.as_deref())) {
            return write(&format!("info string {error}"));
        }
        let mut counts = vec![None; subtrees.len()];
        loop {
            match parts.recv_timeout(LOOK_EVERY) {
                Ok((part, leaves)) => counts[part] = Some(leaves),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if question.control.is_stopped() {
                stop.store(true, Relaxed);
                let leaves: u128 = counts.iter().flatten().sum();
                return write(&format!("info string stopped after {}", Several(leaves, "leaf")));
            }
        }
        if counts.contains(&None) {
            return write("info string the count has failed");
        }
        for (mv, leaves) in subtrees.divide(&counts) {
            write(&format!("{}: {}", position.to_uci_in(mv, question.mode), leaves.unwrap_or_default()));
        }
        let total: u128 = counts.iter().flatten().sum();
        write(&format!("\nNodes searched: {total}\n"));
    }
}

/// What the counting thread owns.
struct Worker {
    subtrees: Arc<Subtrees>,
    stop: Arc<AtomicBool>,
    sender: Sender<(usize, u128)>,
}

impl Worker {
    fn count(self, threads: usize, table: Option<&Table>) {
        let perft = Perft::new().threads(threads);
        let perft = match table {
            Some(table) => perft.table(table),
            None => perft,
        };
        let sender = Mutex::new(self.sender);
        let report = |part, leaves| {
            // No one listens any more to a count that was stopped.
            let _ = sender.lock().unwrap_or_else(PoisonError::into_inner).send((part, leaves));
        };
        stoppable::count(perft, &self.subtrees, &self.stop, &report);
    }
}
