//! A mutant: a place in a file, and the text that replaces it.

use serde::Deserialize;

/// A place in a file: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Extent {
    pub(crate) start: Place,
    pub(crate) end: Place,
}

/// A mutant as cargo-mutants lists it.
#[derive(Debug, Deserialize)]
pub(crate) struct Listed {
    pub(crate) file: String,
    pub(crate) genre: String,
    pub(crate) replacement: String,
    pub(crate) span: Extent,
}

/// A mutant of the file at hand.
pub(crate) struct Mutant<'a> {
    pub(crate) number: usize,
    pub(crate) listed: &'a Listed,
}
