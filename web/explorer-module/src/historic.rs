//! The generators of 1989 and 2024, and a race between all three.

use philidor::chain::ChainBoard;
use philidor::mailbox::MailboxBoard;
use philidor::perft::{perft_plain, perft_with};
use philidor::{Move, MoveGenerator, MoveKind, MoveList, Position};
use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::positions::uci;

/// The walk of the piece on a square, over this board and over the board without other pieces in its way.
pub(crate) fn chain(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let square = arguments.square("square")?;
    let board = ChainBoard::new(&position);
    let walk: Vec<Value> = board
        .walk(square)
        .map(|(at, occupied)| {
            let own =
                position.piece_at(at).zip(position.piece_at(square)).is_some_and(|(a, b)| a.color == b.color);
            json!({ "at": at.to_string(), "occupied": occupied, "own": own })
        })
        .collect();
    Ok(json!({
        "piece": position.piece_at(square).map(|piece| piece.letter().to_string()),
        "walk": walk,
        "table_bytes": ChainBoard::TABLE_BYTES,
    }))
}

/// The two lists of each depth along a line, and the state in its 26 bits.
pub(crate) fn mailbox(arguments: &Arguments) -> Result<Value, String> {
    let mut position = arguments.position()?;
    let mut board = MailboxBoard::from_position(&position).map_err(|error| error.to_string())?;
    let mut depths = Vec::new();
    let line = arguments.texts("line");
    for depth in 0..=line.len() {
        board.generate_moves();
        let (tactical, quiet) = (board.tactical_moves().to_vec(), board.quiet_moves().to_vec());
        depths.push(json!({
            "fen": position.to_string(),
            "tactical": listed(&mut board, &position, &tactical),
            "quiet": listed(&mut board, &position, &quiet),
            "state": board.state().raw(),
        }));
        if let Some(text) = line.get(depth) {
            let mv = position.parse_uci(text).map_err(|error| error.to_string())?;
            board.play(mv);
            position.play(mv);
        }
    }
    Ok(json!({ "depths": depths }))
}

/// Pseudo-legal moves; which of them are legal shows once they are played.
fn listed(board: &mut MailboxBoard, position: &Position, moves: &[Move]) -> Vec<Value> {
    let mut listed = Vec::with_capacity(moves.len());
    for &mv in moves {
        let before = board.play(mv);
        let legal = board.was_legal(mv);
        board.undo(mv, before);
        let destination = mv.dest_square().to_string();
        listed.push(json!({
            "uci": uci(position, mv),
            "origin": mv.orig_square().to_string(),
            "destination": destination,
            "legal": legal,
        }));
    }
    listed
}

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
    Ok(json!({ "leaves": leaves.to_string(), "legal": first_list(&position) }))
}

/// How long the list of the position is.
fn first_list(position: &Position) -> usize {
    let mut list = MoveList::new();
    position.moves_into(MoveKind::All, &mut list);
    list.len()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

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

    #[test]
    fn the_lists_of_the_mailbox_go_down_a_line() {
        let arguments = serde_json::json!({ "fen": KIWIPETE, "line": ["e2a6", "b4c3"] });
        let reply: Value =
            serde_json::from_str(&answer("mailbox", &arguments.to_string()).expect("lists")).expect("JSON");
        assert_eq!(reply["depths"].as_array().map(Vec::len), Some(3));
        let legal =
            |list: &Value| list.as_array().into_iter().flatten().filter(|mv| mv["legal"] == true).count();
        let first = &reply["depths"][0];
        assert_eq!((legal(&first["tactical"]), legal(&first["quiet"])), (8, 40));
    }
}
