//! Times in comments: `[%clk 0:03:00]`.

use pyo3::prelude::*;
use pyo3::types::PyString;

/// The time of the first command of this name in a comment, in seconds; ``None`` if there is none, and ``-1.0`` if
/// there may be one of unusual form.
///
/// >>> first_time("[%clk 0:03:00.5] good", "clk"), first_time("[%clk 0:03]", "emt"), first_time("[%clk 3]", "clk")
/// (180.5, None, -1.0)
#[pyfunction]
pub(crate) fn first_time(comment: &Bound<'_, PyString>, name: &str) -> Option<f64> {
    let Ok(comment) = comment.to_str() else { return Some(-1.0) };
    let mut rest = comment;
    loop {
        let at = memchr::memmem::find(rest.as_bytes(), b"[%")?;
        rest = rest.get(at + 2..).unwrap_or_default();
        if let Some(time) = rest.strip_prefix(name) {
            return Some(usual_time(time).unwrap_or(-1.0));
        }
    }
}

/// The seconds of ` 0:03:00]` or ` 0:03:00.5]`.
fn usual_time(text: &str) -> Option<f64> {
    let (time, _) = text.strip_prefix(' ')?.split_once(']')?;
    let mut parts = time.splitn(3, ':');
    let (hours, minutes, seconds) = (number(parts.next()?)?, number(parts.next()?)?, parts.next()?);
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    number(whole)?;
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((hours * 3600 + minutes * 60) as f64 + seconds.parse::<f64>().ok()?)
}

/// A number of a few digits.
fn number(text: &str) -> Option<u64> {
    let is_short = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_short { text.parse().ok() } else { None }
}
