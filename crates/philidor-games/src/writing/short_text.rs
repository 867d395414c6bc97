//! A text of at most eight bytes as a word: copied, lengthened and stored without a loop or a branch.

/// A text of at most eight bytes, the first in the lowest byte of the word; those beyond the length are 0.
#[derive(Clone, Copy)]
pub(crate) struct ShortText {
    word: u64,
    len: u8,
}

/// The decimal digits of the numbers that nearly all clocks show.
static NUMBERS: [ShortText; 256] = {
    let mut numbers = [ShortText::EMPTY; 256];
    let mut number = 0;
    while number < numbers.len() {
        let [hundreds, tens, ones] = [number / 100, number / 10 % 10, number % 10];
        let mut text = ShortText::EMPTY;
        if number >= 100 {
            text = text.then(b'0' + hundreds as u8);
        }
        if number >= 10 {
            text = text.then(b'0' + tens as u8);
        }
        numbers[number] = text.then(b'0' + ones as u8);
        number += 1;
    }
    numbers
};

impl ShortText {
    pub(crate) const EMPTY: ShortText = ShortText { word: 0, len: 0 };

    #[inline(always)]
    pub(crate) fn from_bytes<const LEN: usize>(bytes: [u8; LEN]) -> ShortText {
        const { assert!(LEN <= 8, "a short text has at most eight bytes") };
        bytes.into_iter().fold(ShortText::EMPTY, ShortText::then)
    }

    /// The bytes of a word up to a length, beyond which it is 0.
    #[inline(always)]
    pub(crate) const fn from_word(word: u64, len: u8) -> ShortText {
        ShortText { word, len }
    }

    /// The digits of a number, if it is small.
    #[inline(always)]
    pub(crate) fn from_number(number: u32) -> Option<ShortText> {
        NUMBERS.get(number as usize).copied()
    }

    /// With a byte after it; the ninth is lost.
    #[inline(always)]
    pub(crate) const fn then(self, byte: u8) -> ShortText {
        if self.len >= 8 {
            return self;
        }
        ShortText { word: self.word | (byte as u64) << (8 * self.len), len: self.len + 1 }
    }

    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        self.len as usize
    }

    /// The text, and zeros after it.
    #[inline(always)]
    pub(crate) const fn bytes(self) -> [u8; 8] {
        self.word.to_le_bytes()
    }
}
