//! What `std` would bring: an allocator, and the end of a panic.
//!
//! The allocator is the one of `std`. A panic ends differently: `std` would first format a message that nobody reads, and
//! the code for that, with the place of each possible panic, would be a sixth of the module.

use core::panic::PanicInfo;

use dlmalloc::GlobalDlmalloc;

#[global_allocator]
static ALLOCATOR: GlobalDlmalloc = GlobalDlmalloc;

/// Ends in a trap, which JavaScript sees as a `WebAssembly.RuntimeError`.
#[panic_handler]
fn end(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
