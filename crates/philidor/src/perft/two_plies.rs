//! The last two half-moves counted at once: after most moves the other side has as many replies as it would have if it
//! were to move now.
//!
//! ```text
//! r n b q . r k .      White to move. The moves that Black would have if it were its turn are counted once.
//! . p . . b p p p      White plays a3: no line of a black piece, no push or capture of a pawn, no step of the
//! p . p p . n . .      king, no pin and no check involves a2 or a3, so Black has as many replies.
//! . . . . p . . .      White plays Bb3: from c4 the bishop pinned f7, so this move is played and its replies are
//! . . B . P . . .      counted, as after every capture, castling and promotion.
//! . . N P . N . .
//! P P P . Q P P P
//! R . B . . R K .
//! ```
//!
//! A move without a capture empties one square and fills another. The replies depend on these squares:
//!
//! | they depend on | for the square left | for the square taken |
//! |---|---|---|
//! | where their sliders, pawns and castlings go | if seen by one | likewise |
//! | checks and pins of their king | if it sees it through its own pieces | if the piece gives check or pins, or stops a pin |
//! | where their king may step | if the piece attacks or hides a square of it | if it then attacks one, or hides it |
//!
//! Each column is a set of squares for each piece type, rather too large than too small, so that a move costs two
//! look-ups.

use alloc::vec::Vec;

use crate::attacks::{self, Magic, Sliders};
use crate::position::Position;
use crate::types::{Bitboard, CastlingSide, Color, Move, MoveList, MoveType, PieceType, Rank, Square};

/// Counts the leaves of the tree of legal moves, the last two half-moves at once: a move is played only if it changes
/// how many replies there are.
///
/// It needs neither wide registers nor much code, so it is for small programs, such as a module of WebAssembly;
/// elsewhere [`perft`](super::perft) is several times as fast. For the same reason a tree has at most 255 half-moves,
/// which recursion can hold. Any count that ends in a lifetime fits in the result.
///
/// ```
/// use philidor::{Position, perft::perft_by_two_plies};
/// assert_eq!(perft_by_two_plies(&Position::default(), 4), 197_281);
/// ```
#[must_use]
pub fn perft_by_two_plies(position: &Position, depth: u8) -> u64 {
    let (mut position, mut lists) = (*position, Vec::new());
    lists.resize_with(usize::from(depth), MoveList::new);
    count(&mut position, &mut lists)
}

/// Counts a tree as deep as there are lists, one for each ply.
fn count(position: &mut Position, lists: &mut [MoveList]) -> u64 {
    match lists {
        [] => 1,
        [_] => u64::from(position.legal_move_count()),
        [list, _] => replies(position, list),
        [list, deeper @ ..] => {
            position.legal_moves_into(list);
            let mut leaves = 0;
            for &mv in &*list {
                let undo = position.play_unchecked(mv);
                leaves += count(position, deeper);
                position.undo(mv, undo);
            }
            leaves
        }
    }
}

/// How many replies there are to all moves together. The list is overwritten.
fn replies(position: &Position, list: &mut MoveList) -> u64 {
    position.legal_moves_into(list);
    let unchanged = position.null_move().map(|null| {
        let passed = position.after(null);
        (u64::from(passed.legal_move_count()), Sensitive::of(&passed))
    });
    let mut sum = 0;
    for &mv in &*list {
        sum += match &unchanged {
            Some((replies, sensitive)) if !sensitive.may_notice(mv) => *replies,
            _ => u64::from(position.after(mv).legal_move_count()),
        };
    }
    sum
}

/// The squares on which the replies may depend, by the type of the piece that leaves or takes them.
struct Sensitive {
    left: [Bitboard; 6],
    taken: [Bitboard; 6],
}

