//! The engine's pruning: with its numbers in the code, or in a table that can be set.

use super::parameter::Parameter;
use super::pruning::Pruning;
use crate::bot::options::{OptionError, UciOption};

/// The default: every method of [`Pruning`] as the trait provides it. Its numbers are constants, which the compiler
/// puts into the code. See [`Situation`](crate::Situation).
#[derive(Clone, Copy, Debug, Default)]
pub struct Selective;

impl Pruning for Selective {}

impl Selective {
    /// The same pruning with numbers that can be set, for a tuner.
    #[must_use]
    pub fn tunable() -> Tunable {
        Tunable::default()
    }

    /// Its numbers.
    #[must_use]
    pub fn parameters() -> Vec<TunableParameter> {
        Selective::tunable().parameters()
    }
}

/// A number that a tuner may change. See [`Tunable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TunableParameter {
    /// The name, also that of the UCI option.
    pub name: &'static str,
    /// The value now.
    pub value: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// By how much a tuner should change it, so that a match can see the difference.
    pub step: i32,
}

/// [`Selective`] with numbers that can be set; with the same numbers it plays the same.
///
/// ```
/// use philidor_engine::Selective;
///
/// let mut pruning = Selective::tunable();
/// for parameter in Selective::parameters() {
///     pruning.set(parameter.name, parameter.value + parameter.step)?;
/// }
/// let (set, standard) = (pruning.parameters(), Selective::parameters());
/// assert!(set.iter().zip(&standard).all(|(set, standard)| set.value > standard.value));
/// # Ok::<(), philidor_engine::OptionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunable([i32; Parameter::ALL.len()]);

impl Default for Tunable {
    fn default() -> Tunable {
        let mut values = [0; Parameter::ALL.len()];
        for (value, parameter) in values.iter_mut().zip(Parameter::ALL) {
            *value = parameter.standard();
        }
        Tunable(values)
    }
}

impl Tunable {
    /// All numbers as they are now.
    #[must_use]
    pub fn parameters(&self) -> Vec<TunableParameter> {
        let parameters = Parameter::ALL.iter().zip(self.0);
        parameters
            .map(|(parameter, value)| {
                let (min, max) = parameter.range().into_inner();
                TunableParameter { name: parameter.name(), value, min, max, step: parameter.step() }
            })
            .collect()
    }

    /// Sets the number of this name, in upper or lower case.
    ///
    /// # Errors
    ///
    /// If there is none of this name, or the value is out of its range. Nothing changes then.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), OptionError> {
        let named = |parameter: &&Parameter| parameter.name().eq_ignore_ascii_case(name);
        let Some(&parameter) = Parameter::ALL.iter().find(named) else {
            return Err(OptionError::Unknown { name: name.to_owned() });
        };
        let range = parameter.range();
        if !range.contains(&value) {
            let expected = format!("a number from {} to {}", range.start(), range.end());
            let name = parameter.name().to_owned();
            return Err(OptionError::Value { name, text: value.to_string(), expected });
        }
        self.0[parameter as usize] = value;
        Ok(())
    }
}

impl Pruning for Tunable {
    #[inline(always)]
    fn parameter(&self, parameter: Parameter) -> i32 {
        self.0[parameter as usize]
    }

    /// All numbers.
    fn options(&self) -> Vec<UciOption> {
        let standard = Selective::parameters().into_iter();
        let spin = |TunableParameter { name, value, min, max, .. }| {
            UciOption::spin(name, value.into(), min.into(), max.into())
        };
        standard.map(spin).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match value.parse() {
            Ok(number) => self.set(name, number),
            Err(_) => {
                let (name, text) = (name.to_owned(), value.to_owned());
                Err(OptionError::Value { name, text, expected: "a number".to_owned() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_is_refused() {
        let mut pruning = Selective::tunable();
        let error = pruning.set("razoringdepth", 9).expect_err("too deep");
        assert_eq!(error.to_string(), "RazoringDepth is a number from 0 to 8, not `9`");
        assert!(pruning.set("Razor", 1).is_err());
        assert_eq!(pruning, Tunable::default());
        pruning.set("razoringdepth", 1).expect("in range");
        assert_eq!(pruning.parameter(Parameter::RazoringDepth), 1);
        let before = Selective::parameters();
        let changed = pruning.parameters().iter().zip(&before).filter(|(now, before)| now != before).count();
        assert_eq!(changed, 1);
    }
}
