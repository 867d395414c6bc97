//! The formats, and how a file shows which one it has.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// What each block of a binpack begins with.
pub(super) const BINPACK_MARK: &[u8; 4] = b"BINP";

/// What some programs write before a text.
pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A format of training data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Games, four bytes a move.
    Viriformat,
    /// Games, some two bytes a move: Stockfish's.
    Binpack,
    /// Positions of 32 bytes, with clocks and rights.
    Marlinformat,
    /// Positions of 32 bytes, seen by the side to move, without clocks and rights.
    Bulletformat,
    /// Positions, one a line: `FEN | score | result`.
    Text,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] =
        [Format::Viriformat, Format::Binpack, Format::Marlinformat, Format::Bulletformat, Format::Text];

    /// Its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Viriformat => "viriformat",
            Format::Binpack => "binpack",
            Format::Marlinformat => "marlinformat",
            Format::Bulletformat => "bulletformat",
            Format::Text => "text",
        }
    }

    /// The extensions of its files, the usual one first.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Viriformat => &["viri", "vf", "viriformat"],
            Format::Binpack => &["binpack"],
            Format::Marlinformat => &["marlin", "marlinformat"],
            Format::Bulletformat => &["bullet", "bulletformat"],
            Format::Text => &["txt", "text"],
        }
    }

    /// Whether it holds games rather than positions.
    #[must_use]
    pub const fn has_games(self) -> bool {
        matches!(self, Format::Viriformat | Format::Binpack)
    }

    /// What one record of it is: a game or a position.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        if self.has_games() { "game" } else { "position" }
    }

    /// The format that the extension of a file stands for; of a packed file, the one before `.zst`, `.gz` or `.bz2`.
    ///
    /// ```
    /// use std::path::Path;
    /// use philidor_train::data::Format;
    ///
    /// assert_eq!(Format::from_path(Path::new("games.viri.zst")), Some(Format::Viriformat));
    /// assert_eq!(Format::from_path(Path::new("games.bin")), None);
    /// ```
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        if matches!(extension.as_str(), "zst" | "gz" | "bz2") {
            return Format::from_path(Path::new(path.file_stem()?));
        }
        Format::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// The format of a file that begins like this, if that shows it: binpack has a mark, text has letters and `|`. The
    /// three others begin with the squares of a board.
    ///
    /// ```
    /// use philidor_train::data::Format;
    ///
    /// assert_eq!(Format::from_beginning(b"BINP\x10\0\0\0"), Some(Format::Binpack));
    /// assert_eq!(Format::from_beginning(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 0 | 0.5\n"), Some(Format::Text));
    /// assert_eq!(Format::from_beginning(&[0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff]), None);
    /// ```
    #[must_use]
    pub fn from_beginning(bytes: &[u8]) -> Option<Format> {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let is_text = line.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
        if bytes.starts_with(BINPACK_MARK) {
            Some(Format::Binpack)
        } else if is_text && line.contains(&b'|') {
            Some(Format::Text)
        } else {
            None
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    /// The format with this name or extension.
    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let is_named = |format: &Format| format.name() == text || format.extensions().contains(&text);
        Format::ALL.into_iter().find(is_named).ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

/// A word that names no format.
#[derive(Clone, PartialEq, Eq)]
pub struct UnknownFormat(pub String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Format::ALL.map(Format::name).join(", ");
        write!(f, "`{}` is none of the formats {names}", self.0)
    }
}

philidor::debug_is_the_sentence!(UnknownFormat);

impl std::error::Error for UnknownFormat {}
