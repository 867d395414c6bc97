//! Names and values of tags.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use philidor::characters::{decode, plain};

/// The tags that belong to the game itself: without them its moves mean something else, or they follow from it.
const OWN_TAGS: [&str; 4] = ["FEN", "Result", "SetUp", "Variant"];

/// The name of a tag that belongs to the game itself, as the standard has it: `FEN`, `Result`, `SetUp`, `Variant`.
/// Readers know these in any case: without its `[variant "Atomic"]` a game would be another one.
///
/// ```
/// use philidor_pgn::own_tag;
/// assert_eq!(own_tag(b"fen"), Some("FEN"));
/// assert_eq!(own_tag(b"White"), None);
/// ```
#[must_use]
#[inline(always)]
pub fn own_tag(name: &[u8]) -> Option<&'static str> {
    OWN_TAGS.into_iter().find(|own| own.as_bytes().eq_ignore_ascii_case(name))
}

/// The length of a name in any case, and what tells it from usual names of this length: its first bytes or, of up to
/// seven, all of them.
#[inline(always)]
pub(super) const fn name_key(name: &[u8]) -> (usize, u64) {
    let key = match (name.first_chunk::<8>(), name.first_chunk::<4>(), name.last_chunk::<4>()) {
        (Some(&eight), ..) => u64::from_le_bytes(eight),
        (_, Some(&first), Some(&last)) => {
            u32::from_le_bytes(first) as u64 | (u32::from_le_bytes(last) as u64) << 32
        }
        _ => match *name {
            [a, b, c] => u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0]),
            [a, b] => u64::from_le_bytes([a, b, 0, 0, 0, 0, 0, 0]),
            [a] => a as u64,
            _ => 0,
        },
    };
    (name.len(), key | 0x2020_2020_2020_2020)
}

/// The name of a tag in the roster, of one that belongs to the game itself, or of a rating, an opening or a day, as the
/// standard has it; `None` for any other. Some programs write `[white "…"]`.
#[inline(always)]
pub(super) fn standard_tag(name: &[u8]) -> Option<&'static str> {
    const ECO: (usize, u64) = name_key(b"ECO");
    const FEN: (usize, u64) = name_key(b"FEN");
    const DATE: (usize, u64) = name_key(b"Date");
    const SITE: (usize, u64) = name_key(b"Site");
    const BLACK: (usize, u64) = name_key(b"Black");
    const EVENT: (usize, u64) = name_key(b"Event");
    const ROUND: (usize, u64) = name_key(b"Round");
    const SETUP: (usize, u64) = name_key(b"SetUp");
    const WHITE: (usize, u64) = name_key(b"White");
    const RESULT: (usize, u64) = name_key(b"Result");
    const UTC_DATE: (usize, u64) = name_key(b"UTCDate");
    const VARIANT: (usize, u64) = name_key(b"Variant");
    const BLACK_ELO: (usize, u64) = name_key(b"BlackElo");
    const WHITE_ELO: (usize, u64) = name_key(b"WhiteElo");
    Some(match name_key(name) {
        ECO => "ECO",
        FEN => "FEN",
        DATE => "Date",
        SITE => "Site",
        BLACK => "Black",
        EVENT => "Event",
        ROUND => "Round",
        SETUP => "SetUp",
        WHITE => "White",
        RESULT => "Result",
        UTC_DATE => "UTCDate",
        VARIANT => "Variant",
        BLACK_ELO => "BlackElo",
        WHITE_ELO => "WhiteElo",
        _ => return None,
    })
}

/// The value of a tag as written between its quotes.
///
/// ```
/// use philidor_pgn::{PgnErrorKind, Reader, TagValue, Visitor};
/// struct Events(Vec<String>);
/// impl Visitor for Events {
///     fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
///         self.0.push(value.to_text().into_owned());
///         Ok(())
///     }
/// }
/// let mut events = Events(Vec::new());
/// Reader::new(br#"[Event "The \"big\" one"] *"#).read_game(&mut events);
/// assert_eq!(events.0, ["The \"big\" one"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TagValue<'a>(&'a [u8]);

impl<'a> TagValue<'a> {
    pub(super) const fn new(raw: &'a [u8]) -> TagValue<'a> {
        TagValue(raw)
    }

    /// The bytes in the file, escapes included.
    #[must_use]
    pub const fn raw(self) -> &'a [u8] {
        self.0
    }

    /// The bytes with escapes resolved: `\"` is a quote and `\\` a backslash. Borrowed if there are no escapes.
    #[must_use]
    pub fn unescaped(self) -> Cow<'a, [u8]> {
        if !self.0.contains(&b'\\') {
            return Cow::Borrowed(self.0);
        }
        let mut bytes = Vec::with_capacity(self.0.len());
        let mut rest = self.0.iter().copied().peekable();
        while let Some(byte) = rest.next() {
            let escaped =
                if byte == b'\\' { rest.next_if(|&next| matches!(next, b'"' | b'\\')) } else { None };
            bytes.push(escaped.unwrap_or(byte));
        }
        Cow::Owned(bytes)
    }

    /// The value as text; see [`decode`].
    #[must_use]
    pub fn to_text(self) -> Cow<'a, str> {
        match self.unescaped() {
            Cow::Borrowed(bytes) => decode(bytes),
            Cow::Owned(bytes) => Cow::Owned(String::from(decode(&bytes))),
        }
    }
}

/// Whether a character is a quote above ASCII.
pub(super) fn is_quote(character: char) -> bool {
    plain(character) == Some("\"") || matches!(character, '‘'..='‛' | '«' | '»' | '‹' | '›')
}
