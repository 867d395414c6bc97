//! Validation of setups: all faults are reported at once, with their squares; repairs work; and boards that are
//! impossible in a game but well defined are accepted on request.

use philidor::binary::PackedPositionError;
use philidor::perft::{frontier, perft, perft_plain};
use philidor::{
    Bitboard, CastlingFault, CastlingNotation, CastlingSide, Color, EnPassantFault, EnPassantPolicy, Fault,
    File, Game, Piece, PieceType, Position, Rank, Setup, Square, Strictness,
};
use philidor_proof::{at_least, samples};

use crate::crowded;
use crate::games;
use crate::laws::generators;
use crate::suites;

fn setup(fen: &str) -> Setup {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn squares<const N: usize>(squares: [Square; N]) -> Bitboard {
    Bitboard::from_iter(squares)
}

fn castling(color: Color, side: CastlingSide, reason: CastlingFault) -> Fault {
    Fault::Castling { color, side, reason }
}

fn en_passant(square: Square, reason: EnPassantFault) -> Fault {
    Fault::EnPassant { square, reason }
}

/// Each fault alone, and its message.
#[test]
fn every_fault_is_named_with_its_squares() {
    use CastlingFault::{KingAway, NoRook, NoRookBeside};
    use CastlingSide::{KingSide, QueenSide};
    use Color::{Black, White};
    use EnPassantFault::{ImpossibleCheck, NoPawn, Occupied, WrongRank};
    for (fen, fault, text) in [
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", Fault::MissingKing { color: White }, "white has no king"),
        (
            "k3k2k/8/8/8/8/8/8/4K3 w - - 0 1",
            Fault::SeveralKings { color: Black, squares: squares([Square::A8, Square::E8, Square::H8]) },
            "black has 3 kings: a8, e8 and h8",
        ),
        (
            "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/K7 w - - 0 1",
            Fault::TooManyPieces {
                color: White,
                squares: Bitboard::from_rank(Rank::Second)
                    | Bitboard::from_rank(Rank::Third)
                    | Square::A1.into(),
            },
            "white has 17 pieces and pawns, more than 16: a1, a2, b2, c2, d2, e2, f2, g2, h2, a3, b3, c3, d3, e3, f3, g3 and h3",
        ),
        (
            "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
            Fault::TooManyPawns {
                color: Black,
                squares: Bitboard::from_rank(Rank::Seventh) | Square::A6.into(),
            },
            "black has 9 pawns, more than 8: a6, a7, b7, c7, d7, e7, f7, g7 and h7",
        ),
        (
            "P3k3/8/8/8/8/8/8/p3K3 w - - 0 1",
            Fault::PawnsOnLastRanks { squares: squares([Square::A1, Square::A8]) },
            "no pawn can stand on the first or eighth rank: a1 and a8",
        ),
        (
            "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
            Fault::OpponentInCheck { king: Square::E8, checkers: squares([Square::E1]) },
            "the side that is not to move is in check: king e8, attacked from e1",
        ),
        (
            "8/8/8/3kK3/8/8/8/8 b - - 0 1",
            Fault::OpponentInCheck { king: Square::E5, checkers: squares([Square::D5]) },
            "the side that is not to move is in check: king e5, attacked from d5",
        ),
        (
            "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1",
            Fault::TooManyCheckers {
                king: Square::E1,
                checkers: squares([Square::A5, Square::E4, Square::G2]),
            },
            "the king on e1 is in check from 3 pieces: g2, e4 and a5",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
            castling(White, KingSide, KingAway(Square::E2)),
            "white cannot have the right to castle short: its king is on e2, off its home rank",
        ),
        (
            "4k2r/8/8/8/8/8/8/4K3 w q - 0 1",
            castling(Black, QueenSide, NoRook(Square::A8)),
            "black cannot have the right to castle long: no rook of its own is on a8",
        ),
        (
            "4k3/8/8/8/8/8/8/2K3R1 w Q - 0 1",
            castling(White, QueenSide, NoRookBeside(Square::C1, QueenSide)),
            "white cannot have the right to castle long: no rook of its own is left of the king on c1",
        ),
        (
            "4k3/8/8/8/4p3/8/8/4K3 w - e3 0 1",
            en_passant(Square::E3, WrongRank),
            "e3 cannot be the en-passant square: the side to move captures on its sixth rank",
        ),
        (
            "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1",
            en_passant(Square::E6, Occupied(Square::E6.into())),
            "e6 cannot be the en-passant square: the pawn cannot have come through e6, which is occupied",
        ),
        (
            "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
            en_passant(Square::E3, Occupied(Square::E2.into())),
            "e3 cannot be the en-passant square: the pawn cannot have come through e2, which is occupied",
        ),
        (
            "4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1",
            en_passant(Square::E6, NoPawn(Square::E5)),
            "e6 cannot be the en-passant square: no enemy pawn is on e5",
        ),
        (
            "4k3/8/8/4p3/8/3n4/8/4K3 w - e6 0 1",
            en_passant(Square::E6, ImpossibleCheck(squares([Square::D3]))),
            "e6 cannot be the en-passant square: d3 gave check before the pawn advanced",
        ),
    ] {
        let setup = setup(fen);
        assert_eq!(setup.faults(), [fault], "{fen}");
        let error = Position::try_from(setup).expect_err("one fault");
        assert_eq!((error.faults.as_slice(), *error.setup), (&[fault][..], setup));
        assert_eq!((error.to_string(), fault.to_string()), (text.into(), text.into()));
    }
}

/// No FEN can express it: short castling with a rook on the long side.
#[test]
fn a_rook_on_the_wrong_side_is_named() {
    let mut setup = setup("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    setup.castling_rooks.set(Color::White, CastlingSide::QueenSide, File::H);
    setup.board.put(Square::H1, Piece::new(Color::White, PieceType::Rook));
    let fault = castling(Color::White, CastlingSide::QueenSide, CastlingFault::WrongSide(Square::H1));
    assert_eq!(setup.faults(), [fault]);
    assert_eq!(
        fault.to_string(),
        "white cannot have the right to castle long: its rook on h1 is on the wrong side of the king",
    );
}

/// ```text
/// 8 | P . . . . . . .     a pawn on its last rank
/// 5 | . . . . . . . .     no pawn on e5 for the square e6
/// 1 | K . . . K . . R     two kings of White, so nothing is said of its rights; no king of Black
/// ```
#[test]
fn all_faults_are_named_at_once() {
    let setup = setup("P7/8/8/8/8/8/8/K3K2R w K e6 0 1");
    let faults = [
        Fault::SeveralKings { color: Color::White, squares: squares([Square::A1, Square::E1]) },
        Fault::MissingKing { color: Color::Black },
        Fault::PawnsOnLastRanks { squares: squares([Square::A8]) },
        en_passant(Square::E6, EnPassantFault::NoPawn(Square::E5)),
    ];
    assert_eq!(setup.faults(), faults);
    let error = Position::try_from(setup).expect_err("four faults");
    assert_eq!(
        error.to_string(),
        "white has 2 kings: a1 and e1; black has no king; no pawn can stand on the first or eighth rank: a8; \
         e6 cannot be the en-passant square: no enemy pawn is on e5",
    );
}

#[test]
fn each_right_is_judged_by_itself() {
    use CastlingFault::{KingAway, NoRook};
    let faults = setup("r7/4k3/8/8/8/8/8/4K2R w KQkq - 0 1").faults();
    assert_eq!(
        faults,
        [
            castling(Color::White, CastlingSide::QueenSide, NoRook(Square::A1)),
            castling(Color::Black, CastlingSide::KingSide, KingAway(Square::E7)),
            castling(Color::Black, CastlingSide::QueenSide, KingAway(Square::E7)),
        ]
    );
}

#[test]
fn a_repair_removes_only_what_is_impossible() {
    let broken = setup("r7/4k3/8/8/4P3/8/8/4K2R b KQkq d3 5 9");
    let rights = broken.without_impossible_castling_rights();
    assert_eq!(rights.state.castling_rights.to_string(), "K");
    assert_eq!(rights.state.en_passant, Some(Square::D3), "this is for another repair");
    let square = broken.without_impossible_en_passant();
    assert_eq!((square.state.en_passant, square.state.castling_rights), (None, broken.state.castling_rights));
    let repaired = Position::try_from(rights.without_impossible_en_passant()).expect("repaired");
    assert_eq!(repaired.to_string(), "r7/4k3/8/8/4P3/8/8/4K2R b K - 5 9");

    for sound in suites::positions().map(|position| position.to_setup()) {
        assert_eq!(sound.without_impossible_castling_rights(), sound);
        assert_eq!(sound.without_impossible_en_passant(), sound);
    }
}

/// No game reaches these, but their moves are well defined.
#[test]
fn boards_that_no_game_reaches_are_accepted() {
    for (fen, moves) in [
        // Fifteen queens and a king.
        ("QQQQQQQQ/QQQQQQQK/8/8/8/8/pppppppp/k7 w - - 0 1", None),
        // Two checkers on one line, one on either side of the king.
        ("4k3/8/8/8/8/8/8/r3K2r w - - 0 1", Some(3)),
        // Two knights check at once; and a pawn on its sixth rank with a bishop.
        ("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", Some(3)),
        ("4k3/8/8/8/7b/8/3p4/4K3 w - - 0 1", Some(4)),
        // More extra rooks than missing pawns; eight bishops on dark squares.
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/RRRRKRRR w - - 0 1", Some(16)),
        ("4k3/8/8/8/1B1B4/B1B5/1B1B4/B1B1K3 w - - 0 1", None),
        // Before the pawn's advance the rook would have given check; it gives none now.
        ("4k3/8/8/r1p1K3/8/8/8/8 w - c6 0 1", Some(7)),
        // Three pawns on one file without a capture.
        ("4k3/8/8/8/P7/P7/P7/4K3 w - - 0 1", Some(6)),
    ] {
        let position = Position::try_from(setup(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"));
        if let Some(moves) = moves {
            assert_eq!(position.legal_move_count(), moves, "{fen}");
        }
        assert_eq!(perft(&position, 3), perft_plain(&position, 3), "{fen}");
    }
}

/// Only the homes of rooks with a right count. Here Black castles long alone, and the short rook's home, which a setup
/// may put anywhere, is that of the long one.
#[test]
fn homes_of_rooks_without_a_right_mean_nothing() {
    let plain = setup("1r3k2/p3p2K/8/Pp6/4p3/5p2/8/8 w q b6 0 1");
    let expected = Position::try_from(plain).expect("valid");
    for (color, side) in [(Color::Black, CastlingSide::KingSide), (Color::White, CastlingSide::QueenSide)] {
        for file in File::ALL {
            let mut other = plain;
            other.castling_rooks.set(color, side, file);
            let position = Position::try_from(other).expect("valid");
            assert_eq!(perft(&position, 3), perft(&expected, 3), "{color} {side:?} {file}");
            assert_eq!(frontier(&position, 1).to_string(), frontier(&expected, 1).to_string());
            assert_eq!((position.pack(), position.to_setup()), (expected.pack(), plain));
            let written = position.to_fen(EnPassantPolicy::Always, CastlingNotation::Shredder).to_string();
            assert_eq!(written.parse(), Ok(position));
        }
    }
}

/// Boards that strict validation refuses only because no game reaches them: the number of legal moves, and of leaves at
/// depth 3, by python-chess; chain, mailbox and plain play count the same.
#[test]
fn every_generator_counts_boards_that_no_game_reaches() {
    for (fen, moves, leaves) in UNREACHABLE {
        assert!(Position::try_from(setup(fen)).is_err(), "{fen}");
        let position = Position::from_setup(setup(fen), Strictness::WellDefined).expect(fen);
        assert!(!position.to_setup().faults().is_empty());
        generators::all_agree(&position);
        assert_eq!(position.legal_move_count(), moves, "{fen}");
        assert_eq!((perft(&position, 3), perft_plain(&position, 3)), (leaves, leaves), "{fen}");
    }
}

const UNREACHABLE: [(&str, u32, u128); 8] = [
    // The check was there before the pawn advanced, and en passant blocks it.
    ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 6, 711),
    // Three checkers, four, and eight.
    ("4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1", 3, 284),
    ("4k3/8/8/b7/4r3/5n2/8/r3K3 w - - 0 1", 1, 130),
    ("k7/8/2n1n3/1n3n2/3K4/1n3n2/2n1n3/8 w - - 0 1", 4, 691),
    // More moves than fifteen queens have; the king is walled in.
    ("2QQ1QNk/QQ3QNN/Q5QQ/Q3Q3/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", 258, 0),
    // Nine pawns; seventeen pieces; three ranks of pieces a side.
    ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", 17, 1_410),
    ("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/K7 w - - 0 1", 65, 19_847),
    ("rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8, 614),
];

/// Boards with up to 62 pieces in any proportion, checked from anywhere.
#[test]
fn crowded_boards_are_counted_alike() {
    let mut random = games::Random(1_914);
    let mut most = 0;
    let mut refused = 0;
    for position in crowded::positions(2_026).take(samples(1_000)) {
        generators::all_agree(&position);
        most = most.max(position.legal_move_count());
        refused += usize::from(Position::try_from(position.to_setup()).is_err());
        if random.below(8) == 0 {
            assert_eq!(perft(&position, 2), perft_plain(&position, 2), "{position}");
            let ply = frontier(&position, 1);
            assert_eq!(ply.count_next_paths(), perft(&position, 2), "{position}");
            if !ply.is_empty() {
                assert_eq!(ply.to_string().parse(), Ok(ply), "{position}");
            }
        }
        let count = position.board().occupied().len();
        match position.try_pack() {
            Ok(packed) => assert_eq!(packed.unpack_with(Strictness::WellDefined), Ok(position)),
            Err(error) => {
                assert_eq!(error, PackedPositionError::TooManyPieces(count));
                assert_eq!(position.pack().unpack_with(Strictness::WellDefined), Err(error));
            }
        }
    }
    assert!(
        most >= 50 && refused >= at_least(300),
        "{most} moves at most, {refused} refused by strict validation"
    );
}

/// The move number 0 is read, kept and written everywhere.
#[test]
fn the_move_number_zero_is_kept() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 0";
    let position: Position = fen.parse().expect("a FEN as in many files");
    assert_eq!((position.fullmove_number(), position.to_string().as_str()), (0, fen));
    assert_eq!(
        (setup(fen).to_string().as_str(), Position::try_from(position.to_setup())),
        (fen, Ok(position))
    );
    assert_eq!(position.pack().unpack(), Ok(position));
    let mv = position.legal_moves()[0];
    let game = Game::from_position(position);
    assert_eq!(Game::unpack(&game.pack()).map(|game| *game.start()), Ok(position));
    let mut moved = position;
    let undo = moved.play_unchecked(mv);
    assert_eq!(moved.fullmove_number(), 1);
    moved.undo(mv, undo);
    assert_eq!(moved, position);
    // After the greatest number comes 0, and back.
    let mut last: Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 4294967295".parse().expect("a FEN");
    let undo = last.play_unchecked(mv);
    assert_eq!((last.fullmove_number(), last.pack().unpack()), (0, Ok(last)));
    last.undo(mv, undo);
    assert_eq!(last.fullmove_number(), u32::MAX);
}
