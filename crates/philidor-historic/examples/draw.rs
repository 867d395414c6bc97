//! Draws what a generator sees, from its own tables; the pictures of the book are made with it.
//!
//! ```sh
//! cargo run -p philidor-historic --example draw -- chain b2 FEN         the walk of a piece along the chains of 1989
//! cargo run -p philidor-historic --example draw -- mailbox FEN          the bytes of the mailbox, `#` for the frame
//! ```

use std::error::Error;

use philidor::{File, MoveGenerator, PieceType, Position, Rank, Square};
use philidor_historic::chain::ChainBoard;
use philidor_historic::mailbox::MailboxBoard;

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
        ["chain", square, fen] => chain(&fen.parse()?, square.parse()?),
        ["mailbox", fen] => mailbox(&fen.parse()?),
        _ => Err("which picture: chain SQUARE FEN, or mailbox FEN?".into()),
    }
}

/// The walk of the piece or pawn on a square: each square with its number, and `x` where it is occupied and the walk
/// turns. A pawn has two walks: pushes along its file, and captures beside it, with `'` on empty squares.
fn chain(position: &Position, from: Square) -> Drawn {
    let piece = position.piece_at(from).ok_or_else(|| format!("{from} is empty, so no walk begins there"))?;
    let walk: Vec<(Square, bool)> = ChainBoard::new(position).walk(from).collect();
    let is_capture = |at: Square| piece.piece_type == PieceType::Pawn && at.file() != from.file();
    let (captures, steps): (Vec<_>, Vec<_>) = walk.into_iter().partition(|(at, _)| is_capture(*at));
    let step = |square| {
        let number = |walk: &[(Square, bool)]| {
            let step = walk.iter().position(|(at, _)| *at == square)?;
            Some((step + 1, walk.get(step)?.1))
        };
        let (number, occupied) = number(&steps).or_else(|| number(&captures))?;
        let mark = match (occupied, is_capture(square)) {
            (true, _) => 'x',
            (false, true) => '\'',
            (false, false) => ' ',
        };
        Some(format!("{number:>2}{mark}"))
    };
    let cell = |square| {
        let letter = |piece: philidor::Piece| format!(" {} ", piece.letter());
        step(square).or_else(|| position.piece_at(square).map(letter)).unwrap_or_else(|| " . ".to_owned())
    };
    let names = |walk: &[(Square, bool)]| {
        let name = |(at, occupied): &(Square, bool)| format!(" {at}{}", if *occupied { "x" } else { "" });
        walk.iter().map(name).collect::<String>()
    };
    let captures =
        if captures.is_empty() { String::new() } else { format!("; captures{}", names(&captures)) };
    Ok(format!("{}\n{} {from}:{}{captures}\n", board(cell), piece.letter(), names(&steps)))
}

/// The bytes of the mailbox, and its state word.
fn mailbox(position: &Position) -> Drawn {
    let board = MailboxBoard::from_position(position)?;
    let drawing = format!("{board:?}\n");
    let rows = drawing.trim_start().lines().enumerate();
    let numbered =
        rows.map(
            |(row, line)| if row < 12 { format!("{:>4}  {line}\n", row * 10) } else { format!("\n{line}\n") },
        );
    let bits = format!("{:026b}", board.state().raw());
    Ok(numbered.collect::<String>() + &format!("{bits} = {:#x}\n", board.state().raw()))
}

/// Eight ranks with their numbers, and the letters of the files below.
fn board(cell: impl Fn(Square) -> String) -> String {
    let rank =
        |rank: Rank| format!("{rank} {}", File::ALL.map(|file| cell(Square::new(file, rank))).concat());
    let ranks: String =
        Rank::ALL.into_iter().rev().map(|each| rank(each).trim_end().to_owned() + "\n").collect();
    format!("{ranks}   {}\n", File::ALL.map(|file| file.to_string()).join("  "))
}
