//! What time it is: by the clock of the system, or by the clock that a page sets, since WebAssembly has none.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use given::{Instant, set_clock};

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod given {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the function that returns how long the program has been running. The first clock that is set stays. Until a
    /// clock is set, no time passes, and time limits end nothing. Only on wasm without a system.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, by that clock.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since.
        pub fn elapsed(self) -> Duration {
            Instant::now().saturating_duration_since(self)
        }

        /// The time from an earlier moment to this one; zero if the other is later.
        pub fn saturating_duration_since(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }
}
