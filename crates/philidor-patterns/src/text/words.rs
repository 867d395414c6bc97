//! Single words of a pattern: pieces, squares, boards, material, moves.

use std::str::FromStr;

use philidor::{Bitboard, CastlingSide, Color, File, Piece, PieceType, Rank, Square};

use super::error::ParsePatternErrorKind;
use crate::board::BoardPattern;
use crate::material::{COUNTED, PieceCounts};
use crate::moves::{CastlingPattern, MovePattern};
use crate::pattern::{Comparison, Pattern};
use crate::pieces::{Occupant, PieceSet, Quality};

type Kind = ParsePatternErrorKind;

/// The qualities by their words.
pub(super) const QUALITIES: [(&str, Quality); 8] = [
    ("isolated", Quality::Isolated),
    ("doubled", Quality::Doubled),
    ("passed", Quality::Passed),
    ("backward", Quality::Backward),
    ("blocked", Quality::Blocked),
    ("chained", Quality::Chained),
    ("pinned", Quality::Pinned),
    ("attacked", Quality::Attacked),
];

/// The comparisons, the longer ones first.
pub(super) const COMPARISONS: [(&str, Comparison); 6] = [
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("=", Comparison::Equal),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

/// The squares of each color.
pub(super) const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
pub(super) const DARK: Bitboard = Bitboard(!LIGHT.0);

/// The pieces of a letter: `N` is White's knight, `n` Black's, `A` any white piece, `a` any black one.
fn pieces_of(letter: char) -> Option<PieceSet> {
    match letter {
        'A' => Some(PieceSet::WHITE),
        'a' => Some(PieceSet::BLACK),
        _ => Piece::from_letter(letter).map(PieceSet::from),
    }
}

/// The pieces of a word of letters.
pub(super) fn pieces(word: &str) -> Option<PieceSet> {
    let set = word.chars().try_fold(PieceSet::EMPTY, |set, letter| Some(set | pieces_of(letter)?))?;
    (!set.is_empty()).then_some(set)
}

/// Squares: `e4`, `e` for the file, `4` for the rank, `a1-c3`, `a-c` or `6-8` for all between two of these, `light`,
/// `dark`, or several with commas between.
pub(super) fn squares(word: &str) -> Option<Bitboard> {
    word.split(',').try_fold(Bitboard::EMPTY, |set, part| Some(set | squares_of(part)?))
}

fn squares_of(part: &str) -> Option<Bitboard> {
    match part {
        "light" => Some(LIGHT),
        "dark" => Some(DARK),
        _ => match part.split_once('-') {
            Some((one, other)) => Some(rectangle(line_or_square(one)? | line_or_square(other)?)),
            None => line_or_square(part),
        },
    }
}

/// A file, a rank, or a square.
fn line_or_square(part: &str) -> Option<Bitboard> {
    let mut letters = part.chars();
    match (letters.next()?, letters.next()) {
        (file @ 'a'..='h', None) => File::from_letter(file).map(Bitboard::from_file),
        (rank @ '1'..='8', None) => Rank::from_letter(rank).map(Bitboard::from_rank),
        _ => part.parse::<Square>().ok().map(Bitboard::from),
    }
}

/// The smallest rectangle around some squares.
pub(super) fn rectangle(squares: Bitboard) -> Bitboard {
    let spans = |index: fn(Square) -> usize, square: Square| {
        let around = || squares.into_iter().map(index);
        around().min() <= Some(index(square)) && around().max() >= Some(index(square))
    };
    let is_inside = |square: &Square| {
        spans(|square| square.file().index(), *square) && spans(|square| square.rank().index(), *square)
    };
    Square::ALL.into_iter().filter(is_inside).collect()
}

/// What a digit stands for on a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Digits {
    /// That many squares that do not matter.
    Anything,
    /// That many empty squares, as in a FEN.
    Nothing,
}

