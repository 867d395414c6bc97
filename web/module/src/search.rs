//! The search for a magic number of one square, some attempts at a time.
//!
//! It draws the same numbers as the library's search, which goes through all squares with one generator of random
//! numbers: sparse ones, the fewer bits the better the odds.

use alloc::vec;
use alloc::vec::Vec;

use philidor::attacks::{Magic, Sliders};
use philidor::{Bitboard, Square};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::Json;
use crate::kept::Kept;
use crate::refusals::square;
use crate::shared::Shared;
use crate::state::{State, with};

/// A search under way.
pub(crate) struct MagicSearch {
    mask: u64,
    shift: u32,
    /// Each arrangement of relevant pieces, with the attacks.
    arrangements: Vec<(u64, u64)>,
    /// The attempt that wrote a slot, and the attacks there.
    table: Vec<(u32, u64)>,
    random: u64,
    attempt: u32,
}

impl MagicSearch {
    fn new(rook: bool, from: Square, seed: u64) -> MagicSearch {
        let look_up = |occupied| {
            if rook { Magic.rook_look_up(from, occupied) } else { Magic.bishop_look_up(from, occupied) }
        };
        let mask = look_up(Bitboard::EMPTY).mask.0;
        let size = 1 << mask.count_ones();
        let (mut arrangements, mut subset) = (Vec::with_capacity(size), 0_u64);
        for _ in 0..size {
            let occupied = Bitboard(subset);
            let attacks = if rook { Magic.rook(from, occupied) } else { Magic.bishop(from, occupied) };
            arrangements.push((subset, attacks.0));
            subset = subset.wrapping_sub(mask) & mask;
        }
        let table = vec![(0, 0); size];
        MagicSearch { mask, shift: 64 - mask.count_ones(), arrangements, table, random: seed, attempt: 0 }
    }

    /// The next number, and how many arrangements it keeps apart before two collide.
    fn try_one(&mut self) -> (u64, usize) {
        let magic = loop {
            let magic = self.draw() & self.draw() & self.draw();
            if (self.mask.wrapping_mul(magic) >> 56).count_ones() >= 6 {
                break magic;
            }
        };
        self.attempt = self.attempt.wrapping_add(1).max(1);
        for (filled, &(subset, attacks)) in self.arrangements.iter().enumerate() {
            let slot = &mut self.table[(subset.wrapping_mul(magic) >> self.shift) as usize];
            if slot.0 != self.attempt {
                *slot = (self.attempt, attacks);
            } else if slot.1 != attacks {
                return (magic, filled);
            }
        }
        (magic, self.arrangements.len())
    }

    /// Sebastiano Vigna's SplitMix64, as the library has it.
    fn draw(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

static SEARCHES: Shared<Kept<MagicSearch>> = Shared::new(Kept::new());

/// Does something with the state and with what is kept here.
fn with_all<T>(work: impl FnOnce(&mut State, &mut Kept<MagicSearch>) -> T) -> T {
    with(|state| SEARCHES.with(|kept| work(state, kept)))
}

/// Begins a search.
#[wasm_bindgen]
pub fn search_new(rook: bool, from: u32, seed: u64) -> i32 {
    SEARCHES.with(|searches| searches.keep(MagicSearch::new(rook, square(from), seed)))
}

/// Frees it.
#[wasm_bindgen]
pub fn search_free(number: u32) {
    SEARCHES.with(|searches| searches.free(number));
}

/// Tries up to so many numbers; answers what the last one did, as JSON.
#[wasm_bindgen]
pub fn search_step(number: u32, attempts: u32) -> i32 {
    with_all(|state, searches| {
        let mut json = Json::new();
        if let Some(search) = searches.get(number) {
            let size = search.arrangements.len();
            let (mut tried, mut magic, mut filled) = (0, 0, 0);
            while tried < attempts.max(1) && filled < size {
                (magic, filled) = search.try_one();
                tried += 1;
            }
            json.open('{').key("magic").bits(magic).key("filled").plain(filled).key("size").plain(size);
            json.key("tried").plain(tried).key("mask").bits(search.mask).key("shift").plain(search.shift);
            json.close('}');
        }
        state.answer(&json.0)
    })
}
