//! Ending the processes that hunts have started, for programs that handle Ctrl-C.
//!
//! A hunt ends its [programs](crate::program) by itself. These functions are for the time in between: Ctrl-C in a
//! terminal does not reach the programs, since each leads a process group of its own.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! use philidor_hunt::{Hunt, processes};
//!
//! let stop = Arc::new(AtomicBool::new(false));
//! let hunt = Hunt::default().with_stop(Arc::clone(&stop));
//! // In the handler of Ctrl-C: the flag first, so that a killed program is not taken for one that crashed.
//! stop.store(true, Ordering::Relaxed);
//! processes::end_programs();
//! ```

pub use philidor_host::processes::{adopt_orphans, end_orphans, end_programs};
