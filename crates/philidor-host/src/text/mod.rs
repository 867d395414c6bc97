//! Text that people read and write.
//!
//! | file | what it is |
//! |---|---|
//! | `number.rs` | numbers in arguments |
//! | `several.rs` | a number of things |

mod number;
mod several;

pub use number::number;
pub use several::Several;
