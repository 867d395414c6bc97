//! A game that QEMU plays: no switch, no pin, but the same referee on the same instructions, and less memory than a
//! Pico has.
//!
//! Prints the moves, the mistakes with their reasons, how the game ended, and what the heap held.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use cortex_m_semihosting::debug::{self, EXIT_FAILURE, EXIT_SUCCESS};
use cortex_m_semihosting::hprintln;
use embedded_alloc::LlffHeap;
use panic_semihosting as _;
use philidor::Square;
use sensor_board::{Referee, Switches, Verdict};

#[global_allocator]
static HEAP: LlffHeap = LlffHeap::empty();

/// The size of the heap in bytes.
const HEAP_BYTES: usize = 8 * 1024;

/// What the hands do: `-e2` lifts, `+e4` puts. With a capture begun at either end, a piece adjusted, a castling king, a
/// pawn taken in passing, two mistakes that are taken back, and a promotion that mates.
const HANDS: &str = include_str!("../../game.txt");

#[entry]
fn main() -> ! {
    // SAFETY: the heap is used nowhere before, and `main` runs once.
    unsafe {
        embedded_alloc::init!(HEAP, HEAP_BYTES);
    }

    let mut referee = Referee::default();
    let mut switches = Switches::new(4);
    let mut closed = u64::from(referee.position().board().occupied());
    for hand in HANDS.split_ascii_whitespace() {
        let (verb, name) = hand.split_at(1);
        let Ok(square) = name.parse::<Square>() else {
            hprintln!("not a square: {}", name);
            debug::exit(EXIT_FAILURE);
            continue;
        };
        let bit = 1 << square as u64;
        if verb == "-" {
            closed &= !bit
        } else {
            closed |= bit
        }
        // The contact bounces.
        let scans = [closed, closed ^ bit, closed, closed, closed, closed, closed];
        for occupied in scans.into_iter().filter_map(|scan| switches.scan(scan)) {
            let position = *referee.position();
            match referee.settled(occupied) {
                Verdict::Unchanged | Verdict::UnderWay => {}
                Verdict::NewGame => hprintln!("new game"),
                Verdict::Played(mv) => hprintln!("{}", position.to_san(mv)),
                Verdict::Wrong { squares, fault: Some(fault) } => {
                    hprintln!("{:#018x} {}", u64::from(squares), fault)
                }
                Verdict::Wrong { squares, fault: None } => hprintln!("{:#018x}", u64::from(squares)),
            }
        }
    }
    match referee.game().outcome() {
        Some(outcome) => hprintln!("{} {}", outcome.result(), outcome),
        None => hprintln!("* {}", referee.position()),
    }
    hprintln!("heap: {} bytes used of {}", HEAP.used(), HEAP_BYTES);
    debug::exit(EXIT_SUCCESS);
    loop {}
}
