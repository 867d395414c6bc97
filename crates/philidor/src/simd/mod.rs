//! SIMD, instructions on many words at once: what the CPU must have for them, and the words side by side. No chess:
//! sets of squares are numbers here.
//!
//! | file | what it is |
//! |---|---|
//! | `features.rs` | what the CPU must have for each level, one list a level, and the values that prove that it has it |
//! | `lanes/` | eight boards side by side, a file a kind |
//! | `expand/` | the words of a set eight at a time |

pub(crate) mod expand;
pub(crate) mod features;
pub(crate) mod lanes;
