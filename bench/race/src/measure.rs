//! The race: rounds over tasks over contestants, every count checked.

use std::io::{IsTerminal, Write, stderr};

use anyhow::{Context, Result, bail};

use crate::{
    contestant::{Contestant, Team},
    suite::Task,
};

/// A turn lasts at least this long; a short task is asked for again and again, and the whole turn is one
/// sample.
const TURN: u128 = 100_000_000; // nanoseconds

/// Units a second, one per round: `samples[task][contestant][round]`.
pub(crate) type Samples = Vec<Vec<Vec<f64>>>;

/// Lets every contestant do every task `rounds` times.
///
/// The processes are started anew each round. Where the system happens to put a process's stack can cost half
/// its speed for as long as it lives (seen in one of forty); with a process per round such luck, good or bad,
/// is one sample among others.
pub(crate) fn race(team: &Team, tasks: &[Task], rounds: usize) -> Result<Samples> {
    let mut samples = vec![vec![Vec::with_capacity(rounds); team.names.len()]; tasks.len()];
    for round in 0..rounds {
        let mut contestants = team.start()?;
        let count = contestants.len();
        for (task, samples) in tasks.iter().zip(&mut samples) {
            progress(&format!("round {} of {rounds}: {} {}", round + 1, task.work, task.name))?;
            for turn in 0..count {
                let index = (turn + round) % count; // another one begins each round
                if !task.work.is_done_by(contestants[index].name()) {
                    continue;
                }
                samples[index].push(one_turn(task, &mut contestants[index])?);
            }
        }
    }
    progress("")?;
    Ok(samples)
}

/// Units a second of one turn.
fn one_turn(task: &Task, contestant: &mut Contestant) -> Result<f64> {
    let mut units = 0;
    let mut nanoseconds = 0;
    while nanoseconds < TURN {
        let answer = contestant.ask(&task.request)?;
        if answer.nodes != task.nodes {
            bail!(
                "{} answers {} nodes at {} {}; {} is right",
                contestant.name(),
                answer.nodes,
                task.work,
                task.name,
                task.nodes
            );
        }
        units += task.units;
        nanoseconds += answer.nanoseconds.max(1);
    }
    Ok(units as f64 / nanoseconds as f64 * 1e9)
}

/// One line on standard error that writes over itself, for people only.
fn progress(text: &str) -> Result<()> {
    let mut output = stderr().lock();
    if !output.is_terminal() {
        return Ok(());
    }
    write!(output, "\r\x1b[K{text}").and_then(|()| output.flush()).context("cannot write standard error")
}
