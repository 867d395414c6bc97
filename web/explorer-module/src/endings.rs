//! Endings of three pieces, solved when one is first asked about.

use std::cell::RefCell;
use std::cmp::Reverse;

use philidor::{CastlingRights, Position, Square, Strictness};
use philidor_tables::Material;
use philidor_tables::solve::{SolvedTables, Solver, Value as Worth};
use serde_json::{Value, json};

use crate::arguments::{Arguments, uci};

/// More are not solved while a page waits.
const MAX_PIECES: usize = 3;

thread_local! {
    static SOLVED: RefCell<SolvedTables> = RefCell::new(SolvedTables::new());
}

/// What a position is worth, what its moves lead to, and what it would be worth if the piece on `square` stood
/// elsewhere.
pub(crate) fn ending(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let material = Material::new(position.board());
    let pieces = material.pieces();
    if pieces > MAX_PIECES {
        return Err(format!("the position has {pieces} pieces; this page solves those of {MAX_PIECES}"));
    }
    let picked =
        if arguments.has("square") { arguments.text("square")?.parse::<Square>().ok() } else { None };
    SOLVED.with_borrow_mut(|solved| {
        let solver = Solver::new().with_mate();
        let missing = solver.missing(solved, material);
        solver.solve(solved, material).map_err(|error| error.to_string())?;
        let solved = &*solved;
        let worth = solved.probe(&position).map_err(|error| error.to_string())?;
        Ok(json!({
            "material": material.canonical().to_string(),
            "solved": missing.iter().map(Material::to_string).collect::<Vec<_>>(),
            "worth": written(worth),
            "moves": moves(solved, &position)?,
            "squares": picked.map(|square| elsewhere(solved, &position, square)),
        }))
    })
}

fn written(Worth { wdl, dtz, dtm, .. }: Worth) -> Value {
    json!({ "wdl": wdl.number(), "dtz": dtz, "dtm": dtm })
}

/// The moves, the best first: the shortest win, draws, the longest loss. Values are those of the side that moves.
fn moves(solved: &SolvedTables, position: &Position) -> Result<Vec<Value>, String> {
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let after = solved.probe(&position.after(mv)).map_err(|error| error.to_string())?;
        let wdl = -after.wdl;
        let dtm = after.dtm.map(|plies| plies + 1);
        let plies = i32::from(dtm.unwrap_or(0));
        moves.push((Reverse(wdl), if wdl.number() > 0 { plies } else { -plies }, mv, dtm));
    }
    moves.sort_by_key(|&(wdl, plies, ..)| (wdl, plies));
    Ok((moves.into_iter())
        .map(|(Reverse(wdl), _, mv, dtm)| {
            let san = position.to_san(mv).to_string();
            json!({ "san": san, "uci": uci(position, mv), "wdl": wdl.number(), "dtm": dtm })
        })
        .collect())
}

/// The values, by square, if the piece on `from` stood there instead, wherever that makes a position.
fn elsewhere(solved: &SolvedTables, position: &Position, from: Square) -> Value {
    let mut setup = position.to_setup();
    setup.state.castling_rights = CastlingRights::NONE;
    let Some(piece) = setup.board.remove(from) else { return json!({}) };
    let mut squares = serde_json::Map::new();
    for square in !setup.board.occupied() {
        let mut moved = setup;
        moved.board.put(square, piece);
        let worth = Position::from_setup(moved, Strictness::WellDefined)
            .ok()
            .and_then(|position| solved.probe(&position).ok());
        if let Some(worth) = worth {
            squares.insert(square.to_string(), written(worth));
        }
    }
    Value::Object(squares)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::answer;

    fn ask(fen: &str, square: Option<&str>) -> Value {
        let reply =
            answer("ending", &json!({ "fen": fen, "square": square }).to_string()).expect("an answer");
        serde_json::from_str(&reply).expect("JSON")
    }

    #[test]
    fn moves_come_in_order_and_lead_to_what_the_position_is_worth() {
        let won = ask("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", None);
        assert_eq!(won["worth"], json!({ "wdl": 2, "dtz": 15, "dtm": 15 }));
        assert_eq!(won["moves"][0]["dtm"], 15);
        assert_eq!(won["squares"], Value::Null);
        // The longest loss first; a king that takes the queen draws.
        let lost = ask("8/8/8/8/8/2k5/8/KQ6 b - - 0 1", None);
        assert_eq!(lost["worth"]["wdl"], -2);
        let plies: Vec<_> =
            lost["moves"].as_array().expect("moves").iter().map(|mv| mv["dtm"].as_u64()).collect();
        assert!(plies.is_sorted_by(|one, other| one >= other) && plies[0] == lost["worth"]["dtm"].as_u64());
        let drawn = ask("8/8/8/8/8/8/2k5/1Q5K b - - 0 1", None);
        assert_eq!((&drawn["worth"]["wdl"], &drawn["moves"][0]["san"]), (&json!(0), &json!("Kxb1")));
    }

    #[test]
    fn key_squares_of_a_pawn_win() {
        let ending = ask("4k3/8/8/8/4P3/4K3/8/8 b - - 0 1", Some("e3"));
        let squares = ending["squares"].as_object().expect("squares");
        // As every textbook has them for a pawn on e4, no matter who is to move.
        for key in ["d6", "e6", "f6"] {
            assert_eq!(squares[key]["wdl"], -2, "{key}");
        }
        assert_eq!(squares["e5"]["wdl"], 0);
        assert!(!squares.contains_key("e8") && !squares.contains_key("e4") && squares.contains_key("e3"));
        assert_eq!(ending["solved"].as_array().map(Vec::len), Some(5));
    }

    #[test]
    fn more_pieces_are_refused() {
        let refused = answer("ending", r#"{"fen":"4k3/8/8/8/8/8/PP6/4K3 w - - 0 1"}"#);
        assert_eq!(refused, Err("the position has 4 pieces; this page solves those of 3".to_owned()));
        let refused = answer("ending", r#"{"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#);
        assert!(refused.is_err_and(|error| error.contains("castling")));
    }
}
