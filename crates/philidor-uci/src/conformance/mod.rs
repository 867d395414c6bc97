//! Is a program a good citizen of the protocol? A list of checks, each with a name, against a program that is started
//! anew for each of them, so that what one check breaks does not count in the next.
//!
//! ```text
//! Examination ──► Subject: what the program says of itself
//!      │             │
//!      └─ check ──► Exchange ◄── lines ──► the program
//!           └──► CheckReport: passed, failed or not applicable, with what was sent and what came
//! ```
//!
//! What the protocol demands is a *must*; what it leaves open and users expect all the same is a *should*.
//!
//! ```no_run
//! use philidor_engine::Control;
//! use philidor_uci::client::Program;
//! use philidor_uci::conformance::{CheckOutcome, Examination};
//!
//! let examination = Examination::new(Program::new(["stockfish"]));
//! for report in examination.run(&Control::new(), &mut |_| {})? {
//!     if let CheckOutcome::Failed(fault) = &report.outcome {
//!         println!("{}: {fault}", report.check.name);
//!     }
//! }
//! # Ok::<(), philidor_uci::client::ClientError>(())
//! ```

// | file | what it is |
// |---|---|
// | `examination.rs` | all checks, one after the other |
// | `check_report.rs` | what a check is, and what a check reports |
// | `subject.rs`, `exchange.rs` | the program as it introduces itself, and a conversation with it |
// | `introduction.rs`, `readiness.rs` | checks of what it says before it plays |
// | `positions.rs`, `limits.rs`, `searches.rs`, `reports.rs`, `endings.rs` | checks of play, by subject |

mod check_report;
mod endings;
mod examination;
mod exchange;
mod introduction;
mod limits;
mod positions;
mod readiness;
mod reports;
mod searches;
mod subject;

pub use check_report::{Check, CheckLevel, CheckOutcome, CheckReport, ConversationLine};
pub use examination::Examination;
