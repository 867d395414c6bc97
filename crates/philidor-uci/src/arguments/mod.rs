//! What programs take from their arguments: engines and openings. Feature `arguments`, for the programs of philidor:
//! other crates are promised nothing.
//!
//! ```text
//! contender.rs     an engine as it is described on the command line
//! opening_file.rs  the openings of a file
//! ```

pub mod contender;
pub mod opening_file;
