//! A small language of conditions on games: `WhiteElo >= 2500 and not (Event =~ "blitz|bullet")`.
//!
//! ```text
//! expression   alternative ( "or" alternative )*
//! alternative  factor ( "and" factor )*
//! factor       "not" factor  |  "(" expression ")"  |  name operator value
//! name         a tag, or one of  rating result plies end position material pattern
//! operator     =  !=  <  <=  >  >=  ~  =~
//! value        a word, or a text in quotes, where \" is a quote
//! ```
//!
//! `parser.rs` reads it and reports where a text does not fit. `condition.rs` is what it means: `tag_condition.rs` is
//! what can be asked of a tag, `comparison.rs` how values are compared, `reached.rs` what can be asked of positions.

mod comparison;
mod condition;
mod parser;
mod reached;
mod tag_condition;

pub use self::comparison::Comparison;
pub use self::condition::Expression;
pub use self::parser::{ExpectedPart, ExpressionError};
pub use self::reached::{BoardEnd, MaterialCondition};
pub use self::tag_condition::TagCondition;
