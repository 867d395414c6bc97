//! Positions as games without moves, and games as positions: the last one of each.
//!
//! ```text
//! 8/4k3/8/8/8/8/8/2KRR3 b - - hmvc 3; fmvn 2; c0 "A - B"; c1 "1/2-1/2";
//! └──── the start, or the last position ────┘  └ players  └ result
//! ```
//!
//! Operations written by other programs become tags where there is one for them: `id` becomes `Event`, `eco` `ECO`,
//! `nic` `NIC`, and comments `C0` to `C9`. All other operations, moves among them, are lost.

use std::io::{self, Write};

use philidor::GameResult;
use philidor_suites::epd::{Epd, Operation};

use crate::parts::replay::{Fault, Replay};

/// The separator of the players.
const AGAINST: &str = " - ";

/// Appends the last position, with the players and the result as comments.
pub(crate) fn write(game: &Replay, text: &mut Vec<u8>) -> io::Result<()> {
    let Some(&position) = game.positions().last() else { return Ok(()) };
    let name = |tag| game.tag(tag).unwrap_or("?");
    let white = unparted(name("White"));
    let operations = vec![
        Operation::HalfmoveClock(position.halfmove_clock()),
        Operation::FullmoveNumber(position.fullmove_number()),
        Operation::Comment { number: 0, text: format!("{white}{AGAINST}{}", name("Black")) },
        Operation::Comment { number: 1, text: game.result.as_str().to_owned() },
    ];
    writeln!(text, "{}", Epd::new(position, operations))
}

/// The name of White without any separator, not even part of one at its end, since the first one splits the names.
fn unparted(name: &str) -> String {
    let mut name = name.to_owned();
    while let Some(at) = format!("{name}{AGAINST}").find(AGAINST).filter(|&at| at < name.len()) {
        name.replace_range(at..name.len().min(at + AGAINST.len()), "-");
    }
    name
}

/// The game of a line: a FEN or an EPD.
pub(crate) fn read(line: &str) -> Result<Replay, Fault> {
    let epd: Epd = line.parse().map_err(|error: philidor_suites::epd::EpdError| {
        let message = error.to_string();
        // The place is reported separately.
        Fault {
            at: error.offset,
            reason: message.split_once(": ").map_or(message.as_str(), |parts| parts.1).to_owned(),
        }
    })?;
    let (players, result) = (ours(&epd, 0), ours(&epd, 1));
    let result = result.and_then(|text| GameResult::from_bytes(text.as_bytes()));
    let players = players.filter(|_| result.is_some()).and_then(|text| text.split_once(AGAINST));
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
    if let Some((white, black)) = players {
        tag("White", white);
        tag("Black", black);
    }
    for operation in &epd.operations {
        match operation {
            Operation::Id(text) => tag("Event", text),
            Operation::EcoCode(text) => tag("ECO", text),
            Operation::NicCode(text) => tag("NIC", text),
            Operation::Comment { number: 0, .. } if players.is_some() => {}
            Operation::Comment { number: 1, .. } if result.is_some() => {}
            Operation::Comment { number, text } => tag(&format!("C{number}"), text),
            _ => {}
        }
    }
    let game = Replay::from_moves(epd.position, Vec::new(), result.unwrap_or_default());
    game.tagged(tags).map_err(|error| Fault::at(line, line, error))
}

/// The text of the comment with a number, `c0` to `c9`.
fn ours(epd: &Epd, wanted: u8) -> Option<&str> {
    epd.operations.iter().find_map(|operation| match operation {
        Operation::Comment { number, text } if *number == wanted => Some(text.as_str()),
        _ => None,
    })
}
