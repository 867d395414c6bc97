//! Which library this is.

use std::ffi::{CStr, c_char};

use crate::abi::PHILIDOR_ABI_VERSION;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(text) => text,
    Err(_) => c"",
};

/// The number of the interface of the library that is loaded. A program compares it with `PHILIDOR_ABI_VERSION` in the
/// header that it was compiled with, and must not continue if they differ. A linker already sees to that.
#[unsafe(no_mangle)]
pub extern "C" fn philidor_abi_version() -> u32 {
    PHILIDOR_ABI_VERSION
}

/// The version of the library as text, such as `0.1.0`. It is there for the whole run of the program.
#[unsafe(no_mangle)]
pub extern "C" fn philidor_version() -> *const c_char {
    VERSION.as_ptr()
}
