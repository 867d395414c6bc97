//! The files that there are, whole or in pieces.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use philidor_tables::Material;
use philidor_tables::syzygy::{ByteSource, Metric, ProbeError, TableFault, Tables};

/// The name of a file.
pub(crate) fn name(material: &Material, metric: Metric) -> String {
    format!("{material}.{}", metric.extension())
}

/// What a name stands for.
fn parse(name: &str) -> Result<(Material, Metric), String> {
    let wrong = || format!("not the name of a table, as KQvK.rtbw: {name}");
    let (material, extension) = name.split_once('.').ok_or_else(wrong)?;
    let metric = Metric::ALL.into_iter().find(|metric| metric.extension() == extension).ok_or_else(wrong)?;
    Ok((material.parse::<Material>().map_err(|_| wrong())?.canonical(), metric))
}

/// A piece that has not come; `piece` is `None` if the file itself has not been looked for yet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Need {
    pub(crate) file: String,
    pub(crate) piece: Option<u32>,
}

/// An error, so that it passes through the reader of tables.
impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a piece of {} has not come", self.file)
    }
}

impl std::error::Error for Need {}

/// A file in pieces of equal length, except the last.
struct Pieces {
    file: String,
    len: u64,
    piece_bytes: u64,
    /// Those that have come.
    held: Mutex<BTreeMap<u32, Box<[u8]>>>,
}

impl Pieces {
    fn held<T>(&self, work: impl FnOnce(&mut BTreeMap<u32, Box<[u8]>>) -> T) -> T {
        work(&mut self.held.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How many bytes a piece has.
    fn size_of(&self, piece: u32) -> u64 {
        self.len.saturating_sub(u64::from(piece) * self.piece_bytes).min(self.piece_bytes)
    }
}

/// The pieces, as a table reads them.
struct Ranges(Arc<Pieces>);

impl ByteSource for Ranges {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.len)
    }

    fn read_at(&self, mut offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let (Ranges(pieces), mut rest) = (self, buffer);
        if offset.saturating_add(rest.len() as u64) > pieces.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        pieces.held(|held| {
            while !rest.is_empty() {
                let piece = u32::try_from(offset / pieces.piece_bytes).map_err(io::Error::other)?;
                let need = || io::Error::other(Need { file: pieces.file.clone(), piece: Some(piece) });
                let bytes = held.get(&piece).ok_or_else(need)?;
                let bytes = bytes.get((offset % pieces.piece_bytes) as usize..).unwrap_or_default();
                let count = bytes.len().min(rest.len());
                if count == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                let (filled, left) = std::mem::take(&mut rest).split_at_mut(count);
                filled.copy_from_slice(&bytes[..count]);
                (rest, offset) = (left, offset + count as u64);
            }
            Ok(())
        })
    }
}

/// A file that JavaScript has looked for.
enum File {
    Absent,
    Whole,
    Ranged(Arc<Pieces>),
}

/// All files, and the tables that are open.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) tables: Tables,
    by_name: BTreeMap<String, File>,
    piece_bytes: u32,
}

impl Files {
    pub(crate) fn new(piece_bytes: u32) -> Files {
        Files { piece_bytes: piece_bytes.max(1), ..Files::default() }
    }

    /// Opens a whole file.
    pub(crate) fn whole(&mut self, file: &str, bytes: Vec<u8>) -> Result<Result<(), ProbeError>, String> {
        let (material, metric) = parse(file)?;
        let opened = self.tables.add(&material, metric, bytes);
        if opened.is_ok() {
            self.by_name.insert(name(&material, metric), File::Whole);
        }
        Ok(opened)
    }

    /// Adds a file whose pieces will come.
    pub(crate) fn ranged(&mut self, file: &str, len: u64) {
        let (held, piece_bytes) = (Mutex::default(), u64::from(self.piece_bytes));
        let pieces = Pieces { file: file.to_owned(), len, piece_bytes, held };
        self.by_name.insert(file.to_owned(), File::Ranged(Arc::new(pieces)));
    }

    /// Takes a piece that has come.
    pub(crate) fn piece(&mut self, file: &str, index: u32, bytes: &[u8]) -> Result<(), String> {
        let Some(File::Ranged(pieces)) = self.by_name.get(file) else {
            return Err(format!("{file} does not come in pieces"));
        };
        if bytes.len() as u64 != pieces.size_of(index) {
            return Err(format!("piece {index} of {file} has {} bytes", bytes.len()));
        }
        pieces.held(|held| held.insert(index, bytes.into()));
        Ok(())
    }

    /// Notes that there is no such file.
    pub(crate) fn absent(&mut self, file: &str) {
        self.by_name.insert(file.to_owned(), File::Absent);
    }

    /// Forgets all pieces, if together they have more bytes than this.
    pub(crate) fn trim(&mut self, bytes: u64) {
        let pieces = || {
            self.by_name.values().filter_map(|file| match file {
                File::Ranged(pieces) => Some(pieces),
                _ => None,
            })
        };
        let held = pieces().map(|pieces| pieces.held(|held| held.len() as u64 * pieces.piece_bytes));
        if held.sum::<u64>() > bytes {
            pieces().for_each(|pieces| pieces.held(BTreeMap::clear));
        }
    }

    /// `None` if a table has been opened, so that a probe that failed may now succeed; otherwise the piece that it
    /// needs, or why it fails.
    pub(crate) fn remedy(&mut self, error: ProbeError) -> Result<Option<Need>, ProbeError> {
        match error {
            ProbeError::Missing { material, metric } => {
                let file = name(&material, metric);
                match self.by_name.get(&file) {
                    None => Ok(Some(Need { file, piece: None })),
                    Some(File::Ranged(pieces)) => {
                        let source = Ranges(pieces.clone());
                        self.tables.add(&material, metric, source).map(|()| None).or_else(needed)
                    }
                    Some(_) => Err(ProbeError::Missing { material, metric }),
                }
            }
            error => needed(error),
        }
    }
}

/// The missing piece that kept a file from being read; any other error is returned as it is.
fn needed(error: ProbeError) -> Result<Option<Need>, ProbeError> {
    let need = match &error {
        ProbeError::File(file) => match &file.fault {
            TableFault::Read(cause) => {
                cause.get_ref().and_then(|cause| cause.downcast_ref::<Need>()).cloned()
            }
            _ => None,
        },
        _ => None,
    };
    need.map(Some).ok_or(error)
}
