//! What holds for engines as a whole.

mod clock;
mod determinism;
mod endgame_tables;
mod levels;
mod mates;
mod minimax;
mod parts;
mod play;
mod positions;
mod threads;
mod tournament;
mod uci;
