//! Tables as files, so that what was solved need not be solved again.
//!
//! ```text
//! 8 bytes   philidor                        all numbers little-endian
//! 1         the version of the format: 1
//! 1         the length of the name
//! …         the name: KRPvKR
//! 1         how many measures: 1, to the next zeroing move, or 2, to mate as well
//!           of each measure:
//! 1             how many bytes a value has: 1 or 2
//! …             the values: slice by slice, of each first those with White to move; of each side by index
//! 8         checksum of all bytes before: FNV-1a (Fowler, Noll, Vo; 64 bits)
//! ```
//!
//! A value is 0 for a draw, n for a win in n half-moves and -1 - n for a loss; the smallest number of its size stands
//! for what is not a position. The order of slices and indices is that of `formation.rs` and `layout.rs`.

use core::fmt;
use std::io::{self, Read, Write};

use super::distance::Packed;
use super::error::SolveError;
use super::layout::Layout;
use super::table::Table;
use super::values::Values;
use crate::material::Material;

/// What a file begins with.
const MAGIC: [u8; 8] = *b"philidor";

/// The version that is written, and the only one that is read.
const VERSION: u8 = 1;

/// How many bytes are read or written at a time; even.
const BUFFER: usize = 1 << 16;

/// Why a file holds no table.
#[non_exhaustive]
pub enum StorageError {
    /// It cannot be read.
    Io(io::Error),
    /// It ends too early.
    Truncated {
        /// How many bytes of it were read; those that should come next are not all there.
        offset: u64,
    },
    /// It does not begin as a table does.
    NotATable,
    /// It was written by another version.
    Version {
        /// The version of the file.
        found: u8,
    },
    /// What it names is not the material of a table.
    Name {
        /// What it names.
        name: String,
    },
    /// The material is too large.
    Material(SolveError),
    /// What follows the name is not what this version writes.
    Damaged {
        /// The material of the table.
        material: Material,
    },
    /// Its bytes are not those that were written.
    Checksum {
        /// The material of the table.
        material: Material,
    },
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageError::Truncated { offset } => {
                write!(f, "the table ends too early, and cannot be read beyond byte {offset}")
            }
            StorageError::Io(_) => write!(f, "cannot read the table"),
            StorageError::NotATable => write!(f, "not a solved table"),
            StorageError::Version { found } => {
                write!(f, "a table of version {found}, and only version {VERSION} can be read")
            }
            StorageError::Name { name } => {
                write!(f, "a table of {name:?}, which is not the material of a table")
            }
            StorageError::Material(error) => write!(f, "{error}"),
            StorageError::Damaged { material } => write!(f, "the table of {material} is damaged"),
            StorageError::Checksum { material } => {
                write!(f, "the table of {material} is damaged: its checksum is another one")
            }
        }
    }
}

philidor::debug_is_the_sentence!(StorageError);

impl core::error::Error for StorageError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            StorageError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for StorageError {
    fn from(error: io::Error) -> StorageError {
        StorageError::Io(error)
    }
}

/// The checksum of all bytes so far.
struct Checksum(u64);

impl Checksum {
    fn new() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Writes, and notes the checksum.
struct Sink<W> {
    writer: W,
    checksum: Checksum,
}

impl<W: Write> Sink<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.add(bytes);
        self.writer.write_all(bytes)
    }
}

/// Reads, and notes the checksum.
struct Source<R> {
    reader: R,
    checksum: Checksum,
    /// How many bytes were read.
    offset: u64,
}

impl<R: Read> Source<R> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), StorageError> {
        self.reader.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => StorageError::Truncated { offset: self.offset },
            _ => StorageError::Io(error),
        })?;
        self.checksum.add(bytes);
        self.offset += bytes.len() as u64;
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, StorageError> {
        let mut byte = [0];
        self.fill(&mut byte)?;
        Ok(byte[0])
    }
}

impl Table {
    /// Writes the table in the format of table files.
    ///
    /// # Errors
    ///
    /// What the writer reports.
    pub fn write_to(&self, writer: impl Write) -> io::Result<()> {
        let mut sink = Sink { writer, checksum: Checksum::new() };
        let name = self.material().to_string();
        sink.put(&MAGIC)?;
        sink.put(&[VERSION, name.len() as u8])?;
        sink.put(name.as_bytes())?;
        sink.put(&[1 + u8::from(self.mate.is_some())])?;
        for values in [Some(&self.zeroing), self.mate.as_ref()].into_iter().flatten() {
            write_values(values, &mut sink)?;
        }
        let checksum = sink.checksum.0;
        sink.put(&checksum.to_le_bytes())?;
        sink.writer.flush()
    }

    /// Reads a table that was written by [`write_to`](Table::write_to).
    ///
    /// ```
    /// use philidor_tables::solve::{SolvedTables, Solver, Table};
    ///
    /// let mut solved = SolvedTables::new();
    /// let material = "KQvK".parse()?;
    /// Solver::new().solve(&mut solved, material)?;
    /// let mut file = Vec::new();
    /// solved.table(material).expect("solved").write_to(&mut file)?;
    ///
    /// let read = Table::read_from(&file[..])?;
    /// assert_eq!(read.material(), material);
    /// file[1000] ^= 1;
    /// assert_eq!(
    ///     Table::read_from(&file[..]).map(|_| ()).map_err(|error| error.to_string()),
    ///     Err("the table of KQvK is damaged: its checksum is another one".into())
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is something else, or not all of it.
    pub fn read_from(reader: impl Read) -> Result<Table, StorageError> {
        let mut source = Source { reader, checksum: Checksum::new(), offset: 0 };
        let material = read_material(&mut source)?;
        let layout = Layout::new(material).map_err(StorageError::Material)?;
        let damaged = || StorageError::Damaged { material };
        let measures = source.byte()?;
        let zeroing = read_values(&layout, &mut source)?.ok_or_else(damaged)?;
        let mate = match measures {
            1 => None,
            2 => Some(read_values(&layout, &mut source)?.ok_or_else(damaged)?),
            _ => return Err(damaged()),
        };
        let expected = source.checksum.0.to_le_bytes();
        let mut found = [0; 8];
        source.fill(&mut found)?;
        if found != expected {
            return Err(StorageError::Checksum { material });
        }
        if source.reader.read(&mut [0])? > 0 {
            return Err(damaged());
        }
        Ok(Table { layout, zeroing, mate })
    }
}

