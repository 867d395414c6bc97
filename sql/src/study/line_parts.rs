//! Files, packed or not, cut into parts of whole lines.
//!
//! ```text
//! puzzles.csv.zst     PuzzleId,FEN,…  │ line 2 … 65,537 │ line 65,538 … │        parts 0 and 1
//! more.csv            PuzzleId,FEN,…  │ line 2 …        │                        part 2
//! ```
//!
//! A part has lines of one file only, and knows the header of the file, if any.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use philidor_host::read_line;

use crate::import::Input;

/// The most bytes of a line; the evaluations of a position take some kilobytes.
const MAX_LINE: u64 = 16 << 20;

/// A part: its file, and where its lines are in it.
#[derive(Clone, Debug)]
pub(super) struct LinePart {
    pub(super) number: u32,
    pub(super) file: Arc<str>,
    /// The number of the first line, from 1.
    pub(super) first_line: u64,
    /// The first line of the file, if it is a header.
    pub(super) header: Arc<str>,
}

/// Cuts files into parts.
pub(super) struct LineParts<'a> {
    inputs: std::slice::Iter<'a, Input>,
    part_lines: u32,
    /// The beginning of a line that is a header.
    header: Option<&'static str>,
    read: Arc<AtomicU64>,
    open: Option<Open>,
    next_part: u32,
}

/// The file that is being read.
struct Open {
    reader: Box<dyn BufRead + Send>,
    file: Arc<str>,
    header: Arc<str>,
    /// The number of lines read so far.
    line: u64,
}

impl<'a> LineParts<'a> {
    /// The lines of files, this many a part; `read` counts bytes from the disk.
    pub(super) fn new(
        inputs: &'a [Input],
        part_lines: u32,
        header: Option<&'static str>,
        read: Arc<AtomicU64>,
    ) -> LineParts<'a> {
        LineParts { inputs: inputs.iter(), part_lines, header, read, open: None, next_part: 0 }
    }

    /// Replaces the contents of a buffer by the lines of the next part. `None` at the end of the last file.
    ///
    /// # Errors
    ///
    /// A file cannot be opened or read, or has a line of more than 16 MiB; the error names it.
    pub(super) fn next_part(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<LinePart>> {
        bytes.clear();
        loop {
            let open = match &mut self.open {
                Some(open) => open,
                None => match self.inputs.next() {
                    Some(input) => self
                        .open
                        .insert(Open::new(input, &self.read).map_err(|error| named(&input.name, error))?),
                    None => return Ok(None),
                },
            };
            let first_line = open.line + 1;
            let fill = open.fill(self.part_lines, self.header, bytes);
            fill.map_err(|error| named(&format!("{}:{}", open.file, open.line + 1), error))?;
            if bytes.is_empty() {
                self.open = None;
                continue;
            }
            let has_header = first_line == 1 && !open.header.is_empty();
            let number = self.next_part;
            self.next_part += 1;
            return Ok(Some(LinePart {
                number,
                file: Arc::clone(&open.file),
                first_line: first_line + u64::from(has_header),
                header: Arc::clone(&open.header),
            }));
        }
    }
}

impl Open {
    fn new(input: &Input, read: &Arc<AtomicU64>) -> io::Result<Open> {
        Ok(Open { reader: input.open(read)?, file: input.name.as_str().into(), header: "".into(), line: 0 })
    }

    fn fill(&mut self, lines: u32, header: Option<&str>, bytes: &mut Vec<u8>) -> io::Result<()> {
        let mut line = Vec::new();
        let mut taken = 0;
        while taken < lines && read_line(&mut self.reader, MAX_LINE, &mut line)? > 0 {
            self.line += 1;
            if self.line == 1 && header.is_some_and(|header| line.starts_with(header.as_bytes())) {
                self.header = String::from_utf8_lossy(line.trim_ascii_end()).into();
                continue;
            }
            bytes.extend_from_slice(&line);
            taken += 1;
        }
        Ok(())
    }
}

fn named(place: &str, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{place}: {error}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::import::inputs;

    /// The parts of files with these texts: file, first line, header and text of each.
    fn parts(texts: &[&str], part_lines: u32) -> Vec<(usize, u64, String, String)> {
        let folder = tempfile::tempdir().expect("a folder");
        let names: Vec<String> = (0..texts.len())
            .map(|number| folder.path().join(number.to_string()).display().to_string())
            .collect();
        for (name, text) in names.iter().zip(texts) {
            fs::write(name, text).expect("a file");
        }
        let inputs = inputs(&names).expect("the files are there");
        let mut lines = LineParts::new(&inputs, part_lines, Some("Id,"), Arc::default());
        let (mut bytes, mut found) = (b"before".to_vec(), Vec::new());
        while let Some(part) = lines.next_part(&mut bytes).expect("the files can be read") {
            assert_eq!(part.number as usize, found.len());
            let file = names.iter().position(|name| **name == *part.file).expect("a name");
            let text = String::from_utf8(bytes.clone()).expect("text");
            found.push((file, part.first_line, part.header.to_string(), text));
        }
        found
    }

    #[test]
    fn lines_are_cut_into_parts_of_one_file_each() {
        let texts = ["Id,Fen\r\none\ntwo\nthree\n", "", "Id,", "four", "\nfive\nsix"];
        let expected = |parts: &[(usize, u64, &str, &str)]| -> Vec<_> {
            parts
                .iter()
                .map(|&(file, line, header, text)| (file, line, header.to_owned(), text.to_owned()))
                .collect()
        };
        assert_eq!(
            parts(&texts, 2),
            expected(&[
                (0, 2, "Id,Fen", "one\ntwo\n"),
                (0, 4, "Id,Fen", "three\n"),
                (3, 1, "", "four"),
                (4, 1, "", "\nfive\n"),
                (4, 3, "", "six"),
            ])
        );
        assert_eq!(parts(&texts, 9).len(), 3);
        assert_eq!(parts(&texts, 1).len(), 7);
    }
}
