//! All tests of the crate from outside: `solve/` of tables solved from nothing.

#[cfg(feature = "solve")]
mod solve;