impl Sensitive {
    /// Whether a move may change the number of replies.
    #[inline(always)]
    fn may_notice(&self, mv: Move) -> bool {
        let piece = mv.played_piece() as usize;
        mv.move_type() != MoveType::Normal
            || mv.is_capture()
            || self.left[piece].contains(mv.orig_square())
            || self.taken[piece].contains(mv.dest_square())
    }

    /// Those on which the moves of the side to move depend, if the other side changes them.
    fn of(position: &Position) -> Sensitive {
        let (board, them) = (position.board(), position.side_to_move());
        let (occupied, theirs, ours) = (board.occupied(), board.colors(them), board.colors(!them));
        let king = position.king(them);

        // Where their pieces go.
        let pawns = board.colored_pieces(them, PieceType::Pawn);
        let (pushed, struck) = (ahead(them, pawns), attacks::pawns(them, pawns));
        let pushed_twice = ahead(them, pushed & Bitboard::from_rank(Rank::Third.relative_to(them)));
        let mut both = pushed | pushed_twice | struck;
        let queens = board.colored_pieces(them, PieceType::Queen);
        for slider in board.colored_pieces(them, PieceType::Bishop) | queens {
            both |= attacked(slider, occupied, false);
        }
        for slider in board.colored_pieces(them, PieceType::Rook) | queens {
            both |= attacked(slider, occupied, true);
        }

        // Where their king goes: to a step, or along the way of a castling that none of their own pieces prevents.
        let mut steps = attacks::king(king) - theirs;
        for side in CastlingSide::ALL {
            if !position.castling_rights().has(them, side) {
                continue;
            }
            let rook = position.castling_rooks().square(them, side);
            let (to, rook_to) = (side.king_destination(them), side.rook_destination(them));
            let path = attacks::between(king, to) | to.into();
            let empty = (path | attacks::between(rook, rook_to) | rook_to.into()) - king.into() - rook.into();
            if !empty.intersects(theirs) {
                both |= empty;
                steps |= path;
            }
        }

        // The lines to their king, through their own pieces, and to its steps; what would stop an attack along them.
        let sliders = [PieceType::Queen, PieceType::Rook, PieceType::Bishop];
        let sliders =
            sliders.into_iter().fold(Bitboard::EMPTY, |set, kind| set | board.colored_pieces(!them, kind));
        let mut lines = seen_from(king, ours);
        let mut stops = Bitboard::EMPTY;
        for slider in lines & sliders {
            stops |= attacks::between(king, slider);
        }
        let (mut leaps, mut strikes, mut neighbors) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for step in steps {
            let seen = seen_from(step, occupied - king.into());
            for slider in seen & sliders {
                stops |= attacks::between(step, slider);
            }
            lines |= seen;
            leaps |= attacks::knight(step);
            strikes |= attacks::pawn(them, step);
            neighbors |= attacks::king(step);
        }

        // A pawn that passes one of theirs can be captured en passant.
        let passing = ahead(!them, struck & Bitboard::from_rank(Rank::Third.relative_to(!them)));
        let (left, taken) = (both | lines, both | stops);
        let slid = taken | lines;
        Sensitive {
            left: [left | neighbors, left, left, left, left | leaps, left | strikes],
            taken: [
                taken | neighbors,
                slid,
                slid,
                slid,
                taken | leaps | attacks::knight(king),
                taken | strikes | attacks::pawn(them, king) | passing,
            ],
        }
    }
}

/// What a rook or a bishop attacks; not inlined, so that the module stays small.
#[inline(never)]
fn attacked(from: Square, occupied: Bitboard, straight: bool) -> Bitboard {
    if straight { Magic.rook(from, occupied) } else { Magic.bishop(from, occupied) }
}

/// What is seen along all lines.
fn seen_from(from: Square, occupied: Bitboard) -> Bitboard {
    attacked(from, occupied, true) | attacked(from, occupied, false)
}

/// The squares ahead of these, as a side sees them.
#[inline(always)]
fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => squares.north(),
        Color::Black => squares.south(),
    }
}
