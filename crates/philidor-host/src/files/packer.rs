//! Packs what is written, as the name of a file says: `.gz`, `.zst` and `.bz2`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[cfg(not(feature = "packed"))]
use super::shown::shown;
use super::whole::WholeFile;

/// A file that is packed as it is written.
#[derive(Debug)]
pub struct Packer(Kind);

#[cfg(feature = "packed")]
enum Kind {
    Gzip(flate2::write::GzEncoder<WholeFile>),
    Zstd(zstd::Encoder<'static, WholeFile>),
    Bzip2(bzip2::write::BzEncoder<WholeFile>),
}

/// This build cannot pack.
#[cfg(not(feature = "packed"))]
#[derive(Debug)]
enum Kind {}

#[cfg(feature = "packed")]
impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Kind::Gzip(_) => "Gzip",
            Kind::Zstd(_) => "Zstd",
            Kind::Bzip2(_) => "Bzip2",
        })
    }
}

/// The extension of a packed file, in lower case, if a path has one.
fn packing(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    ["gz", "zst", "bz2"].into_iter().find(|known| extension.eq_ignore_ascii_case(known))
}

impl Packer {
    /// Begins a file, if its name says that it is packed.
    ///
    /// # Errors
    ///
    /// As [`WholeFile::create_in_place`]; `Unsupported`, if this build does not pack.
    #[cfg(feature = "packed")]
    pub(super) fn create(path: &Path, replaceable: &[PathBuf]) -> io::Result<Option<Packer>> {
        let Some(packing) = packing(path) else { return Ok(None) };
        let file = WholeFile::create_in_place(path, replaceable)?;
        Ok(Some(Packer(match packing {
            "gz" => Kind::Gzip(flate2::write::GzEncoder::new(file, flate2::Compression::default())),
            "bz2" => Kind::Bzip2(bzip2::write::BzEncoder::new(file, bzip2::Compression::best())),
            // Philidor's own builds include only zstd's compressor for the lowest levels.
            _ => Kind::Zstd(zstd::Encoder::new(file, 1)?),
        })))
    }

    #[cfg(not(feature = "packed"))]
    pub(super) fn create(path: &Path, _: &[PathBuf]) -> io::Result<Option<Packer>> {
        let Some(packing) = packing(path) else { return Ok(None) };
        let reason = format!("{}: this build does not pack files (.{packing})", shown(path));
        Err(io::Error::new(io::ErrorKind::Unsupported, reason))
    }

    /// The file that the packed bytes go to.
    #[cfg(feature = "packed")]
    pub(super) fn file(&self) -> &WholeFile {
        match &self.0 {
            Kind::Gzip(encoder) => encoder.get_ref(),
            Kind::Zstd(encoder) => encoder.get_ref(),
            Kind::Bzip2(encoder) => encoder.get_ref(),
        }
    }

    #[cfg(not(feature = "packed"))]
    pub(super) fn file(&self) -> &WholeFile {
        match self.0 {}
    }

    #[cfg(feature = "packed")]
    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            Kind::Gzip(encoder) => encoder,
            Kind::Zstd(encoder) => encoder,
            Kind::Bzip2(encoder) => encoder,
        }
    }

    #[cfg(not(feature = "packed"))]
    fn writer(&mut self) -> &mut dyn Write {
        match self.0 {}
    }

    /// Writes what is left, and gives the file its name.
    #[cfg(feature = "packed")]
    pub(super) fn finish(self) -> io::Result<()> {
        match self.0 {
            Kind::Gzip(encoder) => encoder.finish(),
            Kind::Zstd(encoder) => encoder.finish(),
            Kind::Bzip2(encoder) => encoder.finish(),
        }?
        .finish()
    }

    #[cfg(not(feature = "packed"))]
    pub(super) fn finish(self) -> io::Result<()> {
        match self.0 {}
    }
}

impl Write for Packer {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.writer().write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

#[cfg(all(test, feature = "packed"))]
mod tests {
    use std::fs;
    use std::io::Read;

    use super::super::output::Output;
    use super::super::packing::unpacked;
    use super::*;

    #[test]
    fn a_name_says_how_a_file_is_packed() {
        let folder = std::env::temp_dir().join(format!("philidor-packer-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let text = "1. e4 e5 2. Nf3 *\n".repeat(1_000);
        for name in ["games.pgn.gz", "games.pgn.zst", "games.PGN.BZ2", "games.pgn"] {
            let path = folder.join(name);
            let mut output = Output::create(Some(&path)).expect(name);
            output.write_all(text.as_bytes()).expect(name);
            assert!(!path.exists(), "whole or not at all");
            output.finish().expect(name);
            let bytes = fs::read(&path).expect(name);
            assert_eq!(bytes == text.as_bytes(), name == "games.pgn", "{name}");
            assert!(name == "games.pgn" || bytes.len() < text.len() / 10, "{name}: {} bytes", bytes.len());
            let mut read = String::new();
            unpacked(&*bytes).and_then(|mut reader| reader.read_to_string(&mut read)).expect(name);
            assert_eq!(read, text, "{name}");
            fs::remove_file(&path).expect(name);
            let mut output = Output::create(Some(&path)).expect(name);
            output.write_all(b"half").expect(name);
            output.abandon().expect(name);
            assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "{name}: nothing is left");
        }
        fs::remove_dir_all(&folder).expect("removed");
    }
}
