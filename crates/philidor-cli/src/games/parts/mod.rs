//! What reading files of games consists of: `part.rs` is a part of a file, `reading.rs` what reading it has come to,
//! `replay.rs` a game of it, `left_out.rs` what most forms have no place for.

pub(crate) mod left_out;
pub(crate) mod part;
pub(crate) mod reading;
pub(crate) mod replay;
