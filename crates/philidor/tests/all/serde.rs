//! Values through `serde`: as text in JSON, compact in CBOR, and refused if they are invalid.

use std::fmt::Debug;

use philidor::binary::PackedPosition;
use philidor::perft::{Statistics, statistics};
use philidor::{
    Bitboard, Board, CastlingMode, CastlingNotation, CastlingRights, CastlingRooks, CastlingSide, Claim,
    Color, Draw, EnPassantPolicy, Fen, File, Game, GameResult, Move, MoveDigest, MoveKind, MoveType, Outcome,
    Piece, PieceType, Position, Rank, Setup, Square, State, Win,
};
use philidor_proof::samples;
use serde::de::value::{Error, SeqDeserializer};
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::games;
use crate::suites;

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("every value is a text")
}

fn cbor<T: Serialize>(value: &T) -> Vec<u8> {
    cbor4ii::serde::to_vec(vec![], value).expect("every value has a compact form")
}

fn from_cbor<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    cbor4ii::serde::from_slice(bytes).map_err(|error| error.to_string())
}

/// Writes and reads a value both ways.
fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    assert_eq!(serde_json::from_str::<T>(&json(value)).as_ref().ok(), Some(value), "{}", json(value));
    assert_eq!(from_cbor::<T>(&cbor(value)).as_ref(), Ok(value));
}

/// A value, its JSON, and its CBOR.
fn is_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, text: &str, compact: &[u8]) {
    assert_eq!(json(&value), text);
    assert_eq!(cbor(&value), compact, "{text}");
    reads_back(&value);
}

