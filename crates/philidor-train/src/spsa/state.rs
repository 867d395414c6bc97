//! A run as a text, to be resumed.
//!
//! ```text
//! philidor spsa 1
//! pairs 5000
//! batch 8
//! rate 0.0028284271247461905
//! …
//! played 240
//! 75.25 75 10 300 8 ReverseFutilityMargin      value, start, bounds, step, name
//! ```
//!
//! Numbers are written so that they read back as the same ones. Lines that begin with `#` are for people, or for the
//! program that keeps the file.

use std::fmt;
use std::str::FromStr;

use super::error::SpsaError;
use super::parameter::SpsaParameter;
use super::plan::SpsaPlan;
use super::tuning::Spsa;

const HEAD: &str = "philidor spsa 1";

impl fmt::Display for Spsa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpsaPlan { pairs, batch, rate, stability, alpha, gamma, seed } = self.plan;
        writeln!(f, "{HEAD}\npairs {pairs}\nbatch {batch}\nrate {rate}\nstability {stability}")?;
        writeln!(f, "alpha {alpha}\ngamma {gamma}\nseed {seed}\nplayed {}", self.played)?;
        for (SpsaParameter { name, start, min, max, step }, value) in self.parameters.iter().zip(&self.values)
        {
            writeln!(f, "{value} {start} {min} {max} {step} {name}")?;
        }
        Ok(())
    }
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
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let mut lines = Lines(lines, text.lines().count());
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
        Ok(Spsa { values, played, ..Spsa::new(parameters, plan)? })
    }
}
