//! The chain generator against the bitboard generator: the same pseudo-legal moves, the same boards after them, and for
//! each of its queries the answer that bitboards give to the definition in its documentation.

use philidor::{
    Bitboard, Color, File, Move, MoveGenerator, MoveKind, MoveList, MoveType, Piece, PieceType, Position,
    Rank, Square, attacks,
};
use philidor_historic::chain::{Bearing, ChainBoard, PiecesInLine};
use philidor_proof::samples;

use crate::games;
use crate::suites;

const KINDS: [MoveKind; 4] = [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet, MoveKind::Captures];

/// All suites, then positions of random games, and as many that no game reaches.
fn positions(random: usize) -> impl Iterator<Item = Position> {
    let played = games::positions(11).step_by(7).take(samples(random));
    let disordered = games::unreachable_positions(12).step_by(7).take(samples(random));
    suites::positions().chain(played).chain(disordered)
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort();
    moves
}

// The moves.

/// The pseudo-legal lists are those of the position, too, except for castling through an attack.
#[test]
fn the_pseudo_legal_moves_are_those_of_the_position() {
    let mut list = MoveList::new();
    for position in positions(1_000) {
        let mut board = ChainBoard::new(&position);
        for kind in KINDS {
            board.write_moves(kind, &mut list);
            let (castlings, others): (Vec<Move>, Vec<Move>) =
                list.iter().partition(|mv| mv.move_type() == MoveType::Castling);
            let mut pseudo_legal = MoveList::new();
            position.pseudo_legal_moves_into(kind, &mut pseudo_legal);
            let expected = pseudo_legal.iter().copied().filter(|mv| mv.move_type() != MoveType::Castling);
            assert_eq!(sorted(others), sorted(expected), "{kind:?} of {position}");
            assert!(castlings.iter().all(|mv| pseudo_legal[..].contains(mv)), "{kind:?} of {position}");
        }
    }
}

/// Every legal move leads to the same board as in the position, and back.
#[test]
fn play_follows_the_position_and_undo_restores() {
    for position in positions(2_000) {
        let before = ChainBoard::new(&position);
        let mut board = before;
        for mv in position.legal_moves() {
            board.play_unchecked(mv);
            assert!(board == ChainBoard::new(&position.after(mv)), "{mv:?} in {position}");
            assert!(board.last_move_was_legal(mv), "{mv:?} in {position}");
            board.undo(mv, ());
            assert!(board == before, "{mv:?} in {position}");
        }
    }
}

/// Moves that leave the king attacked are recognized, and can be taken back as well.
#[test]
fn illegal_moves_are_seen_and_taken_back() {
    let mut illegal = 0;
    for position in positions(1_000) {
        let before = ChainBoard::new(&position);
        let mut board = before;
        let mut list = MoveList::new();
        board.write_moves(MoveKind::All, &mut list);
        for &mv in &list {
            board.play_unchecked(mv);
            assert_eq!(board.last_move_was_legal(mv), position.leaves_king_safe(mv), "{mv:?} in {position}");
            illegal += u32::from(!board.last_move_was_legal(mv));
            board.undo(mv, ());
            assert!(board == before, "{mv:?} in {position}");
        }
    }
    assert!(illegal > 0);
}

#[test]
fn a_board_agrees_with_its_position() {
    for position in positions(200) {
        let board = ChainBoard::new(&position);
        assert_eq!(board.side_to_move(), position.side_to_move());
        assert!(Color::ALL.into_iter().all(|color| board.king(color) == position.king(color)));
        assert!(Square::ALL.into_iter().all(|square| board.piece_at(square) == position.piece_at(square)));
    }
}

// The queries. The expected answers come from `Position` and `attacks` alone.

/// The pieces of one side that attack a square on the board as it is.
fn attackers(position: &Position, square: Square, by: Color) -> Bitboard {
    position.attackers_to(square, position.board().occupied()) & position.board().colors(by)
}

#[test]
fn attackers_of_all_squares() {
    for position in positions(1_500) {
        let board = ChainBoard::new(&position);
        for color in Color::ALL {
            let counts = board.attack_counts(color);
            assert_eq!(counts.attacked(), position.attacked_by(color), "{position}");
            for square in Square::ALL {
                let attackers = attackers(&position, square, color);
                assert_eq!(counts.count(square), attackers.len(), "{square} in {position}");
                let kinds = PieceType::ALL
                    .into_iter()
                    .filter(|&kind| attackers.intersects(position.board().pieces(kind)));
                assert!(counts.piece_types(square).eq(kinds), "{square} in {position}");
                assert_eq!(board.is_attacked(square, color), !attackers.is_empty(), "{square} in {position}");
            }
        }
    }
}

