//! Whatever the level, its lanes agree with single words.

use super::{Cpu, Job, Level, dispatch_at};
use crate::attacks::{self, Direction, SplitMix};
use crate::simd::lanes::{Lanes, WIDTH};
use crate::types::Square;

/// Eight words: the empty board, the full one, two corners, and random ones, thin and crowded.
fn words(random: &mut SplitMix) -> [u64; WIDTH] {
    let mut next = || random.next();
    [0, u64::MAX, 1, 1 << 63, next(), next() & next(), next() & next() & next(), next() | next()]
}

fn read<L: Lanes>(lanes: L) -> [u64; WIDTH] {
    let mut words = [0; WIDTH];
    lanes.store(&mut words);
    words
}

fn eight(word: impl Fn(usize) -> u64) -> [u64; WIDTH] {
    core::array::from_fn(word)
}

/// A set whose squares are moved elsewhere.
fn moved(word: u64, place: impl Fn(Square) -> (usize, usize)) -> u64 {
    let squares = Square::ALL.into_iter().filter(|&square| word >> square.index() & 1 == 1);
    squares.map(place).fold(0, |set, (file, rank)| set | 1 << (8 * rank + file))
}

fn bitwise_operations<L: Lanes>(proof: L::Proof, a: [u64; WIDTH], b: [u64; WIDTH]) {
    let (left, right) = (L::load(proof, &a), L::load(proof, &b));
    assert_eq!(read(left), a);
    assert_eq!(read(L::all(proof, a[4])), [a[4]; WIDTH]);
    assert_eq!(read(left & right), eight(|lane| a[lane] & b[lane]));
    assert_eq!(read(left | right), eight(|lane| a[lane] | b[lane]));
    assert_eq!(read(left ^ right), eight(|lane| a[lane] ^ b[lane]));
    assert_eq!(read(!left), eight(|lane| !a[lane]));
    assert_eq!(read(left.without(right)), eight(|lane| a[lane] & !b[lane]));
    for squares in [0, 1, 8, 63] {
        assert_eq!(read(left.shift(squares)), eight(|lane| a[lane] << squares));
        assert_eq!(read(left.shift(-squares)), eight(|lane| a[lane] >> squares));
    }
}

fn chosen_lanes<L: Lanes>(proof: L::Proof, a: [u64; WIDTH], b: [u64; WIDTH]) {
    let (left, right) = (L::load(proof, &a), L::load(proof, &b));
    for lanes in [0, 1, 0x80, 0x5a, 0xff, a[4] as u8] {
        let is_chosen = |lane: usize| lanes & 1 << lane != 0;
        let toggled = eight(|lane| if is_chosen(lane) { a[lane] ^ b[lane] } else { a[lane] });
        assert_eq!(read(left.toggled(lanes, right)), toggled);
        let replaced = eight(|lane| if is_chosen(lane) { b[lane] } else { a[lane] });
        assert_eq!(read(left.replaced(lanes, right)), replaced);
    }
    let occupied = (0..WIDTH).filter(|&lane| a[lane] != 0).map(|lane| 1 << lane).sum::<u8>();
    assert_eq!(left.occupied_lanes(), occupied);
}

fn boards<L: Lanes>(proof: L::Proof, a: [u64; WIDTH]) {
    let lanes = L::load(proof, &a);
    let mirrored = a.map(|word| moved(word, |square| (7 - square.file().index(), square.rank().index())));
    assert_eq!(read(lanes.mirrored(proof)), mirrored);
    let turned = a.map(|word| moved(word, |square| (7 - square.rank().index(), 7 - square.file().index())));
    assert_eq!(read(lanes.turned(proof)), turned);
    let up = a.map(|word| if word == 0 { u64::MAX } else { u64::MAX >> (63 - word.trailing_zeros()) });
    assert_eq!(read(lanes.up_to_lowest()), up);
    for (king, direction, squares) in [
        (Square::H4, Direction::West, 1),
        (Square::C8, Direction::South, 8),
        (Square::F6, Direction::SouthWest, 9),
        (Square::B8, Direction::SouthEast, 7),
    ] {
        let line = attacks::ray(king, direction).0;
        let pieces = a.map(|word| word & line);
        let down = pieces.map(|word| line & word.checked_ilog2().map_or(u64::MAX, |high| u64::MAX << high));
        let found = read(L::load(proof, &pieces).down_to_highest(squares));
        assert_eq!(found.map(|word| word & line), down, "{king} {direction:?}");
    }
}