/// The forms of the documentation. CBOR writes small numbers as themselves, 24 to 255 after 0x18.
#[test]
fn the_forms_are_those_of_the_documentation() {
    is_written(Square::E4, r#""e4""#, &[0x18, 28]);
    is_written(File::E, r#""e""#, &[4]);
    is_written(Rank::Fourth, r#""4""#, &[3]);
    is_written(Color::Black, r#""black""#, &[1]);
    is_written(PieceType::Knight, r#""knight""#, &[4]);
    is_written(Piece::new(Color::White, PieceType::Knight), r#""N""#, &[4]);
    is_written(Piece::new(Color::Black, PieceType::Pawn), r#""p""#, &[13]);
    is_written(CastlingSide::QueenSide, r#""long""#, &[1]);
    is_written(CastlingRights::NONE, r#""-""#, &[0]);
    is_written(CastlingRights::ANY, r#""KQkq""#, &[15]);
    is_written(CastlingRooks::STANDARD, r#""HAha""#, &[0x84, 7, 0, 0x18, 63, 0x18, 56]);
    is_written(Bitboard(0xff), r#""0x00000000000000ff""#, &[0x18, 0xff]);
    is_written(MoveDigest(772), "772", &[0x19, 3, 4]);
    is_written(MoveType::EnPassant, r#""en passant""#, &[0]);
    is_written(MoveKind::Quiet, r#""quiet""#, &[2]);
    is_written(CastlingMode::Chess960, r#""chess960""#, &[1]);
    is_written(CastlingNotation::XFen, r#""x-fen""#, &[0]);
    is_written(EnPassantPolicy::PseudoLegal, r#""pseudo-legal""#, &[1]);
    is_written(Outcome::Win { winner: Color::Black, by: Win::Time }, r#""0-1 time""#, &[0x82, 1, 2]);
    is_written(Outcome::Draw(Draw::SeventyFiveMoves), r#""1/2-1/2 75 moves""#, &[0x82, 2, 4]);
    is_written(Claim::FiftyMoves, r#""50 moves""#, &[1]);

    let fen = "4k3/8/8/8/8/8/8/R3K3 b Q - 3 9";
    let setup: Setup = fen.parse().expect("a FEN");
    let text_in_cbor = |text: &str| [&[0x60 + text.len() as u8][..], text.as_bytes()].concat();
    let long_text = [&[0x78, fen.len() as u8][..], fen.as_bytes()].concat();
    is_written(setup, &format!("\"{fen}\""), &long_text);
    is_written(fen.parse::<Fen>().expect("a FEN"), &format!("\"{fen}\""), &long_text);
    is_written(setup.board, r#""4k3/8/8/8/8/8/8/R3K3""#, &text_in_cbor("4k3/8/8/8/8/8/8/R3K3"));
    is_written(setup.state, r#""b Q - 3 9""#, &text_in_cbor("b Q - 3 9"));
    let position = Position::try_from(setup).expect("valid");
    let packed = position.pack();
    let bytes = [&[0x58, 32][..], &packed.to_bytes()].concat();
    is_written(position, &format!("\"{fen}\""), &bytes);
    let digits: String = packed.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    is_written(packed, &format!("\"{digits}\""), &bytes);
}

#[test]
fn parts_of_games_have_the_forms_of_the_documentation() {
    is_written(GameResult::Draw, r#""1/2-1/2""#, &[3]);
    let known: Statistics = statistics(&Position::default(), 3);
    assert!(
        json(&known).starts_with(r#"{"nodes":8902,"captures":34,"en_passant":0,"castles":0,"#),
        "{}",
        json(&known)
    );
    reads_back(&known);
}

#[test]
fn every_value_of_the_small_types_reads_back() {
    Square::ALL.iter().for_each(reads_back);
    File::ALL.iter().for_each(reads_back);
    Rank::ALL.iter().for_each(reads_back);
    Color::ALL.iter().for_each(reads_back);
    PieceType::ALL.iter().for_each(reads_back);
    for color in Color::ALL {
        PieceType::ALL.iter().for_each(|&piece_type| reads_back(&Piece::new(color, piece_type)));
    }
    (0..16).for_each(|bits| reads_back(&CastlingRights::from_bits(bits)));
    for by in [Win::Checkmate, Win::Resignation, Win::Time] {
        reads_back(&by);
        Color::ALL.iter().for_each(|&winner| reads_back(&Outcome::Win { winner, by }));
    }
    for by in [
        Draw::Stalemate,
        Draw::InsufficientMaterial,
        Draw::DeadPosition,
        Draw::FivefoldRepetition,
        Draw::SeventyFiveMoves,
        Draw::ThreefoldRepetition,
        Draw::FiftyMoves,
        Draw::Agreement,
        Draw::TimeWithoutMaterial,
    ] {
        reads_back(&by);
        reads_back(&Outcome::Draw(by));
    }
    // Who won is kept, and what stands for words that no reader knows.
    let by_rule = |winner, words| Outcome::Win { winner, by: Win::Other(words) };
    reads_back(&by_rule(Color::Black, "a rule of the variant"));
    assert_eq!(json(&by_rule(Color::White, "my rule")), r#""1-0 a rule of the variant""#);
    assert_eq!(cbor(&by_rule(Color::White, "my rule")), [0x82, 0, 15]);
    for bits in [0, 1, 0x8000_0000_0000_0001, u64::MAX] {
        reads_back(&Bitboard(bits));
        reads_back(&Move::from_raw(bits));
    }
}

#[test]
fn positions_and_moves_read_back() {
    for position in suites::positions().chain(games::positions(51).step_by(37).take(samples(500))) {
        reads_back(&position);
        reads_back(&position.pack());
        reads_back(&position.to_setup().board);
        reads_back(&position.to_setup().state);
        reads_back(&position.castling_rooks());
        for mv in position.legal_moves().into_iter().take(3) {
            reads_back(&mv);
            reads_back(&mv.digest());
        }
    }
}

#[test]
fn games_read_back() {
    let mut random = games::Random(52);
    for start in games::starts(53).take(60) {
        let mut game = Game::from_position(start);
        for _ in 0..60 {
            let Some(mv) = random.chooses(game.position()) else { break };
            game.play(mv).expect("legal");
        }
        let from_json: Game = serde_json::from_str(&json(&game)).expect("a game");
        let from_cbor: Game = from_cbor(&cbor(&game)).expect("a game");
        for read in [from_json, from_cbor] {
            assert_eq!(read.start(), game.start());
            assert!(read.moves().eq(game.moves()));
        }
    }
    let game = Game::from_uci(Position::default(), ["e2e4", "e7e5"]).expect("legal");
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5";
    assert_eq!(json(&game), format!("\"{text}\""));
    assert_eq!(cbor(&game), [0x43, 0, 16, 16]);
}

fn is_refused<T: DeserializeOwned + Debug>(texts: &[&str], compact: &[&[u8]]) {
    for text in texts {
        assert!(serde_json::from_str::<T>(text).is_err(), "{text}");
    }
    for bytes in compact {
        assert!(from_cbor::<T>(bytes).is_err(), "{bytes:x?}");
    }
}

#[test]
fn invalid_values_are_refused() {
    is_refused::<Square>(&[r#""e9""#, r#""E4""#, r#""""#, "28", "null"], &[&[0x18, 64], &[0x62, b'e', b'4']]);
    is_refused::<File>(&[r#""i""#, r#""ee""#, r#""""#], &[&[8]]);
    is_refused::<Rank>(&[r#""0""#, r#""44""#], &[&[8]]);
    is_refused::<Color>(&[r#""White""#, "0"], &[&[2]]);
    is_refused::<PieceType>(&[r#""n""#], &[&[6]]);
    is_refused::<Piece>(&[r#""x""#, r#""NN""#], &[&[6], &[7], &[14], &[16]]);
    is_refused::<CastlingRights>(&[r#""""#, r#""qK""#, r#""KK""#, r#""HA""#], &[&[16], &[0x18, 0xff]]);
    is_refused::<CastlingRooks>(
        &[r#""HAh""#, r#""HAhaa""#, r#""haHA""#, r#""HAhi""#],
        &[&[0x84, 7, 8, 0x18, 63, 0x18, 56], &[0x83, 7, 0, 1]],
    );
    is_refused::<Bitboard>(
        &[r#""ff""#, r#""0x""#, r#""0x+f""#, r#""0x10000000000000000""#, "255"],
        &[&[0x20]],
    );
    is_refused::<MoveDigest>(&["65536", "-1", r#""e2e4""#], &[&[0x1a, 0, 1, 0, 0]]);
    is_refused::<Outcome>(
        &[r#""1-0""#, r#""1-0 stalemate""#, r#""1/2-1/2 checkmate""#, r#""* checkmate""#],
        &[&[0x82, 3, 1], &[0x82, 4, 0], &[0x82, 0, 10], &[0x82, 2, 11]],
    );
    is_refused::<Board>(&[r#""8/8""#, r#""8/8/8/8/8/8/8/8 w""#, r#""""#], &[]);
    is_refused::<State>(&[r#""x KQkq - 0 1""#, r#""w""#, r#""w - - 0 1 2""#], &[]);
    is_refused::<Setup>(&[r#""8/8""#], &[&[0x61, b'x']]);
    is_refused::<Position>(&[r#""8/8/8/8/8/8/8/8 w - - 0 1""#, r#""""#], &[&[0x41, 0], &[0x40]]);
    is_refused::<PackedPosition>(&[r#""00""#, r#""zz""#, &format!("\"{}\"", "g0".repeat(32))], &[&[0x41, 0]]);
    is_refused::<Game>(
        &[r#""""#, r#""8/8/8/8/8/8/8/8 w - - 0 1 moves""#, r#""moves e2e4""#],
        &[&[0x40], &[0x42, 0, 20]],
    );
    is_refused::<GameResult>(&[r#""1/2""#, r#""""#], &[&[4]]);
    let error = serde_json::from_str::<Square>(r#""e9""#).expect_err("not a square").to_string();
    assert!(error.starts_with("`e9` is not a square from a1 to h8"), "{error}");
    let error = serde_json::from_str::<Square>("7").expect_err("not a text").to_string();
    assert!(error.contains("expected a square from a1 to h8"), "{error}");
}

/// A compact format without a type for bytes, which has numbers one by one.
struct Numbers(Vec<u8>);

impl<'de> Deserializer<'de> for Numbers {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(SeqDeserializer::new(self.0.into_iter()))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[test]
fn bytes_may_come_as_a_sequence() {
    let numbers = Numbers(Position::default().pack().to_bytes().into());
    assert_eq!(Position::deserialize(numbers), Ok(Position::default()));
}

/// The king is not on the e-file, so its castling in standard notation would be a king's move.
#[test]
fn castling_from_unusual_squares_is_read_as_castling() {
    for fen in ["4k3/8/8/8/8/8/8/5K1R w H - 0 1", "4k3/8/8/8/8/8/8/6KR w H - 0 1"] {
        let start: Position = fen.parse().expect("a position");
        let mut game = Game::from_position(start).with_castling_mode(CastlingMode::Standard);
        game.play_san("O-O").expect("legal");
        let text = serde_json::to_string(&game).expect("text");
        let read: Game = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.position(), game.position(), "{text}");
    }
}
