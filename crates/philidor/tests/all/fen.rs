//! FENs are read, refused and written: a FEN that is read is written back, in every notation; a refusal names field,
//! column and text; and no input makes the reader panic.

use philidor::{
    CastlingNotation, CastlingRights, CastlingRooks, CastlingSide, Color, EnPassantPolicy, Fen, FenErrorKind,
    FenField, File, Piece, PieceType, Position, Rank, Setup, Square, State, proof,
};
use philidor_proof::{at_least, samples};
use proptest::prelude::*;

use crate::games::Random;
use crate::laws::fen as laws;
use crate::{edges, games, suites};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn every_suite_is_written_as_it_is_read() {
    for entry in suites::all() {
        let fen: Fen = entry.fen.parse().expect("a FEN");
        assert_eq!(fen.to_string(), entry.fen, "{}", entry.name);
        let position = Position::try_from(fen.setup).expect("a position");
        let written = position.to_fen(EnPassantPolicy::Always, fen.castling);
        assert_eq!(written.to_string(), entry.fen, "{}", entry.name);
        laws::of_text(entry.fen);
    }
}

#[test]
fn positions_of_random_games_are_written_and_read() {
    games::positions(7).take(samples(10_000)).for_each(|position| laws::of_position(&position));
}

/// Web pages and word processors replace blanks and dashes, and add characters without any width.
#[test]
fn characters_of_word_processors_are_read() {
    let text = "\u{feff}4k3/8/8/8/8/8/8/4K3\u{a0}w\u{200b} – −\u{202f}0 1";
    assert_eq!(position(text), position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    let error = "\u{200b}8/8/8/8/8/8/8/8\u{a0}x – − 0 1".parse::<Fen>().expect_err("no such side");
    assert_eq!((error.column, error.text.as_str()), (18, "x"));
}

/// The castling rights on one rank: as read, and as each notation writes them.
#[test]
fn castling_is_written_in_either_notation() {
    for (rank, read, x_fen, shredder) in [
        ("R3K2R", "KQ", "KQ", "HA"),
        ("R3K2R", "HA", "KQ", "HA"),
        ("R3K2R", "QK", "KQ", "HA"),
        ("R3K2R", "HQ", "KQ", "HA"),
        ("1R2KR2", "KQ", "KQ", "FB"), // K and Q are the outermost rooks, wherever they stand
        ("RR2K1RR", "KQ", "KQ", "HA"), // and so the outer of two
        ("RR2K1RR", "GB", "GB", "GB"), // an inner one needs its file
        ("RR2K1RR", "GA", "GQ", "GA"), // one alone, too
        ("RR2K1RR", "Gb", "", ""),    // and b is a right of Black, who has no rook there
        ("2RKR3", "EC", "KQ", "EC"),  // next to the king
        ("RKR5", "CA", "KQ", "CA"),   // the short side may be on the left half
        ("5RKR", "F", "Q", "F"),      // and the long one on the right
        ("R3K2R", "-", "-", "-"),
    ] {
        let text = format!("4k3/pppppppp/8/8/8/8/8/{rank} w {read} - 0 1");
        let Ok(position) = text.parse::<Position>() else {
            assert_eq!(x_fen, "", "{text}");
            continue;
        };
        for (notation, expected) in [(CastlingNotation::XFen, x_fen), (CastlingNotation::Shredder, shredder)]
        {
            let written = position.to_fen(EnPassantPolicy::Always, notation).to_string();
            assert_eq!(written, format!("4k3/pppppppp/8/8/8/8/8/{rank} w {expected} - 0 1"), "{text}");
        }
    }
}

#[test]
fn letters_of_castling_name_rooks() {
    let rooks = |fen: &str| fen.parse::<Setup>().expect("a FEN").castling_rooks;
    let mut inner = CastlingRooks::STANDARD;
    inner.set(Color::White, CastlingSide::KingSide, File::G);
    inner.set(Color::White, CastlingSide::QueenSide, File::B);
    assert_eq!(rooks("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"), inner);
    assert_eq!(rooks("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"), CastlingRooks::STANDARD);
    let both = rooks("1r2k1r1/8/8/8/8/8/8/2R1KR2 w KQkq - 0 1");
    assert_eq!(both.square(Color::White, CastlingSide::KingSide), Square::F1);
    assert_eq!(both.square(Color::White, CastlingSide::QueenSide), Square::C1);
    assert_eq!(both.square(Color::Black, CastlingSide::KingSide), Square::G8);
    assert_eq!(both.square(Color::Black, CastlingSide::QueenSide), Square::B8);
}

#[test]
fn clocks_may_be_left_out() {
    let four = "r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3";
    let six = format!("{four} 0 1");
    assert_eq!(position(four), position(&six));
    assert_eq!(position(four).to_string(), six);
    assert!(format!("{four} 0").parse::<Fen>().is_err(), "one clock without the other");
}

#[test]
fn any_white_space_parts_fields() {
    let plain = "4k3/8/8/8/8/8/8/4K2R w K - 12 34";
    for text in ["  4k3/8/8/8/8/8/8/4K2R w K - 12 34", "4k3/8/8/8/8/8/8/4K2R   w  K\t-\u{2003}12 34\r\n"] {
        assert_eq!(position(text), position(plain), "{text:?}");
        laws::of_text(text);
    }
}

#[test]
fn clocks_reach_their_limits() {
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 65535 4294967295";
    let last = position(fen);
    assert_eq!((last.halfmove_clock(), last.fullmove_number()), (u16::MAX, u32::MAX));
    assert_eq!(last.to_string(), fen);
    for mv in last.legal_moves() {
        let mut position = last;
        let undo = position.play_unchecked(mv);
        assert_eq!(position.halfmove_clock(), u16::MAX, "the clock stays at its end");
        position.undo(mv, undo);
        assert_eq!(position, last);
    }
}

#[test]
fn the_en_passant_square_is_written_as_the_policy_says() {
    for (fen, pseudo_legal, legal) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "d6"),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "-", "-"),
        ("4k3/8/8/3p4/3P4/8/8/4K3 w - d6 0 1", "-", "-"),
        ("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "-", "-"), // the a-file is not next to the h-file
        ("k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "-"), // pinned on its file
        ("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "d6", "-"), // both pawns leave the rank
        ("k3r3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "d6", "d6"), // one of two capturers is pinned
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3", "e3"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "-", "-"),
    ] {
        let position = position(fen);
        let written = |policy| {
            let fen = position.to_fen(policy, CastlingNotation::XFen);
            fen.setup.state.en_passant.map_or("-".into(), |square| square.to_string())
        };
        assert_eq!(position.to_fen(EnPassantPolicy::Always, CastlingNotation::XFen).to_string(), fen);
        assert_eq!(written(EnPassantPolicy::PseudoLegal), pseudo_legal, "{fen}");
        assert_eq!(written(EnPassantPolicy::Legal), legal, "{fen}");
    }
}

#[test]
fn every_error_says_what_is_wrong_and_where() {
    use FenErrorKind::{
        AdjacentDigits, Missing, Operations, RankCount, RankLength, RightTwice, Trailing, UnknownNumber,
        UnknownPiece, UnknownRight, UnknownSide, UnknownSquare,
    };
    use FenField::{Board, CastlingRights, EnPassantSquare, FullmoveNumber, HalfmoveClock, SideToMove};
    for (text, field, column, offending, kind) in [
        ("", Board, 1, "", Missing),
        ("   ", Board, 4, "", Missing),
        ("8/8/8/8/8/8/8/8", SideToMove, 16, "", Missing),
        ("8/8/8/8/8/8/8/8 w", CastlingRights, 18, "", Missing),
        ("8/8/8/8/8/8/8/8 w -", EnPassantSquare, 20, "", Missing),
        ("8/8/8/8/8/8/8/8 w - - 0", FullmoveNumber, 24, "", Missing),
        ("8/8/8/8/8/8/8 w - - 0 1", Board, 1, "8/8/8/8/8/8/8", RankCount(7)),
        ("8/8/8/8/8/8/8/8/ w - - 0 1", Board, 1, "8/8/8/8/8/8/8/8/", RankCount(9)),
        ("8/8/8/7/8/8/8/8 w - - 0 1", Board, 7, "7", RankLength(Rank::Fifth)),
        ("8/8/8//8/8/8/8 w - - 0 1", Board, 7, "", RankLength(Rank::Fifth)),
        ("8/8/8/8/8/8/8/7kK w - - 0 1", Board, 15, "7kK", RankLength(Rank::First)),
        ("k8/8/8/8/8/8/8/8 w - - 0 1", Board, 1, "k8", RankLength(Rank::Eighth)),
        ("8/8/8/8/3x4/8/8/8 w - - 0 1", Board, 10, "x", UnknownPiece),
        ("8/8/8/8/8/8/8/9 w - - 0 1", Board, 15, "9", UnknownPiece),
        ("8/8/8/8/8/8/8/0k7 w - - 0 1", Board, 15, "0", UnknownPiece),
        ("8/44/8/8/8/8/8/8 w - - 0 1", Board, 3, "44", AdjacentDigits),
        ("8/8/8/8/1k15/8/8/K7 w - - 0 1", Board, 11, "15", AdjacentDigits),
        ("8/8/8/8/8/8/8/8 w - - bm Rd8#; id \"back rank\";", HalfmoveClock, 23, "bm", Operations),
        ("8/8/8/8/8/8/8/8 w - - bm Rd8#", HalfmoveClock, 23, "bm", Operations),
        ("8/8/8/8/8/8/8/8 w - - 0 1 bm Rd8#;", FullmoveNumber, 27, "bm", Operations),
        ("8/8/♞7/8/8/8/8/8 w - - 0 1", Board, 5, "♞", UnknownPiece),
        ("8/8/8/8/8/8/8/8 W - - 0 1", SideToMove, 17, "W", UnknownSide),
        ("  8/8/8/8/8/8/8/8   white - - 0 1", SideToMove, 21, "white", UnknownSide),
        ("8/8/8/8/8/8/8/8 w Kx - 0 1", CastlingRights, 20, "x", UnknownRight),
        ("8/8/8/8/8/8/8/8 w KQK - 0 1", CastlingRights, 21, "K", RightTwice),
        ("8/8/8/8/8/8/8/4K2R w KH - 0 1", CastlingRights, 23, "H", RightTwice),
        ("8/8/8/8/8/8/8/8 w K- - 0 1", CastlingRights, 20, "-", UnknownRight),
        ("8/8/8/8/8/8/8/8 w - e9 0 1", EnPassantSquare, 21, "e9", UnknownSquare),
        ("8/8/8/8/8/8/8/8 w - e33 0 1", EnPassantSquare, 21, "e33", UnknownSquare),
        ("8/8/8/8/8/8/8/8 w - - -1 1", HalfmoveClock, 23, "-1", UnknownNumber),
        ("8/8/8/8/8/8/8/8 w - - +1 1", HalfmoveClock, 23, "+1", UnknownNumber),
        ("8/8/8/8/8/8/8/8 w - - 65536 1", HalfmoveClock, 23, "65536", UnknownNumber),
        ("8/8/8/8/8/8/8/8 w - - 0 one", FullmoveNumber, 25, "one", UnknownNumber),
        ("8/8/8/8/8/8/8/8 w - - 0 4294967296", FullmoveNumber, 25, "4294967296", UnknownNumber),
        ("8/8/8/8/8/8/8/8 w - - 0 1 ;id x", FullmoveNumber, 27, ";id", Trailing),
    ] {
        let error = text.parse::<Fen>().expect_err("no FEN");
        assert_eq!(
            (error.field, error.column, &*error.text, error.kind),
            (field, column, offending, kind),
            "{text}"
        );
        let place = format!("{}, column {}: ", error.field, error.column);
        assert!(error.to_string().starts_with(&place), "{error}");
        laws::of_text(text);
    }
}

/// A FEN damaged in one place.
fn damaged() -> impl Strategy<Value = String> {
    let fens: Vec<&str> = suites::all().map(|entry| entry.fen).collect();
    let place = any::<prop::sample::Index>();
    let letters = prop::sample::select(" /-wbKQkqRrPpAaHh123456789eé".chars().collect::<Vec<char>>());
    (prop::sample::select(fens), place, letters, 0..3).prop_map(|(fen, place, letter, change)| {
        let mut letters: Vec<char> = fen.chars().collect();
        let at = place.index(letters.len());
        match change {
            0 => letters[at] = letter,
            1 => letters.insert(at, letter),
            _ => drop(letters.remove(at)),
        }
        letters.into_iter().collect()
    })
}

/// Any pieces on any squares with any state and any homes of rooks, most of them impossible in a game or a text.
fn any_setup() -> impl Strategy<Value = Setup> {
    let pieces = prop::collection::vec((0..64_usize, 0..12_usize), 0..70);
    let rooks = prop::collection::vec((0..4_usize, 0..8_usize), 0..4);
    let state = (0..16_u8, prop::option::of(0..64_usize), any::<u16>(), any::<u32>(), any::<bool>());
    (pieces, prop::collection::vec(0..8_usize, 4), rooks, state).prop_map(|(pieces, homes, rooks, state)| {
        let mut setup = Setup::empty();
        for (square, piece) in pieces {
            let color = Color::ALL[piece / 6];
            setup.board.put(Square::ALL[square], Piece::new(color, PieceType::ALL[piece % 6]));
        }
        // Castling needs rooks and kings on the home ranks, which are rare otherwise.
        for (piece, file) in rooks {
            let color = Color::ALL[piece / 2];
            let kind = [PieceType::King, PieceType::Rook][piece % 2];
            setup
                .board
                .put(Square::new(File::ALL[file], Rank::First.relative_to(color)), Piece::new(color, kind));
        }
        for ((_, color, side), file) in CastlingRights::EACH.into_iter().zip(homes) {
            setup.castling_rooks.set(color, side, File::ALL[file]);
        }
        let (rights, en_passant, halfmove_clock, fullmove_number, white) = state;
        setup.state = State {
            castling_rights: CastlingRights::from_bits(rights),
            en_passant: en_passant.map(|square| Square::ALL[square]),
            halfmove_clock,
            fullmove_number,
            side_to_move: if white { Color::White } else { Color::Black },
        };
        setup
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(samples(5_000) as u32))]

    #[test]
    fn any_setup_is_written_and_read(setup in any_setup()) {
        laws::of_any_setup(setup);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        laws::of_text(&text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        laws::of_text(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_board_with_any_state_is_read_or_refused(
        text in "([1-8KQRBNPkqrbnp]{1,8}/){7}[1-8KQRBNPkqrbnp]{1,8} [wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][1-8])( [0-9]{1,3} [0-9]{1,3})?"
    ) {
        laws::of_text(&text);
    }

    #[test]
    fn a_damaged_fen_is_read_or_refused(text in damaged()) {
        laws::of_text(&text);
    }
}

/// Claims castling rights on boards where the king or a rook may stand beside the square that a right requires.
#[test]
fn both_ways_read_boards_at_the_edge_of_each_rule_the_same() {
    let (mut random, mut short, mut long) = (Random(65), 0, 0);
    for setup in edges::setups(66).take(samples(5_000)) {
        let text = setup.to_string();
        let mut fields: Vec<&str> = text.split(' ').collect();
        let rights: String = "KQkq".chars().filter(|_| random.next().is_multiple_of(4)).collect();
        fields[2] = if rights.is_empty() { "-" } else { &rights };
        let text = fields.join(" ");
        match proof::plain_fen(&text) {
            Some(plain) => {
                assert_eq!(Some(plain), proof::fen_in_words(&text), "{text}");
                short += 1;
            }
            None => long += 1,
        }
        assert_eq!(text.parse::<Setup>().ok(), proof::fen_in_words(&text).map(|(setup, _)| setup), "{text}");
    }
    assert!(short >= at_least(1_000) && long >= at_least(1_000), "{short} short, {long} long");
}
