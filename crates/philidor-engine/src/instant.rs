//! What time it is. WebAssembly has no clock of its own: there the host sets one.

#[cfg(not(target_family = "wasm"))]
pub(crate) use std::time::Instant;

#[cfg(target_family = "wasm")]
pub(crate) use given::Instant;
#[cfg(target_family = "wasm")]
pub use given::set_clock;

#[cfg(target_family = "wasm")]
mod given {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the function that returns how long the program has been running. The first clock that is set stays; without
    /// one no time passes, and time limits end no search. Only on wasm.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, by that clock.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(crate) fn elapsed(self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
