//! `philidor play`: a person against the engine.
//!
//! `input.rs` reads what is typed, `request.rs` is what it asks for, `session.rs` the game.

mod input;
mod request;
mod session;

use std::io::{IsTerminal, stdin};
use std::time::Duration;

use anyhow::Context;
use philidor_engine::{Analyst, Control, SearchLimits};
use philidor_host::interruption;

use self::request::Request;
use self::session::{Next, Session};
use crate::args::PlayArgs;
use philidor_engine::arguments::setting::set_net;
use philidor_program::terminal::output::Output;

/// The time for each move if no limit is given.
const TIME: Duration = Duration::from_secs(1);

pub(super) fn run(args: &PlayArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    output.refuse_json("a game with a person is not written as JSON; `philidor uci` is for programs")?;
    let start = args.position.read()?;
    interruption::end_when_interrupted()?;
    let limits = args.effort.limits_or(SearchLimits::new().with_time(TIME));
    let mut analyst = Analyst::new().with_limits(limits);
    set_net(&mut analyst, &args.net)?;
    let control = Control::new();
    let mut session = Session::new(start, analyst, control.clone(), args.color, args.glyphs.into());
    let is_typed = stdin().is_terminal();
    let lines = input::lines(control)?;
    session.open(output)?;
    loop {
        if is_typed {
            write!(output.writer, "{}> ", session.turn())?;
        }
        output.writer.flush()?;
        let Ok(line) = lines.recv() else { return Ok(()) };
        let line = line.context("standard input")?;
        if session.obey(Request::read(&line), output)? == Next::End {
            return Ok(());
        }
    }
}