/// The pairs on the lines of the slider on a square: the first piece that it sees, and an enemy behind it.
fn seen_through(position: &Position, slider: Square, piece: Piece) -> Vec<PiecesInLine> {
    let occupied = position.board().occupied();
    let enemy = position.board().colors(!piece.color);
    let seen = position.attacks_from(slider, occupied);
    let mut pairs = Vec::new();
    for front in seen & occupied {
        let farther = position.attacks_from(slider, occupied - front.into()) - seen;
        let Some(behind) = (farther & enemy).first() else {
            continue;
        };
        let pins = enemy.contains(front) && front != position.king(!piece.color);
        pairs.push(PiecesInLine { front, behind, bearing: if pins { Bearing::Pin } else { Bearing::XRay } });
    }
    pairs
}

#[test]
fn line_scans() {
    for position in positions(1_500) {
        let board = ChainBoard::new(&position);
        for square in Square::ALL {
            let slider = position.piece_at(square).filter(|piece| {
                matches!(piece.piece_type, PieceType::Queen | PieceType::Rook | PieceType::Bishop)
            });
            let Some(piece) = slider else {
                assert_eq!(board.line_scan(square), None, "{square} in {position}");
                continue;
            };
            let scan = board.line_scan(square).expect("a slider");
            let occupied = position.board().occupied();
            let seen = position.attacks_from(square, occupied);
            let king = position.king(!piece.color);
            assert_eq!(scan.reached, seen - occupied, "{square} in {position}");
            assert_eq!(scan.captures, seen & position.board().colors(!piece.color), "{square} in {position}");
            assert_eq!(scan.guarded, seen & position.board().colors(piece.color), "{square} in {position}");
            assert_eq!(scan.mobility(), (seen - position.board().colors(piece.color)).len());
            assert_eq!(scan.near_king, seen & (attacks::king(king) | king.into()), "{square} in {position}");

            let mut found: Vec<PiecesInLine> = scan.pins().chain(scan.x_rays()).collect();
            assert!(scan.pins().all(|pair| pair.bearing == Bearing::Pin), "{square} in {position}");
            assert!(scan.x_rays().all(|pair| pair.bearing == Bearing::XRay), "{square} in {position}");
            found.sort_by_key(|pair| pair.front);
            assert_eq!(found, seen_through(&position, square, piece), "{square} in {position}");
        }
    }
}

/// The pieces in front of the king in the pairs of all sliders are the pinned ones.
#[test]
fn pins_before_the_king_are_those_of_the_rules() {
    for position in positions(1_500) {
        let board = ChainBoard::new(&position);
        for color in Color::ALL {
            let king = position.king(color);
            let sliders = position.board().colors(!color).into_iter();
            let pins = sliders.filter_map(|square| board.line_scan(square)).flat_map(|scan| {
                scan.pins().filter(|pin| pin.behind == king).map(|pin| pin.front).collect::<Vec<_>>()
            });
            assert_eq!(pins.collect::<Bitboard>(), position.pinned(color), "{position}");
        }
    }
}

/// The squares from which a queen, rook, bishop or knight attacks a square.
fn attacks_of(kind: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Queen => attacks::queen(square, occupied),
        PieceType::Rook => attacks::rook(square, occupied),
        PieceType::Bishop => attacks::bishop(square, occupied),
        PieceType::Knight => attacks::knight(square),
        PieceType::King | PieceType::Pawn => Bitboard::EMPTY,
    }
}

#[test]
fn king_scans() {
    let mut safe_checks = 0;
    for position in positions(1_500) {
        let board = ChainBoard::new(&position);
        for color in Color::ALL {
            let scan = board.king_scan(color);
            let king = position.king(color);
            let occupied = position.board().occupied();
            assert_eq!(scan.king, king);
            assert_eq!(scan.controlled, attacks::king(king) & position.attacked_by(!color), "{position}");

            let mut all = Bitboard::EMPTY;
            for kind in PieceType::ALL {
                let pieces = position.board().colored_pieces(!color, kind).into_iter();
                let reached =
                    pieces.fold(Bitboard::EMPTY, |set, piece| set | position.attacks_from(piece, occupied));
                let expected = (attacks_of(kind, king, occupied) & reached)
                    - position.board().colors(!color)
                    - position.attacked_by(color);
                assert_eq!(scan.safe_checks_by(kind), expected, "{kind} in {position}");
                all |= expected;
            }
            assert_eq!(scan.safe_checks(), all, "{position}");
            safe_checks += all.len();

            let (shield, uncovered) = cover(&position, color);
            assert_eq!(scan.shield, shield, "{position}");
            assert!(scan.uncovered_files().eq(uncovered), "{position}");
        }
    }
    assert!(safe_checks > 0);
}

