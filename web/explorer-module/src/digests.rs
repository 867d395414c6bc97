//! Sixteen bits as a move: legal, or with the reason why not.

use philidor::{Move, MoveDigest, MoveType, Position};
use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::positions::{described, uci};

/// What the bits say, and whether that is a legal move here.
pub(crate) fn decode(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let bits = u16::try_from(arguments.number("bits")?).map_err(|_| "not sixteen bits".to_owned())?;
    let digest = MoveDigest(bits);
    let legal = position.decode(digest);
    let reason = if legal.is_some() { None } else { Some(why_not(&position, digest)) };
    Ok(json!({
        "origin": digest.orig_square().to_string(),
        "destination": digest.dest_square().to_string(),
        "type": name(digest.move_type()),
        "aux": digest.aux_data(),
        "promotion": Move::piece_from_aux_data(digest.aux_data()).to_string(),
        "legal": legal.map(|mv| described(&position, mv)),
        "reason": reason,
    }))
}

fn name(kind: MoveType) -> &'static str {
    match kind {
        MoveType::EnPassant => "en passant",
        MoveType::Promotion => "promotion",
        MoveType::Castling => "castling",
        MoveType::Normal => "normal",
    }
}

/// Why bits are not a legal move: what is wrong with the squares, or else with the bits around them.
fn why_not(position: &Position, digest: MoveDigest) -> String {
    let legal = position.legal_moves();
    let same_squares = legal
        .iter()
        .find(|mv| mv.orig_square() == digest.orig_square() && mv.dest_square() == digest.dest_square());
    if let Some(mv) = same_squares {
        let (ought, is) = (name(mv.move_type()), name(digest.move_type()));
        return match ought == is {
            false => format!("{} is legal here, but its type is {ought}, not {is}", uci(position, *mv)),
            true => format!("the two lowest bits are {}; only a promotion uses them", digest.aux_data()),
        };
    }
    let promotion = match digest.move_type() {
        MoveType::Promotion => Move::piece_from_aux_data(digest.aux_data()).letter().to_string(),
        _ => String::new(),
    };
    let text = format!("{}{}{promotion}", digest.orig_square(), digest.dest_square());
    match position.parse_uci(&text) {
        Err(error) => error.to_string(),
        // Castling has other squares in UCI than in the word if it is written as in Chess960.
        Ok(mv) => format!("the move meant is {}, whose bits are {:#06x}", uci(position, mv), mv.digest().0),
    }
}

#[cfg(test)]
mod tests {
    use philidor::{MoveDigest, Position};

    use super::why_not;

    #[test]
    fn all_patterns_are_legal_or_have_a_reason() {
        let position: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().expect("kiwipete");
        let mut legal = 0;
        for digest in (0..=u16::MAX).map(MoveDigest) {
            match position.decode(digest) {
                Some(_) => legal += 1,
                None => assert!(!why_not(&position, digest).is_empty()),
            }
        }
        assert_eq!(legal, 48);
    }

    #[test]
    fn a_wrong_type_is_told_apart_from_wrong_squares() {
        let position = Position::default();
        let e2e4 = position.parse_uci("e2e4").expect("legal").digest();
        let castling = MoveDigest(e2e4.0 & 0x3fff | 0x8000);
        assert_eq!(why_not(&position, castling), "e2e4 is legal here, but its type is normal, not castling");
        assert!(why_not(&position, MoveDigest(e2e4.0 | 1)).contains("two lowest bits are 1"));
        assert!(why_not(&position, MoveDigest(0)).contains("illegal"));
    }
}
