//! Magic bitboards: slider attacks by a multiplication, on every CPU.
//!
//! The pieces that can stop a rook on c4 before the edge are a subset of ten squares. Multiplying that subset by a
//! suitable constant moves its scattered bits, mixed, to the top of the word, where a shift leaves a number below
//! 1,024: an index into a table of precomputed attacks.
//!
//! ```text
//! occupied & mask      * magic           >> 54           table
//! . . 1 . . . . .      1 0 1 1 …         0000 0000 …     [ index ]
//! . . 0 . . . . .  →   the ten bits  →   … 10 1101 0011  → attacks
//! . . 0 . . . . .      gather on top
//! . . r 0 1 0 0 .
//! ```
//!
//! No formula gives a suitable constant; one tries sparse random numbers until no two subsets with different attacks
//! collide. [`MagicSearch`] does that, deterministically, and a test checks that it finds the very numbers
//! below. (Lasse Hansen introduced the idea in 2006; Pradu Kannan the variable shift.)

use super::magic_search::{MagicSearch, SplitMix};
use super::rays::Direction;
#[cfg(target_family = "wasm")]
use super::rays::slide;
use super::sliders::{Sliders, sealed::Sealed};
use super::subsets::{BISHOP_SUBSETS, ROOK_SUBSETS, relevant};
use crate::types::{Bitboard, Square};

/// Where one square's attacks lie: `table[offset + ((occupied & mask) * magic >> shift)]`.
#[derive(Clone, Copy)]
struct Entry {
    mask: u64,
    magic: u64,
    offset: u32,
    shift: u32,
}

impl Entry {
    #[inline(always)]
    const fn index(&self, occupied: Bitboard) -> usize {
        let mixed = (occupied.0 & self.mask).wrapping_mul(self.magic);
        self.offset as usize + (mixed >> self.shift) as usize
    }

    fn look_up(&self, occupied: Bitboard, attacks: Bitboard) -> LookUp {
        let Entry { mask, magic, offset, shift } = *self;
        let index = self.index(occupied) - offset as usize;
        LookUp { mask: Bitboard(mask), relevant: Bitboard(occupied.0 & mask), magic, shift, index, attacks }
    }
}

/// Slider attacks by magic multiplication. A unit struct, since there is nothing about the CPU to prove.
///
/// ```
/// use philidor::attacks::{Magic, Sliders};
/// use philidor::{Bitboard, Square};
/// assert_eq!(Magic.rook(Square::A1, Bitboard::EMPTY).len(), 14);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Magic;

/// One look-up step by step: what [`Magic`] does in a few instructions, laid open.
///
/// ```
/// use philidor::attacks::{Magic, Sliders};
/// use philidor::{Bitboard, Square};
/// let occupied: Bitboard = [Square::C6, Square::F4].into_iter().collect();
/// let steps = Magic.rook_look_up(Square::C4, occupied);
/// assert_eq!(steps.mask.len(), 10); // 1,024 subsets
/// assert_eq!(steps.index as u64, steps.relevant.0.wrapping_mul(steps.magic) >> steps.shift);
/// assert_eq!(steps.attacks, Magic.rook(Square::C4, occupied));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LookUp {
    /// The squares whose pieces matter: all that the slider can reach except the last of each ray.
    pub mask: Bitboard,
    /// The pieces that matter.
    pub relevant: Bitboard,
    /// The multiplier.
    pub magic: u64,
    /// How far the product is shifted right.
    pub shift: u32,
    /// The index within the square's part of the table.
    pub index: usize,
    /// The attacks found there.
    pub attacks: Bitboard,
}

impl Magic {
    /// A bishop's look-up, step by step.
    #[must_use]
    pub fn bishop_look_up(self, square: Square, occupied: Bitboard) -> LookUp {
        BISHOP_ENTRIES[square.index()].look_up(occupied, self.bishop(square, occupied))
    }

    /// A rook's look-up, step by step.
    #[must_use]
    pub fn rook_look_up(self, square: Square, occupied: Bitboard) -> LookUp {
        ROOK_ENTRIES[square.index()].look_up(occupied, self.rook(square, occupied))
    }

    /// Looks up all squares in turn, each on a board that depends on the previous look-up, so that none can overlap:
    /// `examples/magics.rs` times this loop. Returns the last board; use it, or the compiler removes the loop.
    ///
    /// ```
    /// use philidor::attacks::{Magic, Sliders};
    /// use philidor::{Bitboard, Square};
    /// let occupied = Bitboard::from_square(Square::A4);
    /// let attacks = Magic.bishop(Square::A1, occupied);
    /// assert_eq!(Magic.chained_look_ups(occupied, 1).0, occupied.0.rotate_left(7) ^ attacks.0);
    /// ```
    #[must_use]
    #[inline(never)]
    pub fn chained_look_ups(self, occupied: Bitboard, count: u32) -> Bitboard {
        (0..count).fold(occupied, |occupied, index| {
            let square = Square::wrapping(index);
            let attacks =
                if index & 64 == 0 { self.bishop(square, occupied) } else { self.rook(square, occupied) };
            Bitboard(occupied.0.rotate_left(7) ^ attacks.0)
        })
    }
}

