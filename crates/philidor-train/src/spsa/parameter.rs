//! A number that is tuned.

use std::str::FromStr;

use philidor_engine::TunableParameter;

use super::error::SpsaError;

/// A number that is tuned, an integer for the engine and a real number in between.
///
/// ```
/// use philidor_train::spsa::SpsaParameter;
/// let margin: SpsaParameter = "RazoringMargin,180,0,800,25".parse()?;
/// assert_eq!(margin, SpsaParameter::new("RazoringMargin", 180.0, 0.0, 800.0, 25.0)?);
/// assert!("RazoringMargin,180,200,800,25".parse::<SpsaParameter>().is_err());
/// assert!("RazoringMargin,0.5,0.2,0.8,0.1".parse::<SpsaParameter>().is_err());
/// # Ok::<(), philidor_train::spsa::SpsaError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpsaParameter {
    /// The name of the engine's option.
    pub name: String,
    /// Where the search begins.
    pub start: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// By how much the two settings of the last pair differ from the values, up and down; the first differ more. A
    /// difference that a match of a few thousand games would see is a good one.
    pub step: f64,
}

impl SpsaParameter {
    /// A number with its bounds.
    ///
    /// # Errors
    ///
    /// If the start is not within the bounds, no integer is, the step is not above 0, a number is not from -1e9 to 1e9,
    /// or the name is empty or has a line break.
    pub fn new(name: &str, start: f64, min: f64, max: f64, step: f64) -> Result<SpsaParameter, SpsaError> {
        let parameter = SpsaParameter { name: name.to_owned(), start, min, max, step };
        parameter.check()?;
        Ok(parameter)
    }

    pub(super) fn check(&self) -> Result<(), SpsaError> {
        let &SpsaParameter { ref name, start, min, max, step } = self;
        let refused = |reason: &str| {
            let name = name.escape_debug().to_string();
            Err(SpsaError::Parameter { name, reason: reason.to_owned() })
        };
        if name.trim() != name || name.is_empty() || name.contains(char::is_control) {
            return refused("not a name");
        }
        if [start, min, max, step].iter().any(|number| number.is_nan() || number.abs() > 1e9) {
            return refused("its numbers are not from -1e9 to 1e9");
        }
        if !(min..=max).contains(&start) {
            return refused("its start is not within its bounds");
        }
        if min.ceil() > max.floor() {
            return refused("no integer is within its bounds");
        }
        if step <= 0.0 {
            return refused("its step is not above 0");
        }
        Ok(())
    }
}

impl From<&TunableParameter> for SpsaParameter {
    /// From its value now.
    fn from(parameter: &TunableParameter) -> SpsaParameter {
        let &TunableParameter { name, value, min, max, step, .. } = parameter;
        let [start, min, max, step] = [value, min, max, step].map(f64::from);
        SpsaParameter { name: name.to_owned(), start, min, max, step }
    }
}

impl FromStr for SpsaParameter {
    type Err = SpsaError;

    /// Reads `NAME,START,MIN,MAX,STEP`.
    fn from_str(text: &str) -> Result<SpsaParameter, SpsaError> {
        let unclear = || {
            let reason = "expected NAME,START,MIN,MAX,STEP".to_owned();
            SpsaError::Parameter { name: text.escape_debug().to_string(), reason }
        };
        let mut parts = text.rsplitn(5, ',');
        let mut number = || parts.next().and_then(|part| part.trim().parse::<f64>().ok()).ok_or_else(unclear);
        let (step, max, min, start) = (number()?, number()?, number()?, number()?);
        let name = parts.next().ok_or_else(unclear)?;
        SpsaParameter::new(name.trim(), start, min, max, step)
    }
}
