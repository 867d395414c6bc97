//! The numberings of moves, each as the list that defines it.

use std::sync::LazyLock;

use philidor::attacks;
use philidor::{Bitboard, Color, PieceType, Rank, Square};

use super::code::{Castling, MoveCode, Squares, View};

/// The numberings by name.
static ALL: LazyLock<Vec<(&str, MoveCode)>> = LazyLock::new(|| {
    vec![
        ("lc0_1858", MoveCode::new(View::Mover, Castling::Rook, Some(PieceType::Knight), lc0_1858())),
        (
            "az73_pettingzoo",
            MoveCode::new(View::Mover, Castling::King, Some(PieceType::Queen), az73_pettingzoo()),
        ),
        ("az73_pgx", MoveCode::new(View::Mover, Castling::King, Some(PieceType::Queen), az73_pgx())),
        (
            "openspiel_4674",
            MoveCode::new(View::Mover, Castling::Apart, Some(PieceType::Queen), openspiel_4674()),
        ),
        ("az73_lc0", MoveCode::new(View::Mover, Castling::Rook, Some(PieceType::Knight), az73_lc0())),
        ("uci_1968", MoveCode::new(View::White, Castling::King, None, uci_1968())),
        ("maia2_1880", MoveCode::new(View::Mover, Castling::King, None, maia2_1880())),
    ]
});

impl MoveCode {
    /// The numbering with a name.
    pub(crate) fn named(name: &str) -> Option<&'static MoveCode> {
        ALL.iter().find(|(own, _)| *own == name).map(|(_, code)| code)
    }

    /// All names.
    pub(crate) fn names() -> Vec<&'static str> {
        ALL.iter().map(|(name, _)| *name).collect()
    }
}

/// Where a queen goes on an empty board.
fn queen(square: Square) -> Bitboard {
    attacks::queen(square, Bitboard::EMPTY)
}

/// Origins from a1 to h8, destinations of queens and knights from a1 to h8; then White's promotions to queen, rook and
/// bishop, from a7 to h7, each to the left, ahead, to the right. A knight's promotion is the move without a letter.
fn lc0_1858() -> Vec<Option<Squares>> {
    let plain = Square::ALL.into_iter().flat_map(|origin| {
        (queen(origin) | attacks::knight(origin))
            .into_iter()
            .map(move |destination| (origin, destination, None))
    });
    let promotions = Bitboard::from_rank(Rank::Seventh).into_iter().flat_map(|origin| {
        let destinations = attacks::king(origin) & Bitboard::from_rank(Rank::Eighth);
        destinations.into_iter().flat_map(move |destination| {
            let pieces = [PieceType::Queen, PieceType::Rook, PieceType::Bishop];
            pieces.map(|piece| (origin, destination, Some(piece)))
        })
    });
    plain.chain(promotions).map(Some).collect()
}

/// AlphaZero's 73 planes for each origin, in the order of PettingZoo: origins a1, a2 … h8; then 56 moves of queens, by
/// distance and then by direction; 8 of knights; and 9 promotions to knight, bishop and rook. A queen's promotion is
/// the move without a letter.
fn az73_pettingzoo() -> Vec<Option<Squares>> {
    let steps =
        |reach: i8| (-reach..=reach).flat_map(move |file| (-reach..=reach).map(move |rank| (file, rank)));
    let mut list = Vec::with_capacity(64 * 73);
    for origin in Square::ALL.map(Square::flip_diagonal) {
        let to = |files, ranks| origin.offset(files, ranks);
        for distance in 1..=7 {
            for (file, rank) in steps(1).filter(|&step| step != (0, 0)) {
                list.push(to(file * distance, rank * distance).map(|square| (origin, square, None)));
            }
        }
        for (file, rank) in steps(2).filter(|(file, rank)| file.abs() + rank.abs() == 3) {
            list.push(to(file, rank).map(|square| (origin, square, None)));
        }
        for file in -1..=1 {
            for piece in [PieceType::Knight, PieceType::Bishop, PieceType::Rook] {
                let destination = to(file, 1).filter(|_| origin.rank() == Rank::Seventh);
                list.push(destination.map(|square| (origin, square, Some(piece))));
            }
        }
    }
    list
}

