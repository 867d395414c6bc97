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
            OutFile::File(file) => file.writer.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutFile::Standard(writer) => writer.flush(),
            OutFile::File(file) => file.writer.flush(),
        }
    }
}

/// A file under another name; dropped before it is finished, it is removed.
pub(crate) struct WholeFile {
    writer: BufWriter<File>,
    partial: PathBuf,
    path: PathBuf,
}

impl WholeFile {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> anyhow::Result<WholeFile> {
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let file = File::create(&partial).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(WholeFile { writer: BufWriter::with_capacity(1 << 20, file), partial, path: path.to_owned() })
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let written = self.writer.flush().and_then(|()| self.writer.get_ref().sync_all());
        let named = written.and_then(|()| fs::rename(&self.partial, &self.path));
        named.with_context(|| format!("cannot write {}", self.path.display()))
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
        // After `finish` there is nothing of this name; a file that cannot be removed stays.
        let _ = fs::remove_file(&self.partial);
    }
}
