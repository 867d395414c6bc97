//! Long runs of blanks and zero bytes, cut while the bytes of a game are collected, so that they cost no memory.
//!
//! ```text
//! 1. e4 ␣␣⏎␣⏎ … ⏎⏎␣⏎⏎⏎␣ … ⏎⏎␣⏎␣⏎ e5
//!      └─ head ──┘└ left out ┘└ tail ─┘
//! ```
//!
//! The head is longer than a line, a comment or a tag's value may be. So what is too long stays too long, and what is
//! left out was never part of anything that is kept. Whole lines are left out, so that no two lines become one; within
//! a line, only what lies beyond a head of its own. The tail has the bytes before a bracket that decide whether a game
//! begins.

use alloc::vec::Vec;

use memchr::{memchr2_iter, memrchr2_iter};

use super::chunk_places::ChunkPlaces;
use super::scan::{self, BOUNDARY_REACH, SIGN_REACH};
use crate::place::Place;

/// Longer than what decides about a bracket.
const TAIL: usize = BOUNDARY_REACH + SIGN_REACH;

/// The runs in bytes that are collected, and where some were cut.
#[derive(Debug)]
pub(super) struct Blanks {
    /// How many bytes of a run are kept in front; a line of blanks keeps as many.
    head: usize,
    /// The length of the run at the end of the bytes.
    run: usize,
    gaps: Vec<Gap>,
}

/// Where bytes were left out.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// The offset among the bytes that are kept.
    at: usize,
    /// The place in the file after what was left out.
    end: Place,
}

impl Blanks {
    pub(super) fn longer_than(head: usize) -> Blanks {
        Blanks { head: head.max(TAIL), run: 0, gaps: Vec::new() }
    }

    /// Cuts the run that ends the old bytes and begins the new ones, which are those from `arrived` on and at most as
    /// many as a head has. Returns how many bytes are kept, the first of which is at `start` in the file.
    pub(super) fn cut(&mut self, bytes: &mut [u8], arrived: usize, start: Place) -> usize {
        let len = bytes.len();
        let more = bytes.get(arrived..).unwrap_or_default();
        let first = more.iter().take_while(is_blank).count();
        let run = arrived - self.run;
        let end = arrived + first;
        self.run = if end == len { len - run } else { more.iter().rev().take_while(is_blank).count() };
        match self.excess(bytes, run, end) {
            Some((from, to)) => self.leave_out(bytes, from, to, start),
            None => len,
        }
    }

    /// The part of a run that is to be left out.
    fn excess(&self, bytes: &[u8], run: usize, end: usize) -> Option<(usize, usize)> {
        let (from, to) = (run + self.head, end.saturating_sub(TAIL));
        if from >= to {
            return None;
        }
        let last = memrchr2_iter(b'\n', b'\r', bytes.get(run..to).unwrap_or_default())
            .map(|at| run + at + 1)
            .find(|&at| is_between_lines(bytes, at));
        if let Some(last) = last {
            // A return and a line feed must not become one line end.
            let becomes_one =
                |at: usize| bytes.get(at - 1) == Some(&b'\r') && bytes.get(last) == Some(&b'\n');
            let first = memchr2_iter(b'\n', b'\r', bytes.get(from - 1..last).unwrap_or_default())
                .map(|at| from + at)
                .find(|&at| is_between_lines(bytes, at) && !becomes_one(at));
            if let Some(first) = first.filter(|&first| first < last) {
                return Some((first, last));
            }
        }
        let from = last.unwrap_or(run) + self.head;
        // A line end of two bytes is not taken apart.
        let to = to - usize::from(bytes.get(to - 1) == Some(&b'\r'));
        (from < to).then_some((from, to))
    }

    /// Leaves bytes out, and notes the places of those after them. Returns how many are kept.
    #[cold]
    fn leave_out(&mut self, bytes: &mut [u8], from: usize, to: usize, start: Place) -> usize {
        let (end, len) = (self.place(bytes, to, start), to - from);
        self.gaps.retain(|gap| !(from..=to).contains(&gap.at));
        let index = self.gaps.iter().take_while(|gap| gap.at < from).count();
        self.gaps.iter_mut().skip(index).for_each(|gap| gap.at -= len);
        self.gaps.insert(index, Gap { at: from, end });
        bytes.copy_within(to.., from);
        if self.run > bytes.len() - to {
            // It is the last run that was cut.
            self.run -= len;
        }
        bytes.len() - len
    }

    /// The place in the file of an offset among bytes that begin at `start`.
    pub(super) fn place(&self, bytes: &[u8], at: usize, start: Place) -> Place {
        let (from, known) = match self.gaps.iter().rev().find(|gap| gap.at <= at) {
            Some(gap) => (gap.at, gap.end),
            None => (0, start),
        };
        known.after(bytes.get(from..at).unwrap_or_default())
    }

    /// The places of the first bytes, up to an offset.
    pub(super) fn places(&self, bytes: &[u8], end: usize, start: Place) -> ChunkPlaces {
        let mut places = ChunkPlaces::from(start);
        for gap in self.gaps.iter().take_while(|gap| gap.at <= end) {
            places.add_gap(Place::default().after(bytes.get(..gap.at).unwrap_or_default()), gap.end);
        }
        places
    }

    /// Notes that the first `len` bytes are dropped, which leaves `left` others.
    pub(super) fn drop_first(&mut self, len: usize, left: usize) {
        self.run = self.run.min(left);
        self.gaps.retain(|gap| gap.at > len);
        self.gaps.iter_mut().for_each(|gap| gap.at -= len);
    }
}

