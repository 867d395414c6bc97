#![doc = include_str!("../README.md")]
//!
//! # The notation
//!
//! Portable game notation (Steven J. Edwards, 1994) has games as text, with comments and annotations.
//!
//! ```text
//! [Event "Casual game"]              tags: who, when, where, and the start if it is another
//! [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
//!
//! 1. e4 {a comment} (1. Kd2!? Ke7)   moves, comments, variations, annotation glyphs
//! 1... Ke7 $14 1/2-1/2               a result
//! ```
//!
//! * To find out whether a file is sound: [`check`].
//! * To pick what you need from games at full reading speed: a [`Visitor`] of your own and a [`Reader`] over bytes, or
//!   a [`Stream`] over any [`Source`] of bytes.
//! * To load whole games with their variations, change them, and write them: [`games`] and [`GameTree`].
//! * To do the last two with games that have other rules: a [`GamePosition`](philidor::GamePosition) of your own.
//! * To play a game on that was read, or write one that was played: `From`, between [`Game`](philidor::Game) and
//!   [`GameTree`].
//!
//! # Dialects
//!
//! These are read, although they are not in the standard or only in its margins:
//!
//! | dialect | example | read |
//! |---|---|---|
//! | castling with zeros | `0-0`, `0-0-0` | always |
//! | moves that SAN writes otherwise | `Ng1f3`, `xd5`, `g1f3`, `0-0` | always, as [`parse_san`](philidor::Position::parse_san) lists; bad by [`Checker::with_strict_moves`] |
//! | promotion without `=` | `e8Q`, `e8/Q`, `e8(Q)` | always |
//! | en passant marked | `exd6 e.p.`, `exd6ep` | always |
//! | figurines | `♘f3` | always |
//! | German, French letters | `Sf3`, `Cf3` | by [`Letters`] |
//! | numbers | `1.e4`, `1...e5`, none, or wrong ones | always |
//! | comments to the end of the line | `; best by test` | always |
//! | escaped lines | `% anything` | always, skipped |
//! | comments in comments | `{ a { b } c }` | by [`Limits::with_comment_nesting`] |
//! | quotes in tags | `"the \"big\" one"`, `"the "big" one"` | always |
//! | glyphs | `!?`, `$5` | always |
//! | evaluations and symbols | `+-`, `--+`, `e4=`, `±`, `∞`, `~`, `□`, `→`, `⇆`, `‼` | always, as glyphs |
//! | novelties and diagrams | `N`, `D` | always, as glyphs 146 and 220 if they stand alone |
//! | other symbols, glyphs above 255 | `☂`, `<…>`, `$300` | always, left out with a remark |
//! | characters of word processors | `0–0–0`, `1–0`, `½-½`, `1…`, `e2–e4`, `N×f3`, blanks, zero width | always |
//! | null moves | `--`, `Z0`, `0000`, `@@@@` | in variations; in the main line by [`Limits::lenient`] and by [`games`] |
//! | several games on a line | `1. e4 1-0 1. d4 *` | always |
//! | games of tags alone, games without a result | | by [`games`] and [`Limits::lenient`]; bad for [`check`] |
//! | malformed tags, a `FEN` that lacks fields | `[White-Elo "1"]`, `[White ]` | by [`Limits::lenient`], without them |
//! | a `FEN` with impossible castling rights | `[FEN "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1"]` | by [`Limits::lenient`], without them |
//! | a second `FEN` or `Variant` of another value | | by [`Limits::lenient`]: the last one, of `FEN` the last position |
//! | `FEN`, `SetUp`, `Variant`, the roster in another case | `[fen "…"]`, `[white "…"]` | always |
//! | curly quotes, a backslash at the end of a value | `[White “A”]`, `[Site "C:\"]` | always |
//! | games quoted in comments | a tag below an empty line | always, if the next brace closes the comment |
//! | Latin-1, Windows-1252 | | always, if it is not UTF-8 |
//! | byte order mark | | always, skipped |
//! | zero bytes, and DOS's end of file, `^Z` | | always between games, skipped |
//! | UTF-16 | | never: [`PgnErrorKind::Utf16`] |
//!
//! # Threads
//!
//! Many threads can share a file: [`chunks`] cuts it before games (and [`Chunks`] cuts a stream), and readers of the
//! chunks find the same games and errors as one reader of the whole.
//!
//! # Features
//!
//! `std`, on by default, makes each `std::io::Read` a [`Source`]; without it the crate needs `core` and `alloc` only.
//! `serde` has these forms, which every later version reads:
//!
//! | type | form |
//! |---|---|
//! | [`GameTree`] | PGN in the export format |
//! | [`Tags`] | names and values, in order |
//! | [`Comment`], [`Eval`], [`EvalScore`] | as in PGN: `"[%eval 0.17,22] usual"`, `"0.17,22"`, `"#-3"` |
//! | [`Lines`] | `"main"` or `"all"`; 0 or 1 in binary formats |
//! | [`Place`], [`Counts`], [`Limits`], [`CheckOptions`], [`Remarks`] | their fields by name |
//!
//! # Files
//!
//! Three modules share a few types:
//!
//! | room or file | what it is |
//! |---|---|
//! | `reading/` | bytes to events; no rule of chess |
//! | `judging/` | events to a verdict: legal moves, doubtful results |
//! | `trees/` | whole games with variations, built, changed, written |
//! | `visitor.rs` | the events, and how a visitor skips what it does not want |
//! | `error.rs`, `place.rs` | what is wrong, and where it stands |
//! | `limits.rs` | how long a game, a line, a comment may be |
//! | `lost.rs` | bytes that were passed over |
//! | `letters.rs` | the letters of pieces in other languages |
//! | `score.rs` | texts in place of a result |
//! | `rating.rs` | which values of tags are ratings |
//! | `text.rs` | bytes as text; names and values of tags |
//! | `start.rs` | the start position, from the tags |
//! | `open_lines.rs` | positions along open variations |
//! | `record.rs` | games from trees, and trees of games |
//! | `forms.rs` | the forms for `serde` |

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(missing_docs, unsafe_code)]

extern crate alloc;

mod error;
#[cfg(feature = "serde")]
mod forms;
mod judging;
mod letters;
mod limits;
mod lost;
mod open_lines;
mod place;
mod rating;
mod reading;
mod record;
mod score;
mod start;
mod text;
mod trees;
mod visitor;

pub use error::{Excerpt, PgnError, PgnErrorKind, Reason};
pub use judging::{Arbiter, CheckOptions, Checker, Counts, Doubt, Lines, check, check_with};
pub use letters::{Letters, TranslatedGame};
pub use limits::Limits;
pub use lost::Lost;
#[doc(no_inline)]
pub use philidor::GameResult;
pub use place::Place;
pub use rating::rating;
pub use reading::{ChunkPlaces, Chunks, Reader, Source, Stream, chunks};
pub use text::{TagValue, own_tag};
pub use trees::{
    Comment, Eval, EvalScore, Exporter, GameTree, InvalidTag, NodeId, Remarks, Shape, ShapeColor, Tags,
    TreeBuilder, games, games_with,
};
pub use visitor::{Flow, Visitor};

philidor::debug_is_the_sentence!(InvalidTag, PgnError);
