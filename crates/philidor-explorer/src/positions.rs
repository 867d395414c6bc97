//! A position: its moves, its sets, the counts below it, its bytes.

use philidor::binary::PackedPosition;
use philidor::{Bitboard, CastlingMode, Color, Move, Position, attacks as sets};
use serde_json::{Value, json};

use crate::arguments::{Arguments, set, word};

/// A move as the page shows it.
pub(crate) fn described(position: &Position, mv: Move) -> Value {
    let (origin, destination) = (mv.orig_square().to_string(), mv.dest_square().to_string());
    json!({
        "uci": uci(position, mv),
        "san": position.san(mv).to_string(),
        "origin": origin,
        "destination": destination,
        "word": word(mv.raw()),
        "digest": mv.digest().0,
        "tactical": mv.is_tactical(),
    })
}

pub(crate) fn uci(position: &Position, mv: Move) -> String {
    position.uci(mv, CastlingMode::detect(position)).to_string()
}

/// Moves, checkers, pins, the check mask, and what each side attacks.
pub(crate) fn position(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let moves: Vec<Value> = position.legal_moves().iter().map(|&mv| described(&position, mv)).collect();
    let [white, black] = Color::ALL.map(|color| {
        json!({ "attacked": set(position.attacked_by(color)), "pinned": set(position.pinned(color)) })
    });
    Ok(json!({
        "fen": position.to_string(),
        "side": position.side_to_move().to_string(),
        "moves": moves,
        "check": position.is_check(),
        "checkers": set(position.checkers()),
        "mask": set(check_mask(&position)),
        "lines": pin_lines(&position),
        "white": white,
        "black": black,
        "key": word(position.key()),
        "occupied": set(position.board().occupied()),
    }))
}

/// Where a move that is not the king's has to go: anywhere; onto the checker or between; nowhere.
fn check_mask(position: &Position) -> Bitboard {
    let checkers = position.checkers();
    let king = position.king(position.side_to_move());
    match (checkers.len(), checkers.first()) {
        (0, _) => !Bitboard::EMPTY,
        (1, Some(checker)) => checkers | sets::between(king, checker),
        _ => Bitboard::EMPTY,
    }
}

/// The pins of both sides: the piece, its king, and the line from the king to the piece that pins.
fn pin_lines(position: &Position) -> Vec<Value> {
    let occupied = position.board().occupied();
    let mut lines = Vec::new();
    for color in Color::ALL {
        let king = position.king(color);
        for pinned in position.pinned(color) {
            let beyond =
                position.attackers_to(king, occupied - pinned.into()) & position.board().color(!color);
            let pinner = (beyond & sets::line(king, pinned))
                .into_iter()
                .find(|&from| sets::between(king, from).contains(pinned));
            if let Some(pinner) = pinner {
                lines.push(json!({
                    "pinned": pinned.to_string(),
                    "king": king.to_string(),
                    "pinner": pinner.to_string(),
                    "line": set(sets::between(king, pinner) | pinner.into()),
                }));
            }
        }
    }
    lines
}

/// What the piece on a square attacks, what attacks the square, and where the piece may go.
pub(crate) fn attacks(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let square = arguments.square("square")?;
    let occupied = position.board().occupied();
    let legal = position.legal_moves();
    let destinations = legal.iter().filter(|mv| mv.orig_square() == square).map(|mv| mv.dest_square());
    Ok(json!({
        "attacks": set(position.attacks_from(square, occupied)),
        "attackers": set(position.attackers_to(square, occupied)),
        "destinations": set(destinations.collect()),
    }))
}

/// The leaves below each move.
pub(crate) fn divide(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let counts = philidor::perft::divide(&position, arguments.depth()?);
    let total: u128 = counts.iter().map(|(_, leaves)| leaves).sum();
    let counts: Vec<Value> = counts
        .iter()
        .map(|&(mv, leaves)| {
            json!({
                "uci": uci(&position, mv),
                "san": position.san(mv).to_string(),
                "leaves": leaves.to_string(),
                "fen": position.after(mv).to_string(),
            })
        })
        .collect();
    Ok(json!({ "moves": counts, "total": total.to_string() }))
}

/// The 32 bytes of a position.
pub(crate) fn pack(arguments: &Arguments) -> Result<Value, String> {
    let bytes = arguments.position()?.pack().to_bytes();
    Ok(json!({ "bytes": bytes.map(|byte| format!("{byte:02x}")).concat() }))
}

/// The position of 32 bytes, or what is wrong with them.
pub(crate) fn unpack(arguments: &Arguments) -> Result<Value, String> {
    let text = arguments.text("bytes")?;
    let mut bytes = [0; PackedPosition::BYTES];
    if text.len() != 2 * bytes.len() || !text.is_ascii() {
        return Err(format!("not 32 bytes in hexadecimal: {text}"));
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        let digits = &text[2 * index..2 * index + 2];
        *byte = u8::from_str_radix(digits, 16).map_err(|_| format!("not a byte: {digits}"))?;
    }
    match PackedPosition::from_bytes(bytes).unpack_with(philidor::Strictness::WellDefined) {
        Ok(position) => Ok(json!({ "fen": position.to_string() })),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::answer;

    fn asked(name: &str, arguments: Value) -> Value {
        serde_json::from_str(&answer(name, &arguments.to_string()).expect("an answer")).expect("JSON")
    }

    #[test]
    fn a_check_mask_has_the_checker_and_the_squares_between() {
        let reply = asked("position", serde_json::json!({ "fen": "4k3/8/8/8/4r3/8/3P4/4K3 w - - 0 1" }));
        assert_eq!(reply["checkers"], "0000000010000000");
        assert_eq!(reply["mask"], "0000000010101000");
    }

    #[test]
    fn a_pin_has_its_line() {
        let reply = asked("position", serde_json::json!({ "fen": "4k3/8/8/8/7b/6P1/8/4K3 w - - 0 1" }));
        assert_eq!(reply["lines"][0]["pinner"], "h4");
        assert_eq!(reply["lines"][0]["line"], "0000000080402000");
        assert_eq!(reply["lines"].as_array().map(Vec::len), Some(1));
    }

    #[test]
    fn bytes_come_back() {
        let fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 7";
        let packed = asked("pack", serde_json::json!({ "fen": fen }));
        assert_eq!(asked("unpack", packed.clone())["fen"], fen);
        let mut broken = packed["bytes"].as_str().expect("a text").to_owned();
        broken.replace_range(62.., "ff");
        assert!(answer("unpack", &serde_json::json!({ "bytes": broken }).to_string()).is_err());
    }
}