/// A board, rank by rank from the eighth: letters as for pieces, `.` for an empty square, `?` for any, `[…]` for one of
/// several, `[^…]` for none of them, digits.
pub(super) fn board(word: &str, digits: Digits) -> Option<BoardPattern> {
    let mut board = BoardPattern::default();
    let mut ranks = Rank::ALL.into_iter().rev();
    for text in word.split('/') {
        let rank = ranks.next()?;
        let mut files = File::ALL.into_iter();
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            if let Some(count) = letter.to_digit(10) {
                for _ in 0..count {
                    let square = Square::new(files.next()?, rank);
                    if digits == Digits::Nothing {
                        board.squares[square.index()] = Occupant::NOTHING;
                    }
                }
                if count == 0 {
                    return None;
                }
                continue;
            }
            let occupant = match letter {
                '[' => one_of(letters.by_ref())?,
                _ => occupant(letter)?,
            };
            board.squares[Square::new(files.next()?, rank).index()] = occupant;
        }
        if files.next().is_some() {
            return None;
        }
    }
    ranks.next().is_none().then_some(board)
}

fn occupant(letter: char) -> Option<Occupant> {
    match letter {
        '.' => Some(Occupant::NOTHING),
        '?' => Some(Occupant::ANYTHING),
        _ => pieces_of(letter).map(Occupant::one_of),
    }
}

/// What brackets allow, up to the closing one.
fn one_of(letters: impl Iterator<Item = char>) -> Option<Occupant> {
    let mut letters = letters.peekable();
    let is_not = letters.next_if_eq(&'^').is_some();
    let mut union = Occupant { pieces: PieceSet::EMPTY, nothing: false };
    for letter in letters {
        if letter == ']' {
            return Some(if is_not {
                Occupant { pieces: union.pieces.complement(), nothing: !union.nothing }
            } else {
                union
            });
        }
        let one = occupant(letter)?;
        union = Occupant { pieces: union.pieces | one.pieces, nothing: union.nothing || one.nothing };
    }
    None
}

pub(super) fn bracketed(word: &str) -> Option<Occupant> {
    let mut letters = word.strip_prefix('[')?.chars();
    one_of(letters.by_ref()).filter(|_| letters.next().is_none())
}

/// The pawns of a board with nothing else.
pub(super) fn pawns(word: &str) -> Option<[Bitboard; 2]> {
    let board = board(word, Digits::Nothing)?;
    let mut pawns = [Bitboard::EMPTY; 2];
    for (square, occupant) in Square::ALL.into_iter().zip(board.squares) {
        let is = |color| occupant == Occupant::one_of(Piece::new(color, PieceType::Pawn).into());
        match Color::ALL.into_iter().find(|&color| is(color)) {
            Some(color) => pawns[color.index()].insert(square),
            None if occupant == Occupant::NOTHING => {}
            None => return None,
        }
    }
    Some(pawns)
}

/// Material, White's before Black's: `KRPvKR` or `KRPKR`.
pub(crate) fn material(word: &str) -> Option<PieceCounts> {
    let word = word.to_ascii_uppercase();
    let (white, black) = match word.split_once('V') {
        Some(sides) => sides,
        None => word.split_at(word.get(1..)?.find('K')? + 1),
    };
    let side = |text: &str| counts(text.strip_prefix('K')?);
    Some(PieceCounts([side(white)?, side(black)?]))
}

/// White's surplus and Black's, with `v` between: `PPvN`.
pub(crate) fn imbalance(word: &str) -> Option<[i8; 5]> {
    let word = word.to_ascii_uppercase();
    let (white, black) = word.split_once('V')?;
    Some(PieceCounts([counts(white)?, counts(black)?]).imbalance())
}

fn counts(letters: &str) -> Option<[u8; 5]> {
    letters.chars().try_fold([0_u8; 5], |mut counts, letter| {
        let kind = COUNTED.iter().position(|kind| kind.letter().eq_ignore_ascii_case(&letter))?;
        counts[kind] = counts[kind].checked_add(1)?;
        Some(counts)
    })
}

impl FromStr for MovePattern {
    type Err = ParsePatternErrorKind;

    /// A move in SAN or UCI, of either color. What the text leaves out does not matter: `Rc1` is also `Rac1`, `Nf3` is
    /// also `Nxf3`, and `g1f3` is a move of any piece. Pawns alone are exact about captures: `e5` and `e8=Q` are none,
    /// `dxe5` and `dxe8=Q` are.
    ///
    /// # Errors
    ///
    /// Not a move, or one that no pawn can play: `ed5`, `axd5`, `e5=Q`; or one that no piece can: `a1a1`, `Ba1b1`.
    ///
    /// ```
    /// use philidor_patterns::MovePattern;
    /// assert!("Rac1".parse::<MovePattern>().is_ok());
    /// assert!("Rac9".parse::<MovePattern>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<MovePattern, ParsePatternErrorKind> {
        if text.ends_with(['+', '#']) {
            return Err(Kind::CheckMark);
        }
        let mv = uci(text).or_else(|| san(text)).ok_or(Kind::NotAMove)?;
        if mv.is_possible() { Ok(mv) } else { Err(Kind::Impossible) }
    }
}

