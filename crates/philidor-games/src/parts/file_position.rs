//! What the formats of games ask of a position besides what readers and writers of PGN do.

use philidor::{CastlingNotation, EnPassantPolicy, GamePosition, Move, MoveType, Position, Square};
use philidor_variants::AnyPosition;

/// A position whose games can be kept and written in formats other than PGN.
pub(crate) trait FilePosition: GamePosition + Copy {
    /// The name of the variant in UCI; `None` for chess.
    fn uci_variant(&self) -> Option<&'static str>;

    /// The FEN. The en-passant square of chess is there only if a capture there is legal.
    fn fen(&self) -> String;

    /// Whether this is the same as a position of chess, whose key is given, apart from the clocks and what a variant
    /// adds.
    fn is_like(&self, chess: &Position, key: u64) -> bool;
}

/// The UCI text of a move if that is two squares and nothing else, as for nearly all: it then needs no formatting.
#[inline]
pub(crate) fn squares(mv: Move) -> Option<[u8; 4]> {
    if mv.castling_side().is_some() || mv.is_null() || mv.promotion().is_some() || mv.is_drop() {
        return None;
    }
    let (file, rank) =
        (|square: Square| b'a' + square.file() as u8, |square: Square| b'1' + square.rank() as u8);
    let (origin, destination) = (mv.origin(), mv.destination());
    Some([file(origin), rank(origin), file(destination), rank(destination)])
}

impl FilePosition for Position {
    fn uci_variant(&self) -> Option<&'static str> {
        None
    }

    fn fen(&self) -> String {
        self.to_fen(EnPassantPolicy::Legal, CastlingNotation::default()).to_string()
    }

    fn is_like(&self, _: &Position, key: u64) -> bool {
        self.key() == key
    }
}

impl FilePosition for AnyPosition {
    fn uci_variant(&self) -> Option<&'static str> {
        GamePosition::variant(self).map(|_| AnyPosition::variant(self).uci_name())
    }

    fn fen(&self) -> String {
        self.to_string()
    }

    fn is_like(&self, chess: &Position, _: u64) -> bool {
        let is_capture = |mv: &Move| mv.move_type() == MoveType::EnPassant;
        let passed = || self.state().en_passant.filter(|_| self.legal_moves().iter().any(is_capture));
        self.board() == chess.board()
            && self.side_to_move() == chess.side_to_move()
            && self.state().castling_rights == chess.castling_rights()
            && passed() == chess.en_passant().filter(|_| chess.has_legal_en_passant())
    }
}
