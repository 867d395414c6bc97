//! Start positions by number: the 960 of Chess960, and the 960 × 960 in which each side has its own.
//!
//! The numbering is Reinhard Scharnagl's ("Fischer-Random-Schach (FRC/Chess960)", 2004). A number is taken apart from
//! its low end, and each part places pieces on the files that are still free, counted from a:
//!
//! ```text
//! 518   518 = 4 × 129 + 2   bishop on the light squares b d f h: the 2nd from 0, f
//!       129 = 4 ×  32 + 1   bishop on the dark squares  a c e g: c
//!        32 = 6 ×   5 + 2   queen on the 2nd free file of a b d e g h: d
//!                     5     knights on two of the five free files a b e g h: the 5th pair, b and g
//!                           rook, king and rook on the rest: a e h
//! ```
//!
//! The number of a double position is White's × 960 + Black's.

use super::{Position, Setup};
use crate::types::{CastlingRights, CastlingSide, Color, File, Piece, PieceType, Rank, Square};

/// How many arrays there are.
const ARRAYS: u16 = 960;

/// The pairs of free files for the knights, in their order.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The pieces of a home rank, from the a-file to the h-file.
type Array = [PieceType; 8];

/// The array with a number below 960.
fn array(number: u16) -> Array {
    let number = usize::from(number);
    let mut array = [None; 8];
    array[2 * (number % 4) + 1] = Some(PieceType::Bishop);
    array[2 * (number / 4 % 4)] = Some(PieceType::Bishop);
    let queen = number / 16 % 6;
    place(&mut array, [queen], PieceType::Queen);
    place(&mut array, KNIGHTS[number / 96 % 10], PieceType::Knight);
    place(&mut array, [1], PieceType::King);
    array.map(|piece| piece.unwrap_or(PieceType::Rook))
}

/// Puts pieces on files that are free before any of them is placed, counted from 0.
fn place<const N: usize>(array: &mut [Option<PieceType>; 8], places: [usize; N], piece: PieceType) {
    let free = array.iter_mut().filter(|piece| piece.is_none()).enumerate();
    free.filter(|(index, _)| places.contains(index)).for_each(|(_, place)| *place = Some(piece));
}

fn setup_of(arrays: [Array; 2]) -> Setup {
    let mut setup = Setup::empty();
    setup.state.castling_rights = CastlingRights::ANY;
    for (color, array) in Color::ALL.into_iter().zip(arrays) {
        let mut rook_of = CastlingSide::QueenSide;
        for (file, piece) in File::ALL.into_iter().zip(array) {
            let home = Square::new(file, Rank::First.relative_to(color));
            let front = Square::new(file, Rank::Second.relative_to(color));
            setup.board.put(home, Piece::new(color, piece));
            setup.board.put(front, Piece::new(color, PieceType::Pawn));
            match piece {
                PieceType::Rook => setup.castling_rooks.set(color, rook_of, file),
                PieceType::King => rook_of = CastlingSide::KingSide,
                _ => {}
            }
        }
    }
    setup
}

/// The number of the array on a home rank, if it is one of the 960: computed part by part, then compared as a whole.
fn number_of(setup: &Setup, color: Color) -> Option<u16> {
    let home = |file| Square::new(file, Rank::First.relative_to(color));
    let pieces = File::ALL.map(|file| setup.board.piece_type_at(home(file)));
    let bishop = |odd| (0..4).find(|file| pieces[2 * file + odd] == Some(PieceType::Bishop));
    let free = pieces.iter().filter(|&&piece| piece != Some(PieceType::Bishop));
    let queen = free.clone().position(|&piece| piece == Some(PieceType::Queen))?;
    let mut knights = free.filter(|&&piece| piece != Some(PieceType::Queen)).zip(0..);
    let mut knight = || knights.find(|&(&piece, _)| piece == Some(PieceType::Knight)).map(|(_, place)| place);
    let pair = [knight()?, knight()?];
    let pair = KNIGHTS.iter().position(|&places| places == pair)?;
    let number = (bishop(1)? + 4 * (bishop(0)? + 4 * (queen + 6 * pair))) as u16;
    (array(number).map(Some) == pieces).then_some(number)
}

