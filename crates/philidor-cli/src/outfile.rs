//! A file that is there whole or not at all: it is written under another name and renamed at the end.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Where results go: a file that does not exist yet, or standard output.
pub(crate) enum OutFile<'a> {
    /// Given out as it comes.
    Standard(&'a mut dyn Write),
    /// Kept back until it is whole.
    File(WholeFile),
}

impl<'a> OutFile<'a> {
    /// The file of this name if there is one, otherwise standard output.
    pub(crate) fn create(path: Option<&Path>, standard: &'a mut dyn Write) -> anyhow::Result<OutFile<'a>> {
        Ok(match path {
            None => OutFile::Standard(standard),
            Some(path) => OutFile::File(WholeFile::create(path)?),
        })
    }

    /// Everything is written.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            OutFile::Standard(writer) => Ok(writer.flush()?),
            OutFile::File(file) => file.finish(),
        }
    }
}

impl Write for OutFile<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            OutFile::Standard(writer) => writer.write(buffer),
            OutFile::File(file) => file.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutFile::Standard(writer) => writer.flush(),
            OutFile::File(file) => file.flush(),
        }
    }
}

/// A file under another name; dropped before it is finished, it is removed.
///
/// What exists and is no ordinary file, such as a device or a pipe, is written as it is: there is nothing to replace.
pub(crate) struct WholeFile {
    writer: BufWriter<File>,
    /// The name while it is written, and the name afterwards.
    names: Option<(PathBuf, PathBuf)>,
}

impl WholeFile {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> anyhow::Result<WholeFile> {
        WholeFile::begin(path).with_context(|| format!("cannot write {}", path.display()))
    }

    fn begin(path: &Path) -> io::Result<WholeFile> {
        let writer = |file| BufWriter::with_capacity(1 << 20, file);
        // Where a link leads is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|known| !known.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(WholeFile { writer: writer(file), names: None });
        }
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        Ok(WholeFile { writer: writer(File::create(&partial)?), names: Some((partial, path)) })
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.writer.flush()?;
        if let Some((partial, path)) = &self.names {
            let written = self.writer.get_ref().sync_all().and_then(|()| fs::rename(partial, path));
            written.with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.writer.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some((partial, _)) = &self.names {
            // After `finish` there is nothing of this name; a file that cannot be removed stays.
            let _ = fs::remove_file(partial);
        }
    }
}
