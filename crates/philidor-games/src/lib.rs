//! Files of games, in every format and of any size: read, checked, counted and written on all threads.
//!
//! ```text
//! books/       Polyglot opening books
//! operations/  what is done with files of games: checked, counted, filtered, split, converted
//! reading/     files, game by game, on all threads
//! writing/     games unchanged, or as text
//! formats/     JSON, UCI, EPD, binary, and PGN beside them
//! parts/       the names of the formats, a chunk of a file, and the outcome of reading it
//! arguments.rs which files, as programs take them from their arguments
//! error.rs     what ends reading and writing
//! ```
//!
//! Nothing else here parses arguments or prints a result, except that bad games and files that cannot be read are
//! reported on standard error, where they do not mix with results.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(feature = "arguments")]
pub mod arguments;
mod books;
mod error;
mod formats;
mod operations;
mod parts;
mod reading;
mod writing;

pub use books::{
    book_file::{BookFault, BookFile, BookFileError},
    merge::{MergeError, merge_books},
    walk::WalkedBook,
};
pub use error::FileError;
pub use operations::{
    annotate::annotate,
    book::{Book, BookOptions, BookWeight, book},
    check::{CheckSummary, Checks, Reports, check},
    convert::{ConversionSummary, convert},
    dedupe::{DedupeSummary, GamePlace, Keep, Twin, TwinKind, TwinOptions, dedupe},
    edit::{EditSummary, Edits, Strip, TagEditError, TagEdits, edit},
    expression::{
        BoardEnd, Comparison, ExpectedPart, Expression, ExpressionError, MaterialCondition, TagCondition,
    },
    fens::{PositionFormat, fens},
    file_series::GameFile,
    filter::{FilterFormat, FilterSummary, Selection, filter},
    records::{GameRecord, records},
    sort::{SortOptions, SortRoom, key::SortKey, merge_files, sort},
    split::{Split, split},
    split_by_value::{SplitKey, split_by_value},
    stats::{Names, RESULTS, Stats, Tally, stats},
};
pub use parts::{
    files::Files,
    format::Format,
    left_out::LeftOut,
    tag_name::TagName,
    variants::{ByRules, VariantPosition},
};
pub use philidor_patterns::Pattern;
pub use reading::files::Summary;
pub use writing::game_writer::GameWriter;
