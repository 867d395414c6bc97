//! A line of play as a score sheet has it: `12... Nf6 13. d4 exd4`.

use philidor::{Color, Move, Position};

/// Moves from a position on, with their numbers.
pub fn movetext(start: &Position, moves: &[Move]) -> String {
    let mut position = *start;
    let sans = moves.iter().map(|&mv| {
        let san = position.to_san(mv).to_string();
        position.play_unchecked(mv);
        san
    });
    numbered((start.side_to_move(), start.fullmove_number()), sans)
}

/// Moves with their numbers, from the side to move and the number of the first move on.
pub fn numbered((turn, number): (Color, u32), sans: impl Iterator<Item = String>) -> String {
    let is_black = usize::from(turn == Color::Black);
    let words = sans.enumerate().map(|(index, san)| match (index + is_black) / 2 {
        full if (index + is_black) % 2 == 0 => format!("{}. {san}", number as usize + full),
        _ if index == 0 => format!("{number}... {san}"),
        _ => san,
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_before_white_moves_and_at_the_beginning() {
        for (start, expected) in
            [((Color::White, 1), "1. e4 e5 2. Nf3"), ((Color::Black, 7), "7... e4 8. e5 Nf3")]
        {
            assert_eq!(numbered(start, ["e4", "e5", "Nf3"].map(str::to_owned).into_iter()), expected);
        }
        assert_eq!(numbered((Color::White, 1), [].into_iter()), "");
    }
}
