//! The firmware for a Raspberry Pi Pico: an 8 × 8 matrix of switches, a light, and a serial line that says what
//! happens.
//!
//! ```text
//!   GPIO 2 … 9     rows 1 … 8, driven high one after the other
//!   GPIO 10 … 17   files a … h, pulled down, read (a diode at each switch, from row to file)
//!   GPIO 18, 19    buttons to ground: a pawn that reaches the last rank becomes a knight while the first is held, a rook
//!                  while the second is, a bishop while both are
//!   GPIO 25        the light on the board: something is wrong; it blinks when the firmware has stopped
//!   GPIO 0         serial line out, 115,200 baud: moves in SAN, or the squares that differ and why
//!   GPIO 1         serial line in, which nothing reads: leave it free
//! ```

#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::panic::PanicInfo;

use embedded_alloc::LlffHeap;
use embedded_hal::delay::DelayNs as _;
use embedded_hal::digital::{InputPin as _, OutputPin as _};
use philidor::{PieceType, Position};
use rp2040_hal::clocks::{Clock as _, init_clocks_and_plls};
use rp2040_hal::fugit::RateExtU32 as _;
use rp2040_hal::gpio::{FunctionUart, Pin, Pins};
use rp2040_hal::uart::{DataBits, StopBits, UartConfig, UartPeripheral};
use rp2040_hal::{Sio, Timer, Watchdog, entry, pac};
use sensor_board::{Referee, Switches, Verdict};

#[global_allocator]
static HEAP: LlffHeap = LlffHeap::empty();

/// The size of the heap in bytes, of 264 kB of RAM.
const HEAP_BYTES: usize = 160 * 1024;

/// The crystal of a Pico.
const CRYSTAL_HZ: u32 = 12_000_000;

/// A scan takes a millisecond; after this many equal ones, the board is at rest.
const REST: u16 = 150;

/// The pin of the light, as a bit of the registers of all pins.
const LIGHT: u32 = 1 << 25;

/// Half of a blink, in cycles of the processor: a tenth of a second.
const BLINK: u32 = 12_500_000;

/// The heap is full, or the firmware has a bug: the light blinks until the power is cut.
#[panic_handler]
fn stop(_: &PanicInfo) -> ! {
    // SAFETY: nothing else runs any more; the one core is here, and no interrupt is on.
    let chip = unsafe { pac::Peripherals::steal() };
    loop {
        // SAFETY: every bit of this register stands for a pin, and 25 is that of the light.
        chip.SIO.gpio_out_xor().write(|register| unsafe { register.bits(LIGHT) });
        cortex_m::asm::delay(BLINK);
    }
}

/// The second stage of the boot loader, for the flash of a Pico.
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2_FIRMWARE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

#[entry]
fn main() -> ! {
    // SAFETY: the heap is used nowhere before, and `main` runs once.
    unsafe {
        embedded_alloc::init!(HEAP, HEAP_BYTES);
    }
    run();
    // Something of the chip was taken before, or a clock does not start.
    loop {
        cortex_m::asm::wfi();
    }
}

/// Returns only if the chip cannot be set up; its pins never fail.
fn run() -> Option<()> {
    let mut chip = pac::Peripherals::take()?;
    let mut watchdog = Watchdog::new(chip.WATCHDOG);
    let clocks = init_clocks_and_plls(
        CRYSTAL_HZ,
        chip.XOSC,
        chip.CLOCKS,
        chip.PLL_SYS,
        chip.PLL_USB,
        &mut chip.RESETS,
        &mut watchdog,
    )
    .ok()?;
    let mut timer = Timer::new(chip.TIMER, &mut chip.RESETS, &clocks);
    let sio = Sio::new(chip.SIO);
    let pins = Pins::new(chip.IO_BANK0, chip.PADS_BANK0, sio.gpio_bank0, &mut chip.RESETS);

    let send: Pin<_, FunctionUart, _> = pins.gpio0.into_function();
    let receive: Pin<_, FunctionUart, _> = pins.gpio1.into_function();
    let mut serial = UartPeripheral::new(chip.UART0, (send, receive), &mut chip.RESETS)
        .enable(
            UartConfig::new(115_200.Hz(), DataBits::Eight, None, StopBits::One),
            clocks.peripheral_clock.freq(),
        )
        .ok()?;
    let mut light = pins.gpio25.into_push_pull_output();
    let mut buttons = (pins.gpio18.into_pull_up_input(), pins.gpio19.into_pull_up_input());
    let mut ranks = [
        pins.gpio2.into_push_pull_output().into_dyn_pin(),
        pins.gpio3.into_push_pull_output().into_dyn_pin(),
        pins.gpio4.into_push_pull_output().into_dyn_pin(),
        pins.gpio5.into_push_pull_output().into_dyn_pin(),
        pins.gpio6.into_push_pull_output().into_dyn_pin(),
        pins.gpio7.into_push_pull_output().into_dyn_pin(),
        pins.gpio8.into_push_pull_output().into_dyn_pin(),
        pins.gpio9.into_push_pull_output().into_dyn_pin(),
    ];
    let mut files = [
        pins.gpio10.into_pull_down_input().into_dyn_pin(),
        pins.gpio11.into_pull_down_input().into_dyn_pin(),
        pins.gpio12.into_pull_down_input().into_dyn_pin(),
        pins.gpio13.into_pull_down_input().into_dyn_pin(),
        pins.gpio14.into_pull_down_input().into_dyn_pin(),
        pins.gpio15.into_pull_down_input().into_dyn_pin(),
        pins.gpio16.into_pull_down_input().into_dyn_pin(),
        pins.gpio17.into_pull_down_input().into_dyn_pin(),
    ];

    let mut switches = Switches::new(REST);
    let mut referee = Referee::default();
    loop {
        let mut closed = 0_u64;
        for (rank, row) in ranks.iter_mut().enumerate() {
            row.set_high().ok()?;
            timer.delay_us(100);
            for (file, column) in files.iter_mut().enumerate() {
                closed |= u64::from(column.is_high().ok()?) << (8 * rank + file);
            }
            row.set_low().ok()?;
        }
        timer.delay_us(200);
        let Some(occupied) = switches.scan(closed) else { continue };

        referee.promote_to(match (buttons.0.is_low().ok()?, buttons.1.is_low().ok()?) {
            (false, false) => PieceType::Queen,
            (true, false) => PieceType::Knight,
            (false, true) => PieceType::Rook,
            (true, true) => PieceType::Bishop,
        });
        let position = *referee.position();
        let verdict = referee.settled(occupied);
        light.set_state(matches!(verdict, Verdict::Wrong { .. }).into()).ok()?;
        // A line that is not connected loses what is sent.
        let _ = report(&mut serial, &position, verdict);
        if let (Verdict::Played(_), Some(outcome)) = (verdict, referee.game().outcome()) {
            let _ = writeln!(serial, "{} {outcome}\r", outcome.result());
        }
    }
}

/// Says which move was made, or which squares differ and why.
fn report(serial: &mut impl Write, position: &Position, verdict: Verdict) -> fmt::Result {
    match verdict {
        Verdict::Unchanged | Verdict::UnderWay => Ok(()),
        Verdict::NewGame => writeln!(serial, "new game\r"),
        Verdict::Played(mv) => writeln!(serial, "{}\r", position.to_san(mv)),
        Verdict::Wrong { squares, fault } => {
            for square in squares {
                write!(serial, "{square} ")?;
            }
            match fault {
                Some(fault) => writeln!(serial, "{fault}\r"),
                None => writeln!(serial, "\r"),
            }
        }
    }
}
