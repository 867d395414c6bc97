//! What holds for programs of the protocol, and for matches.

mod endgame_tables;
mod levels;
mod openbench;
mod serving;
mod tournament;
