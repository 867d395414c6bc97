//! Where results and games go: standard output, or a file that is there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::TempPath;

/// What is written to.
pub(crate) struct Output {
    place: Place,
    /// The file that was asked for, for whoever is told that it cannot be written.
    asked: Option<PathBuf>,
}

enum Place {
    /// Given out as it comes.
    Standard(BufWriter<Stdout>),
    /// A device or a pipe: there is nothing to replace.
    Special(BufWriter<File>),
    /// Kept under another name until it is whole, and then given its own.
    File(BufWriter<File>, TempPath, PathBuf),
}

impl Output {
    /// The file of this name if there is one, otherwise standard output.
    pub(crate) fn create(path: Option<&Path>) -> anyhow::Result<Output> {
        let place = match path {
            Some(path) => Place::of(path).with_context(|| format!("cannot write {}", path.display()))?,
            None => Place::Standard(BufWriter::new(stdout())),
        };
        Ok(Output { place, asked: path.map(Path::to_owned) })
    }

    /// All is written: gives the file its name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        let Output { place, asked } = self;
        place.finish().map_err(|error| named(asked.as_deref(), &error).into())
    }
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        // Where a link leads is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|known| !known.is_file()) {
            return Ok(Place::Special(BufWriter::new(File::options().write(true).open(path)?)));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".philidor-sql-").suffix(".partial");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file; the system takes away what the user does not give.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        // The whole error names a file that nobody has asked for.
        let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        let (file, partial) = file.into_parts();
        Ok(Place::File(BufWriter::new(file), partial, path))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Place::Standard(writer) => writer,
            Place::Special(writer) | Place::File(writer, ..) => writer,
        }
    }

    fn finish(self) -> io::Result<()> {
        if let Place::File(writer, partial, path) = self {
            writer.into_inner()?.sync_all()?;
            partial.persist(path).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.place.writer().write(buffer).map_err(|error| named(self.asked.as_deref(), &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.place.writer().flush().map_err(|error| named(self.asked.as_deref(), &error))
    }
}

/// An error that says which file was asked for.
fn named(asked: Option<&Path>, error: &io::Error) -> io::Error {
    let place = asked.unwrap_or(Path::new("standard output")).display();
    io::Error::new(error.kind(), format!("cannot write {place}: {error}"))
}
