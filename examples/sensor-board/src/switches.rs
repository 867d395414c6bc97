//! Switches bounce, and a piece slides over squares on which it does not stay: what counts is what has stayed for a
//! while.

use philidor::Bitboard;

/// Waits until the switches are at rest.
///
/// ```
/// use philidor::Bitboard;
/// use sensor_board::Switches;
/// let mut switches = Switches::new(3);
/// let scans = [0b01, 0b11, 0b01, 0b11, 0b11, 0b11, 0b11];
/// let settled = scans.map(|closed| switches.scan(closed));
/// assert_eq!(settled, [None, None, None, None, None, Some(Bitboard::from(0b11)), None]);
/// ```
#[derive(Clone, Debug)]
pub struct Switches {
    closed: u64,
    scans: u16,
    rest: u16,
}

impl Switches {
    /// Switches that are at rest when this many scans in succession, at least one, have found the same.
    #[must_use]
    pub const fn new(rest: u16) -> Switches {
        Switches { closed: 0, scans: 0, rest: if rest == 0 { 1 } else { rest } }
    }

    /// One scan: bit 0 is the switch of a1, bit 1 that of b1, bit 63 that of h8. Returns the occupied squares when they
    /// have come to rest, once each time.
    pub fn scan(&mut self, closed: u64) -> Option<Bitboard> {
        if closed != self.closed {
            (self.closed, self.scans) = (closed, 0);
        }
        if self.scans == self.rest {
            return None;
        }
        self.scans += 1;
        (self.scans == self.rest).then(|| Bitboard::from(closed))
    }
}
