//! What is printed is read back, what is not is refused with its text, and numbers convert back.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use philidor::{
    Board, CastlingMode, CastlingRights, Color, File, GameResult, Outcome, ParseBoardError, ParseNameError,
    Piece, PieceType, Position, Rank, Square,
};

/// Each value reads back from its text, and no text with anything around it is read.
fn read_back<T>(values: impl IntoIterator<Item = T>)
where
    T: FromStr<Err = ParseNameError> + Display + Debug + PartialEq,
{
    for value in values {
        let text = value.to_string();
        assert_eq!(text.parse(), Ok(value));
        for wrong in [format!("{text}?"), format!(" {text}"), format!("{text} ")] {
            let error = wrong.parse::<T>().expect_err("no word");
            assert!(wrong.contains(error.text()), "{wrong:?}: {error}");
            assert!(error.to_string().starts_with(&format!("`{}` is not ", error.text())), "{error}");
        }
        assert!("".parse::<T>().is_err());
    }
}

#[test]
fn every_word_reads_back() {
    read_back(File::ALL);
    read_back(Rank::ALL);
    read_back(Square::ALL);
    read_back(Color::ALL);
    read_back(PieceType::ALL);
    read_back(Color::ALL.into_iter().flat_map(|color| PieceType::ALL.map(|kind| Piece::new(color, kind))));
    read_back((0..16).map(CastlingRights::from_bits));
    read_back([GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown]);
    let outcomes = ["White wins by checkmate", "Black wins by resignation", "draw by 75 moves", "abandoned"];
    read_back(outcomes.map(|text| text.parse::<Outcome>().expect("an outcome")));
}

#[test]
fn rights_are_read_in_one_order_and_once_each() {
    for text in ["", "QK", "KK", "kK", "K-", "HAha", "-k"] {
        assert!(text.parse::<CastlingRights>().is_err(), "{text:?}");
    }
}

#[test]
fn letters_name_colors_and_pieces_as_well() {
    assert_eq!("b".parse(), Ok(Color::Black));
    assert_eq!("N".parse(), Ok(PieceType::Knight));
    assert!("White".parse::<Color>().is_err() && "Knight".parse::<PieceType>().is_err());
}

#[test]
fn every_index_has_its_value_and_no_other_byte_has_one() {
    for byte in 0..=u8::MAX {
        let index = usize::from(byte);
        assert_eq!(File::try_from(byte).ok(), File::from_index(index));
        assert_eq!(Rank::try_from(byte).ok(), Rank::from_index(index));
        assert_eq!(Square::try_from(byte).ok(), Square::from_index(index));
        assert_eq!(Color::try_from(byte).ok(), Color::ALL.get(index).copied());
        assert_eq!(PieceType::try_from(byte).ok(), PieceType::ALL.get(index).copied());
        assert_eq!(
            CastlingRights::try_from(byte).map(CastlingRights::bits).ok(),
            (byte < 16).then_some(byte)
        );
    }
    let error = PieceType::try_from(6).expect_err("pawns are 5");
    assert_eq!(error.to_string(), "6 is not the index of a piece type, 0 for a king to 5 for a pawn");
}

#[test]
fn a_drawn_board_reads_back() {
    for fen in
        ["8/8/8/8/8/8/8/8 w - -", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
    {
        let board = fen.parse::<philidor::Setup>().expect("a FEN").board;
        assert_eq!(board.to_string().parse(), Ok(board));
        assert_eq!(board.to_string().replace(' ', "").parse(), Ok(board), "spaces do not matter");
    }
}

/// A table of squares or moves has columns.
#[test]
fn short_texts_are_padded_whole() {
    let position: Position = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a position");
    let [castling, promotion] = ["O-O", "a8=N"].map(|text| position.parse_san(text).expect("legal"));
    let knight = Piece::new(Color::Black, PieceType::Knight);
    let texts = [
        format!("{:>2}|{:<2}|{:^3}|{:>5}|", File::C, Rank::Eighth, knight, Square::E4),
        format!("{:*<5}|{:>2}|", CastlingRights::ANY, CastlingRights::NONE),
        format!("{castling:>6}|{:<6}|{promotion:>6}|", castling.digest()),
        format!("{:>6}|", position.to_uci_in(castling, CastlingMode::Chess960)),
    ];
    assert_eq!(texts, [" c|8 | n |   e4|", "KQkq*| -|", "  e1g1|e1g1  | a7a8n|", "  e1h1|"]);
    let null = position.null_move().expect("no check");
    assert_eq!(format!("{:>6}", position.to_uci_in(null, CastlingMode::Standard)), "  0000");
}

#[test]
fn what_is_wrong_with_a_drawn_board_is_named() {
    let start = Position::default().board().to_string();
    let error = |text: String| text.parse::<Board>().expect_err("no board");
    assert_eq!(error(String::new()), ParseBoardError::Lines(0));
    assert_eq!(error(start.clone() + "."), ParseBoardError::Lines(9));
    let line = "r n b q k b n".to_owned();
    assert_eq!(
        error(start.replacen("n r", "n", 1)),
        ParseBoardError::Squares { rank: Rank::Eighth, line, squares: 7 }
    );
    assert_eq!(
        error(start.replace("K B", "K é")),
        ParseBoardError::Letter { square: Square::F1, letter: 'é' }
    );
}
