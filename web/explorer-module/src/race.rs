//! A race between the three generators, which play every leaf.

use philidor::MoveGenerator;
use philidor::chain::ChainBoard;
use philidor::mailbox::MailboxBoard;
use philidor::perft::{perft_plain, perft_with};
use serde_json::{Value, json};

use crate::arguments::Arguments;

/// The leaves below one move, or below all, every leaf played by one of the three.
pub(crate) fn race(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let depth = arguments.depth()?;
    let leaves = match arguments.text("generator")? {
        "bitboard" => perft_plain(&position, depth),
        "chain" => perft_with(&mut ChainBoard::new(&position), depth),
        "mailbox" => {
            let mut board = MailboxBoard::from_position(&position).map_err(|error| error.to_string())?;
            perft_with(&mut board, depth)
        }
        other => return Err(format!("no such generator: {other}")),
    };
    Ok(json!({ "leaves": leaves.to_string() }))
}

#[cfg(test)]
mod tests {
    use crate::answer;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn all_three_count_the_same() {
        for generator in ["bitboard", "chain", "mailbox"] {
            let arguments = serde_json::json!({ "fen": KIWIPETE, "depth": 3, "generator": generator });
            let reply = answer("race", &arguments.to_string()).expect("a count");
            assert!(reply.contains("\"97862\""), "{reply}");
        }
    }
}
