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

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::file_series::{FileSeries, path_of, refuse_existing};
use super::sort::{KeyMaker, SortRoom, in_order};
use super::split::Split;
use crate::error::FileError;
use crate::parts::date::Date;
use crate::parts::files::Files;
use crate::parts::format::Format;
use crate::parts::scoresheet::GameFacts;
use crate::parts::tag_name::{AskedTags, TagName};
use crate::parts::tag_value::{DATE, is_known};
use crate::writing::unchanged::CommonFormat;

/// The longest name of a value in a file name, in bytes: systems allow 255 for the whole name.
const LONGEST: usize = 100;

/// The tag whose values games are split by, or a part of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitKey {
    tag: TagName,
    part: ValuePart,
}

/// Which part of a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValuePart {
    Whole,
    Year,
    Month,
    /// This many characters at the beginning.
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
        Ok(SplitKey { tag: tag.parse()?, part })
    }
}

impl SplitKey {
    /// The part of a game's value that counts; empty if the value is unknown. Dates are written as PGN has them.
    fn value(&self, facts: GameFacts<'_>) -> String {
        let value = facts.known_tag(self.tag.as_str()).unwrap_or_default();
        let date = Date::read(value).filter(|_| self.tag.as_str().ends_with(DATE) && !value.is_empty());
        let value = date.map_or_else(|| value.to_owned(), |date| date.to_string());
        let part = match self.part {
            ValuePart::Whole => value.as_str(),
            ValuePart::Year => value.get(..4).unwrap_or(&value),
            ValuePart::Month => value.get(..7).unwrap_or(&value),
            ValuePart::First(count) => {
                value.char_indices().nth(count).map_or(value.as_str(), |(end, _)| &value[..end])
            }
        };
        if is_known(part) { part.to_owned() } else { String::new() }
    }
}

/// Writes the games with each value to a file of its own, whose name begins with a prefix. If a file cannot be read,
/// none is written.
///
/// # Errors
///
/// A file exists or cannot be written, or the files that are read have different formats.
pub fn split_by_value(
    files: &Files,
    by: &SplitKey,
    room: SortRoom<'_>,
    prefix: &Path,
) -> Result<Split, FileError> {
    // Otherwise a missing folder would be noticed only after all games have been read.
    let folder = folder_of(prefix);
    let open = |error| philidor_host::FileError::Open { name: folder.display().to_string(), error };
    std::fs::read_dir(folder).map_err(open)?;
    let asked = AskedTags::new([&by.tag]);
    let key = |facts: GameFacts<'_>| {
        asked.see(facts.tags);
        by.value(facts).into_bytes()
    };
    let maker = KeyMaker { key: &key, needs_plies: false };
    let (mut formats, mut format, mut values) = (CommonFormat::default(), Format::Pgn, BTreeSet::new());
    let (summary, games) = in_order(files, &maker, room, |block| {
        formats.is_first(block.format)?;
        format = block.format;
        for (value, _) in &block.games {
            if !values.contains(value) {
                values.insert(value.clone());
            }
        }
        Ok(())
    })?;
    if !summary.is_whole() {
        return Ok(Split { summary, written: Vec::new() });
    }
    asked.warn(summary.games);
    let mut paths = paths_of(values, prefix, format)?;
    let mut series = FileSeries::default();
    games.each(|value, text| {
        // The games of a value come one after another.
        if let Some(path) = paths.remove(value) {
            series.begin(&path, format)?;
        }
        series.write(text)
    })?;
    Ok(Split { summary, written: series.finish()? })
}

/// The folder of the files whose names begin with a prefix.
fn folder_of(prefix: &Path) -> &Path {
    let folder = prefix.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// The path of the file of each value; an error if one of the files exists.
fn paths_of(
    values: BTreeSet<Vec<u8>>,
    prefix: &Path,
    format: Format,
) -> Result<BTreeMap<Vec<u8>, PathBuf>, FileError> {
    let (mut names, mut paths) = (HashMap::new(), BTreeMap::new());
    for value in values {
        let path = path(prefix, &String::from_utf8_lossy(&value), format, &mut names);
        refuse_existing(&path)?;
        paths.insert(value, path);
    }
    Ok(paths)
}

/// The path of the file of a value, with a name that is not among those taken, which are in lower case, each with the
/// last number that was given to a name like it.
fn path(prefix: &Path, value: &str, format: Format, taken: &mut HashMap<String, usize>) -> PathBuf {
    let safe = safe_name(value);
    let lower = safe.to_lowercase();
    let (mut name, mut number) = (safe.clone(), 1);
    if let Some(&last) = taken.get(&lower) {
        number = last;
        while taken.contains_key(&name.to_lowercase()) {
            number += 1;
            name = format!("{safe}-{number}");
        }
        taken.insert(name.to_lowercase(), 1);
    }
    taken.insert(lower, number);
    path_of(prefix, &name, format)
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
        let mut taken = HashMap::new();
        let mut name = |value| path(Path::new("p"), value, Format::Pgn, &mut taken).display().to_string();
        let names = ["Tal", "TAL", "tal", "Tal-2"].map(&mut name);
        assert_eq!(names, ["p-Tal.pgn", "p-TAL-2.pgn", "p-tal-3.pgn", "p-Tal-2-2.pgn"]);
        // Of eight thousand names that are alike, none is tried again for each that follows.
        let mut taken = HashMap::from([("tal".to_owned(), 8_000)]);
        assert_eq!(path(Path::new("p"), "Tal", Format::Pgn, &mut taken), Path::new("p-Tal-8001.pgn"));
    }

    #[test]
    fn parts_of_values_count() {
        let tags = [
            ("Date", "2024.03.??"),
            ("ECO", "B25"),
            ("White", "Ä"),
            ("Round", "?"),
            ("EventDate", "2024-3-1"),
        ];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let facts = GameFacts { tags: &tags, ..GameFacts::default() };
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
            ("EventDate", "2024.03.01"),
            ("EventDate:month", "2024.03"),
        ] {
            let split = key.parse::<SplitKey>().map(|key| key.value(facts));
            assert_eq!(split.as_deref(), Ok(value), "{key}");
        }
        let tags =
            [("Date".to_owned(), "????.??.??".to_owned()), ("UTCDate".to_owned(), "2023.1.2".to_owned())];
        let of_utc = "Date:year".parse::<SplitKey>().map(|key| key.value(GameFacts { tags: &tags, ..facts }));
        assert_eq!(of_utc.as_deref(), Ok("2023"));
        for wrong in ["white", "", ":year", "Date:day", "ECO:0", "two words"] {
            assert!(wrong.parse::<SplitKey>().is_err(), "{wrong}");
        }
    }
}
