//! The two kinds of table of a set of pieces, and the names of their files.

/// What a file is a table of. See [`Tables::missing`](crate::syzygy::Tables::missing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Who wins: `.rtbw`.
    Wdl,
    /// The distance to zero: `.rtbz`.
    Dtz,
}

impl Metric {
    /// Both.
    pub const ALL: [Metric; 2] = [Metric::Wdl, Metric::Dtz];

    /// How the names of its files end: `rtbw` or `rtbz`.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Metric::Wdl => "rtbw",
            Metric::Dtz => "rtbz",
        }
    }

    /// How its files begin.
    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Metric::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Metric::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}
