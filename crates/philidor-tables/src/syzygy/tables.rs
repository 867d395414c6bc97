//! All tables that a program has: which there are, and which file has them. Files are opened when they are first
//! needed.
//!
//! ```text
//! position ── pieces, four bits for each kind ──► hash table ──► slot ──► WDL file   opened by the first thread that asks;
//!                                                                         DTZ file   all others continue without a lock
//! ```

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use philidor::{Board, Color, PieceType};

use super::Metric;
use super::error::{FaultAt, FileError, ProbeError};
use super::folder;
use super::source::{self, ByteSource};
use super::table::{Opening, Table};
use crate::material::{MAX_PIECES, MIN_PIECES, Material, materials_after};

/// Syzygy tables, to be probed by any number of threads.
///
/// ```no_run
/// use philidor::Position;
/// use philidor_tables::syzygy::Tables;
///
/// let mut tables = Tables::new();
/// tables.add_folder("syzygy/3-4-5")?;
/// tables.add_folder("syzygy/6")?;
/// println!("{} files, at most {} pieces", tables.len(), tables.largest());
///
/// let position: Position = "8/8/8/8/8/2k5/7Q/K7 w - - 0 1".parse()?;
/// println!("{}, {} plies", tables.probe_wdl(&position)?, tables.probe_dtz(&position)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Tables {
    slots: Vec<Slot>,
    keys: Keys,
    opening: Opening,
}

/// The two files of some pieces.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) material: Material,
    wdl: Lazy,
    dtz: Lazy,
}

impl Slot {
    pub(crate) fn lazy(&self, metric: Metric) -> &Lazy {
        match metric {
            Metric::Wdl => &self.wdl,
            Metric::Dtz => &self.dtz,
        }
    }

    fn lazy_mut(&mut self, metric: Metric) -> &mut Lazy {
        match metric {
            Metric::Wdl => &mut self.wdl,
            Metric::Dtz => &mut self.dtz,
        }
    }
}

/// A file that is opened once, or whose fault is found once.
#[derive(Default)]
pub(crate) enum Lazy {
    /// There is none.
    #[default]
    Absent,
    /// Files of folders: the table is the first of them that can be opened.
    Files(Vec<(PathBuf, Opening)>, OnceLock<Opened>),
    /// What the program has opened.
    Open(Box<Table>),
}

/// A table and its path, or the fault of the first file; `None` without any.
type Opened = Result<(PathBuf, Table), Option<Arc<FileError>>>;

impl std::fmt::Debug for Lazy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Lazy::Absent => "absent",
            Lazy::Files(_, table) => match table.get() {
                None => "not yet opened",
                Some(Ok(_)) => "open",
                Some(Err(_)) => "refused",
            },
            Lazy::Open(_) => "open",
        })
    }
}

impl Lazy {
    /// The table, if there is one.
    #[inline]
    pub(crate) fn get(&self, material: &Material, metric: Metric) -> Result<&Table, ProbeError> {
        match self {
            Lazy::Open(table) => Ok(table),
            Lazy::Files(files, table) => match table.get_or_init(|| open_first(files, material, metric)) {
                Ok((_, table)) => Ok(table),
                Err(Some(error)) => Err(ProbeError::File(error.clone())),
                Err(None) => Err(ProbeError::Missing { material: *material, metric }),
            },
            Lazy::Absent => Err(ProbeError::Missing { material: *material, metric }),
        }
    }

    /// A fault of this file, with its name.
    #[cold]
    pub(crate) fn error(&self, fault: FaultAt, material: &Material, metric: Metric) -> ProbeError {
        let opened = if let Lazy::Files(_, table) = self { table.get() } else { None };
        let file = match opened {
            Some(Ok((path, _))) => path.display().to_string(),
            _ => format!("{material}.{}", metric.extension()),
        };
        ProbeError::File(Arc::new(FileError { file, offset: fault.offset, fault: fault.fault }))
    }

    /// Adds a file after those that are there; returns whether it is the first. If none of them could be opened, they
    /// are tried again.
    fn add(&mut self, path: &Path, opening: Opening) -> bool {
        match self {
            Lazy::Absent => *self = Lazy::Files(vec![(path.to_owned(), opening)], OnceLock::new()),
            Lazy::Files(files, table) => {
                if !files.iter().any(|(known, _)| known == path) {
                    files.push((path.to_owned(), opening));
                }
                if matches!(table.get(), Some(Err(_))) {
                    table.take();
                }
                return false;
            }
            Lazy::Open(_) => return false,
        }
        true
    }
}