fn numbers<L: Lanes>(proof: L::Proof, a: [u64; WIDTH], b: [u64; WIDTH]) {
    let (left, right) = (L::load(proof, &a), L::load(proof, &b));
    let byte = |word: u64, rank: u32| word >> (8 * rank) & 0xff;
    let difference =
        |x, y| (0..8).fold(0, |sum, rank| sum | ((byte(x, rank) + 256 - byte(y, rank)) & 0xff) << (8 * rank));
    assert_eq!(read(left.minus_rankwise(right)), eight(|lane| difference(a[lane], b[lane])));
    let numbers = |lanes: L| {
        assert_eq!(lanes.numbers(), eight(|lane| lanes.sum_of(1 << lane)));
        lanes.numbers()
    };
    let [ones, other_ones] = [a, b].map(|words| words.map(|word| u64::from(word.count_ones())));
    let count = left.count();
    assert_eq!(numbers(count), ones);
    assert_eq!(numbers(count.plus(right.count())), eight(|lane| ones[lane] + other_ones[lane]));
    assert_eq!(numbers(count.where_any(right)), eight(|lane| if b[lane] == 0 { 0 } else { ones[lane] }));
    let one_more = eight(|lane| ones[lane] + u64::from(b[lane] == 0));
    assert_eq!(numbers(count.plus_one_where_none(right)), one_more);
    for lanes in [0, 1, 0x80, 0x5a, 0xff, a[4] as u8] {
        let sum: u64 = (0..WIDTH).filter(|lane| lanes & 1 << lane != 0).map(|lane| ones[lane]).sum();
        assert_eq!(count.sum_of(lanes), sum);
    }
    // More moves than a board can have to one rank: 31 × 8 in each byte of a full word.
    let full = L::all(proof, u64::MAX).count();
    let many = (1..31).fold(full, |sum, _| sum.plus(full));
    assert_eq!(numbers(many), [31 * 64; WIDTH]);
    assert_eq!(many.sum_of(0xff), 31 * 512);
}

/// Taking eight at a time gives every square once, from the lowest on.
fn squares<L: Lanes>(proof: L::Proof, set: u64) {
    let mut rest = L::squares(proof, set);
    let expected: alloc::vec::Vec<u64> =
        (0..64).map(|square| 1 << square).filter(|one| set & one != 0).collect();
    for eight in expected.chunks(WIDTH) {
        assert_eq!(read(L::next_eight(&mut rest))[..eight.len()], *eight);
    }
}

struct Laws;

impl Job for Laws {
    type Output = ();

    fn run<L: Level>(self, level: L) {
        let proof = level.lanes();
        let mut random = SplitMix(64);
        // In 64 rounds every kind of word stands in every lane, against every other kind.
        for round in 0..if cfg!(miri) { 2 } else { 128 } {
            let (mut a, mut b) = (words(&mut random), words(&mut random));
            a.rotate_left(round % WIDTH);
            b.rotate_left((round + round / WIDTH + 3) % WIDTH);
            bitwise_operations::<L::Lanes>(proof, a, b);
            chosen_lanes::<L::Lanes>(proof, a, b);
            boards::<L::Lanes>(proof, a);
            numbers::<L::Lanes>(proof, a, b);
            a.into_iter().for_each(|set| squares::<L::Lanes>(proof, set));
        }
    }
}

/// Whatever the kind, its operations agree with those on single words.
#[test]
fn lanes_are_words_side_by_side() {
    Cpu::available().for_each(|cpu| dispatch_at(cpu, Laws));
}
