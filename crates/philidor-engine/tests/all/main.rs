//! What holds for engines as a whole.

mod analysis;
mod clock;
mod determinism;
mod endgame_tables;
mod explanation;
mod mates;
mod minimax;
mod own_parts;
mod parts;
mod play;
mod positions;
mod threads;