impl Sealed for Magic {}

impl Sliders for Magic {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        #[cfg(target_family = "wasm")]
        return super::lazy::bishop(BISHOP_ENTRIES[square.index()].index(occupied), square, occupied);
        #[cfg(not(target_family = "wasm"))]
        bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        #[cfg(target_family = "wasm")]
        return super::lazy::rook(ROOK_ENTRIES[square.index()].index(occupied), square, occupied);
        #[cfg(not(target_family = "wasm"))]
        rook(square, occupied)
    }
}

/// A bishop's look-up as a `const fn`, since constants cannot call the methods of a trait.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub(super) const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP_ATTACKS[BISHOP_ENTRIES[square.index()].index(occupied)]
}

/// A rook's look-up.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub(super) const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK_ATTACKS[ROOK_ENTRIES[square.index()].index(occupied)]
}

/// A bishop's attacks for constants on wasm: they cannot read the tables of `lazy.rs`.
#[cfg(target_family = "wasm")]
pub(super) const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(slide(square.index(), Direction::DIAGONAL, occupied.0))
}

/// A rook's attacks.
#[cfg(target_family = "wasm")]
pub(super) const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(slide(square.index(), Direction::STRAIGHT, occupied.0))
}

static BISHOP_ENTRIES: [Entry; 64] = entries(Direction::DIAGONAL, &MagicNumbers::BUILT_IN.bishop);
static ROOK_ENTRIES: [Entry; 64] = entries(Direction::STRAIGHT, &MagicNumbers::BUILT_IN.rook);
#[cfg(not(target_family = "wasm"))]
static BISHOP_ATTACKS: [Bitboard; BISHOP_SUBSETS] = arrange(&BISHOP_ENTRIES, &super::subsets::BISHOP);
#[cfg(not(target_family = "wasm"))]
static ROOK_ATTACKS: [Bitboard; ROOK_SUBSETS] = arrange(&ROOK_ENTRIES, &super::subsets::ROOK);

const fn entries(directions: [Direction; 4], magics: &[u64; 64]) -> [Entry; 64] {
    let mut entries = [Entry { mask: 0, magic: 0, offset: 0, shift: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = relevant(square, directions);
        let bits = mask.count_ones();
        entries[square] = Entry { mask, magic: magics[square], offset, shift: 64 - bits };
        offset += 1 << bits;
        square += 1;
    }
    entries
}

/// Moves the attacks of every subset from counting order to the place that the magic gives it.
///
/// The compiler runs this, and refuses to build a table in which two subsets with different attacks collide.
#[cfg(not(target_family = "wasm"))]
const fn arrange<const LEN: usize>(entries: &[Entry; 64], in_order: &[Bitboard; LEN]) -> [Bitboard; LEN] {
    let mut table = [Bitboard::EMPTY; LEN];
    let mut from = 0;
    let mut square = 0;
    while square < 64 {
        let Entry { mask, magic, offset, shift } = entries[square];
        let (others, magic, offset) = (!mask, magic as u128, offset as usize);
        let mut subset = 0;
        loop {
            // As in `index` and `next_subset`, but without calling anything: this runs a hundred thousand times.
            let place = &mut table[offset + ((subset as u128 * magic) as u64 >> shift) as usize].0;
            let attacks = in_order[from].0;
            assert!(*place == 0 || *place == attacks, "two subsets collide");
            *place = attacks;
            from += 1;
            if subset == mask {
                break;
            }
            subset = ((subset | others) + 1) & mask;
        }
        square += 1;
    }
    table
}

/// The 128 multipliers, and the search that finds them. See [`MagicNumbers::search`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MagicNumbers {
    /// One for each square of a bishop, a1 to h8.
    pub bishop: [u64; 64],
    /// One for each square of a rook, a1 to h8.
    pub rook: [u64; 64],
}

impl MagicNumbers {
    /// How many sets of attacks the tables for bishops and rooks hold together.
    pub const TABLE_ENTRIES: usize = BISHOP_SUBSETS + ROOK_SUBSETS;

    /// How many bytes the tables take, including each square's data for looking them up.
    pub const TABLE_BYTES: usize = Self::TABLE_ENTRIES * size_of::<Bitboard>() + 128 * size_of::<Entry>();

