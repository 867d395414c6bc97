#![doc = include_str!("../README.md")]
#![no_std]
#![deny(missing_docs, unsafe_code)]

extern crate alloc;

// The generators of documents 001 (`chain/`) and 004 (`mailbox/`), and the words of their moves (`stem.rs`).
pub mod chain;
pub mod mailbox;
mod stem;
