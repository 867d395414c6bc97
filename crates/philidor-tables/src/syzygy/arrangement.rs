//! The order in which a table takes the pieces: its groups, and the factor of the number of each in the index.
//!
//! ```text
//! KBBvK   pieces   K k │ B B            codes as in the file: 1 to 6 for White's pawn, knight, bishop, rook, queen, king,
//!         groups   462 │ C(62, 2)       and 8 more for Black's
//!
//!         order 0  the kings first:     index = kings + 462 · bishops
//!         order 1  the kings second:    index = bishops + 1891 · kings
//! ```
//!
//! A generator tries several arrangements and keeps the one that compresses best.

use philidor::{Board, Color, PieceType};

use super::error::TableFault;
use super::index;
use crate::binomial::binomial;
use crate::material::{MAX_PIECES, Material};

/// The piece types by code, from 1; 0 and 7 are none.
const TYPES: [PieceType; 6] = [
    PieceType::Pawn,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
    PieceType::King,
];

/// What a table says about its order, for one file of the leading pawn and one side to move: as many codes as it has
/// pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// Which of the groups, in the order of the index, is the leading one.
    pub(crate) leading: u8,
    /// The same for the other color's pawns, if both sides have pawns.
    pub(crate) other_pawns: Option<u8>,
    pub(crate) codes: [u8; MAX_PIECES],
}

/// How the symmetry is taken from the leading group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leading {
    Three,
    Kings,
    Pawns,
}

/// A group of pieces.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    len: u8,
    /// The first square that its pieces may stand on: 8 for pawns of the other color.
    first: u8,
    /// The product of the sizes of the groups before it.
    factor: u64,
}

/// The pieces of one kind.
#[derive(Clone, Copy, Debug)]
struct Kind {
    color: Color,
    piece_type: PieceType,
    len: u8,
}

impl Kind {
    const NONE: Kind = Kind { color: Color::White, piece_type: PieceType::King, len: 0 };
}

/// The groups of a table, ready to number placements.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    leading: Leading,
    /// In place, so that a probe follows no pointer to them: the first few of seven.
    kinds: [Kind; MAX_PIECES],
    kind_count: u8,
    groups: [Group; MAX_PIECES],
    group_count: u8,
    /// How many indices there are.
    size: u64,
}

impl Arrangement {
    /// The groups of an order; `file` is that of the leading pawn. The codes must be those of the material, like pieces
    /// beside each other.
    pub(crate) fn new(material: &Material, order: &Order, file: usize) -> Result<Arrangement, TableFault> {
        let kinds = kinds(material, &order.codes[..material.pieces().min(MAX_PIECES)])?;
        let leading = leading(material, &kinds)?;
        let led = match leading {
            Leading::Three => 3,
            Leading::Kings => 2,
            Leading::Pawns => usize::from(kinds[0].len),
        };
        let single_led = if leading == Leading::Pawns { 1 } else { led };
        let mut groups = vec![Group { len: led as u8, first: 0, factor: 1 }];
        groups.extend(kinds[single_led..].iter().map(|kind| Group { len: kind.len, first: 0, factor: 1 }));
        let second = order.other_pawns.map(|place| (place, 1));
        if second.is_some() {
            groups[1].first = 8;
        }
        let size = set_factors(&mut groups, order, |group, free| match (group, leading) {
            (0, Leading::Three) => index::THREE,
            (0, Leading::Kings) => index::KINGS,
            (0, Leading::Pawns) => index::pawn_placements(led, file),
            (1, _) if second.is_some() => binomial(48 - led, kinds[1].len.into()),
            (group, _) => binomial(free, kinds[single_led + group - 1].len.into()),
        })?;
        Ok(Arrangement {
            leading,
            kinds: seven(&kinds, Kind::NONE),
            kind_count: kinds.len() as u8,
            groups: seven(&groups, Group::default()),
            group_count: groups.len() as u8,
            size,
        })
    }

