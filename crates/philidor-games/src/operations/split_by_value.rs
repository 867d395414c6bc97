//! Files of the games with each value of a tag, named after the values.
//!
//! The games are sorted by their values, so that one file is open at a time, however many values there are.
//!
//! ```text
//! --by White  -o part        Carlsen, Magnus   part-Carlsen_Magnus.pgn
//!                            carlsen magnus    part-carlsen_magnus-2.pgn, as some systems ignore case
//! --by Date:year             2024.03.??        part-2024.pgn
//! --by ECO:1                 B25               part-B.pgn
//!                            ?                 part-unknown.pgn
//! ```

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use philidor_host::WholeFile;

use super::sort::{KeyMaker, SortRoom, in_order};
use super::split::{Split, Written, extension};
use crate::error::FileError;
use crate::forms::binary;
use crate::forms::form::Form;
use crate::parts::files::Files;
use crate::parts::sheet::Facts;
use crate::writing::unchanged::OneForm;

/// The longest name of a value in a file name, in bytes: systems allow 255 for the whole name.
const LONGEST: usize = 100;

/// The tag whose values games are split by, or a part of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitKey {
    tag: String,
    part: ValuePart,
}

/// What of a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValuePart {
    Whole,
    Year,
    Month,
    /// So many characters at the beginning.
    First(usize),
}

impl FromStr for SplitKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<SplitKey, &'static str> {
        let (tag, part) = match text.split_once(':') {
            None => (text, ValuePart::Whole),
            Some((tag, "year")) => (tag, ValuePart::Year),
            Some((tag, "month")) => (tag, ValuePart::Month),
            Some((tag, count)) => {
                let count = count.parse().ok().filter(|&count| count > 0);
                (tag, ValuePart::First(count.ok_or("neither `year`, `month` nor a number after the colon")?))
            }
        };
        let is_name = !tag.is_empty() && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_name { Ok(SplitKey { tag: tag.to_owned(), part }) } else { Err("not the name of a tag") }
    }
}

impl SplitKey {
    /// What counts of the value of a game; empty if it is unknown.
    fn value<'a>(&self, facts: Facts<'a>) -> &'a str {
        let value = facts.tag(&self.tag).unwrap_or_default().trim();
        let value = match self.part {
            ValuePart::Whole => value,
            ValuePart::Year => value.get(..4).unwrap_or(value),
            ValuePart::Month => value.get(..7).unwrap_or(value),
            ValuePart::First(count) => {
                value.char_indices().nth(count).map_or(value, |(end, _)| &value[..end])
            }
        };
        let says_something = value.chars().any(|character| !matches!(character, '?' | '.' | '-'));
        if says_something { value } else { "" }
    }
}

/// Writes the games with each value to a file of its own, whose name begins with a prefix.
///
/// # Errors
///
/// A file exists or cannot be written, or the files that are read have different forms.
pub fn split_by_value(
    files: &Files,
    by: &SplitKey,
    room: SortRoom<'_>,
    prefix: &Path,
) -> Result<Split, FileError> {
    let key = |facts: Facts<'_>| by.value(facts).as_bytes().to_vec();
    let maker = KeyMaker { key: &key, needs_plies: false };
    let (mut forms, common) = (OneForm::default(), std::cell::Cell::new(Form::Pgn));
    let note = |form| {
        forms.is_first(form)?;
        common.set(form);
        Ok(())
    };
    let mut values = Values { prefix, names: HashSet::new(), open: None, written: Vec::new() };
    let summary = in_order(files, &maker, room, note, |value, text| values.write(value, text, common.get()))?;
    let is_whole = summary.is_whole();
    Ok(Split { summary, written: values.finish(is_whole)? })
}

/// The files, one after another.
struct Values<'a> {
    prefix: &'a Path,
    /// The names that are taken, in lower case.
    names: HashSet<String>,
    /// The value whose file is open.
    open: Option<(Vec<u8>, WholeFile)>,
    /// All of them, the open one last.
    written: Vec<Written>,
}

