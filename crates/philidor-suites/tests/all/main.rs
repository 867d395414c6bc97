//! What holds for the suites and for EPD, as users see them.

mod epd;
mod laws;
mod serde;
mod suites;
