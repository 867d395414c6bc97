//! Lines on standard error, beside what a program writes to standard output.

use std::io::{Write, stderr};

/// Writes a line to standard error; if this cannot be written, the exit code must do.
pub fn note(text: &str) {
    let _ = writeln!(stderr().lock(), "{text}");
}
