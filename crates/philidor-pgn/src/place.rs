//! Places in a file: offsets while all goes well, lines and columns once there is an error to report.

use memchr::{memchr, memchr_iter, memrchr2};

/// A place in a file. Lines end with a line feed, a carriage return, or one of each in this order.
///
/// ```
/// use philidor_pgn::Place;
/// let place = Place::default().after("1. e4\n1... é".as_bytes());
/// assert_eq!(place, Place { offset: 13, line: 2, column: 7 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Place {
    /// Bytes from the start of the file.
    pub offset: u64,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in UTF-8 characters; in Latin-1 nearly every byte counts as one.
    pub column: u64,
}

impl Default for Place {
    /// The start of a file.
    fn default() -> Place {
        Place { offset: 0, line: 1, column: 1 }
    }
}

impl Place {
    /// The same place, if counting began not at the start of a file but at another place in it.
    pub(super) fn shifted(self, start: Place) -> Place {
        Place {
            offset: self.offset + start.offset,
            line: self.line + start.line - 1,
            column: if self.line == 1 { self.column + start.column - 1 } else { self.column },
        }
    }

    /// The place after bytes that begin here. Places after consecutive parts add up, unless a part ends between the two
    /// bytes of a line end.
    ///
    /// ```
    /// use philidor_pgn::Place;
    /// let line = |bytes| Place::default().after(bytes).line;
    /// assert_eq!((line(b"1. e4\n*"), line(b"1. e4\r\n*"), line(b"1. e4\r*")), (2, 2, 2));
    /// ```
    #[must_use]
    pub fn after(self, bytes: &[u8]) -> Place {
        let lines = memchr_iter(b'\n', bytes).count() + lone_returns(bytes);
        let (column, rest) = match memrchr2(b'\n', b'\r', bytes) {
            Some(end) => (1, bytes.get(end + 1..).unwrap_or_default()),
            None => (self.column, bytes),
        };
        // The top bits alone show whether a byte continues a UTF-8 character, so counts of parts add up.
        let characters = rest.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        Place {
            offset: self.offset + bytes.len() as u64,
            line: self.line + lines as u64,
            column: column + characters as u64,
        }
    }
}

/// How many carriage returns end a line by themselves, as in files of old Macs. The usual case of none at all is fast.
fn lone_returns(bytes: &[u8]) -> usize {
    let Some(first) = memchr(b'\r', bytes) else { return 0 };
    let rest = bytes.get(first..).unwrap_or_default();
    memchr_iter(b'\r', rest).filter(|&at| rest.get(at + 1) != Some(&b'\n')).count()
}
