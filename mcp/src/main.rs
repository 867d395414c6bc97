//! The program `philidor-mcp`: the rules, the engine and the hunter for language models, by the Model Context Protocol.
//!
//! Models invent moves, and lose track of the board. So every tool takes a position and the moves since, and what is
//! not legal is answered with the reason, in words that name squares and pieces, and with what would be legal.
//!
//! ```text
//! standard input ─► stream_ends.rs ─► rmcp ─► server.rs ─► toolbox.rs ─► a tool, on a thread of its own
//! standard output ◄── this thread ◄── stream_ends.rs ◄── rmcp ◄─┘            │
//!                                                 reply.rs ◄── game.rs, explanation.rs
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `server.rs`, `stream_ends.rs` | the conversation: calls, their limits, how they are cancelled; its two ends |
//! | `args.rs`, `settings.rs`, `call.rs` | the arguments; what the user has allowed; one call, which may be stopped |
//! | `tool.rs`, `schema.rs`, `toolbox.rs` | what a tool is, what it accepts, and all of them |
//! | `reply.rs` | what a tool answers, and what it refuses |
//! | `place.rs`, `game.rs` | the arguments that name a position; a game of chess or of a variant |
//! | `explanation.rs` | why a text is not a legal move here |
//! | `moves.rs`, `board.rs`, `opening.rs`, `analysis.rs`, `pgn.rs`, `tables.rs`, `perft.rs`, `hunt.rs` | the tools |
//!
//! Nothing here knows rules: tools translate arguments into the library's words and its answers back.

mod analysis;
mod args;
mod board;
mod call;
mod explanation;
mod game;
mod hunt;
mod moves;
mod opening;
mod perft;
mod pgn;
mod place;
mod reply;
mod schema;
mod server;
mod settings;
mod stream_ends;
mod tables;
mod tool;
mod toolbox;

use std::io::{IsTerminal, stdin};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use philidor_host::ending::INTERRUPTED;
use philidor_host::{interruption, note, processes, threads};

use self::args::Args;
use self::server::{Ends, LAST_MOMENT, converse};
use self::settings::Settings;
use self::stream_ends::{LAST_PAUSE, Load};
use philidor_program::program;
use philidor_program::terminal::output::Output;

/// What a person reads who starts the server by hand.
const HINT: &str = "\
This is a server: a client of the Model Context Protocol starts it and talks to it. `philidor-mcp --help` shows
how to tell a client. Ctrl-D ends it.";

fn main() -> ExitCode {
    program::run("philidor-mcp", std::env::args_os().collect(), run)
}

fn run(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    output.refuse_json("the protocol is JSON already")?;
    let settings = Settings::new(args)?;
    let ends = Ends::default();
    let listening = ends.clone();
    processes::adopt_orphans();
    // An error means that Ctrl-C still ends the program, as without this.
    let _ = interruption::listen(move || {
        if listening.is_broken_off() {
            interruption::end_program();
        }
        listening.break_off();
    });
    if stdin().is_terminal() {
        note(HINT);
    }
    let (sender, messages) = channel::<Vec<u8>>();
    let load = Arc::new(Load::default());
    let ended = thread::scope(|scope| {
        let conversation = threads::start_in(scope, || {
            let ended = converse(settings, ends.clone(), sender, Arc::clone(&load));
            end_without_a_reader(&load, &ends);
            ended
        })?;
        let written = messages.iter().try_for_each(|bytes| {
            output.writer.write_all(&bytes)?;
            output.writer.flush()?;
            load.unwritten.fetch_sub(bytes.len(), Relaxed);
            std::io::Result::Ok(())
        });
        if written.is_err() {
            ends.break_off();
        }
        let ended = conversation.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.map_err(anyhow::Error::from).and(ended)
    });
    processes::end_programs();
    ended?;
    Ok(if interruption::is_interrupted() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Ends the program if answers are left after the conversation that no one reads: writing them would wait for ever.
fn end_without_a_reader(load: &Arc<Load>, ends: &Ends) {
    let (load, ends) = (Arc::clone(load), ends.clone());
    let _ = threads::start(move || {
        let mut left = load.unwritten.load(Relaxed);
        let mut pause = Duration::ZERO;
        loop {
            thread::sleep(LAST_MOMENT);
            let now = load.unwritten.load(Relaxed);
            pause = if now == left { pause + LAST_MOMENT } else { Duration::ZERO };
            if now > 0 && (pause >= LAST_PAUSE || ends.is_broken_off() && pause >= LAST_MOMENT) {
                interruption::end_program();
            }
            left = now;
        }
    });
}