/// Whether an offset after a line feed or carriage return is not inside a line end of two bytes.
fn is_between_lines(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| bytes.get(before..=at)) != Some(b"\r\n")
}

fn is_blank(byte: &&u8) -> bool {
    **byte == 0 || scan::CLASSES[usize::from(**byte)] == scan::Class::Blank
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_proof::Random;
    use std::string::String;

    const HEAD: usize = 100;

    /// Words with blanks between them, some of them long, of several sorts.
    fn text(dice: &mut Random) -> Vec<u8> {
        let mut text = Vec::new();
        for _ in 0..6 {
            let alphabet: &[u8] = match dice.next() % 5 {
                0 => b" ",
                1 => b"\n",
                2 => b"\r\n",
                3 => b" \r\n\0",
                _ => b"                                        \r\n",
            };
            let shift = dice.next() % 12;
            for place in 0..((dice.next() % 3000) >> shift) as usize {
                let is_pattern = alphabet.len() == 2;
                let index = if is_pattern { place } else { dice.next() as usize };
                text.push(alphabet[index % alphabet.len()]);
            }
            text.extend_from_slice("e4 é".as_bytes());
        }
        text
    }

    /// What is kept of a text that arrives in pieces, and the most bytes held at a time.
    fn kept(text: &[u8], blanks: &mut Blanks, mut piece: impl FnMut() -> usize) -> (Vec<u8>, usize) {
        let (mut bytes, mut most, mut at) = (Vec::new(), 0, 0);
        while at < text.len() {
            let arrived = bytes.len();
            let end = text.len().min(at + piece());
            bytes.extend_from_slice(&text[at..end]);
            most = most.max(bytes.len());
            let len = blanks.cut(&mut bytes, arrived, Place::default());
            bytes.truncate(len);
            at = end;
        }
        (bytes, most)
    }

    /// Every other byte is kept and has its place, even after the first ones are dropped.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn nothing_but_blanks_is_left_out_and_the_rest_has_its_place() {
        let mut dice = Random(16);
        let (mut cut, mut gaps) = (0, 0);
        for _ in 0..3000 {
            let text = text(&mut dice);
            let mut blanks = Blanks::longer_than(HEAD);
            let (bytes, _) = kept(&text, &mut blanks, || 1 + dice.next() as usize % HEAD);
            cut += usize::from(bytes.len() < text.len());
            gaps = gaps.max(blanks.gaps.len());
            let places = blanks.places(&bytes, bytes.len(), Place::default());
            let shown = String::from_utf8_lossy(&text).into_owned();
            assert_eq!(places.left_out() as usize, text.len() - bytes.len(), "{shown:?}");
            let words = |bytes: &[u8]| -> Vec<usize> {
                (0..bytes.len()).filter(|&at| !is_blank(&&bytes[at])).collect()
            };
            let (theirs, ours) = (words(&text), words(&bytes));
            assert_eq!(theirs.len(), ours.len(), "{shown:?}");
            for (&theirs, &ours) in theirs.iter().zip(&ours) {
                assert_eq!(text[theirs], bytes[ours]);
                let place = Place::default().after(&text[..theirs]);
                assert_eq!(places.place_in_file(Place::default().after(&bytes[..ours])), place, "{shown:?}");
                assert_eq!(blanks.place(&bytes, ours, Place::default()), place);
                assert_eq!(
                    scan::is_line_start(&text, theirs),
                    scan::is_line_start(&bytes, ours),
                    "{shown:?}"
                );
            }
            let Some(middle) = ours.get(ours.len() / 2) else { continue };
            let start = blanks.place(&bytes, *middle, Place::default());
            let end = blanks.place(&bytes, bytes.len(), Place::default());
            let rest = &bytes[*middle..];
            blanks.drop_first(*middle, rest.len());
            assert_eq!(blanks.place(rest, rest.len(), start), end, "{shown:?}");
        }
        assert!(cut > 1000 && gaps > 2, "{cut} were cut, at most in {gaps} places");
    }

    /// A line of blanks stays longer than the head if it was, and does not become longer.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn long_lines_stay_long_and_others_do_not_grow() {
        let mut dice = Random(17);
        for _ in 0..3000 {
            let text = text(&mut dice);
            let (bytes, _) = kept(&text, &mut Blanks::longer_than(HEAD), || 1 + dice.next() as usize % HEAD);
            let before = |text: &[u8]| -> Vec<usize> {
                let lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
                lines.filter(|line| line.contains(&b'e')).map(<[u8]>::len).collect()
            };
            for (theirs, ours) in before(&text).into_iter().zip(before(&bytes)) {
                assert!(ours <= theirs && (ours > HEAD || ours == theirs), "{ours} of {theirs}");
            }
        }
    }

    /// However long a run is, equally much of it is held.
    #[test]
    fn a_run_takes_the_same_memory_at_any_length() {
        for blank in [" ", "\n", "\r\n", "\0", "                \n", &(" ".repeat(250) + "\n")] {
            let held = |times: usize| {
                let text = blank.repeat(times * 10_000 / blank.len());
                kept(text.as_bytes(), &mut Blanks::longer_than(HEAD), || HEAD).1
            };
            assert!(held(1) < 7 * HEAD, "{blank:?}: {}", held(1));
            assert_eq!(held(1), held(8), "{blank:?}");
        }
    }
}
