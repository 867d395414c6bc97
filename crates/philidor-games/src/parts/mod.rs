//! What reading files of games consists of: `files.rs` is what a user asks for, `format.rs` names the formats,
//! `chunk.rs` is a chunk of a file, `read_options.rs` is how it is read, and `reading.rs` the outcome. `found.rs` is a
//! game in a chunk, `main_line.rs` its tags and moves, `replay.rs` the same with all positions (`file_position.rs`),
//! `fingerprint.rs` with hashes of the moves. `variants.rs` is games by other rules, `scoresheet.rs` games without
//! their moves, `left_out.rs` what most formats have no place for. `tag_name.rs`, `tag_value.rs` and `date.rs` say what
//! tags are.

pub(crate) mod chunk;
pub(crate) mod date;
pub(crate) mod file_position;
pub(crate) mod files;
pub(crate) mod fingerprint;
pub(crate) mod format;
pub(crate) mod found;
pub(crate) mod left_out;
pub(crate) mod main_line;
pub(crate) mod read_options;
pub(crate) mod reading;
pub(crate) mod replay;
pub(crate) mod scoresheet;
pub(crate) mod tag_name;
pub(crate) mod tag_value;
pub(crate) mod variants;
