//! The file from which a long count resumes where it was killed.
//!
//! ```text
//! philidor perft checkpoint 1
//! fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! depth 7
//! parts 400, digest 2b7c9e0d5a41f683
//! 0 7821394 c3b5aa0e1d94f207        part, its leaves, checksum of both and of the head
//! 3 7790023 05f1e6b2a8c4d97e
//! 1 78
//! ```
//!
//! Each part is a line, written in one piece when it is counted, and never changed. A kill can only tear the last line:
//! it lacks its end, is cut off, and its part is counted again. If what the file ends with does not begin like a line
//! of this very count, someone else wrote it, and the file is refused unchanged. A torn head is completed. So no kill,
//! whenever it comes, loses what is in the file. Only one process at a time may use the file, which takes a few dozen
//! bytes a part.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use philidor::Position;
use philidor::perft::Subtrees;
use philidor_host::{NO_BYTES, UnknownLine, append_alone, begins, checksum};

/// The first line of every file; the number changes with the format.
const FORMAT: &str = "philidor perft checkpoint 1";

/// What the first line of any format begins with.
const ANY_FORMAT: &str = "philidor perft checkpoint ";

/// No line of a part is longer: two numbers, a checksum, two blanks and the line feed.
const MAX_LINE: u64 = 128;

/// How long lines may wait for the disk. What the system has taken outlives a kill, but not a power failure.
const SYNC: Duration = Duration::from_secs(1);

/// An open file that takes counts.
pub struct Checkpoint {
    file: File,
    seed: u64,
    synced: Instant,
}

/// What a file knew when it was opened.
pub struct Resumed {
    /// The leaves of each part.
    pub counts: Vec<Option<u128>>,
    /// How many lines could not be read; a torn last line does not count.
    pub damaged: usize,
    /// How many bytes of a torn last line were cut.
    pub cut: u64,
}

/// Why a file cannot serve.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The system refuses.
    Io(io::Error),
    /// It is a folder, a device or a pipe.
    NotAFile,
    /// It holds something else, which must not be destroyed.
    NotACheckpoint,
    /// It is of another count: the first line of its head that differs.
    OtherCount {
        /// The line of the file.
        found: String,
        /// The line of this count.
        expected: String,
    },
    /// It ends with something else, which must not be destroyed.
    UnknownLine(UnknownLine),
    /// It gives one part two counts.
    Contradiction {
        /// The part.
        part: usize,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Io(error) => error.fmt(f),
            CheckpointError::NotAFile => write!(f, "it is not a regular file"),
            CheckpointError::NotACheckpoint => write!(f, "it is not a checkpoint of perft"),
            CheckpointError::OtherCount { found, expected } => {
                write!(f, "it is of another count: it has `{found}` where this one has `{expected}`")
            }
            CheckpointError::UnknownLine(end) => end.fmt(f),
            CheckpointError::Contradiction { part } => write!(f, "it gives part {part} two different counts"),
        }
    }
}

impl std::error::Error for CheckpointError {}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> CheckpointError {
        CheckpointError::Io(error)
    }
}

impl Checkpoint {
    /// Opens the file of a count, or makes it.
    pub fn open(
        path: &Path,
        position: &Position,
        depth: u32,
        subtrees: &Subtrees,
    ) -> Result<(Checkpoint, Resumed), CheckpointError> {
        let head = head(position, depth, subtrees);
        // A device is not even opened: to open some of them does something.
        if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
            return Err(CheckpointError::NotAFile);
        }
        let mut file = append_alone(path)?;
        let seed = checksum(NO_BYTES, head.as_bytes());
        let mut resumed = Resumed { counts: vec![None; subtrees.len()], damaged: 0, cut: 0 };
        // The head is judged before anything else is read: the file may be someone's disk image.
        let mut begin = Vec::new();
        (&file).take(head.len() as u64).read_to_end(&mut begin)?;
        if let Some(missing) = missing_head(&begin, &head) {
            file.write_all(missing)?;
            file.sync_all()?;
        } else if begin != head.as_bytes() {
            return Err(why_not_ours(&begin, &head));
        } else {
            let body = head.len() as u64;
            let whole = resumed.read(&mut BufReader::new(&file), seed, body)?;
            if resumed.cut > 0 {
                file.set_len(body + whole)?;
            }
        }
        Ok((Checkpoint { file, seed, synced: Instant::now() }, resumed))
    }

    /// Appends a count.
    pub fn append(&mut self, part: usize, leaves: u128) -> io::Result<()> {
        self.file.write_all(line(self.seed, part, leaves).as_bytes())?;
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Waits until everything is on the disk.
    pub fn close(self) -> io::Result<()> {
        self.file.sync_all()
    }
}

