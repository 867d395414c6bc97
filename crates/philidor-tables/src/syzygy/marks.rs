//! Where reading may begin in the middle of a block, for files that are read when they are opened.
//!
//! Codes have no fixed length, so a value is found by reading all codes before it. Seven marks in a block make that a
//! sixteenth of the block on average, instead of half of it:
//!
//! ```text
//! block   │ 1101 0 11 … │ 0 0 1101 … │ 10 1101 0 … │ 0 11 … │ … ······ │
//!         0             ^ bit 65     ^ bit 129     ^ bit 193            of 512
//!                         41 values    96            133                come before it
//! ```

/// A code in a block, and how many values come before it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Resume {
    pub(crate) bit: u32,
    pub(crate) values: u32,
}

/// The marks of a block.
const MARKS: usize = 7;

/// The marks of all blocks of a list, as bits and values. What is beyond 16 bits is marked where the mark before it is.
#[derive(Debug)]
pub(crate) struct Marks(Vec<[[u16; 2]; MARKS]>);

impl Marks {
    /// The marks of blocks of `bits` bits; `codes` reads on in a block, by its number, until a bit is reached. What
    /// follows the last value of a block may be marked as well, as being after more values than it has.
    pub(crate) fn new(
        blocks: u32,
        bits: u32,
        mut codes: impl FnMut(u32, Resume, u32) -> Option<Resume>,
    ) -> Option<Marks> {
        let all = (0..blocks).map(|block| {
            let (mut marks, mut last, mut at) = ([[0; 2]; MARKS], [0; 2], Resume::default());
            for (mark, number) in marks.iter_mut().zip(1..) {
                at = codes(block, at, bits * number / (MARKS as u32 + 1))?;
                if let (Ok(bit), Ok(values)) = (at.bit.try_into(), at.values.try_into()) {
                    last = [bit, values];
                }
                *mark = last;
            }
            Some(marks)
        });
        all.collect::<Option<_>>().map(Marks)
    }

    /// The last mark of a block that is not beyond a value.
    #[inline]
    pub(crate) fn before(&self, block: u32, skip: u32) -> Resume {
        let Some(marks) = self.0.get(block as usize) else { return Resume::default() };
        // Where the value is cannot be predicted, so all marks are compared.
        let passed = marks.iter().map(|[_, values]| usize::from(u32::from(*values) <= skip)).sum::<usize>();
        let [bit, values] = passed.checked_sub(1).map_or([0; 2], |last| marks[last]);
        Resume { bit: bit.into(), values: values.into() }
    }
}