/// A move from square to square, by the king's squares when castling: `e2e4`, `e7e8q`, `e1g1`.
fn uci(text: &str) -> Option<MovePattern> {
    let (origin, destination) = (text.get(..2)?, text.get(2..4)?);
    let mut pattern = MovePattern {
        origins: origin.parse::<Square>().ok()?.into(),
        destinations: destination.parse::<Square>().ok()?.into(),
        ..MovePattern::default()
    };
    let mut letters = text.get(4..)?.chars();
    match (letters.next(), letters.next()) {
        (None, _) => {}
        (Some(letter), None) => {
            let becomes = PieceType::from_letter(letter).filter(|_| letter.is_ascii_lowercase())?;
            pattern.pieces = PieceSet::of_type(PieceType::Pawn);
            pattern.promotion = promotion(becomes, &pattern)?;
        }
        _ => return None,
    }
    Some(pattern)
}

/// The piece a pawn becomes, if it can do so on the destination.
fn promotion(becomes: PieceType, pattern: &MovePattern) -> Option<Occupant> {
    let last = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
    (PieceType::PROMOTIONS.contains(&becomes) && pattern.destinations.is_subset_of(last))
        .then(|| Occupant::one_of(PieceSet::of_type(becomes)))
}

fn san(text: &str) -> Option<MovePattern> {
    let castling = match text {
        "O-O" | "0-0" => Some(CastlingSide::KingSide),
        "O-O-O" | "0-0-0" => Some(CastlingSide::QueenSide),
        _ => None,
    };
    if let Some(side) = castling {
        return Some(MovePattern { castling: CastlingPattern::To(side), ..MovePattern::default() });
    }
    let kind = text.chars().next().filter(char::is_ascii_uppercase);
    let (kind, rest) = match kind {
        Some(letter) => (PieceType::from_letter(letter)?, text.get(1..)?),
        None => (PieceType::Pawn, text),
    };
    let mut pattern = MovePattern {
        pieces: PieceSet::of_type(kind),
        castling: CastlingPattern::Never,
        ..MovePattern::default()
    };
    let (rest, becomes) = match rest.split_once('=') {
        Some((rest, becomes)) => (rest, Some(becomes)),
        // `e8Q` is common, too.
        None if kind == PieceType::Pawn && rest.ends_with(['Q', 'R', 'B', 'N']) => {
            (rest.get(..rest.len() - 1)?, rest.get(rest.len() - 1..))
        }
        None => (rest, None),
    };
    let destination = rest.get(rest.len().checked_sub(2)?..)?;
    let square: Square = destination.parse().ok()?;
    pattern.destinations = square.into();
    let origin = rest.get(..rest.len() - 2)?;
    let (origin, captures) = match origin.strip_suffix('x') {
        Some(origin) => (origin, true),
        None => (origin, false),
    };
    for letter in origin.chars() {
        pattern.origins &= match letter {
            'a'..='h' => Bitboard::from_file(File::from_letter(letter)?),
            '1'..='8' => Bitboard::from_rank(Rank::from_letter(letter)?),
            _ => return None,
        };
    }
    if origin.len() > 2 {
        return None;
    }
    if captures {
        pattern.captured.nothing = false;
    }
    if kind == PieceType::Pawn {
        let file = Bitboard::from_file(square.file());
        if !captures {
            pattern.captured = Occupant::NOTHING;
        }
        pattern.origins &= if captures { file.east() | file.west() } else { file };
        if pattern.origins.is_empty() {
            return None;
        }
    }
    if let Some(letter) = becomes {
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
        let becomes = PieceType::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
        pattern.promotion = promotion(becomes, &pattern).filter(|_| kind == PieceType::Pawn)?;
    }
    Some(pattern)
}

/// Both sides have castled, to different sides.
pub(super) fn opposite_castling() -> Pattern {
    let [one, other] = [
        (CastlingSide::KingSide, CastlingSide::QueenSide),
        (CastlingSide::QueenSide, CastlingSide::KingSide),
    ]
    .map(|(white, black)| Pattern::Castled(Color::White, white) & Pattern::Castled(Color::Black, black));
    one | other
}
