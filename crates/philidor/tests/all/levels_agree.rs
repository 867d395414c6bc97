//! One binary serves every CPU: which levels it has, and their names. Each counts the same: `perft.rs` has the suites,
//! the law of counting (`counting.rs`) random positions.

use philidor::Position;
use philidor::cpu::Cpu;
use philidor::perft::Perft;

#[test]
fn the_best_level_is_the_last_available() {
    assert!(Cpu::Portable.is_available());
    assert_eq!(Cpu::available().last(), Some(Cpu::best()));
    assert!(Cpu::ALL.is_sorted(), "the least demanding first");
    let best = Perft::new().count(&Position::default(), 4);
    assert_eq!(best, Perft::new().cpu(Cpu::best()).count(&Position::default(), 4));
}

#[test]
fn levels_are_read_as_they_are_written() {
    for &cpu in Cpu::ALL {
        assert_eq!(cpu.to_string().parse(), Ok(cpu));
        assert_eq!(cpu.to_string(), cpu.name());
    }
    for text in ["", "Portable", "sse2", " pext"] {
        assert!(text.parse::<Cpu>().is_err(), "{text:?}");
    }
}