impl Resumed {
    /// Reads every line of a body that begins at this byte, and keeps those that are as they were written. Returns how
    /// many bytes are whole lines.
    fn read(&mut self, body: &mut impl BufRead, seed: u64, start: u64) -> Result<u64, CheckpointError> {
        let (mut read, mut whole) = (0, 0);
        let (mut line, mut torn) = (Vec::new(), Vec::new());
        let mut is_continued = false;
        loop {
            line.clear();
            read += body.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? as u64;
            if line.is_empty() {
                self.cut = read - whole;
                let is_ours = self.cut <= MAX_LINE && begins_line(&torn, seed);
                return if self.cut == 0 || is_ours {
                    Ok(whole)
                } else {
                    Err(CheckpointError::UnknownLine(UnknownLine::new(start + whole, &torn)))
                };
            }
            let ends = line.ends_with(b"\n");
            if ends {
                self.take_in(&line, is_continued, seed)?;
                whole = read;
            } else if !is_continued {
                torn.clone_from(&line);
            }
            is_continued = !ends;
        }
    }

    /// Keeps what a line says, or the last piece of one that is too long.
    fn take_in(&mut self, line: &[u8], is_continued: bool, seed: u64) -> Result<(), CheckpointError> {
        let entry = parse(line, seed).filter(|&(part, _)| !is_continued && part < self.counts.len());
        let Some((part, leaves)) = entry else {
            self.damaged += 1;
            return Ok(());
        };
        if self.counts[part].replace(leaves).is_some_and(|before| before != leaves) {
            return Err(CheckpointError::Contradiction { part });
        }
        Ok(())
    }
}

/// The lines by which a file is known to belong to a count.
fn head(position: &Position, depth: u32, subtrees: &Subtrees) -> String {
    let (parts, digest) = (subtrees.len(), subtrees.digest());
    format!("{FORMAT}\nfen {position}\ndepth {depth}\nparts {parts}, digest {digest:016x}\n")
}

/// What is missing of the head in a file that is new, or whose writer was killed before the head was written.
fn missing_head<'a>(bytes: &[u8], head: &'a str) -> Option<&'a [u8]> {
    head.as_bytes().strip_prefix(bytes).filter(|missing| !missing.is_empty())
}

/// A part and its leaves, with a checksum that no other head would give.
fn line(seed: u64, part: usize, leaves: u128) -> String {
    let entry = format!("{part} {leaves}");
    let checksum = checksum(seed, entry.as_bytes());
    format!("{entry} {checksum:016x}\n")
}

/// What a line says, if it is exactly as it would be written.
fn parse(bytes: &[u8], seed: u64) -> Option<(usize, u128)> {
    let text = str::from_utf8(bytes).ok()?;
    let mut words = text.split_ascii_whitespace();
    let (part, leaves) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    (text == line(seed, part, leaves)).then_some((part, leaves))
}

/// Whether bytes are the beginning of a line: of any, and with the checksum of this one as far as it is written.
fn begins_line(bytes: &[u8], seed: u64) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let mut words = text.splitn(3, ' ');
    match (words.next().map(str::parse), words.next().map(str::parse), words.next()) {
        (Some(Ok(part)), Some(Ok(leaves)), Some(_)) => line(seed, part, leaves).starts_with(text),
        (_, _, None) => begins(text, "0 0"),
        _ => false,
    }
}

