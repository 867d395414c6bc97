//! Where results and games go: standard output, or a file that is there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::NamedTempFile;

/// What is written to.
pub(crate) enum Output {
    /// Given out as it comes.
    Standard(BufWriter<Stdout>),
    /// A device or a pipe: there is nothing to replace.
    Special(BufWriter<File>),
    /// Kept under another name until it is whole.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    /// The file of this name if there is one, otherwise standard output.
    pub(crate) fn create(path: Option<&Path>) -> anyhow::Result<Output> {
        let Some(path) = path else { return Ok(Output::Standard(BufWriter::new(stdout()))) };
        Output::begin(path).with_context(|| format!("cannot write {}", path.display()))
    }

    fn begin(path: &Path) -> io::Result<Output> {
        // Where a link leads is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|known| !known.is_file()) {
            return Ok(Output::Special(BufWriter::new(File::options().write(true).open(path)?)));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".philidor-sql-").suffix(".partial");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file; the system takes away what the user does not give.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        Ok(Output::File(BufWriter::new(builder.tempfile_in(folder)?), path))
    }

    /// All is written: gives the file its name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        if let Output::File(writer, path) = self {
            let file = writer.into_inner().map_err(|error| error.into_error())?;
            file.as_file().sync_all()?;
            file.persist(&path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Output::Standard(writer) => writer.write(buffer),
            Output::Special(writer) => writer.write(buffer),
            Output::File(writer, _) => writer.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard(writer) => writer.flush(),
            Output::Special(writer) => writer.flush(),
            Output::File(writer, _) => writer.flush(),
        }
    }
}
