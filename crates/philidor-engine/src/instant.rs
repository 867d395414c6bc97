//! What time it is, also in a page.

pub(crate) use philidor_host::clock::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use philidor_host::clock::set_clock;
