//! `philidor draw`: what the generators see, drawn from their own tables. The pictures of the book are made with it.

use anyhow::{Context, bail};
use philidor::attacks::{LookUp, Magic};
use philidor::chain::ChainBoard;
use philidor::mailbox::MailboxBoard;
use philidor::{Bitboard, File, MoveGenerator, PieceType, Position, Rank, Square};

use super::Output;
use crate::args::{DrawArgs, Picture};
use crate::named;

pub(super) fn run(args: &DrawArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    output.refuse_json(
        "pictures are not written as JSON; `philidor moves --json` lists the moves of a generator",
    )?;
    let position = |args: &crate::args::PositionArgs| named::position(&args.fen);
    let text = match &args.picture {
        Picture::Chain { square, position: fen } => chain(&position(fen)?, *square)?,
        Picture::LookUp { square, position: fen } => look_up(&position(fen)?, *square)?,
        Picture::Mailbox { position: fen } => mailbox(&position(fen)?)?,
    };
    write!(output.writer, "{text}")?;
    Ok(())
}

/// The walk of the piece or pawn on a square: each square with its number, and `x` where it is occupied and the walk
/// turns. A pawn has two walks: pushes along its file, and captures beside it, with `'` on empty squares.
fn chain(position: &Position, from: Square) -> anyhow::Result<String> {
    let piece =
        position.piece_at(from).with_context(|| format!("{from} is empty, so no walk begins there"))?;
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

/// The look-up of a slider: the squares that matter, the occupied ones among them, the product, and the attacks.
fn look_up(position: &Position, from: Square) -> anyhow::Result<String> {
    let occupied = position.board().occupied();
    let steps = match position.piece_at(from).map(|piece| piece.piece_type) {
        Some(PieceType::Rook) => Magic.rook_look_up(from, occupied),
        Some(PieceType::Bishop) => Magic.bishop_look_up(from, occupied),
        _ => bail!("there is neither a rook nor a bishop on {from}"),
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

/// The bytes of the mailbox, and its state word.
fn mailbox(position: &Position) -> anyhow::Result<String> {
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
