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
