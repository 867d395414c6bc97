//! The hunter as its users see it: prey of every kind, and what it finds.

mod bugs;
mod closure;
mod prey;
#[cfg(feature = "variants")]
mod variants;