impl Values<'_> {
    fn write(&mut self, value: &[u8], text: &[u8], form: Form) -> Result<(), FileError> {
        if self.open.as_ref().is_some_and(|(open, _)| open != value) {
            self.open.take().map_or(Ok(()), |(_, file)| file.finish())?;
        }
        let (_, file) = match &mut self.open {
            Some(open) => open,
            None => {
                let path = self.path(&String::from_utf8_lossy(value), form);
                let name = path.display().to_string();
                if path.try_exists()? {
                    return Err(FileError::Exists(name));
                }
                let mut file = WholeFile::create(&path)?;
                if form == Form::Binary {
                    file.write_all(binary::HEAD)?;
                }
                self.written.push(Written { file: name, games: 0 });
                self.open.insert((value.to_vec(), file))
            }
        };
        file.write_all(text)?;
        self.written.iter_mut().last().into_iter().for_each(|file| file.games += 1);
        Ok(())
    }

    /// The name of the file of a value, which no other value has.
    fn path(&mut self, value: &str, form: Form) -> PathBuf {
        let safe = safe_name(value);
        let mut name = safe.clone();
        let mut number = 1;
        while !self.names.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{safe}-{number}");
        }
        let mut path = self.prefix.as_os_str().to_owned();
        path.push(format!("-{name}.{}", extension(form)));
        PathBuf::from(path)
    }

    /// The files. If not all games were read, none can be whole but those before the last one.
    fn finish(mut self, is_whole: bool) -> Result<Vec<Written>, FileError> {
        match self.open.take() {
            Some((_, file)) if is_whole => file.finish()?,
            Some(_) => drop(self.written.pop()),
            None => {}
        }
        Ok(self.written)
    }
}

/// A value as a part of a file name: letters, digits, `-`, `+` and `.` stay, everything else becomes `_`.
fn safe_name(value: &str) -> String {
    let mut name = String::new();
    for character in value.chars() {
        let is_safe = character.is_alphanumeric() || matches!(character, '-' | '+' | '.');
        if name.len() + character.len_utf8() > LONGEST {
            break;
        }
        match (is_safe, name.ends_with('_')) {
            (true, _) => name.push(character),
            (false, false) => name.push('_'),
            (false, true) => {}
        }
    }
    // Some systems ignore dots at the end.
    let name = name.trim_matches(['_', '.']);
    if name.is_empty() { "unknown".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use philidor::pgn::GameResult;

    use super::*;

    #[test]
    fn names_are_safe() {
        for (value, name) in [
            ("Carlsen, Magnus", "Carlsen_Magnus"),
            ("../../etc/passwd", "etc_passwd"),
            ("C:\\con", "C_con"),
            ("Müller", "Müller"),
            ("1/2-1/2", "1_2-1_2"),
            ("300+3", "300+3"),
            ("...", "unknown"),
            ("", "unknown"),
            ("a\u{0}b\nc", "a_b_c"),
        ] {
            assert_eq!(safe_name(value), name, "{value}");
        }
        assert_eq!(safe_name(&"é".repeat(300)).len(), LONGEST);
        let mut values =
            Values { prefix: Path::new("p"), names: HashSet::new(), open: None, written: Vec::new() };
        let names =
            ["Tal", "TAL", "tal", "Tal-2"].map(|value| values.path(value, Form::Pgn).display().to_string());
        assert_eq!(names, ["p-Tal.pgn", "p-TAL-2.pgn", "p-tal-3.pgn", "p-Tal-2-2.pgn"]);
    }

    #[test]
    fn parts_of_values_count() {
        let tags = [("Date", "2024.03.??"), ("ECO", "B25"), ("White", "Ä"), ("Round", "?")];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let facts = Facts { tags: &tags, result: GameResult::Unknown, plies: 0 };
        for (key, value) in [
            ("Date", "2024.03.??"),
            ("Date:year", "2024"),
            ("Date:month", "2024.03"),
            ("ECO:1", "B"),
            ("ECO:9", "B25"),
            ("White:1", "Ä"),
            ("White:year", "Ä"),
            ("Round", ""),
            ("Missing", ""),
        ] {
            assert_eq!(key.parse::<SplitKey>().map(|key| key.value(facts)), Ok(value), "{key}");
        }
        for wrong in ["", ":year", "Date:day", "ECO:0", "two words"] {
            assert!(wrong.parse::<SplitKey>().is_err(), "{wrong}");
        }
    }
}
