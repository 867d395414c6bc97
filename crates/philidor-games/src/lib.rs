//! Files of games, in many forms and of any size.
//!
//! ```text
//! parts/      a part of a file, and what reading it has come to
//! forms/      JSON, UCI, EPD, binary, and PGN beside them
//! reading/    files, game by game, on all threads
//! writing/    games unchanged, or as text
//! ```

pub(crate) mod forms;
pub(crate) mod parts;
pub(crate) mod reading;
pub(crate) mod writing;
