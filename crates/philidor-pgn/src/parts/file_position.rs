//! What the formats of games ask of a position besides what readers and writers of PGN do.

use philidor::pgn::GamePosition;
use philidor::{Board, CastlingMode, CastlingNotation, EnPassantPolicy, Move, Position, Square};
use philidor_variants::{AnyPosition, Playable, VariantMove, VariantMoveKind};

/// A position whose games can be kept and written in formats other than PGN.
pub(crate) trait FilePosition: GamePosition + Copy {
    /// The name of the variant in UCI; `None` for chess.
    fn uci_variant(&self) -> Option<&'static str>;

    /// A move in UCI.
    fn uci(&self, mv: Self::Move, castling: CastlingMode) -> String;

    /// The legal move that a text in UCI means.
    ///
    /// # Errors
    ///
    /// Why it is not a move.
    fn parse_uci(&self, text: &str) -> Result<Self::Move, String>;

    /// The FEN. The en-passant square of chess is there only if a capture there is legal.
    fn fen(&self) -> String;

    /// The UCI text of a move if that is two squares and nothing else, as for nearly all: it then needs no formatting.
    fn squares(mv: Self::Move) -> Option<[u8; 4]>;

    /// A number for a move, which no other move of the same position has.
    fn number(mv: Self::Move) -> u64;

    /// Whether this is the same as a position of chess, whose key is given, apart from the clocks and what a variant
    /// adds.
    fn is_like(&self, chess: &Position, key: u64) -> bool;

    /// The pieces on the squares.
    fn board(&self) -> &Board;
}

impl FilePosition for Position {
    fn uci_variant(&self) -> Option<&'static str> {
        None
    }

    fn uci(&self, mv: Move, castling: CastlingMode) -> String {
        self.to_uci_in(mv, castling).to_string()
    }

    fn parse_uci(&self, text: &str) -> Result<Move, String> {
        Position::parse_uci(self, text).map_err(|error| error.to_string())
    }

    fn fen(&self) -> String {
        self.to_fen(EnPassantPolicy::Legal, CastlingNotation::default()).to_string()
    }

    #[inline]
    fn squares(mv: Move) -> Option<[u8; 4]> {
        if mv.castling_side().is_some() || mv.is_null() || mv.promotion().is_some() {
            return None;
        }
        let (origin, destination) = (mv.orig_square(), mv.dest_square());
        let (file, rank) =
            (|square: Square| b'a' + square.file() as u8, |square: Square| b'1' + square.rank() as u8);
        Some([file(origin), rank(origin), file(destination), rank(destination)])
    }

    #[inline]
    fn number(mv: Move) -> u64 {
        u64::from(u16::from(mv.digest()))
    }

    fn is_like(&self, _: &Position, key: u64) -> bool {
        self.key() == key
    }

    fn board(&self) -> &Board {
        Position::board(self)
    }
}

impl FilePosition for AnyPosition {
    fn uci_variant(&self) -> Option<&'static str> {
        GamePosition::variant(self).map(|_| AnyPosition::variant(self).uci_name())
    }

    fn uci(&self, mv: VariantMove, castling: CastlingMode) -> String {
        Playable::to_uci_in(self, mv, castling)
    }

    fn parse_uci(&self, text: &str) -> Result<VariantMove, String> {
        Playable::parse_uci(self, text.as_bytes()).map_err(|error| error.to_string())
    }

    fn fen(&self) -> String {
        self.to_string()
    }

    fn squares(_: VariantMove) -> Option<[u8; 4]> {
        None
    }

    fn number(mv: VariantMove) -> u64 {
        let drop = if mv.is_drop() { 1 + mv.piece_type() as u64 } else { 0 };
        u64::from(u16::from(mv.digest())) | drop << 16
    }

    fn is_like(&self, chess: &Position, _: u64) -> bool {
        let is_capture = |mv: &VariantMove| mv.kind() == VariantMoveKind::EnPassant;
        let passed = || self.state().en_passant.filter(|_| self.legal_moves().iter().any(is_capture));
        Playable::board(self) == chess.board()
            && Playable::side_to_move(self) == chess.side_to_move()
            && self.state().castling_rights == chess.castling_rights()
            && passed() == chess.en_passant().filter(|_| chess.has_legal_en_passant())
    }

    fn board(&self) -> &Board {
        Playable::board(self)
    }
}