/// Where a file without the right head differs.
fn why_not_ours(bytes: &[u8], head: &str) -> CheckpointError {
    let text = String::from_utf8_lossy(bytes);
    if !text.starts_with(ANY_FORMAT) {
        return CheckpointError::NotACheckpoint;
    }
    let mut lines = text.lines().chain(std::iter::repeat("")).zip(head.lines());
    let differing = lines.find(|(found, expected)| found != expected);
    differing.map_or(CheckpointError::NotACheckpoint, |(found, expected)| CheckpointError::OtherCount {
        found: found.escape_debug().to_string(),
        expected: expected.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read of a file without the right head is no more than the head.
    #[test]
    fn a_file_of_another_form_is_refused_by_its_head() {
        let folder = std::env::temp_dir().join(format!("philidor-checkpoint-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("sparse");
        // A quarter of a terabyte without a block on the disk: to read it whole would take all memory.
        File::create(&path).and_then(|file| file.set_len(1 << 38)).expect("a sparse file");
        let (position, depth) = (Position::default(), 2);
        let subtrees = Subtrees::new(&position, depth);
        let open = |path: &Path| Checkpoint::open(path, &position, depth, &subtrees).map(|_| ());
        assert!(matches!(open(&path), Err(CheckpointError::NotACheckpoint)));
        assert!(matches!(open(&folder), Err(CheckpointError::NotAFile)));
        for device in ["/dev/zero", "/dev/full"].map(Path::new).into_iter().filter(|device| device.exists()) {
            assert!(matches!(open(device), Err(CheckpointError::NotAFile)), "{}", device.display());
        }
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_line_without_end_is_damaged_once() {
        let mut text = line(7, 0, 20).into_bytes();
        // Were these pieces forgotten, what follows them would be a line.
        text.resize(text.len() + 8 * MAX_LINE as usize, b'x');
        text.extend_from_slice(line(7, 1, 20).as_bytes());
        let whole = text.len() as u64;
        text.extend_from_slice(b"2 2");
        let mut resumed = Resumed { counts: vec![None; 3], damaged: 0, cut: 0 };
        assert_eq!(resumed.read(&mut &text[..], 7, 0).expect("no contradiction"), whole);
        assert_eq!(resumed.cut, 3);
        assert_eq!((resumed.counts, resumed.damaged), (vec![Some(20), None, None], 1));
    }

    #[test]
    fn only_the_beginning_of_a_line_of_this_count_is_cut() {
        let (first, second) = (line(7, 0, 20), line(7, 12, 34_567));
        let read = |end: &[u8]| {
            let mut resumed = Resumed { counts: vec![None; 20], damaged: 0, cut: 0 };
            let whole = resumed.read(&mut &[first.as_bytes(), end].concat()[..], 7, 100);
            whole.map(|whole| (whole, resumed.cut))
        };
        let at = first.len() as u64;
        for length in 0..second.len() {
            let (whole, cut) = read(&second.as_bytes()[..length]).expect("a torn line");
            assert_eq!((whole, cut), (at, length as u64));
        }
        let of_another = line(8, 12, 34_567);
        let too_long = "1".repeat(1 + MAX_LINE as usize);
        let foreign = ["notes", " ", "1 x", "1 2 x", "1 2 3 4", "\0", of_another.trim_end(), &too_long];
        for end in foreign.map(str::as_bytes).into_iter().chain([&b"1 \xff"[..]]) {
            let Err(CheckpointError::UnknownLine(end)) = read(end) else { panic!("{end:?} is cut") };
            assert_eq!(end.at, 100 + at);
        }
    }

    #[test]
    fn a_line_is_read_as_it_was_written_and_not_with_any_byte_changed() {
        let written = line(7, 12, 34_567);
        assert_eq!(parse(written.as_bytes(), 7), Some((12, 34_567)));
        assert_eq!(parse(written.as_bytes(), 8), None, "a line of another file");
        for place in 0..written.len() {
            let mut torn = written.clone().into_bytes();
            torn[place] ^= 1;
            assert_eq!(parse(&torn, 7), None, "byte {place}");
            assert_eq!(parse(&written.as_bytes()[..place], 7), None, "cut before byte {place}");
        }
    }
}