/// The nearest pawns of its side ahead of a king, on its file and those beside it, and the files without one.
fn cover(position: &Position, color: Color) -> (Bitboard, Vec<File>) {
    let king = position.king(color);
    let toward_the_enemy = |rank: Rank| match color {
        Color::White => rank > king.rank(),
        Color::Black => rank < king.rank(),
    };
    let ranks = Rank::ALL.into_iter().filter(|&rank| toward_the_enemy(rank));
    let ahead = ranks.fold(Bitboard::EMPTY, |set, rank| set | rank.into());
    let pawns = position.board().colored_pieces(color, PieceType::Pawn) & ahead;
    let (mut shield, mut uncovered) = (Bitboard::EMPTY, Vec::new());
    for file in File::ALL.into_iter().filter(|file| file.index().abs_diff(king.file().index()) <= 1) {
        let on_file = (pawns & file.into()).into_iter();
        let nearest = on_file.min_by_key(|pawn| pawn.rank().index().abs_diff(king.rank().index()));
        match nearest {
            Some(pawn) => shield.insert(pawn),
            None => uncovered.push(file),
        }
    }
    (shield, uncovered)
}

/// The squares where a piece is not attacked after moving there, found with sets.
fn safe_squares(position: &Position, square: Square) -> Bitboard {
    let Some(Piece { color, piece_type }) = position.piece_at(square) else {
        return Bitboard::EMPTY;
    };
    let occupied = position.board().occupied();
    let (own, enemy) = (position.board().colors(color), position.board().colors(!color));
    let en_passant = position
        .en_passant()
        .filter(|_| piece_type == PieceType::Pawn && color == position.side_to_move())
        .filter(|&target| attacks::pawn(color, square).contains(target));
    let targets = if piece_type == PieceType::Pawn {
        let forward =
            |set: Bitboard| (if color == Color::White { set.north() } else { set.south() }) - occupied;
        let once = forward(square.into());
        let twice = forward(once) & Rank::Fourth.relative_to(color).into();
        (attacks::pawn(color, square) & enemy) | once | twice
    } else {
        position.attacks_from(square, occupied) - own
    };
    let targets = targets.into_iter().map(|target| (target, Bitboard::EMPTY));
    let passed = en_passant.map(|target| (target, Square::new(target.file(), square.rank()).into()));
    let is_safe = |&(target, gone): &(Square, Bitboard)| {
        let left = (occupied - square.into()) - gone;
        !(position.attackers_to(target, left) - gone).intersects(enemy)
    };
    targets.chain(passed).filter(is_safe).map(|(target, _)| target).collect()
}

#[test]
fn trapped_pieces() {
    let mut trapped = 0;
    for position in positions(1_500) {
        let board = ChainBoard::new(&position);
        for square in Square::ALL {
            let safe = safe_squares(&position, square);
            assert_eq!(board.safe_squares(square), safe, "{square} in {position}");
            let color = position.piece_at(square).map(|piece| piece.color);
            let attacked = color.is_some_and(|color| !attackers(&position, square, !color).is_empty());
            assert_eq!(board.is_trapped(square), attacked && safe.is_empty(), "{square} in {position}");
            trapped += u32::from(board.is_trapped(square));
        }
    }
    assert!(trapped > 0);
}

/// En passant opens the file behind the captured pawn: the rook of d1 then attacks d6.
///
/// ```text
/// 6 | . . . . . . . .
/// 5 | . . . p P . . .      d7d5 has just been played
/// 1 | . . . r . . . .
/// ```
#[test]
fn en_passant_may_walk_into_an_attack() {
    for (fen, safe) in [
        ("4k3/8/8/3pP3/8/8/7K/3r4 w - d6 0 2", &[Square::E6][..]),
        ("4k3/8/8/3pP3/8/8/7K/2r5 w - d6 0 2", &[Square::D6, Square::E6]),
    ] {
        let position = position(fen);
        let safe = safe.iter().copied().collect();
        assert_eq!(ChainBoard::new(&position).safe_squares(Square::E5), safe, "{fen}");
        assert_eq!(safe_squares(&position, Square::E5), safe, "{fen}");
    }
}
