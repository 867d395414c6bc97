//! Where results go: standard output, byte for byte, or a file that is there whole or not at all, packed if its name
//! says so.

use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use super::input::STANDARD;
use super::packer::Packer;
use super::protection::is_input_at;
use super::whole::WholeFile;

/// A file that does not exist yet, or standard output.
#[derive(Debug)]
pub enum Output {
    /// Written as it comes.
    Standard(BufWriter<Stdout>),
    /// Kept back until it is whole.
    File(WholeFile),
    /// The same, packed.
    Packed(Packer),
}

impl Output {
    /// Opens the file with this name, packed if the name ends with `.gz`, `.zst` or `.bz2`; or standard output, for `-`
    /// or without a name.
    ///
    /// # Errors
    ///
    /// What the system reports, with the name of the file; if it is an input of the command, or write-protected.
    ///
    /// ```
    /// use std::path::Path;
    /// use philidor_host::Output;
    ///
    /// assert!(matches!(Output::create(Some(Path::new("-")))?, Output::Standard(_)));
    /// assert!(Output::create(Some(Path::new("no such folder/games.pgn"))).is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn create(path: Option<&Path>) -> io::Result<Output> {
        Output::create_in_place(path, &[])
    }

    /// The same, where these inputs of the command may be replaced.
    ///
    /// # Errors
    ///
    /// As [`Output::create`].
    pub fn create_in_place(path: Option<&Path>, replaceable: &[PathBuf]) -> io::Result<Output> {
        Ok(match path.filter(|path| *path != Path::new(STANDARD)) {
            None => Output::Standard(BufWriter::with_capacity(1 << 20, stdout())),
            Some(path) => match Packer::create(path, replaceable)? {
                Some(packer) => Output::Packed(packer),
                None => Output::File(WholeFile::create_in_place(path, replaceable)?),
            },
        })
    }

    /// The file that is kept back until it is whole, if this is one.
    fn file(&self) -> Option<&WholeFile> {
        match self {
            Output::Standard(_) => None,
            Output::File(file) => Some(file),
            Output::Packed(packer) => Some(packer.file()),
        }
    }

    /// The name of the file that is kept back until it is whole, if this is one.
    #[must_use]
    pub fn name(&self) -> Option<&Path> {
        self.file().and_then(WholeFile::name)
    }

    /// Whether it replaces an input of the command.
    #[must_use]
    pub fn replaces_input(&self) -> bool {
        self.file().is_some_and(WholeFile::replaces_input)
    }

    /// Whether it replaces this input of the command.
    #[must_use]
    pub fn replaces(&self, input: &Path) -> bool {
        self.replaces_input() && self.name().is_some_and(|name| is_input_at(input, name))
    }

    /// Refuses an open file that replaces an input, where inputs are known only after it was opened.
    ///
    /// # Errors
    ///
    /// If it is an input of the command; [`is_input`](crate::is_input) recognizes the error.
    pub fn refuse_input(&self) -> io::Result<()> {
        self.file().map_or(Ok(()), WholeFile::refuse_input)
    }

    /// Completes the output: what is left is written, and the file gets its name.
    ///
    /// # Errors
    ///
    /// What the system reports; the file does not appear then.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Standard(mut writer) => writer.flush(),
            Output::File(file) => file.finish(),
            Output::Packed(packer) => packer.finish(),
        }
    }

    /// Gives up on an incomplete output: standard output keeps what was written, and the file does not appear.
    ///
    /// # Errors
    ///
    /// What the system reports of standard output.
    pub fn abandon(self) -> io::Result<()> {
        match self {
            Output::Standard(mut writer) => writer.flush(),
            Output::File(_) | Output::Packed(_) => Ok(()),
        }
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Output::Standard(writer) => writer.write(buffer),
            Output::File(file) => file.write(buffer),
            Output::Packed(packer) => packer.write(buffer),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard(writer) => writer.flush(),
            Output::File(file) => file.flush(),
            Output::Packed(packer) => packer.flush(),
        }
    }
}

#[cfg(all(test, feature = "packed"))]
mod tests {
    use std::fs;
    use std::io::Read;

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