/// The first of some files that can be opened, or the fault of the first.
fn open_first(files: &[(PathBuf, Opening)], material: &Material, metric: Metric) -> Opened {
    let mut fault = None;
    for (path, opening) in files {
        match open(path, material, metric, *opening) {
            Ok(table) => return Ok((path.clone(), table)),
            Err(error) => fault = fault.or(Some(error)),
        }
    }
    Err(fault)
}

fn open(path: &Path, material: &Material, metric: Metric, opening: Opening) -> Result<Table, Arc<FileError>> {
    let error = |fault: FaultAt| {
        let file = path.display().to_string();
        Arc::new(FileError { file, offset: fault.offset, fault: fault.fault })
    };
    let source = source::open(path, opening.verified, opening.may_map);
    let source = source.map_err(|cause| error(super::TableFault::Read(cause).at(0)))?;
    Table::open(source, material, metric, opening).map_err(error)
}

impl Tables {
    /// No tables. Positions of two kings are drawn all the same.
    #[must_use]
    pub fn new() -> Tables {
        Tables::default()
    }

    /// Sets the size in bytes up to which files are compared with their checksum when they are opened, 1 MiB by
    /// default. It applies to files added from now on; those that are not mapped are kept in memory from then on.
    /// Nothing that a [`ByteSource`] reads by ranges is compared. [`verify`](Tables::verify) compares any file at any
    /// time.
    ///
    /// Often the checksum alone shows that a byte was changed: without it a probe may answer with a wrong value.
    ///
    /// ```no_run
    /// use philidor_tables::syzygy::Tables;
    /// let mut tables = Tables::new().verifying(1 << 30); // all files of five pieces
    /// tables.add_folder("syzygy")?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn verifying(mut self, max_bytes: u64) -> Tables {
        self.opening.verified = max_bytes;
        self
    }

    /// Unpacks lists of at most this many values (a file has one or more for each side to move) when their file is
    /// opened. The default is 32,768, enough for any three pieces. It applies to files added from now on, if they are
    /// in memory or mapped.
    ///
    /// With 4,000,000, tables of four pieces are unpacked as well, each when it is first asked, in a fraction of a
    /// second. All of them take 22 MB more, since a value takes only as many bits as tell apart the values of its list,
    /// and a probe takes half to three quarters of the time. While a list is unpacked, each of its values takes a byte,
    /// without another limit.
    ///
    /// ```
    /// use philidor_tables::syzygy::Tables;
    /// let mut tables = Tables::new().unpacking(4_000_000);
    /// assert!(tables.add_file("syzygy/KQvKR.rtbw")); // unpacked when it is first asked
    /// ```
    #[must_use]
    pub fn unpacking(mut self, max_values: u64) -> Tables {
        self.opening.unpacked = max_values;
        self
    }

    /// Reads files that are added from now on, and maps none of them into memory, whether the feature `mmap` is on or
    /// not. Then a file that is truncated while it is in use is a fault; if it were mapped, the system would end the
    /// program that reads there.
    ///
    /// ```
    /// use philidor_tables::syzygy::Tables;
    /// let mut tables = Tables::new().unmapped();
    /// assert!(tables.add_file("syzygy/KQvKR.rtbw"));
    /// assert_eq!(tables.largest(), 4);
    /// ```
    #[must_use]
    pub fn unmapped(mut self) -> Tables {
        self.opening.may_map = false;
        self
    }

    /// Adds all files of a folder whose names are those of tables; returns how many it has. Only the names are read
    /// now. A table that is there already stays, and the file here is used if the one there cannot be opened.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read. What is wrong with a file is reported by the first probe that opens it, unless
    /// another folder has the same table.
    pub fn add_folder(&mut self, folder: impl AsRef<Path>) -> io::Result<usize> {
        let files = folder::scan(folder.as_ref())?;
        for (material, metric, path) in &files {
            self.add_path(*material, *metric, path);
        }
        Ok(files.len())
    }

    /// Adds a file whose name is that of a table; returns whether that was missing. Only the name is read now. A table
    /// that is there already stays, and this file is used if the one there cannot be opened.
    ///
    /// ```
    /// use philidor_tables::syzygy::Tables;
    /// let mut tables = Tables::new();
    /// assert!(tables.add_file("folder/KQvKR.rtbw"));
    /// assert!(!tables.add_file("another/KQvKR.rtbw"));
    /// assert!(!tables.add_file("folder/readme.txt"));
    /// ```
    pub fn add_file(&mut self, path: impl AsRef<Path>) -> bool {
        let path = path.as_ref();
        folder::name(path).is_some_and(|(material, metric)| self.add_path(material, metric, path))
    }

    /// Adds a file; returns whether the table was missing.
    fn add_path(&mut self, material: Material, metric: Metric, path: &Path) -> bool {
        let opening = self.opening;
        self.slot(material).lazy_mut(metric).add(path, opening)
    }

    /// Adds a table from memory, or from whatever reads its bytes. Its head is read now. It replaces a table that is
    /// there already.
    ///
    /// # Errors
    ///
    /// If the material has more than seven pieces, or if the file is damaged.
    ///
    /// ```
    /// use philidor_tables::syzygy::{Metric, Tables};
    /// let mut tables = Tables::new();
    /// let error = tables.add(&"KNvK".parse()?, Metric::Wdl, b"no table".to_vec()).unwrap_err();
    /// assert_eq!(error.to_string(), "KNvK.rtbw at byte 8: the length of the file is not 16 more than a multiple of 64");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(
        &mut self,
        material: &Material,
        metric: Metric,
        source: impl ByteSource + 'static,
    ) -> Result<(), ProbeError> {
        if material.pieces() > MAX_PIECES {
            return Err(ProbeError::TooManyPieces { pieces: material.pieces() });
        }
        // Whatever side was named first: the file has the stronger one as White.
        let material = material.canonical();
        let table = Table::open(Box::new(source), &material, metric, self.opening)
            .map_err(|fault| Lazy::Absent.error(fault, &material, metric))?;
        *self.slot(material).lazy_mut(metric) = Lazy::Open(Box::new(table));
        Ok(())
    }

    /// How many files there are, WDL and DTZ.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The pieces of each file that there is, in the order in which they were added, WDL before DTZ.
    ///
    /// ```
    /// use philidor_tables::syzygy::Tables;
    /// let mut tables = Tables::new();
    /// tables.add_file("folder/KQvKR.rtbz");
    /// let names = tables.iter().map(|(material, metric)| format!("{material}.{}", metric.extension()));
    /// assert_eq!(names.collect::<Vec<_>>(), ["KQvKR.rtbz"]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Material, Metric)> {
        let has = |slot: &Slot, metric| !matches!(slot.lazy(metric), Lazy::Absent);
        (self.slots.iter()).flat_map(move |slot| {
            Metric::ALL
                .into_iter()
                .filter(move |&metric| has(slot, metric))
                .map(|metric| (slot.material, metric))
        })
    }

    /// The most pieces of any WDL table, or 2: more than that need no probe.
    #[must_use]
    pub fn largest(&self) -> usize {
        (self.iter().filter(|(_, metric)| *metric == Metric::Wdl))
            .map(|(material, _)| material.pieces())
            .max()
            .unwrap_or(2)
    }

    /// The tables with this number of pieces that are missing. The list is empty for fewer than three pieces and for
    /// more than seven, which no table has.
    ///
    /// ```
    /// use philidor_tables::syzygy::{Metric, Tables};
    /// let missing: Vec<_> = Tables::new().missing(3, Metric::Wdl).iter().map(ToString::to_string).collect();
    /// assert_eq!(missing, ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
    /// assert!(Tables::new().missing(32, Metric::Wdl).is_empty());
    /// ```
    #[must_use]
    pub fn missing(&self, pieces: usize, metric: Metric) -> Vec<Material> {
        if !(MIN_PIECES..=MAX_PIECES).contains(&pieces) {
            return Vec::new();
        }
        Material::all(pieces).into_iter().filter(|material| self.is_missing(material, metric)).collect()
    }

    /// The tables that are missing to play out an ending: those of these pieces and of all that captures and promotions
    /// lead to, the fewest pieces first. More than seven pieces, which no table has, are named alone.
    ///
    /// ```
    /// use philidor_tables::syzygy::{Metric, Tables};
    /// let missing = Tables::new().missing_for(&"KBPvK".parse()?, Metric::Wdl);
    /// let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["KBvK", "KNvK", "KPvK", "KQvK", "KRvK", "KBBvK", "KBNvK", "KBPvK", "KQBvK", "KRBvK"]);
    /// # Ok::<(), philidor_tables::ParseMaterialError>(())
    /// ```
    #[must_use]
    pub fn missing_for(&self, material: &Material, metric: Metric) -> Vec<Material> {
        let mut needed = vec![material.canonical()];
        if material.pieces() > MAX_PIECES {
            return needed;
        }
        let mut next = 0;
        while let Some(&material) = needed.get(next) {
            next += 1;
            for after in materials_after(material) {
                if !needed.contains(&after) {
                    needed.push(after);
                }
            }
        }
        needed.retain(|material| material.pieces() >= MIN_PIECES && self.is_missing(material, metric));
        needed.sort_by_key(|material| (material.pieces(), material.to_string()));
        needed
    }

    /// Whether a table is not there.
    fn is_missing(&self, material: &Material, metric: Metric) -> bool {
        let found = self.keys.find(key_of(material));
        found.is_none_or(|(slot, _)| matches!(self.slots[slot].lazy(metric), Lazy::Absent))
    }

    /// Reads a whole file, or its copy in memory, and compares the checksum.
    ///
    /// # Errors
    ///
    /// If the table is missing, cannot be read, or is damaged.
    ///
    /// ```
    /// use philidor_tables::syzygy::{Metric, Tables};
    /// let error = Tables::new().verify(&"KQvKR".parse()?, Metric::Dtz).unwrap_err();
    /// assert_eq!(error.to_string(), "the table KQvKR.rtbz is missing");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, material: &Material, metric: Metric) -> Result<(), ProbeError> {
        let missing = ProbeError::Missing { material: *material, metric };
        let (slot, _) = self.keys.find(key_of(material)).ok_or(missing)?;
        let slot = &self.slots[slot];
        let lazy = slot.lazy(metric);
        let table = lazy.get(&slot.material, metric)?;
        table.verify().map_err(|fault| lazy.error(fault, &slot.material, metric))
    }

    /// The slot of these pieces and whether the colors are swapped there, of a position with at most seven pieces.
    #[inline]
    pub(crate) fn find(&self, board: &Board, metric: Metric) -> Result<(&Slot, bool), ProbeError> {
        self.find_slot(board, metric).map(|(slot, is_flipped)| (&self.slots[slot], is_flipped))
    }

    /// The same, as a number.
    #[inline]
    pub(crate) fn find_slot(&self, board: &Board, metric: Metric) -> Result<(usize, bool), ProbeError> {
        (self.keys.find(key(board)))
            .ok_or_else(|| ProbeError::Missing { material: Material::new(board).canonical(), metric })
    }

    /// The pieces of a slot, and its WDL file.
    pub(crate) fn wdl_of(&self, slot: usize) -> (&Material, &Lazy) {
        (&self.slots[slot].material, &self.slots[slot].wdl)
    }

    /// The slot of these pieces, made if it is not there.
    fn slot(&mut self, material: Material) -> &mut Slot {
        let key = key_of(&material);
        let slot = self.keys.find(key).map_or(self.slots.len(), |(slot, _)| slot);
        if slot == self.slots.len() {
            self.slots.push(Slot { material, wdl: Lazy::Absent, dtz: Lazy::Absent });
            self.keys.insert(key_of(&material.flip_colors()), slot, true);
            self.keys.insert(key, slot, false);
        }
        &mut self.slots[slot]
    }
}