/// AlphaZero's 73 planes for each origin, in the order of pgx and OpenSpiel: origins a1, a2 … h8; then 9 promotions to
/// rook, bishop and knight, each ahead, to the right, to the left; then 56 moves of queens, on the file, on the rank,
/// on both diagonals, each from seven squares down or left to seven squares up or right; and 8 of knights.
fn az73_pgx() -> Vec<Option<Squares>> {
    const LINES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
    const KNIGHT: [(i8, i8); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)];
    let mut list = Vec::with_capacity(64 * 73);
    for origin in Square::ALL.map(Square::flip_diagonal) {
        let to = |(files, ranks)| origin.offset(files, ranks);
        for piece in [PieceType::Rook, PieceType::Bishop, PieceType::Knight] {
            for file in [0, 1, -1] {
                let destination = to((file, 1)).filter(|_| origin.rank() == Rank::Seventh);
                list.push(destination.map(|square| (origin, square, Some(piece))));
            }
        }
        let distances = || (-7..=7).filter(|&distance| distance != 0);
        let along =
            LINES.into_iter().flat_map(|(file, rank)| distances().map(move |far| (file * far, rank * far)));
        list.extend(along.chain(KNIGHT).map(|step| to(step).map(|square| (origin, square, None))));
    }
    list
}

/// The same, and two more for castling, long and short.
fn openspiel_4674() -> Vec<Option<Squares>> {
    let castling = [Square::C1, Square::G1].map(|square| Some((Square::E1, square, Some(PieceType::King))));
    az73_pgx().into_iter().chain(castling).collect()
}

/// AlphaZero's 73 planes as lc0's convolution nets have them: the first plane for origins a1, b1 … h8, then the second.
/// Each of eight directions, clockwise from ahead, has a plane for each distance; then come 8 moves of knights,
/// clockwise, and promotions to rook, bishop and queen, each to the left, ahead, to the right. A knight's promotion is
/// the move without a letter, castling is the king taking its rook.
fn az73_lc0() -> Vec<Option<Squares>> {
    const COMPASS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let along = COMPASS.into_iter().flat_map(|(file, rank)| (1..=7).map(move |far| (file * far, rank * far)));
    let plain = along.chain(KNIGHT).map(|step| (step, None));
    let promotions = [-1, 0, 1].into_iter().flat_map(|file| {
        [PieceType::Rook, PieceType::Bishop, PieceType::Queen].map(|piece| ((file, 1), Some(piece)))
    });
    let planes = plain.chain(promotions);
    let squares = planes.flat_map(|((files, ranks), promotion)| {
        Square::ALL.map(|origin| {
            let promotes = promotion.is_none() || origin.rank() == Rank::Seventh;
            let destination = origin.offset(files, ranks).filter(|_| promotes);
            destination.map(|destination| (origin, destination, promotion))
        })
    });
    squares.collect()
}

/// The texts of UCI, 1968 of them: for each origin from a1 to h8 the destinations of a queen, then those of a knight;
/// then promotions of Black and of White.
fn uci_1968() -> Vec<Option<Squares>> {
    let plain = Square::ALL.into_iter().flat_map(|origin| {
        let destinations = queen(origin).into_iter().chain(attacks::knight(origin));
        destinations.map(move |destination| (origin, destination, None))
    });
    plain.chain(promotions(Color::Black)).chain(promotions(Color::White)).map(Some).collect()
}

/// Maia-2's texts of UCI, 1880 of them: for each origin from a1 to h8 the destinations of a queen, then those of a
/// knight, both from h8 down to a1; then promotions of White.
fn maia2_1880() -> Vec<Option<Squares>> {
    let down = |set: Bitboard| {
        let mut squares: Vec<Square> = set.into_iter().collect();
        squares.reverse();
        squares
    };
    let plain = Square::ALL.into_iter().flat_map(|origin| {
        let destinations = down(queen(origin)).into_iter().chain(down(attacks::knight(origin)));
        destinations.map(move |destination| (origin, destination, None))
    });
    plain.chain(promotions(Color::White)).map(Some).collect()
}

/// A color's promotions in texts of UCI: pawns from the a file to the h file, each ahead, to the left, to the right as
/// White sees it, each to queen, rook, bishop and knight.
fn promotions(color: Color) -> impl Iterator<Item = Squares> {
    let ahead = if color == Color::White { 1 } else { -1 };
    Bitboard::from_rank(Rank::Seventh.relative_to(color)).into_iter().flat_map(move |origin| {
        let destinations = [0, -1, 1].into_iter().filter_map(move |file| origin.offset(file, ahead));
        destinations.flat_map(move |destination| {
            PieceType::PROMOTIONS.map(|piece| (origin, destination, Some(piece)))
        })
    })
}
