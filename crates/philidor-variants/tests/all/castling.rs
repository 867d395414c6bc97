//! Whose king castles where there are several: what a FEN says is what is played.

use philidor::{
    Bitboard, CastlingRights, CastlingSide, Color, File, GamePosition, Piece, PieceType, Rank, Setup, Square,
    Strictness,
};
use philidor_variants::{AnyExtra, AnyPosition, Giveaway, Variant, VariantPosition};

use super::random::Random;

#[test]
fn a_right_ends_where_a_fen_would_give_it_to_another_king() {
    let after = |fen: &str, moves: &[&str]| {
        let mut position: VariantPosition<Giveaway> = fen.parse().unwrap();
        for text in moves {
            position.play_unchecked(position.parse_uci(text).unwrap());
        }
        assert_eq!(position.to_string().parse(), Ok(position));
        position.to_string()
    };
    // Another king would come first, the king on e1 comes first, the first king comes first.
    assert_eq!(after("2n5/8/8/8/8/8/K7/6KR w H - 0 1", &["a2b1"]), "2n5/8/8/8/8/8/8/1K4KR b - - 1 1");
    assert_eq!(after("2n5/8/8/8/8/8/K7/4K2R w K - 0 1", &["a2b1"]), "2n5/8/8/8/8/8/8/1K2K2R b K - 1 1");
    assert_eq!(after("2n5/8/8/8/8/8/7K/R4K2 w Q - 0 1", &["h2g1"]), "2n5/8/8/8/8/8/8/R4KK1 b Q - 1 1");
    // Both rights end at once.
    let moves = &["a2b1", "g7e8"];
    assert_eq!(after("8/6n1/8/8/8/8/K7/R5KR w HA - 0 1", moves), "4n3/8/8/8/8/8/8/RK4KR w - - 2 2");
    // Only a king right of the rook on b1 could castle long with it.
    assert_eq!(after("2n5/8/8/8/8/8/K7/1R2K2R w KB - 0 1", &["a2a1"]), "2n5/8/8/8/8/8/8/KR2K2R b K - 1 1");
    // The right of the rook that leaves was all that kept the king on e1 out.
    assert_eq!(after("2n5/8/8/8/8/8/8/RK1RK3 w DA - 0 1", &["d1d2"]), "2n5/8/8/8/8/8/3R4/RK2K3 b - - 1 1");
}

#[test]
fn the_moves_after_a_fen_are_those_of_the_game() {
    let mut random = Random(43);
    let (mut kept, mut lost, mut promoted) = (0, 0, 0);
    for _ in 0..6_000 {
        let variant = [Variant::Giveaway, Variant::Antichess, Variant::Suicide][random.below(3)];
        let Some(mut position) = start(variant, &mut random) else { continue };
        for _ in 0..10 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.below(moves.len())) else { break };
            let (us, before) = (position.side_to_move(), position.state().castling_rights);
            position.play_unchecked(mv);
            let fen = position.to_string();
            let read = AnyPosition::from_fen(variant, &fen);
            assert_eq!(read.as_ref(), Ok(&position), "{variant} {fen}");
            let read = read.unwrap();
            assert_eq!(read.legal_moves(), position.legal_moves(), "{variant} {fen}");
            assert_eq!((read.key(), read.perft(2)), (position.key(), position.perft(2)), "{variant} {fen}");
            let home = Bitboard::from_rank(Rank::First.relative_to(us));
            let kings = position.board().colored_pieces(us, PieceType::King);
            let rights = position.state().castling_rights;
            kept += usize::from((kings & home).has_several() && rights == before && !before.is_empty());
            lost += usize::from((kings & home).has_several() && rights != before);
            promoted += usize::from(mv.promotion() == Some(PieceType::King));
        }
    }
    assert!([kept, lost, promoted].iter().all(|&count| count > 50), "{kept} {lost} {promoted}");
}

/// A position of Chess960 with kings beside the one that castles, and a pawn that can promote; `None` where its random
/// rights fit no king.
fn start(variant: Variant, random: &mut Random) -> Option<AnyPosition> {
    let mut setup: Setup = "1n6/8/8/8/8/8/8/8 w - - 0 1".parse().unwrap();
    let mut rooks = Vec::new();
    for (rank, piece_type, count) in [
        (Rank::First, PieceType::King, 1),
        (Rank::First, PieceType::Rook, 2),
        (Rank::Second, PieceType::King, 2),
        (Rank::Seventh, PieceType::Pawn, 1),
    ] {
        for _ in 0..count {
            let file = File::ALL[random.below(8)];
            setup.board.put(Square::new(file, rank), Piece::new(Color::White, piece_type));
            rooks.extend((piece_type == PieceType::Rook).then_some(file));
        }
    }
    for side in CastlingSide::ALL {
        if random.below(4) > 0 {
            setup.state.castling_rights.insert(CastlingRights::new(Color::White, side));
            setup.castling_rooks.set(Color::White, side, rooks[random.below(2)]);
        }
    }
    let setup = if random.below(2) == 0 { setup } else { setup.flip_colors() };
    AnyPosition::from_setup(variant, setup, AnyExtra::default(), Strictness::Reachable).ok()
}
