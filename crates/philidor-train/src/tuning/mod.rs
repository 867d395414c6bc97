//! Tuning by positions: the numbers of an evaluation that adds up terms, by logistic regression. Engine authors know it
//! as Texel's method (Peter Österlund, 2014).
//!
//! ```text
//! position ─► coefficients: how often each number counts, White's less Black's ─┐
//! numbers ──────────────────────────────────────────────────────────────────────┴─► value ─► share of points
//!    ▲                                                                                            │
//!    └─────────────── a little toward the result of the game ◄───────────────────────────────────┘
//! ```
//!
//! An evaluation can be tuned if it can say for a position how often each of its numbers counts: [`LinearTerms`].
//!
//! ```
//! use philidor::{Color, PieceType, Position};
//! use philidor_engine::evaluation::PhasedScore;
//! use philidor_train::data::GameOutcome;
//! use philidor_train::tuning::{LinearTerms, TermParameter, Tuning, TuningPlan};
//!
//! /// What a knight is worth, and nothing else.
//! struct Knights;
//!
//! impl LinearTerms for Knights {
//!     fn parameters(&self) -> Vec<TermParameter> {
//!         vec![TermParameter::new("knight", PhasedScore::new(300, 300))]
//!     }
//!
//!     fn coefficients(&self, position: &Position, add: &mut dyn FnMut(usize, PhasedScore)) {
//!         let count = |color| position.board().colored_pieces(color, PieceType::Knight).len() as i32;
//!         let balance = count(Color::White) - count(Color::Black);
//!         add(0, PhasedScore::new(balance, balance));
//!     }
//! }
//!
//! let mut tuning = Tuning::new(&Knights, TuningPlan::default());
//! let position = "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1".parse()?;
//! tuning.learn_from(&Knights, &position, 0, GameOutcome::Draw);
//! let before = tuning.loss();
//! while !tuning.is_over() {
//!     tuning.epoch();
//! }
//! assert!(tuning.loss() < before); // a knight alone wins nothing
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// | file | what it is |
// |---|---|
// | `terms.rs` | `LinearTerms`: an evaluation that adds up terms |
// | `square_terms.rs` | `SquareTerms`: those of `SquareTables`(philidor_engine::evaluation::SquareTables), also as Rust source |
// | `rows.rs` | the coefficients of many positions |
// | `fit.rs` | `Tuning`: the numbers, and how they move |

mod fit;
mod rows;
mod square_terms;
mod terms;

pub use fit::{Tuning, TuningEpoch, TuningPlan};
pub use square_terms::SquareTerms;
pub use terms::{LinearTerms, TermParameter};
