//! The two generators as their users see them, on the positions of the library's tests: so a package comes without
//! these.

mod chain;
mod drawings;
mod mailbox;
#[path = "../../../philidor/tests/all/suites/mod.rs"]
mod suites;

use philidor_proof::games;
