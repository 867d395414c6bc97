//! A board as a picture: a letter on each square, and walks over it. Slow, and without a table or a set.

use philidor::{Bitboard, Board, Color, File, Move, MoveType, Piece, PieceType, Position, Rank, Square};

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

#[derive(Clone)]
pub(crate) struct Picture([Option<Piece>; 64]);

impl Picture {
    pub(crate) fn of(position: &Position) -> Picture {
        Picture(Square::ALL.map(|square| position.piece_at(square)))
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// The squares of pieces that attack a square, from a1 to h8.
    pub(crate) fn attackers(
        &self,
        square: Square,
        which: impl Fn(Piece) -> bool,
    ) -> impl Iterator<Item = Square> {
        Square::ALL.into_iter().filter(move |&origin| {
            self.at(origin).is_some_and(|piece| which(piece) && self.attacks(piece, origin, square))
        })
    }

    fn attacks(&self, piece: Piece, origin: Square, target: Square) -> bool {
        let one =
            |steps: &[(i8, i8)]| steps.iter().any(|&(file, rank)| origin.offset(file, rank) == Some(target));
        let far = |steps: &[(i8, i8)]| {
            steps.iter().any(|&(file, rank)| {
                let mut at = origin;
                while let Some(next) = at.offset(file, rank) {
                    if next == target {
                        return true;
                    }
                    if self.at(next).is_some() {
                        return false;
                    }
                    at = next;
                }
                false
            })
        };
        match piece.piece_type {
            PieceType::Pawn if piece.color == Color::White => one(&[(-1, 1), (1, 1)]),
            PieceType::Pawn => one(&[(-1, -1), (1, -1)]),
            PieceType::Knight => one(&LEAPS),
            PieceType::Bishop => far(&DIAGONAL),
            PieceType::Rook => far(&STRAIGHT),
            PieceType::Queen => far(&DIAGONAL) || far(&STRAIGHT),
            PieceType::King => one(&DIAGONAL) || one(&STRAIGHT),
        }
    }

    fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attackers(square, |piece| piece.color == by).next().is_some()
    }

    fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(color, PieceType::King));
        Square::ALL.into_iter().find(|&square| self.at(square) == king).expect("a king")
    }
}

/// The value of an exchange and how many captures follow the first move.
pub(crate) fn exchange(position: &Position, mv: Move, values: [i32; 5], pins: bool) -> (i32, usize) {
    if mv.move_type() == MoveType::Castling {
        return (0, 0);
    }
    let worth = |piece_type| match piece_type {
        PieceType::Pawn => values[0],
        PieceType::Knight => values[1],
        PieceType::Bishop => values[2],
        PieceType::Rook => values[3],
        PieceType::Queen => values[4],
        PieceType::King => 0,
    };
    let (mut picture, after) = (Picture::of(position), position.after(mv));
    let square = mv.dest_square();
    let captured = if mv.move_type() == MoveType::EnPassant {
        Some(PieceType::Pawn)
    } else {
        picture.at(square).map(|p| p.piece_type)
    };
    let promotion = mv.promotion().map_or(0, |to| worth(to) - worth(PieceType::Pawn));
    picture.0 = Square::ALL.map(|square| after.piece_at(square));
    let (next, captures) = recaptures(&picture, square, after.side_to_move(), &worth, pins);
    (captured.map_or(0, worth) + promotion - next.max(0), captures)
}

fn recaptures(
    picture: &Picture,
    square: Square,
    side: Color,
    worth: &impl Fn(PieceType) -> i32,
    pins: bool,
) -> (i32, usize) {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    let standing = picture.at(square).expect("a piece stands there").piece_type;
    for piece_type in [Pawn, Knight, Bishop, Rook, Queen, King] {
        for origin in picture.attackers(square, |piece| piece == Piece::new(side, piece_type)) {
            let promotes = piece_type == Pawn && matches!(square.rank(), Rank::First | Rank::Eighth);
            let arriving = if promotes { Queen } else { piece_type };
            let mut after = picture.clone();
            after.0[origin.index()] = None;
            after.0[square.index()] = Some(Piece::new(side, arriving));
            if (pins || piece_type == King) && after.is_attacked(after.king(side), !side) {
                continue;
            }
            let gain = worth(standing) + if promotes { worth(Queen) - worth(Pawn) } else { 0 };
            let (next, captures) = recaptures(&after, square, !side, worth, pins);
            return (gain - next.max(0), captures + 1);
        }
    }
    (i32::MIN, 0)
}

/// Passed, isolated, doubled, backward, defended pawns, and those in a phalanx.
pub(crate) fn pawns(board: &Board, color: Color) -> [Bitboard; 6] {
    let (ours, theirs) = (Piece::new(color, PieceType::Pawn), Piece::new(!color, PieceType::Pawn));
    let up = if color == Color::White { 1 } else { -1 };
    let has = |piece, file: i8, rank: i8| {
        (0..8).contains(&file)
            && (0..8).contains(&rank)
            && board.piece_at(Square::new(File::ALL[file as usize], Rank::ALL[rank as usize])) == Some(piece)
    };
    let mut sets = [Bitboard::EMPTY; 6];
    for square in Square::ALL.into_iter().filter(|&square| board.piece_at(square) == Some(ours)) {
        let (file, rank) = (square.file().index() as i8, square.rank().index() as i8);
        let ahead: Vec<i8> = (1..8).map(|steps| rank + steps * up).collect();
        let level_or_behind: Vec<i8> = (0..8).map(|steps| rank - steps * up).collect();
        let beside = [file - 1, file + 1];
        let doubled = ahead.iter().any(|&rank| has(ours, file, rank));
        let passed =
            !doubled && ahead.iter().all(|&rank| (file - 1..=file + 1).all(|file| !has(theirs, file, rank)));
        let isolated = beside.iter().all(|&file| (0..8).all(|rank| !has(ours, file, rank)));
        let supported = beside.iter().any(|&file| level_or_behind.iter().any(|&rank| has(ours, file, rank)));
        let stopped = beside.iter().any(|&file| has(theirs, file, rank + 2 * up));
        let defended = beside.iter().any(|&file| has(ours, file, rank - up));
        let phalanx = beside.iter().any(|&file| has(ours, file, rank));
        for (set, holds) in
            sets.iter_mut().zip([passed, isolated, doubled, stopped && !supported, defended, phalanx])
        {
            if holds {
                set.insert(square);
            }
        }
    }
    sets
}
