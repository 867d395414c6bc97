//! A game of chess or of a variant: what the protocol and matches ask of either.
//!
//! Each function here handles both cases, so that no other code has to ask which one it has. Without the feature
//! `variants` there is only chess.

use philidor::{CastlingMode, CastlingNotation, Color, EnPassantPolicy, Game, Move, Outcome, Position};

#[cfg(feature = "variants")]
use philidor::{Draw, Win};
#[cfg(feature = "variants")]
use philidor_variants::{
    AnyPosition, Playable, VariantDraw, VariantGame, VariantMove, VariantOutcome, Victory,
};

use crate::bot::report;
use crate::bot::score::Score;

/// A game of chess, or of a variant.
///
/// ```
/// use philidor::Game;
/// use philidor_engine::AnyGame;
/// let game = AnyGame::from(Game::from_uci(philidor::Position::default(), ["e2e4"]).expect("legal"));
/// assert_eq!((game.ply(), game.chess().is_some()), (1, true));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyGame {
    /// A game of chess.
    Chess(Game),
    /// A game of a variant.
    #[cfg(feature = "variants")]
    Variant(VariantGame),
}

impl From<Game> for AnyGame {
    fn from(game: Game) -> AnyGame {
        AnyGame::Chess(game)
    }
}

#[cfg(feature = "variants")]
impl From<VariantGame> for AnyGame {
    fn from(game: VariantGame) -> AnyGame {
        AnyGame::Variant(game)
    }
}

/// How a game has ended: the outcome in terms of chess, and, where these do not suffice, in words of the variant.
pub(crate) struct End {
    pub(crate) outcome: Outcome,
    pub(crate) words: Option<String>,
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> End {
        End { outcome, words: None }
    }
}

#[cfg(feature = "variants")]
impl From<VariantOutcome> for End {
    fn from(end: VariantOutcome) -> End {
        match end {
            VariantOutcome::Win { winner, by: Victory::Declared(by) } => Outcome::Win { winner, by }.into(),
            VariantOutcome::Win { winner, by: Victory::Mate } => {
                Outcome::Win { winner, by: Win::Mate }.into()
            }
            VariantOutcome::Draw(VariantDraw::Chess(draw)) => Outcome::Draw(draw).into(),
            VariantOutcome::Win { winner, .. } => {
                End { outcome: Outcome::Win { winner, by: Win::Mate }, words: Some(end.to_string()) }
            }
            _ => End { outcome: Outcome::Draw(Draw::Stalemate), words: Some(end.to_string()) },
        }
    }
}

/// Evaluates the same expression for a game of either kind.
macro_rules! either {
    ($value:expr, $game:ident => $result:expr) => {
        match $value {
            AnyGame::Chess($game) => $result,
            #[cfg(feature = "variants")]
            AnyGame::Variant($game) => $result,
        }
    };
}

impl AnyGame {
    /// The game, if it is one of chess.
    #[must_use]
    pub const fn chess(&self) -> Option<&Game> {
        match self {
            AnyGame::Chess(game) => Some(game),
            #[cfg(feature = "variants")]
            AnyGame::Variant(_) => None,
        }
    }

    /// The game, if it is one of a variant.
    #[cfg(feature = "variants")]
    #[must_use]
    pub const fn variant(&self) -> Option<&VariantGame> {
        match self {
            AnyGame::Variant(game) => Some(game),
            AnyGame::Chess(_) => None,
        }
    }

    /// How many half-moves were played.
    #[must_use]
    pub fn ply(&self) -> usize {
        either!(self, game => game.ply())
    }

    /// The start position as a FEN.
    #[must_use]
    pub fn start_fen(&self) -> String {
        either!(self, game => game.start().to_string())
    }

    /// The start position, `startpos` or `fen …`, as UCI writes it.
    pub(crate) fn uci_start(&self, mode: CastlingMode) -> String {
        let castling = match mode {
            CastlingMode::Chess960 => CastlingNotation::Shredder,
            _ => CastlingNotation::XFen,
        };
        let policy = EnPassantPolicy::PseudoLegal;
        let fen = match self {
            AnyGame::Chess(game) if *game.start() == Position::default() => None,
            AnyGame::Chess(game) => Some(game.start().to_fen(policy, castling).to_string()),
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => {
                let start = game.start();
                (*start != AnyPosition::start(start.variant())).then(|| start.fen(policy, castling))
            }
        };
        fen.map_or_else(|| "startpos".to_owned(), |fen| format!("fen {fen}"))
    }

    pub(crate) fn side_to_move(&self) -> Color {
        either!(self, game => game.position().side_to_move())
    }

    pub(crate) fn side_to_move_at_start(&self) -> Color {
        either!(self, game => game.start().side_to_move())
    }

    pub(crate) fn fullmove_number(&self) -> u32 {
        match self {
            AnyGame::Chess(game) => game.position().fullmove_number(),
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => game.position().state().fullmove_number,
        }
    }

    /// The key of the position.
    pub(crate) fn key(&self) -> u64 {
        either!(self, game => game.position().key())
    }

    /// Whether the start has castling as in Chess960.
    pub(crate) fn starts_as_chess960(&self) -> bool {
        either!(self, game => game.start().is_chess960())
    }

