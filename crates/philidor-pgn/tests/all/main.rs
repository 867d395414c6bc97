//! What holds for PGN as its users see it, in one program, because each further one would cost a link and a
//! copy of what they share.

mod allocations;
mod arbiter;
mod around;
mod books;
mod chunks;
mod dialects;
mod export;
mod games;
mod kept;
mod laws;
mod lenient;
mod lines;
mod own_rules;
mod reading;
mod serde;
mod trees;
