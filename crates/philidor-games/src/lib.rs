//! Files of games and of positions, in every format and of any size: read, checked, counted and written on all threads.
//!
//! ```text
//! books/       Polyglot opening books
//! positions/   positions that are given as text, line by line, with every fault of a FEN
//! operations/  what is done with files of games: checked, counted, filtered, split, converted
//! reading/     files, game by game, on all threads
//! writing/     games unchanged, or as text
//! formats/     JSON, UCI, EPD, binary, and PGN beside them
//! parts/       the names of the formats, a chunk of a file, and the outcome of reading it
//! foreign.rs   files that cannot be read: UTF-16, tar
//! error.rs     what ends reading and writing
//! ```
//!
//! Without the feature `pgn` there are positions alone. Nothing here parses arguments or prints a result, except that
//! bad games and files that cannot be read are reported on standard error, where they do not mix with results.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod books;
mod error;
mod foreign;
#[cfg(feature = "pgn")]
mod formats;
#[cfg(feature = "pgn")]
mod operations;
#[cfg(feature = "pgn")]
mod parts;
mod positions;
#[cfg(feature = "pgn")]
mod reading;
#[cfg(feature = "pgn")]
mod writing;

pub use books::{
    book_file::{BookFault, BookFile, BookFileError},
    merge::{MergeError, merge_books},
    walk::WalkedBook,
};
pub use error::FileError;
#[cfg(feature = "pgn")]
pub use operations::{
    annotate::annotate,
    book::{Book, BookOptions, BookWeight, book},
    check::{Checked, Checks, Reports, check},
    convert::{Converted, convert},
    dedupe::{Deduped, GamePlace, Keep, Twin, TwinKind, TwinOptions, dedupe},
    edit::{Edited, Edits, Strip, TagEditError, TagEdits, edit},
    expression::{BoardEnd, Comparison, Expected, Expression, ExpressionError, Material, TagCondition},
    fens::{PositionFormat, fens},
    file_series::Written,
    filter::{FilterFormat, Filtered, Selection, filter},
    sort::{SortOptions, SortRoom, key::SortKey, merge_files, sort},
    split::{Split, split},
    split_by_value::{SplitKey, split_by_value},
    stats::{Names, RESULTS, Stats, Tally, stats},
};
#[cfg(feature = "pgn")]
pub use parts::{
    files::Files,
    format::Format,
    left_out::LeftOut,
    tag_name::TagName,
    variants::{ByRules, VariantPosition},
};
#[cfg(feature = "pgn")]
pub use philidor_patterns::Pattern;
#[cfg(feature = "tables")]
pub use positions::endgames::{EndgameAnswer, EndgameMove, EndgameReport, EndgameValue, answer_endgames};
pub use positions::{
    answers::Answers,
    facts::{Attacker, Pinned, PositionReport, answer_facts, attacked_by, or_dash, outcome},
    fen_check::check_fens,
    line_by_line::Answer,
    moves::{Generator, MovesQuestion, MovesReport, Notation, answer_moves},
    named::{PositionArgumentError, position_help, read_position},
    refusal::{Door, Refusal, read_fen},
    sans::{MoveReport, SansReport, Typed, TypedLine, answer_sans},
    typed::{read_move, shown_move, without_number, words},
    unmoves::{UnmoveEntry, UnmovesReport, answer_unmoves, why_unreachable},
};
#[cfg(feature = "variants")]
pub use positions::{
    fen_check::check_variant_fens,
    line_by_line::answer_variant_positions,
    named::{VariantArgumentError, read_variant_position},
};
#[cfg(feature = "pgn")]
pub use reading::files::Summary;
#[cfg(feature = "pgn")]
pub use writing::game_writer::GameWriter;