    /// How many indices there are.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// The colors and piece types in the order of the table, and how many pieces there are of each.
    #[cfg(feature = "solve")]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (Color, PieceType, u8)> + '_ {
        self.kinds[..usize::from(self.kind_count)].iter().map(|kind| (kind.color, kind.piece_type, kind.len))
    }

    /// The color of the first piece: that of the leading pawns, if there are any.
    pub(crate) fn leading_color(&self) -> Color {
        self.kinds[0].color
    }

    /// The index of a board with these pieces, after swapping the colors if `flip` says so.
    #[inline]
    pub(crate) fn index(&self, board: &Board, flip: bool) -> u64 {
        let (squares, count) = self.squares(board, flip);
        self.place(squares, count)
    }

    /// The index of the first `count` squares, which are in the order of the table.
    #[inline]
    pub(crate) fn place(&self, mut squares: [u8; 8], count: usize) -> u64 {
        let led = usize::from(self.groups[0].len);
        if self.leading == Leading::Pawns {
            let leading = index::leading_pawn(&squares[..led.min(8)]);
            squares.swap(0, leading);
            let mirror = if squares[0] & 4 != 0 { 7 } else { 0 };
            squares = squares.map(|square| square ^ mirror);
        } else {
            squares = index::normalize(squares, led);
        }
        self.number(&mut squares[..count])
    }

    /// The mirror image of these squares, if it may have another index: the leading pieces are their own image.
    #[cfg(feature = "solve")]
    pub(crate) fn other_image(&self, squares: [u8; 8]) -> Option<[u8; 8]> {
        let led = usize::from(self.groups[0].len);
        if self.leading == Leading::Pawns {
            // One pawn is on one half of the board.
            return (led > 1).then(|| squares.map(|square| square ^ 7));
        }
        let mirror = index::mirror(squares[0]);
        let is_on_diagonal = |&square: &u8| (square ^ mirror) >> 3 == (square ^ mirror) & 7;
        let is_own_image = squares[..led.min(8)].iter().all(is_on_diagonal);
        is_own_image.then(|| squares.map(|square| square >> 3 | (square & 7) << 3))
    }

    /// The squares of all pieces in the order of the table, and how many there are.
    #[inline]
    fn squares(&self, board: &Board, flip: bool) -> ([u8; 8], usize) {
        let mirror = if flip && self.leading == Leading::Pawns { 56 } else { 0 };
        let (mut squares, mut count) = ([0; 8], 0);
        for kind in &self.kinds[..usize::from(self.kind_count)] {
            let color = if flip { !kind.color } else { kind.color };
            let mut pieces = board.colored_pieces(color, kind.piece_type).0;
            for _ in 0..kind.len {
                squares[count & 7] = (pieces.trailing_zeros() as u8 & 63) ^ mirror;
                pieces &= pieces.wrapping_sub(1);
                count += 1;
            }
        }
        (squares, count.min(MAX_PIECES))
    }

    /// The index of normalized squares.
    #[inline]
    fn number(&self, squares: &mut [u8]) -> u64 {
        let led = usize::from(self.groups[0].len);
        let number = match (self.leading, &mut *squares) {
            (Leading::Three, [a, b, c, ..]) => index::three([*a, *b, *c]),
            (Leading::Kings, [a, b, ..]) => index::kings([*a, *b]),
            _ => index::leading_pawns(&mut squares[..led]),
        };
        let (mut number, mut begin) = (number * self.groups[0].factor, led);
        for group in &self.groups[1..usize::from(self.group_count)] {
            let (earlier, rest) = squares.split_at_mut(begin);
            let len = usize::from(group.len).min(rest.len());
            number += index::like_pieces(&mut rest[..len], earlier, group.first) * group.factor;
            begin += len;
        }
        number
    }
}

#[cfg(feature = "solve")]
pub(crate) fn code(color: Color, piece_type: PieceType) -> u8 {
    let code = TYPES.iter().zip(1..).find(|&(&one, _)| one == piece_type).map_or(0, |(_, code)| code);
    if color == Color::White { code } else { code | 8 }
}

