//! Why a probe has no answer, and what is wrong with a file.

use core::fmt;
use std::sync::Arc;

use super::Metric;
use crate::material::Material;

/// Why a probe has no answer.
///
/// ```
/// use philidor::Position;
/// use philidor_tables::syzygy::{ProbeError, Tables};
///
/// let position: Position = "8/8/4k3/8/8/3K4/8/r7 w - - 0 1".parse()?;
/// let error = Tables::new().probe_wdl(&position).expect_err("no tables");
/// let wanted = match error {
///     ProbeError::Missing { material, metric } => format!("{material}.{}", metric.extension()), // to be downloaded
///     other => other.to_string(),
/// };
/// assert_eq!(wanted, "KRvK.rtbw");
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum ProbeError {
    /// The position has castling rights; no table knows them.
    CastlingRights,
    /// The position has more pieces than any table, which is seven.
    TooManyPieces {
        /// How many it has.
        pieces: usize,
    },
    /// This table is not there. It is that of the position or, after a capture or a promotion, one that its value
    /// follows from.
    Missing {
        /// The pieces, as in the name of the file.
        material: Material,
        /// Which of its two files.
        metric: Metric,
    },
    /// A file cannot be read, or what it says makes no sense.
    File(Arc<FileError>),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::CastlingRights => {
                f.write_str("the position has castling rights, and no table knows them")
            }
            ProbeError::TooManyPieces { pieces } => {
                write!(f, "the position has {pieces} pieces, and no table has more than 7")
            }
            ProbeError::Missing { material, metric } => {
                write!(f, "the table {material}.{} is missing", metric.extension())
            }
            ProbeError::File(error) => error.fmt(f),
        }
    }
}

philidor::debug_is_the_sentence!(ProbeError);

/// Without a source: the text says all that the fault of the file does.
impl core::error::Error for ProbeError {}

/// A fault of a file, and where it is.
///
/// ```
/// use philidor_tables::syzygy::{Metric, ProbeError, TableFault, Tables};
///
/// let error = Tables::new().add(&"KNvK".parse()?, Metric::Wdl, vec![0; 80]).expect_err("zeros");
/// assert!(matches!(&error, ProbeError::File(error) if matches!(error.fault, TableFault::Magic) && error.offset == 0));
/// assert!(error.to_string().starts_with("KNvK.rtbw at byte 0: "));
/// # Ok::<(), philidor_tables::ParseMaterialError>(())
/// ```
#[non_exhaustive]
pub struct FileError {
    /// The path of the file, or its name if it has none.
    pub file: String,
    /// The byte at which it was found.
    pub offset: u64,
    /// What is wrong.
    pub fault: TableFault,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.file, self.offset, self.fault)
    }
}

philidor::debug_is_the_sentence!(FileError);

/// Without a source: the text says what the system does.
impl core::error::Error for FileError {}

/// What can be wrong with a file. See [`FileError`].
#[derive(Debug)]
#[non_exhaustive]
pub enum TableFault {
    /// It cannot be read.
    Read(std::io::Error),
    /// It ends before what it announces.
    Truncated,
    /// Its length is not 16 more than a multiple of 64: something was cut off or added.
    Length,
    /// It does not begin as a table of this kind does.
    Magic,
    /// It says that both sides have tables of their own, or pawns, where the pieces of its name say otherwise.
    Layout,
    /// Its pieces are not those of its name, or like ones are not together.
    Pieces,
    /// Its groups of pieces have no order.
    Order,
    /// The sizes of its blocks, or of what its index covers, are out of range.
    BlockSize,
    /// The lengths of its codes make no prefix code.
    Code,
    /// A symbol stands for more values than any does, or for itself.
    Symbol,
    /// The index names a block that is not there.
    Block,
    /// A block ends before the value.
    BlockEnd,
    /// A value means nothing.
    Value,
    /// The checksum at its end is not that of its bytes.
    Checksum,
}

impl fmt::Display for TableFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableFault::Read(error) => return write!(f, "it cannot be read: {error}"),
            TableFault::Truncated => "the file ends before what it announces",
            TableFault::Length => "the length of the file is not 16 more than a multiple of 64",
            TableFault::Magic => "the file does not begin as such a table does",
            TableFault::Layout => "sides and pawns are not those of the table's name",
            TableFault::Pieces => "the pieces are not those of the table's name",
            TableFault::Order => "the groups of pieces have no order",
            TableFault::BlockSize => "the size of the blocks is out of range",
            TableFault::Code => "the lengths of the codes make no prefix code",
            TableFault::Symbol => "a symbol stands for too many values, or for itself",
            TableFault::Block => "the index names a block that is not there",
            TableFault::BlockEnd => "the block ends before the value",
            TableFault::Value => "the value means nothing",
            TableFault::Checksum => "the checksum is not that of the file's bytes",
        })
    }
}

/// A fault and its byte, before anyone knows in which file.
#[derive(Debug)]
pub(crate) struct FaultAt {
    pub(crate) offset: u64,
    pub(crate) fault: TableFault,
}

impl TableFault {
    pub(crate) fn at(self, offset: u64) -> FaultAt {
        FaultAt { offset, fault: self }
    }
}