    /// The seed from which the built-in numbers were found.
    pub const SEED: u64 = 1749; // Philidor's "Analyse du jeu des Échecs"

    /// The numbers in use. Printed by the search below, never edited by hand.
    #[rustfmt::skip]
    pub const BUILT_IN: MagicNumbers = MagicNumbers {
        bishop: [
            0x1008_0110_0082_0085, 0x0003_0821_0410_8004, 0x9250_4400_4350_4010, 0x0108_2080_2401_0061,
            0x0011_1040_0220_c000, 0x0042_0144_2008_0008, 0x000a_0082_a010_4820, 0x2100_2022_0220_2020,
            0x0004_20a0_0420_c084, 0x0000_0a08_8614_0046, 0x0100_0424_0404_4330, 0x8602_0404_2081_8242,
            0x0000_0110_4008_9000, 0x0100_8082_2020_0040, 0x0000_0045_10b0_1000, 0x0005_4024_0208_0480,
            0x1808_0040_1004_4088, 0x0090_900c_100a_1240, 0x1408_0010_0044_1024, 0x0080_8008_1202_4000,
            0x8016_0204_0121_2000, 0x1802_0142_4042_2060, 0x0000_8001_0401_2090, 0x0484_9002_0201_0100,
            0x0010_c000_0808_0140, 0x0001_3002_1842_4820, 0x1215_1004_2104_0122, 0x0001_0800_2100_4100,
            0x0305_0100_0851_4000, 0x4022_1080_8808_0100, 0x0000_8201_4101_3000, 0x000a_0080_4044_0080,
            0x0428_0210_9048_a020, 0x1004_0420_0404_01d0, 0x2004_1104_8090_0400, 0x0441_2008_0045_0250,
            0x0020_0409_0040_2002, 0x0010_0080_2102_0206, 0x0050_0c40_8008_4a11, 0x000c_1842_0002_9088,
            0x500c_0168_0810_4130, 0x6000_9211_3041_2000, 0x0002_0202_2200_1400, 0x0010_3060_1800_8100,
            0x0440_0411_0c02_0200, 0x1004_0128_0108_0a00, 0x4c20_8824_8090_0115, 0x0a01_8612_0200_0142,
            0x4011_0831_1028_0004, 0x8202_06a2_0110_3980, 0x0010_0080_4822_0140, 0x1000_1400_8404_4000,
            0x0000_2020_204c_4040, 0x0051_0820_0800_9020, 0x4044_2102_4401_0100, 0x2851_212a_0400_4500,
            0x8000_8020_9030_0801, 0x0000_1120_8228_2100, 0x4884_0000_4210_9021, 0x8001_0000_90c2_0a00,
            0x0044_0100_c010_2480, 0x0004_4006_9810_4100, 0x09a5_0910_840c_9400, 0x0414_5142_0812_0082,
        ],
        rook: [
            0xd080_0040_0410_81a0, 0x4140_0140_1000_2008, 0x0100_1020_0041_0008, 0x1180_1000_2d80_0801,
            0x0280_1400_0800_0280, 0x2900_0100_0400_0228, 0x4200_0c01_4808_8200, 0x8080_0441_8000_b100,
            0x0000_8000_4000_8021, 0x4003_4004_4160_1009, 0x0011_0020_0591_4100, 0x0092_0041_6012_0048,
            0x0001_0010_0801_0004, 0x8022_0008_1002_0004, 0xc009_0004_4100_0200, 0x8501_002c_5082_0100,
            0x0000_2080_0040_0080, 0x0240_8080_2000_4000, 0x0000_8080_2000_1000, 0x0002_2100_1001_000a,
            0x2008_0040_0402_0040, 0xa040_8080_0200_0400, 0x20a0_0400_4890_0201, 0x4414_8600_0480_6c01,
            0x1002_4001_8000_8025, 0x0100_8022_0041_0209, 0x05a0_1082_0020_4202, 0x0012_2202_0008_4010,
            0x0100_0400_8080_0800, 0x1004_0200_8080_0400, 0x0000_0104_0008_4290, 0x4005_0102_0000_4084,
            0x8080_0020_0040_4000, 0x0440_8022_0200_4100, 0x1000_1040_8200_2200, 0x0010_0008_0080_1080,
            0x0984_0080_0808_0040, 0xd040_8004_0080_0200, 0x8400_0910_0c00_1208, 0x1002_20a1_0200_0044,
            0x0280_0040_0080_8024, 0x8800_5000_2000_4000, 0x0a00_2000_1101_0041, 0x0040_1001_0221_0009,
            0x0200_0400_0800_8080, 0x3042_0004_0080_8002, 0x2206_0004_0142_0008, 0x0040_0c20_8042_0001,
            0x4040_0020_8000_4080, 0x0064_2000_8440_0080, 0x020e_0041_2010_8600, 0x1000_1000_0900_2100,
            0xa101_0010_0408_0100, 0x8000_0400_8002_0080, 0x0080_0802_0110_0400, 0x8000_0060_8114_0200,
            0x0084_8000_4025_0015, 0x0842_0020_8211_0446, 0x0115_0010_2000_4409, 0x0012_0010_4020_040a,
            0x0002_0004_0820_1002, 0x8101_0002_0400_0801, 0x0140_1006_2801_1484, 0x3800_0401_2086_5102,
        ],
    };

