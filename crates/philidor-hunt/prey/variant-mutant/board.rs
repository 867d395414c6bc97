//! The board, and what pieces attack on it.

/// A letter of a FEN for each square, a1 first; a dot if it is empty.
pub(crate) type Board = [u8; 64];

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

pub(crate) fn step(from: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let (file, rank) = ((from % 8) as i8 + files, (from / 8) as i8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

pub(crate) fn around(square: usize) -> Vec<usize> {
    [STRAIGHT, DIAGONAL].concat().into_iter().filter_map(|direction| step(square, direction)).collect()
}

pub(crate) fn square(name: &str) -> Option<usize> {
    match name.as_bytes() {
        &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
        }
        _ => None,
    }
}

pub(crate) fn square_name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

/// The squares that a piece attacks.
pub(crate) fn attacked(board: &Board, from: usize) -> Vec<usize> {
    let slide = |directions: &[(i8, i8)]| {
        let mut squares = Vec::new();
        for &direction in directions {
            let mut at = from;
            while let Some(next) = step(at, direction) {
                squares.push(next);
                if board[next] != b'.' {
                    break;
                }
                at = next;
            }
        }
        squares
    };
    match board[from] {
        b'K' | b'k' => around(from),
        b'Q' | b'q' => slide(&[STRAIGHT, DIAGONAL].concat()),
        b'R' | b'r' => slide(&STRAIGHT),
        b'B' | b'b' => slide(&DIAGONAL),
        b'N' | b'n' => KNIGHT.into_iter().filter_map(|direction| step(from, direction)).collect(),
        b'P' => [(-1, 1), (1, 1)].into_iter().filter_map(|direction| step(from, direction)).collect(),
        b'p' => [(-1, -1), (1, -1)].into_iter().filter_map(|direction| step(from, direction)).collect(),
        _ => Vec::new(),
    }
}

/// How many pieces of a side attack a square.
pub(crate) fn attackers(board: &Board, square: usize, by_white: bool) -> usize {
    let attacks = |&from: &usize| {
        board[from] != b'.'
            && board[from].is_ascii_uppercase() == by_white
            && attacked(board, from).contains(&square)
    };
    (0..64).filter(attacks).count()
}

pub(crate) fn king(board: &Board, is_white: bool) -> Option<usize> {
    board.iter().position(|&piece| piece == if is_white { b'K' } else { b'k' })
}
