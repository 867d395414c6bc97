//! What holds for engines as a whole.

mod determinism;
mod levels;
mod mates;
mod minimax;
mod play;
mod positions;
mod threads;
mod uci;
