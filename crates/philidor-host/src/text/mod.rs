//! Text that people read and write.
//!
//! | file | what it is |
//! |---|---|
//! | `visible.rs` | text of others made safe to show, texts cut to a length |
//! | `quantity.rs` | large numbers, a number of things |
//! | `number.rs` | numbers in arguments |

mod number;
mod quantity;
mod visible;

pub use number::number;
pub use quantity::{Grouped, Several};
pub use visible::{Visible, cut, is_hidden};