/// The color of the leading pawns: of the colors that have pawns, the one with fewer. `None` without pawns.
#[cfg(feature = "solve")]
pub(crate) fn color_of_leading_pawns(material: &Material) -> Option<Color> {
    let pawns = |color| material.count(color, PieceType::Pawn);
    Color::ALL.into_iter().filter(|&color| pawns(color) > 0).min_by_key(|&color| pawns(color))
}

/// These items, filled up to seven.
fn seven<T: Copy>(some: &[T], filler: T) -> [T; MAX_PIECES] {
    std::array::from_fn(|index| some.get(index).copied().unwrap_or(filler))
}

/// The codes as piece types with their colors, like ones together: all that the material has, and no others.
fn kinds(material: &Material, codes: &[u8]) -> Result<Vec<Kind>, TableFault> {
    let mut kinds: Vec<Kind> = Vec::new();
    for &code in codes {
        let color = if code & 8 == 0 { Color::White } else { Color::Black };
        let piece_type = *(usize::from(code & 7).checked_sub(1))
            .and_then(|index| TYPES.get(index))
            .ok_or(TableFault::Pieces)?;
        let is_same = |kind: &Kind| kind.color == color && kind.piece_type == piece_type;
        match kinds.iter().position(is_same) {
            None => kinds.push(Kind { color, piece_type, len: 1 }),
            Some(place) if place + 1 == kinds.len() => kinds[place].len += 1,
            // Like pieces are beside each other.
            Some(_) => return Err(TableFault::Pieces),
        }
    }
    // As many pieces as the material has, so none is missing if each kind has its number.
    let is_complete = kinds.iter().all(|kind| kind.len == material.count(kind.color, kind.piece_type));
    is_complete.then_some(kinds).ok_or(TableFault::Pieces)
}

/// What leads: the first color's pawns; else the first three pieces, if three have no twin; else the kings.
fn leading(material: &Material, kinds: &[Kind]) -> Result<Leading, TableFault> {
    let is_pawns = |kind: &Kind| kind.piece_type == PieceType::Pawn;
    if material.has_pawns() {
        let both = Color::ALL.iter().all(|&color| material.count(color, PieceType::Pawn) > 0);
        return (is_pawns(&kinds[0]) && (!both || is_pawns(&kinds[1])))
            .then_some(Leading::Pawns)
            .ok_or(TableFault::Pieces);
    }
    let singles = kinds.iter().filter(|kind| kind.len == 1).count();
    let led = if singles >= 3 { 3 } else { 2 };
    let are_single = kinds[..led].iter().all(|kind| kind.len == 1);
    are_single.then_some(if led == 3 { Leading::Three } else { Leading::Kings }).ok_or(TableFault::Pieces)
}

/// Sets the factors of all groups, whose sizes depend on how many squares are free, and returns the product of all.
fn set_factors(
    groups: &mut [Group],
    order: &Order,
    size: impl Fn(usize, usize) -> u64,
) -> Result<u64, TableFault> {
    let fixed = if order.other_pawns.is_some() { 2 } else { 1 };
    let mut free = 64 - groups[..fixed].iter().map(|group| usize::from(group.len)).sum::<usize>();
    let (mut product, mut next) = (1, fixed);
    for place in 0..groups.len() as u8 {
        let group = if place == order.leading {
            0
        } else if order.other_pawns == Some(place) {
            1
        } else {
            next += 1;
            next - 1
        };
        let len = usize::from(groups.get(group).ok_or(TableFault::Order)?.len);
        groups[group].factor = product;
        product *= size(group, free);
        if group >= fixed {
            free -= len;
        }
    }
    // Each place has taken one group, and `next` ran over all others: so all have one, or a place was taken twice.
    (next == groups.len()).then_some(product).ok_or(TableFault::Order)
}
