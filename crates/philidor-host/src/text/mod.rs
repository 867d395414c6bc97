//! Text that people read and write.
//!
//! | file | what it is |
//! |---|---|
//! | `visible.rs` | untrusted text made safe to show, texts cut to a length |
//! | `quantity.rs` | large numbers, a number of things |
//! | `number.rs`, `size.rs` | numbers in arguments, and amounts of memory |
//! | `byte_order_mark.rs` | the invisible mark at the beginning of some files |

mod byte_order_mark;
mod number;
mod quantity;
mod size;
mod visible;

pub use byte_order_mark::without_byte_order_mark;
pub use number::number;
pub use quantity::{Grouped, Several};
pub use size::{Size, SizeError};
pub use visible::{Visible, cut, is_hidden};
