//! What reading files of games consists of: `files.rs` is what a user asks for, `format.rs` names the formats,
//! `chunk.rs` is a chunk of a file, `read_options.rs` how it is read, `reading.rs` what reading it has come to,
//! `found.rs` a game of it, `main_line.rs` its tags and moves, `replay.rs` with the positions on the way
//! (`file_position.rs`), `fingerprint.rs` with numbers that only the same moves have, `variants.rs` games by other
//! rules, `scoresheet.rs` their tags alone, `left_out.rs` what most formats have no place for. `tag_name.rs`,
//! `tag_value.rs` and `date.rs` say what tags are.

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