    /// Searches for all 128 numbers; the same seed always gives the same ones. It takes about a second.
    ///
    /// ```no_run
    /// use philidor::attacks::MagicNumbers;
    /// assert_eq!(MagicNumbers::search(MagicNumbers::SEED), MagicNumbers::BUILT_IN);
    /// ```
    #[must_use]
    pub fn search(seed: u64) -> MagicNumbers {
        let mut random = SplitMix(seed);
        MagicNumbers {
            bishop: Square::ALL.map(|square| found(square, Direction::DIAGONAL, &mut random)),
            rook: Square::ALL.map(|square| found(square, Direction::STRAIGHT, &mut random)),
        }
    }
}

/// The number of one square; `random` continues where its search ended.
fn found(square: Square, directions: [Direction; 4], random: &mut SplitMix) -> u64 {
    let (magic, next) = MagicSearch::new(square, directions, random.clone()).find();
    *random = next;
    magic
}

#[cfg(test)]
mod tests {
    use super::super::rays::walks;
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "tries tens of millions of products")]
    fn the_search_finds_the_built_in_numbers() {
        assert_eq!(MagicNumbers::search(MagicNumbers::SEED), MagicNumbers::BUILT_IN);
    }

    #[test]
    fn the_tables_are_as_large_as_promised() {
        let bytes = [size_of_val(&BISHOP_ATTACKS), size_of_val(&ROOK_ATTACKS)].iter().sum::<usize>();
        assert_eq!(MagicNumbers::TABLE_ENTRIES * size_of::<Bitboard>(), bytes);
        let entries = size_of_val(&BISHOP_ENTRIES) + size_of_val(&ROOK_ENTRIES);
        assert_eq!(MagicNumbers::TABLE_BYTES, bytes + entries);
    }

    #[test]
    fn chained_look_ups_take_both_pieces_over_all_squares() {
        let start = Bitboard(0x0042_1800_0081_2400);
        let mut occupied = start;
        for index in 0..300 {
            assert_eq!(Magic.chained_look_ups(start, index as u32), occupied, "{index}");
            let directions = if index / 64 % 2 == 0 { Direction::DIAGONAL } else { Direction::STRAIGHT };
            let attacks = walks(Square::ALL[index % 64], directions, occupied);
            occupied = Bitboard(occupied.0.rotate_left(7) ^ attacks.0);
        }
    }

    #[test]
    fn look_ups_in_tables_that_are_filled_equal_walks_the_first_time_and_later() {
        use super::super::lazy;
        let mut random = SplitMix(9);
        for square in Square::ALL {
            let (bishop, rook) = (BISHOP_ENTRIES[square.index()], ROOK_ENTRIES[square.index()]);
            for _ in 0..if cfg!(miri) { 3 } else { 1_000 } {
                let set = Bitboard(random.next() & random.next());
                for _ in 0..2 {
                    let attacks = lazy::bishop(bishop.index(set), square, set);
                    assert_eq!(attacks, walks(square, Direction::DIAGONAL, set));
                    let attacks = lazy::rook(rook.index(set), square, set);
                    assert_eq!(attacks, walks(square, Direction::STRAIGHT, set));
                }
            }
        }
    }

    #[test]
    fn the_steps_of_a_look_up_lead_from_one_to_the_next() {
        let mut random = SplitMix(8);
        for square in Square::ALL {
            let occupied = Bitboard(random.next() & random.next());
            let [bishop, rook] =
                [Magic.bishop_look_up(square, occupied), Magic.rook_look_up(square, occupied)];
            for steps in [bishop, rook] {
                assert_eq!(steps.relevant, occupied & steps.mask);
                assert_eq!(steps.index as u64, steps.relevant.0.wrapping_mul(steps.magic) >> steps.shift);
                assert_eq!(1 << steps.mask.len(), (u64::MAX >> steps.shift) + 1, "a place for each subset");
            }
            assert_eq!(bishop.attacks, walks(square, Direction::DIAGONAL, occupied));
            assert_eq!(rook.attacks, walks(square, Direction::STRAIGHT, occupied));
        }
    }
}
