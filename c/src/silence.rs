//! What keeps the library silent where Rust's standard library would print: at a panic, and where memory runs out.
//!
//! The hook of panics and the allocator belong to a copy of the standard library. A shared or a static library has a
//! copy of its own, which no other Rust code in the process uses, so only such a library, built with the feature
//! `standalone`, may set both. A Rust program that is linked with this crate, such as a test, keeps those of its own.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::OsStr;
use std::panic;
use std::process::abort;
use std::sync::Once;

/// Sees to it, once, that a panic is printed only where `RUST_BACKTRACE` asks for it.
#[inline(always)]
pub(crate) fn of_panics() {
    static SET: Once = Once::new();
    if !SET.is_completed() {
        SET.call_once(set);
    }
}

#[cold]
fn set() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if is_asked_for(std::env::var_os("RUST_BACKTRACE").as_deref()) {
            usual(panic);
        }
    }));
}

/// Whether this value of `RUST_BACKTRACE` asks for messages of panics.
fn is_asked_for(backtrace: Option<&OsStr>) -> bool {
    backtrace.is_some_and(|value| !value.is_empty() && value != "0")
}

/// The system's allocator, and the end of the program without a message where it has no memory.
struct Silent;

#[global_allocator]
static ALLOCATOR: Silent = Silent;

/// The memory, if there is any.
#[inline(always)]
fn there(memory: *mut u8) -> *mut u8 {
    if memory.is_null() { abort() } else { memory }
}

// SAFETY: each call is one of the system's allocator, with the same promises, whose result is given back.
unsafe impl GlobalAlloc for Silent {
    #[inline(always)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promised.
        there(unsafe { System.alloc(layout) })
    }

    #[inline(always)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: likewise.
        there(unsafe { System.alloc_zeroed(layout) })
    }

    #[inline(always)]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: likewise.
        there(unsafe { System.realloc(memory, layout, size) })
    }

    #[inline(always)]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: likewise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// How many panics the hook before ours has seen.
    static SEEN: AtomicUsize = AtomicUsize::new(0);

    #[test]
    fn a_panic_is_not_passed_on_unless_asked_for() {
        panic::set_hook(Box::new(|_| _ = SEEN.fetch_add(1, Ordering::Relaxed)));
        set();
        assert!(panic::catch_unwind(|| panic!("on purpose")).is_err());
        let asked = is_asked_for(std::env::var_os("RUST_BACKTRACE").as_deref());
        assert_eq!(SEEN.load(Ordering::Relaxed), usize::from(asked));
        assert_eq!(
            [None, Some(""), Some("0"), Some("1")].map(|value| is_asked_for(value.map(OsStr::new))),
            [false, false, false, true]
        );
    }
}
