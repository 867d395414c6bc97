//! `philidor play`: a person against the engine.

mod request;
mod session;

use std::io::{BufRead, IsTerminal, stdin};
use std::time::Duration;

use philidor_engine::{Analyst, Limits};
use philidor_files::interruption;

use self::request::Request;
use self::session::{Next, Session};
use super::{Output, WrongUsage};
use crate::args::PlayArgs;
use crate::named;

/// The time for each move without a limit.
const TIME: Duration = Duration::from_secs(1);

pub(super) fn run(args: &PlayArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        let words = "--json: a game with a person is not written as JSON; `philidor uci` is for programs";
        return Err(WrongUsage(anyhow::Error::msg(words)).into());
    }
    let start = named::position(&args.position.fen)?;
    interruption::end_when_interrupted()?;
    let limits = args.effort.limits_or(Limits::new().with_time(TIME));
    let analyst = Analyst::new().with_limits(limits);
    let mut session = Session::new(start, analyst, args.color, args.men.into());
    session.open(output)?;
    let mut input = stdin().lock();
    let is_typed = input.is_terminal();
    let mut line = Vec::new();
    loop {
        if is_typed {
            write!(output.writer, "{}> ", session.turn())?;
        }
        output.writer.flush()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if session.obey(Request::read(&String::from_utf8_lossy(&line)), output)? == Next::End {
            return Ok(());
        }
    }
}
