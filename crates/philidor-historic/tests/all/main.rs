//! The two generators as their users see them, on the positions of the library's tests: so a package comes without
//! these.

mod chain;
mod drawings;
#[path = "../../../philidor/tests/all/games/mod.rs"]
mod games;
mod mailbox;
#[path = "../../../philidor/tests/all/suites/mod.rs"]
mod suites;
