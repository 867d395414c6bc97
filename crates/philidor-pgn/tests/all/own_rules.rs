//! Games by rules of one's own, read and written: standard chess in which no one castles.

use philidor::{Board, CastlingRooks, GamePosition, Move, Outcome, Position, San, SanError, StartError};
use philidor::{State, UciError, Undo};
use philidor_pgn::GameTree;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct NoCastling(Position);
impl core::fmt::Display for NoCastling {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}
const REFUSED: philidor::MoveFault = philidor::MoveFault::Refused("illegal: no one castles in this game");
impl GamePosition for NoCastling {
    type Undo = Undo;
    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<NoCastling, StartError> {
        match variant {
            None | Some(b"No Castling") => Ok(NoCastling(Position::from_tags(None, fen)?)),
            Some(_) => Err(StartError::Variant),
        }
    }
    fn variant(&self) -> Option<&'static str> {
        Some("No Castling")
    }
    fn legal_moves_into(&self, list: &mut Vec<Move>) {
        GamePosition::legal_moves_into(&self.0, list)
    }
    fn parse_san(&self, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
        let mv = self.0.parse_san(text)?;
        if mv.castling_side().is_some() { Err(REFUSED.into()) } else { Ok(mv) }
    }
    fn parse_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
        self.0.parse_uci(text)
    }
    fn board(&self) -> &Board {
        self.0.board()
    }
    fn state(&self) -> &State {
        self.0.state()
    }
    fn castling_rooks(&self) -> CastlingRooks {
        self.0.castling_rooks()
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn to_san(&self, mv: Move) -> San {
        self.0.to_san(mv)
    }
    fn null_move(&self) -> Option<Move> {
        self.0.null_move()
    }
    fn play_unchecked(&mut self, mv: Move) -> Undo {
        self.0.play_unchecked(mv)
    }
    fn undo(&mut self, mv: Move, undo: Undo) {
        self.0.undo(mv, undo)
    }
    fn is_check(&self) -> bool {
        self.0.is_check()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn has_insufficient_material(&self, color: philidor::Color) -> bool {
        self.0.has_insufficient_material(color)
    }
}

#[test]
fn games_without_castling_are_read_and_written() {
    let game: GameTree<NoCastling> = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *".parse().expect("a game");
    assert!(game.to_string().starts_with("[Result \"*\"]\n[Variant \"No Castling\"]\n\n1. e4 e5 2. Nf3"));
    let error =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *".parse::<GameTree<NoCastling>>().expect_err("castling");
    assert_eq!(error.to_string(), "line 1, column 34: `O-O`: illegal: no one castles in this game");
}