fn read_material<R: Read>(source: &mut Source<R>) -> Result<Material, StorageError> {
    let mut magic = [0; 8];
    source.fill(&mut magic)?;
    if magic != MAGIC {
        return Err(StorageError::NotATable);
    }
    let found = source.byte()?;
    if found != VERSION {
        return Err(StorageError::Version { found });
    }
    let mut name = vec![0; usize::from(source.byte()?)];
    source.fill(&mut name)?;
    let name = String::from_utf8_lossy(&name).into_owned();
    let material = name.parse().ok().filter(|material: &Material| material.to_string() == name);
    let material = material.filter(|material| material.canonical() == *material && material.pieces() > 2);
    material.ok_or(StorageError::Name { name })
}

fn write_values<W: Write>(values: &Values, sink: &mut Sink<W>) -> io::Result<()> {
    let all = || values.slices.iter().flatten();
    let is_small = |&value: &i16| value == Packed::ILLEGAL.0 || (-127..=127).contains(&value);
    let are_small = all().flatten().all(is_small);
    sink.put(&[if are_small { 1 } else { 2 }])?;
    for chunk in all().flat_map(|side| side.chunks(BUFFER / 2)) {
        let bytes: Vec<u8> = if are_small {
            chunk.iter().map(|&value| value.max(i16::from(i8::MIN)) as u8).collect()
        } else {
            chunk.iter().flat_map(|value| value.to_le_bytes()).collect()
        };
        sink.put(&bytes)?;
    }
    Ok(())
}

/// `None` if values have neither one byte nor two.
fn read_values<R: Read>(layout: &Layout, source: &mut Source<R>) -> Result<Option<Values>, StorageError> {
    let size = usize::from(source.byte()?);
    if size != 1 && size != 2 {
        return Ok(None);
    }
    let mut values = Values::empty(layout);
    let mut buffer = [0; BUFFER];
    for side in values.slices.iter_mut().flatten() {
        // Memory is allocated only as bytes arrive to fill it.
        while side.len() < layout.size as usize {
            let left = (layout.size as usize - side.len()) * size;
            let bytes = &mut buffer[..left.min(BUFFER)];
            source.fill(bytes)?;
            match size {
                1 => side.extend(bytes.iter().map(|&byte| widened(byte as i8))),
                _ => side.extend(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]))),
            }
        }
    }
    Ok(Some(values))
}

/// A value of one byte in two.
fn widened(value: i8) -> i16 {
    if value == i8::MIN { Packed::ILLEGAL.0 } else { value.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Measure;

    /// A table of values that are made up.
    fn table(name: &str) -> Table {
        let layout = Layout::new(name.parse().expect(name)).expect(name);
        let made_up = |first: i16| {
            let slice =
                |_| [0, 1].map(|side| (0..layout.size as i16).map(|at| (at + side) % 90 + first).collect());
            Values { slices: (0..layout.formations.len()).map(slice).collect() }
        };
        let (zeroing, mate) = (made_up(-45), Some(made_up(0)));
        Table { layout, zeroing, mate }
    }

    fn written(table: &Table) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.write_to(&mut bytes).expect("memory");
        bytes
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut table = table("KRvK");
        let small = written(&table);
        table.zeroing.slices[0][0][5] = 500;
        let large = written(&table);
        assert!(small.len() < large.len());
        let read = Table::read_from(&large[..]).expect("as written");
        assert!(read.zeroing == table.zeroing && read.mate == table.mate && read.has(Measure::Mate));
        assert_eq!(written(&Table::read_from(&small[..]).expect("as written")), small);
    }

    #[test]
    fn damage_is_found_and_named() {
        let file = written(&table("KQvK"));
        let message = |bytes: &[u8]| Table::read_from(bytes).map(|_| ()).expect_err("damaged").to_string();
        let with = |place: usize, byte: u8| {
            let mut file = file.clone();
            file[place] = byte;
            message(&file)
        };
        assert_eq!(with(0, b'P'), "not a solved table");
        assert_eq!(with(8, 2), "a table of version 2, and only version 1 can be read");
        assert_eq!(with(11, b'X'), "a table of \"KXvK\", which is not the material of a table");
        assert_eq!(with(14, 7), "the table of KQvK is damaged");
        assert_eq!(with(15, 3), "the table of KQvK is damaged");
        assert_eq!(with(100, 77), "the table of KQvK is damaged: its checksum is another one");
        let last = file.len() - 8;
        for (end, offset) in [(0, 0), (7, 0), (9, 9), (12, 10), (14, 14), (500, 16), (file.len() - 1, last)] {
            let expected = format!("the table ends too early, and cannot be read beyond byte {offset}");
            assert_eq!(message(&file[..end]), expected);
        }
        assert_eq!(message(&[&file[..], b"x"].concat()), "the table of KQvK is damaged");
    }
}