    /// How castling is written, by the start.
    pub(crate) fn castling_mode(&self) -> CastlingMode {
        if self.starts_as_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    /// The same with this castling mode, where the game itself keeps one.
    pub(crate) fn with_castling_mode(self, mode: CastlingMode) -> AnyGame {
        match self {
            AnyGame::Chess(game) => AnyGame::Chess(game.with_castling_mode(mode)),
            #[cfg(feature = "variants")]
            other => other,
        }
    }

    /// How the game has ended.
    pub(crate) fn outcome(&self) -> Option<End> {
        match self {
            AnyGame::Chess(game) => game.outcome().map(End::from),
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => game.outcome().map(End::from),
        }
    }

    /// Ends the game with the draw that the side to move can claim, if any.
    pub(crate) fn claim(&mut self) {
        match self {
            AnyGame::Chess(game) => {
                if let Some(claim) = game.claimable_draw() {
                    game.end(Outcome::Draw(claim.into()));
                }
            }
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => {
                if let Some(claim) = game.claimable_draw() {
                    game.end(VariantOutcome::Draw(VariantDraw::Chess(claim.into())));
                }
            }
        }
    }

    /// Ends the game off the board.
    pub(crate) fn end(&mut self, outcome: Outcome) {
        match self {
            AnyGame::Chess(game) => game.end(outcome),
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => match outcome {
                Outcome::Win { winner, by } => {
                    game.end(VariantOutcome::Win { winner, by: Victory::Declared(by) });
                }
                Outcome::Draw(draw) => game.end(VariantOutcome::Draw(VariantDraw::Chess(draw))),
                // Broken off: the game has no outcome.
                _ => {}
            },
        }
    }

    /// Ends the game because a side has run out of time.
    pub(crate) fn end_by_time(&mut self, loser: Color) {
        either!(self, game => game.end_by_time(loser));
    }

    /// A move, legal or not, as text.
    pub(crate) fn notation(&self, mv: Move) -> String {
        match self {
            AnyGame::Chess(_) => mv.notation(),
            #[cfg(feature = "variants")]
            AnyGame::Variant(_) => VariantMove::from(mv).to_string(),
        }
    }

    /// The moves from the start in UCI notation.
    pub(crate) fn ucis(&self, mode: CastlingMode) -> Vec<String> {
        match self {
            AnyGame::Chess(game) => {
                let mut position = *game.start();
                let mut text = |mv| {
                    let text = position.uci(mv, mode).to_string();
                    position.play(mv);
                    text
                };
                game.moves().map(&mut text).collect()
            }
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => game.ucis(mode).collect(),
        }
    }

    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        match self {
            AnyGame::Chess(game) => game.position().legal_moves().into_iter().collect(),
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => game.position().legal_moves().into_iter().map(Move::from).collect(),
        }
    }

    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        match self {
            AnyGame::Chess(game) => game.position().is_legal(mv),
            #[cfg(feature = "variants")]
            AnyGame::Variant(_) => self.legal_moves().iter().any(|legal| legal.same_move(mv)),
        }
    }

    /// The score of a position without legal moves. Every program reads `mate 0` as lost, and the protocol has no score
    /// for a game that is won already, so that is `mate 1`.
    pub(crate) fn final_score(&self) -> Score {
        match self {
            AnyGame::Chess(game) if game.position().is_check() => Score::mated_in(0),
            AnyGame::Chess(_) => Score::DRAW,
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => match game.position().outcome().and_then(VariantOutcome::winner) {
                Some(winner) if winner == self.side_to_move() => Score::mates_in(1),
                Some(_) => Score::mated_in(0),
                None => Score::DRAW,
            },
        }
    }

    /// Plays a move if it is legal, and returns whether it was.
    pub(crate) fn play(&mut self, mv: Move) -> bool {
        match self {
            AnyGame::Chess(game) => game.play(mv).is_ok(),
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => game.play(mv.into()),
        }
    }

    /// The legal move that a text in UCI notation stands for; the error says why it is not one.
    pub(crate) fn parse_uci(&self, text: &str) -> Result<Move, String> {
        match self {
            AnyGame::Chess(game) => game.position().parse_uci(text).map_err(|error| error.to_string()),
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => {
                let mv = game.position().parse_uci(text.as_bytes());
                mv.map(Move::from).map_err(|error| error.to_string())
            }
        }
    }

    /// A line of moves from the position in UCI notation, with spaces between them, as far as they are legal.
    pub(crate) fn line(&self, moves: &[Move], mode: CastlingMode) -> String {
        match self {
            AnyGame::Chess(game) => {
                let word = |position: &Position, mv| position.uci(mv, mode).to_string();
                report::words(moves, game.position(), word)
            }
            #[cfg(feature = "variants")]
            AnyGame::Variant(game) => {
                let mut position = *game.position();
                let mut words = Vec::new();
                for &mv in moves {
                    let legal = position.legal_moves().into_iter().find(|legal| legal.same_move(mv.into()));
                    let Some(mv) = legal else { break };
                    words.push(position.uci(mv, mode));
                    position.advance(mv);
                }
                words.join(" ")
            }
        }
    }
}
