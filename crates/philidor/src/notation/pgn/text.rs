//! Bytes as text: UTF-8 if they are valid, or else Latin-1, the encoding of the standard; names and values of tags.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// Bytes of a PGN file as text: UTF-8, or Latin-1 if they are not valid UTF-8. Never fails.
///
/// ```
/// use philidor::pgn::decode;
/// assert_eq!(decode("Élő".as_bytes()), "Élő");
/// assert_eq!(decode(b"Gr\xfcnfeld"), "Grünfeld");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// The tags that belong to the game itself: without them its moves mean something else, or they follow from it.
const OWN_TAGS: [&str; 4] = ["FEN", "Result", "SetUp", "Variant"];

/// The name of a tag that belongs to the game itself, as the standard has it: `FEN`, `Result`, `SetUp`, `Variant`.
/// Readers know these in any case: without its `[variant "Atomic"]` a game would be another one.
///
/// ```
/// use philidor::pgn::own_tag;
/// assert_eq!(own_tag(b"fen"), Some("FEN"));
/// assert_eq!(own_tag(b"White"), None);
/// ```
#[must_use]
#[inline(always)]
pub fn own_tag(name: &[u8]) -> Option<&'static str> {
    OWN_TAGS.into_iter().find(|own| own.as_bytes().eq_ignore_ascii_case(name))
}

/// The value of a tag as written between its quotes.
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
    ///
    /// ```
    /// use philidor::pgn::{PgnErrorKind, Reader, TagValue, Visitor};
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
