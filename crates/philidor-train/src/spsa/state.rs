//! A run as a text, to be resumed.
//!
//! ```text
//! philidor spsa 2
//! pairs 5000
//! batch 8
//! rate 0.0028284271247461905
//! …
//! played 240
//! 75.25 75 10 300 8 ReverseFutilityMargin      value, start, bounds, step, name
//! checksum 1f0a83c5d2b94e67                    of the lines above: FNV-1a of 64 bits
//! ```
//!
//! Numbers are written so that they read back as the same ones. Lines that begin with `#` are for people, or for the
//! program that keeps the file, and the checksum leaves them out.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use philidor_host::{NO_BYTES, checksum};

use super::error::SpsaError;
use super::parameter::SpsaParameter;
use super::plan::SpsaPlan;
use super::tuning::Spsa;

const HEAD: &str = "philidor spsa 2";

impl fmt::Display for Spsa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpsaPlan { pairs, batch, rate, stability, alpha, gamma, seed } = self.plan;
        let mut text = format!("{HEAD}\npairs {pairs}\nbatch {batch}\nrate {rate}\nstability {stability}\n");
        writeln!(text, "alpha {alpha}\ngamma {gamma}\nseed {seed}\nplayed {}", self.played)?;
        for (SpsaParameter { name, start, min, max, step }, value) in self.parameters.iter().zip(&self.values)
        {
            writeln!(text, "{value} {start} {min} {max} {step} {name}")?;
        }
        writeln!(f, "{text}{CHECKSUM}{:016x}", text.lines().fold(NO_BYTES, sum))
    }
}

/// What the last line begins with.
const CHECKSUM: &str = "checksum ";

/// The checksum of lines and the one after them.
fn sum(before: u64, line: &str) -> u64 {
    checksum(checksum(before, line.as_bytes()), b"\n")
}

/// The lines of a state that are not for people, with their numbers from 1, and how many lines it has.
struct Lines<'a, I: Iterator<Item = (usize, &'a str)>>(I, usize);

impl<'a, I: Iterator<Item = (usize, &'a str)>> Lines<'a, I> {
    /// The number of a line `KEY NUMBER`.
    fn number<T: FromStr>(&mut self, key: &str) -> Result<T, SpsaError> {
        let (line, text) = self.0.next().unwrap_or((self.1 + 1, ""));
        let number = text.strip_prefix(key).and_then(|rest| rest.trim().parse().ok());
        number.ok_or_else(|| SpsaError::State { line, reason: format!("expected `{key}` and a number") })
    }
}

impl FromStr for Spsa {
    type Err = SpsaError;

    fn from_str(text: &str) -> Result<Spsa, SpsaError> {
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let mut lines: Vec<_> =
            lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
        let last = lines.pop_if(|(_, line)| line.starts_with(CHECKSUM));
        let expected = format!("{CHECKSUM}{:016x}", lines.iter().map(|(_, line)| *line).fold(NO_BYTES, sum));
        let mut lines = Lines(lines.into_iter(), text.lines().count());
        let head = lines.0.next();
        if head.is_none_or(|(_, head)| head != HEAD) {
            let line = head.map_or(1, |(line, _)| line);
            return Err(SpsaError::State { line, reason: format!("expected `{HEAD}`") });
        }
        let plan = SpsaPlan {
            pairs: lines.number("pairs")?,
            batch: lines.number("batch")?,
            rate: lines.number("rate")?,
            stability: lines.number("stability")?,
            alpha: lines.number("alpha")?,
            gamma: lines.number("gamma")?,
            seed: lines.number("seed")?,
        };
        let played = lines.number("played")?;
        let (mut parameters, mut values) = (Vec::new(), Vec::new());
        for (line, text) in lines.0 {
            let refused = |reason: String| SpsaError::State { line, reason };
            let mut parts = text.splitn(6, ' ');
            let mut number = || {
                let number = parts.next().and_then(|part| part.parse::<f64>().ok());
                number.ok_or_else(|| refused("expected five numbers and a name".to_owned()))
            };
            let [value, start, min, max, step] = [number()?, number()?, number()?, number()?, number()?];
            let name = parts.next().unwrap_or_default();
            let parameter = SpsaParameter::new(name, start, min, max, step);
            parameters.push(parameter.map_err(|error| refused(error.to_string()))?);
            if !(min..=max).contains(&value) {
                return Err(refused("the value is not within its bounds".to_owned()));
            }
            values.push(value);
        }
        let spsa = Spsa { values, played, ..Spsa::new(parameters, plan)? };
        if last.is_none_or(|(_, last)| last != expected) {
            let line = last.map_or(text.lines().count(), |(line, _)| line);
            let reason = format!("the file is damaged: expected `{expected}`");
            return Err(SpsaError::State { line, reason });
        }
        Ok(spsa)
    }
}
