//! Moves taken back: the generator of unmoves against the plainest definition of one, against all moves forward, and on
//! boards that are drawn for one rule each.

mod definition;
mod edges;
mod laws;
mod on_trust;
mod random_positions;
mod sameness;
mod small_boards;
