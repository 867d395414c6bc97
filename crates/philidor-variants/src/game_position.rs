//! Positions of variants as [`GamePosition`]s: one by fixed rules, and one of any.

use alloc::string::ToString;
use alloc::vec::Vec;

use philidor::characters::decode;
use philidor::{
    Board, CastlingMode, CastlingRooks, Color, GamePosition, Move, Outcome, San, SanError, StartError, State,
    UciError,
};

use crate::any::{AnyPosition, each};
use crate::position::{Rules, VariantPosition};
use crate::rules::Chess;
use crate::variant::{Variant, simplified};

/// The methods that both have, each by a call of the first argument's.
macro_rules! methods {
    ($this:ident, $position:ident, $forward:ident) => {
        fn board(&$this) -> &Board {
            $forward!($this, $position => $position.board())
        }

        fn state(&$this) -> &State {
            $forward!($this, $position => $position.state())
        }

        fn castling_rooks(&$this) -> CastlingRooks {
            $forward!($this, $position => $position.castling_rooks())
        }

        fn castling_mode(&$this) -> CastlingMode {
            let is_chess960 = $forward!($this, $position => $position.is_chess960());
            if is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
        }

        fn key(&$this) -> u64 {
            $forward!($this, $position => $position.key())
        }

        fn counts_moves(&$this) -> bool {
            $forward!($this, $position => $position.counts_moves())
        }

        fn legal_moves_into(&$this, list: &mut Vec<Move>) {
            $forward!($this, $position => $position.legal_moves_into(list))
        }

        fn has_legal_move(&$this) -> bool {
            $forward!($this, $position => $position.has_legal_move())
        }

        fn null_move(&$this) -> Option<Move> {
            $forward!($this, $position => $position.null_move())
        }

        fn parse_san(&$this, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
            $forward!($this, $position => $position.parse_san(text))
        }

        fn parse_uci(&$this, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
            $forward!($this, $position => $position.parse_uci(text))
        }

        fn to_san(&$this, mv: Move) -> San {
            $forward!($this, $position => $position.to_san(mv))
        }

        fn is_check(&$this) -> bool {
            $forward!($this, $position => $position.is_check())
        }

        fn outcome(&$this) -> Option<Outcome> {
            $forward!($this, $position => $position.outcome())
        }

        fn has_insufficient_material(&$this, color: Color) -> bool {
            $forward!($this, $position => $position.has_insufficient_material(color))
        }

        fn undo(&mut $this, _: Move, before: Self) {
            *$this = before;
        }
    };
}

/// The position's own.
macro_rules! own {
    ($this:expr, $position:ident => $result:expr) => {{
        let $position: &VariantPosition<R> = $this;
        $result
    }};
}

/// The tag `Variant` may be missing, or has to be the name of the rules.
impl<R: Rules> GamePosition for VariantPosition<R> {
    type Undo = VariantPosition<R>;

    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<VariantPosition<R>, StartError> {
        // A variant of the crate is called by any of its names.
        let is_called = |name: &[u8]| match decode(name).parse::<Variant>() {
            Ok(variant) => variant.to_string() == R::NAME,
            Err(_) => simplified(&decode(name)) == simplified(R::NAME),
        };
        if !variant.is_none_or(is_called) {
            return Err(StartError::Variant);
        }
        fen.map_or_else(
            || Ok(VariantPosition::default()),
            |fen| Ok(decode(fen).parse::<VariantPosition<R>>()?),
        )
    }

    fn variant(&self) -> Option<&'static str> {
        (R::NAME != Chess::NAME).then_some(R::NAME)
    }

    methods!(self, position, own);

    fn play_unchecked(&mut self, mv: Move) -> VariantPosition<R> {
        VariantPosition::play_unchecked(self, mv)
    }
}

/// The tag `Variant` names the rules; without one they are those of chess.
///
/// ```
/// use philidor_pgn::GameTree;
/// use philidor_variants::AnyPosition;
///
/// let text = "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 g6 3. Ne6 Na6 4. Nxd8# 1-0\n";
/// let game: GameTree<AnyPosition> = text.parse()?;
/// assert_eq!(game.main_line().count(), 7);
/// assert!(game.to_string().contains("[Variant \"Atomic\"]"));
/// # Ok::<(), philidor_pgn::PgnError>(())
/// ```
impl GamePosition for AnyPosition {
    type Undo = AnyPosition;

    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<AnyPosition, StartError> {
        let variant = match variant {
            Some(name) => decode(name).parse::<Variant>().map_err(|_| StartError::Variant)?,
            None => Variant::Chess,
        };
        let from_fen = |fen: &[u8]| Ok(AnyPosition::from_fen(variant, &decode(fen))?);
        fen.map_or_else(|| Ok(AnyPosition::start(variant)), from_fen)
    }

    fn variant(&self) -> Option<&'static str> {
        (AnyPosition::variant(self) != Variant::Chess).then(|| self.variant_name())
    }

    methods!(self, position, each);

    fn play_unchecked(&mut self, mv: Move) -> AnyPosition {
        let before = *self;
        each!(self, position => position.advance(mv));
        before
    }
}
