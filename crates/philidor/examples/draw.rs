//! Draws the look-up of the attacks of a rook or bishop; the picture of the book is made with it.
//!
//! ```sh
//! cargo run -p philidor --example draw -- look-up a1 FEN
//! ```

use std::error::Error;

use philidor::attacks::{LookUp, Magic};
use philidor::{Bitboard, File, PieceType, Position, Rank, Square};

type Drawn = Result<String, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    print!("{}", picture(&words)?);
    Ok(())
}

/// The picture that these words name.
pub fn picture(words: &[&str]) -> Drawn {
    match *words {
        ["look-up", square, fen] => look_up(&fen.parse()?, square.parse()?),
        _ => Err("which picture: look-up SQUARE FEN?".into()),
    }
}

/// The look-up of a slider: the squares that matter, the occupied ones among them, the product, and the attacks.
fn look_up(position: &Position, from: Square) -> Drawn {
    let occupied = position.board().occupied();
    let steps = match position.piece_at(from).map(|piece| piece.piece_type) {
        Some(PieceType::Rook) => Magic.rook_look_up(from, occupied),
        Some(PieceType::Bishop) => Magic.bishop_look_up(from, occupied),
        _ => return Err(format!("there is neither a rook nor a bishop on {from}").into()),
    };
    let LookUp { mask, relevant, magic, shift, index, attacks, .. } = steps;
    let boards = [mask, relevant, attacks].map(|set| set_on_board(set, from));
    let mut text = format!("{:<21}{:<21}{}\n", "mask", "occupied & mask", "attacks");
    for ((mask, relevant), attacks) in boards[0].lines().zip(boards[1].lines()).zip(boards[2].lines()) {
        text += &format!("{mask:<21}{relevant:<21}{attacks}\n");
    }
    let bits = mask.len();
    text += &format!("\n  {:#018x}   the relevant blockers\n", relevant.0);
    text += &format!("* {magic:#018x}   the magic of {from}\n");
    text += &format!(
        "= {:#018x}   the top {bits} bits are {index:0width$b}\n",
        relevant.0.wrapping_mul(magic),
        width = bits as usize
    );
    text += &format!(">> {shift} = {index}, of {} places\n", 1_u32 << bits);
    Ok(text)
}

/// A set as ones, with the square of the slider marked.
fn set_on_board(set: Bitboard, slider: Square) -> String {
    let cell = |square: Square| match (set.contains(square), square == slider) {
        (_, true) => "o",
        (true, _) => "1",
        (false, _) => ".",
    };
    let rank = |rank: Rank| File::ALL.map(|file| cell(Square::new(file, rank))).join(" ") + "\n";
    Rank::ALL.into_iter().rev().map(rank).collect()
}
