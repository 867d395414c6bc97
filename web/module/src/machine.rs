//! What `std` would bring: an allocator, and the end of a panic.
//!
//! The allocator is that of `std`; only panics end differently. `std` would first format a message that no one reads,
//! and the code for it, with the location of every possible panic, would make up a sixth of the module.

use core::panic::PanicInfo;

use dlmalloc::GlobalDlmalloc;

#[global_allocator]
static ALLOCATOR: GlobalDlmalloc = GlobalDlmalloc;

/// Ends in a trap, which JavaScript sees as a `WebAssembly.RuntimeError`.
#[panic_handler]
fn end(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