impl Setup {
    /// The start position of Chess960 with a number from 0 to 959, as Reinhard Scharnagl counts them (2004); 518 is
    /// that of standard chess.
    ///
    /// ```
    /// use philidor::Setup;
    /// assert_eq!(Setup::chess960(518), Some(Setup::default()));
    /// let first = Setup::chess960(0).map(|setup| setup.to_string());
    /// assert_eq!(first.as_deref(), Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"));
    /// assert_eq!(Setup::chess960(960), None);
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Setup> {
        (number < ARRAYS).then(|| setup_of([array(number); 2]))
    }

    /// The start position of double Chess960 with a number from 0 to 921,599: White's number × 960 + Black's.
    ///
    /// ```
    /// use philidor::Setup;
    /// let setup = Setup::double_chess960(518 * 960).map(|setup| setup.to_string());
    /// assert_eq!(setup.as_deref(), Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    /// assert_eq!(Setup::double_chess960(921_600), None);
    /// ```
    #[must_use]
    pub fn double_chess960(number: u32) -> Option<Setup> {
        let each = u32::from(ARRAYS);
        let white = u16::try_from(number / each).ok().filter(|&white| white < ARRAYS)?;
        Some(setup_of([array(white), array((number % each) as u16)]))
    }

    /// The number of this start position of Chess960, the inverse of [`Setup::chess960`]; none for other setups. Clocks
    /// do not count.
    ///
    /// ```
    /// use philidor::Setup;
    /// assert_eq!(Setup::default().chess960_number(), Some(518));
    /// assert_eq!(Setup::empty().chess960_number(), None);
    /// ```
    #[must_use]
    pub fn chess960_number(&self) -> Option<u16> {
        let number = number_of(self, Color::White)?;
        self.is_start(Setup::chess960(number)?).then_some(number)
    }

    /// The number of this start position of double Chess960, the inverse of [`Setup::double_chess960`].
    ///
    /// ```
    /// use philidor::Setup;
    /// assert_eq!(Setup::default().double_chess960_number(), Some(518 * 960 + 518));
    /// ```
    #[must_use]
    pub fn double_chess960_number(&self) -> Option<u32> {
        let [white, black] = [number_of(self, Color::White)?, number_of(self, Color::Black)?];
        let number = u32::from(white) * u32::from(ARRAYS) + u32::from(black);
        self.is_start(Setup::double_chess960(number)?).then_some(number)
    }

    /// Whether this is the setup `start`, clocks apart.
    fn is_start(&self, mut start: Setup) -> bool {
        start.state.halfmove_clock = self.state.halfmove_clock;
        start.state.fullmove_number = self.state.fullmove_number;
        *self == start
    }
}

impl Position {
    /// The start position of Chess960 with a number; see [`Setup::chess960`].
    ///
    /// ```
    /// use philidor::{Position, perft::perft};
    /// assert_eq!(Position::chess960(518), Some(Position::default()));
    /// assert_eq!(Position::chess960(0).map(|start| perft(&start, 2)), Some(400));
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Position> {
        Setup::chess960(number).map(Position::reached)
    }

    /// The start position of double Chess960 with a number; see [`Setup::double_chess960`].
    #[must_use]
    pub fn double_chess960(number: u32) -> Option<Position> {
        Setup::double_chess960(number).map(Position::reached)
    }

    /// The number of this start position of Chess960; see [`Setup::chess960_number`].
    ///
    /// ```
    /// use philidor::Position;
    /// assert_eq!(Position::default().chess960_number(), Some(518));
    /// ```
    #[must_use]
    pub fn chess960_number(&self) -> Option<u16> {
        self.to_setup().chess960_number()
    }

    /// The number of this start position of double Chess960; see [`Setup::double_chess960_number`].
    #[must_use]
    pub fn double_chess960_number(&self) -> Option<u32> {
        self.to_setup().double_chess960_number()
    }
}
