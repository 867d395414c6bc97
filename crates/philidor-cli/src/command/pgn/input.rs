//! Files of games as bytes: plain, zstd or gzip by what they begin with, and standard input as any of them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use philidor::pgn::Chunks;

use super::binary::Records;
use super::form;
use super::lines::LineParts;
use super::pipeline::Cut;
use crate::args::Form;

/// What a zstd frame and a gzip member begin with.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Skippable frames of zstd, which may come first, begin with one of sixteen words.
const ZSTD_SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

/// How much is read from the disk at a time by who asks for less. Who asks for more, as parts of plain files do, reads into
/// memory of its own, without a copy: so this must be far less than a part.
const BLOCK: usize = 64 << 10;

/// How much is looked at to tell what a file holds.
const HEAD: u64 = 4 << 10;

/// What a file is called and what it holds.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) form: Form,
}

/// A file or standard input, and how far it is read before anything is unpacked.
pub(super) struct Input {
    pub(super) name: String,
    /// In bytes as they are on the disk; 0 if nobody knows.
    pub(super) length: u64,
    pub(super) read: Arc<AtomicU64>,
    pub(super) reader: Box<dyn BufRead + Send>,
}

impl Input {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(path: &Path) -> io::Result<Input> {
        let read = Arc::new(AtomicU64::new(0));
        if path == Path::new("-") {
            let counted = Counted { inner: io::stdin(), read: Arc::clone(&read) };
            return Ok(Input { name: "-".to_owned(), length: 0, read, reader: unpacked(counted)? });
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let counted = Counted { inner: file, read: Arc::clone(&read) };
        Ok(Input { name: path.display().to_string(), length, read, reader: unpacked(counted)? })
    }

    /// The same where nothing but PGN is read; an error that names what else it is, if that is certain.
    pub(super) fn of_pgn(mut self) -> io::Result<Input> {
        let mut head = Vec::new();
        let read = self.reader.by_ref().take(HEAD).read_to_end(&mut head);
        if head.is_empty() {
            // Otherwise the error comes again, after the games that were read before it.
            read?;
        }
        form::refuse_foreign(&head)?;
        let told = match form::recognized(&head) {
            Form::Binary => Some("games in binary"),
            Form::Json => Some("games in JSON"),
            Form::Pgn | Form::Uci | Form::Epd | Form::Fen => None,
        };
        if let Some(told) = told {
            let reason = format!("these are {told}, which `philidor pgn convert` reads");
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        Ok(Input { reader: Box::new(io::Cursor::new(head).chain(self.reader)), ..self })
    }

    /// What it holds, if nobody says so by what it begins with, and the games in parts, those of PGN of such a size.
    pub(super) fn cut(self, form: Option<Form>, part_size: usize) -> io::Result<(Source, Box<dyn Cut>)> {
        let mut reader = self.reader;
        let form = match form {
            Some(form) => form,
            None => {
                let mut head = Vec::new();
                reader.by_ref().take(HEAD).read_to_end(&mut head)?;
                form::refuse_foreign(&head)?;
                let form = form::recognized(&head);
                reader = Box::new(io::Cursor::new(head).chain(reader));
                form
            }
        };
        let parts: Box<dyn Cut> = match form {
            Form::Pgn => Box::new(Chunks::new(reader).with_size(part_size)),
            Form::Binary => Box::new(Records::new(reader)?),
            Form::Json | Form::Uci | Form::Epd | Form::Fen => Box::new(LineParts::new(reader)),
        };
        Ok((Source { name: self.name, form }, parts))
    }
}

/// Counts what is read.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.read.fetch_add(length as u64, Relaxed);
        Ok(length)
    }
}

/// The bytes as they were before somebody packed them.
fn unpacked(mut reader: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut head = Vec::new();
    reader.by_ref().take(4).read_to_end(&mut head)?;
    let is_zstd =
        head.starts_with(&ZSTD) || (head.len() == 4 && head[0] >> 4 == 5 && head[1..] == ZSTD_SKIPPABLE);
    let is_gzip = head.starts_with(&GZIP);
    let whole = BufReader::with_capacity(BLOCK, io::Cursor::new(head).chain(reader));
    Ok(if is_zstd {
        // Every frame that follows the first is read, too, as with `zstd -dc`.
        let mut decoder = zstd::Decoder::with_buffer(whole)?;
        // Also what was packed with `zstd --long=31`.
        decoder.window_log_max(31)?;
        Box::new(BufReader::new(decoder))
    } else if is_gzip {
        Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(whole)))
    } else {
        Box::new(whole)
    })
}