/// The types that differ from table to table.
const KINDS: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// How many pieces of each kind there are, in four bits each: White's, then Black's.
#[inline]
fn key(board: &Board) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        let own = board.colors(color);
        for piece_type in KINDS {
            key = key << 4 | u64::from((board.pieces(piece_type) & own).len());
        }
    }
    key
}

/// The key of a board with these pieces.
fn key_of(material: &Material) -> u64 {
    let counts = Color::ALL.into_iter().flat_map(|color| KINDS.map(|kind| material.count(color, kind)));
    counts.fold(0, |key, count| key << 4 | u64::from(count))
}

/// Slots by key: a hash table with open addressing that is at most half full.
#[derive(Debug, Default)]
struct Keys {
    /// Key and slot, or `EMPTY`; the lowest bit of the slot says that the colors are swapped.
    places: Vec<(u64, u32)>,
    count: usize,
}

/// More than any key.
const EMPTY: u64 = !0;

impl Keys {
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask;
        while self.places[place].0 != key && self.places[place].0 != EMPTY {
            place = (place + 1) & mask;
        }
        place
    }

    /// The slot of a key, and whether the colors are swapped.
    #[inline]
    fn find(&self, key: u64) -> Option<(usize, bool)> {
        if self.places.is_empty() {
            return None;
        }
        let (found, slot) = self.places[self.place(key)];
        (found == key).then_some(((slot >> 1) as usize, slot & 1 != 0))
    }

    fn insert(&mut self, key: u64, slot: usize, is_flipped: bool) {
        if 2 * (self.count + 1) > self.places.len() {
            let more = (4 * self.places.len()).max(256);
            let old = std::mem::replace(&mut self.places, vec![(EMPTY, 0); more]);
            for (key, slot) in old.into_iter().filter(|&(key, _)| key != EMPTY) {
                let place = self.place(key);
                self.places[place] = (key, slot);
            }
        }
        let place = self.place(key);
        self.count += usize::from(self.places[place].0 == EMPTY);
        self.places[place] = (key, (slot as u32) << 1 | u32::from(is_flipped));
    }
}
