//! What a hunt asks of a position besides what games do: chess, or a variant, and philidor's counts of its trees.
//!
//! ```text
//! GamePosition      moves, notation, ends
//!      │
//! CountedPosition   the text for suspects, counts, witnesses, simpler positions    chess here, variants/
//!      │
//! Judged            the rules that a wrong answer breaks                           judging/judged.rs
//!      │
//! HuntedPosition    counts that a suspect remembers                                finding/hunted_position.rs
//! ```

use philidor::perft::divide;
use philidor::{
    Bitboard, CastlingMode, CastlingNotation, CastlingRights, Color, EnPassantPolicy, GamePosition, Move,
    Position, Setup, Strictness,
};

use super::suspect_move::plain;
use super::witness::{Witness, witnesses};

/// The leaves below each legal move.
pub(crate) type Divide = Vec<(Move, u128)>;

/// A position of a game whose generators are hunted: of chess, or of a variant.
pub trait CountedPosition: GamePosition + Copy + 'static {
    /// The rules, as UCI's option `UCI_Variant` names them.
    fn uci_variant(&self) -> &'static str;

    /// The FEN that suspects are given: with the en-passant square if a pawn stands ready to capture there, and in
    /// Chess960 with the files of the rooks that may castle.
    fn fen_for_suspects(&self, chess960: bool) -> String;

    /// Whether some castling right is of Chess960.
    fn is_chess960(&self) -> bool;

    /// The pieces that give check.
    fn checkers(&self) -> Bitboard;

    /// The leaves below each legal move.
    fn divide(&self, depth: u32) -> Vec<(Move, u128)>;

    /// Other generators of philidor, which have to agree before a suspect is accused.
    fn witnesses(&self) -> Vec<Box<dyn Witness>> {
        Vec::new()
    }

    /// Whether a goal of the variant has ended the game, so that a suspect may refuse the position.
    fn is_won(&self) -> bool {
        false
    }

    /// How many pieces there are to look at.
    fn piece_count(&self) -> u32 {
        self.board().occupied().len()
    }

    /// The squares of the pieces that can be taken away.
    fn removable(&self) -> Bitboard;

    /// The position with another setup, and what a variant adds unchanged.
    fn with_setup(&self, setup: Setup, strictness: Strictness) -> Option<Self>;

    /// Board and state as a setup.
    fn to_setup(&self) -> Setup;

    /// The position without the pieces on some squares.
    fn without_pieces(&self, squares: Bitboard, strictness: Strictness) -> Option<Self> {
        let mut setup = self.to_setup();
        squares.into_iter().for_each(|square| {
            setup.board.remove(square);
        });
        self.with_setup(possible(setup), strictness)
    }

    /// Positions that are simpler and have the same pieces on the board.
    fn simpler(&self, strictness: Strictness) -> Vec<Self> {
        self.with_simpler_state(strictness)
    }

    /// The positions with fewer rights, without an en-passant square, with the clocks of the start.
    fn with_simpler_state(&self, strictness: Strictness) -> Vec<Self> {
        let setup = self.to_setup();
        let mut simpler = Vec::new();
        let mut add = |change: &dyn Fn(&mut Setup)| {
            let mut changed = setup;
            change(&mut changed);
            if changed != setup {
                simpler.extend(self.with_setup(possible(changed), strictness));
            }
        };
        add(&|setup| setup.state.castling_rights = CastlingRights::NONE);
        for right in 0..4 {
            let right = CastlingRights::from_bits(1 << right);
            add(&|setup| setup.state.castling_rights.remove(right));
        }
        add(&|setup| setup.state.en_passant = None);
        add(&|setup| setup.state.halfmove_clock = 0);
        add(&|setup| setup.state.fullmove_number = 1);
        simpler
    }

    /// The position of chess, to be drawn by who asked for the hunt.
    fn as_chess(&self) -> Option<Position> {
        None
    }

    /// The command that gives the right answer about this position, if philidor's has one beside its explorer.
    fn comparison(&self, _depth: u32, _chess960: bool) -> Option<String> {
        None
    }
}

/// Without rights and en-passant squares whose pieces are gone.
fn possible(setup: Setup) -> Setup {
    setup.without_impossible_castling_rights().without_impossible_en_passant()
}

/// The legal move that a suspect's text means, and whether its words are odd: capitals, castling in the other
/// notation, long or standard algebraic notation.
pub(crate) fn read_move(
    position: &impl GamePosition,
    mode: CastlingMode,
    text: &str,
) -> Option<(Move, bool)> {
    let read = position.parse_uci(text.as_bytes()).or_else(|_| position.parse_uci(plain(text).as_bytes()));
    let mv = read.ok().or_else(|| position.parse_san(text.as_bytes()).ok())?;
    Some((mv, position.to_uci_in(mv, mode) != text))
}

impl CountedPosition for Position {
    fn uci_variant(&self) -> &'static str {
        "chess"
    }

    fn fen_for_suspects(&self, chess960: bool) -> String {
        let notation = if chess960 { CastlingNotation::Shredder } else { CastlingNotation::XFen };
        self.to_fen(EnPassantPolicy::PseudoLegal, notation).to_string()
    }

    fn is_chess960(&self) -> bool {
        Position::is_chess960(self)
    }

    fn checkers(&self) -> Bitboard {
        Position::checkers(self)
    }

    fn divide(&self, depth: u32) -> Vec<(Move, u128)> {
        divide(self, depth)
    }

    fn witnesses(&self) -> Vec<Box<dyn Witness>> {
        witnesses(self)
    }

    fn removable(&self) -> Bitboard {
        let kings = Color::ALL.map(|color| self.king(color));
        self.board().occupied() - kings.into_iter().collect::<Bitboard>()
    }

    fn with_setup(&self, setup: Setup, strictness: Strictness) -> Option<Position> {
        Position::from_setup(setup, strictness).ok()
    }

    fn to_setup(&self) -> Setup {
        Position::to_setup(self)
    }

    fn as_chess(&self) -> Option<Position> {
        Some(*self)
    }
}
