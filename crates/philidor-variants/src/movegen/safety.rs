//! What the safety of a king asks of every move.

use philidor::attacks::{self, Magic};
use philidor::{Bitboard, Board, Color, PawnStep, PieceType, Square};

use crate::attackers::{Lines, attackers, attackers_by};
use crate::position::Rules;

/// What the safety of our king asks of moves of other pieces; see the generator of chess.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) checkers: Bitboard,
    pub(super) allowed: Bitboard,
    pub(super) pinned_diagonally: Bitboard,
    pub(super) pinned_straight: Bitboard,
}

impl Limits {
    /// No king that could be captured.
    pub(super) const NONE: Limits = Limits {
        checkers: Bitboard::EMPTY,
        allowed: Bitboard::FULL,
        pinned_diagonally: Bitboard::EMPTY,
        pinned_straight: Bitboard::EMPTY,
    };

    #[inline(always)]
    pub(super) fn new<A: Lines>(lines: A, board: &Board, us: Color, king: Square) -> Limits {
        let (own, enemy) = (board.colors(us), board.colors(!us));
        let queens = board.pieces(PieceType::Queen);
        let mut checkers = ((attacks::pawn(us, king) & board.pieces(PieceType::Pawn))
            | (attacks::knight(king) & board.pieces(PieceType::Knight)))
            & enemy;
        let diagonal = lines.bishop(king, enemy) & (board.pieces(PieceType::Bishop) | queens) & enemy;
        let straight = lines.rook(king, enemy) & (board.pieces(PieceType::Rook) | queens) & enemy;
        let mut pinned_diagonally = Bitboard::EMPTY;
        for sniper in diagonal {
            look_along(king, sniper, own, &mut checkers, &mut pinned_diagonally);
        }
        let mut pinned_straight = Bitboard::EMPTY;
        for sniper in straight {
            look_along(king, sniper, own, &mut checkers, &mut pinned_straight);
        }
        let allowed = match checkers.first() {
            Some(checker) => attacks::between(king, checker) | checkers,
            None => Bitboard::FULL,
        };
        Limits { checkers, allowed, pinned_diagonally, pinned_straight }
    }
}

/// An enemy slider is aimed at our king: with none of our pieces between it is a check, with one a pin, with more
/// nothing.
#[inline(always)]
fn look_along(king: Square, sniper: Square, own: Bitboard, checkers: &mut Bitboard, pins: &mut Bitboard) {
    let between = attacks::between(king, sniper);
    let shield = between & own;
    if shield.is_empty() {
        checkers.insert(sniper);
    } else if !shield.has_several() {
        *pins |= between | sniper.into();
    }
}

/// Where our pieces would give check, which some rules forbid.
#[derive(Clone, Copy)]
pub(super) struct Checks {
    /// The enemy king, if there is one.
    king: Option<Square>,
    by_bishop: Bitboard,
    by_rook: Bitboard,
    by_knight: Bitboard,
    /// Our pieces that alone stand between the king and a slider of ours: one that leaves the line gives a discovered
    /// check.
    veils: Bitboard,
}

impl Checks {
    #[inline(always)]
    pub(super) fn new<R: Rules, A: Lines>(lines: A, board: &Board, us: Color) -> Checks {
        let Some(king) = R::royal(board, !us) else {
            let none = Bitboard::EMPTY;
            return Checks { king: None, by_bishop: none, by_rook: none, by_knight: none, veils: none };
        };
        let (own, occupied) = (board.colors(us), board.occupied());
        let queens = board.pieces(PieceType::Queen);
        let snipers = (lines.bishop(king, board.colors(!us)) & (board.pieces(PieceType::Bishop) | queens))
            | (lines.rook(king, board.colors(!us)) & (board.pieces(PieceType::Rook) | queens));
        let mut veils = Bitboard::EMPTY;
        for sniper in snipers & own {
            let between = attacks::between(king, sniper) & occupied;
            if !between.has_several() {
                veils |= between & own;
            }
        }
        Checks {
            king: Some(king),
            by_bishop: lines.bishop(king, occupied),
            by_rook: lines.rook(king, occupied),
            by_knight: attacks::knight(king),
            veils,
        }
    }

    /// The targets of a piece (not a pawn) that give no check.
    #[inline(always)]
    pub(super) fn without(&self, piece_type: PieceType, origin: Square, targets: Bitboard) -> Bitboard {
        let Some(king) = self.king else { return targets };
        let giving = match piece_type {
            PieceType::Queen => self.by_bishop | self.by_rook,
            PieceType::Rook => self.by_rook,
            PieceType::Bishop => self.by_bishop,
            PieceType::Knight => self.by_knight,
            PieceType::King | PieceType::Pawn => Bitboard::EMPTY,
        };
        let quiet = targets - giving;
        if self.veils.contains(origin) { quiet & attacks::line(king, origin) } else { quiet }
    }

    /// The squares on which a dropped piece gives no check.
    #[inline(never)]
    pub(super) fn without_drops(&self, us: Color, piece_type: PieceType, targets: Bitboard) -> Bitboard {
        match self.king {
            None => targets,
            Some(king) if piece_type == PieceType::Pawn => targets - attacks::pawn(!us, king),
            Some(_) => {
                let at =
                    |square: &Square| self.without(piece_type, *square, (*square).into()).contains(*square);
                targets.into_iter().filter(at).collect()
            }
        }
    }
}

/// Those steps of pawns, or promotions to a piece, after which the enemy king is not in check.
#[inline(never)]
pub(super) fn without_pawn_checks(
    board: &Board,
    us: Color,
    enemy_king: Square,
    step: PawnStep,
    targets: Bitboard,
    becomes: PieceType,
) -> Bitboard {
    let gives_check = |target: &Square| {
        let (origin, target) = (step.origin(us, *target), *target);
        let occupied = (board.occupied() - origin.into()) | target.into();
        let discovered = attackers(board, enemy_king, occupied, us) - origin.into();
        let attacked = match becomes {
            PieceType::Pawn => attacks::pawn(us, target),
            PieceType::Knight => attacks::knight(target),
            PieceType::King => attacks::king(target),
            PieceType::Bishop => Lines::bishop(Magic, target, occupied),
            PieceType::Rook => Lines::rook(Magic, target, occupied),
            PieceType::Queen => Lines::bishop(Magic, target, occupied) | Lines::rook(Magic, target, occupied),
        };
        !discovered.is_empty() || attacked.contains(enemy_king)
    };
    targets.into_iter().filter(|target| !gives_check(target)).collect()
}

/// Whether a capture en passant by our pawn leaves our king in check, or gives check to theirs. A king that is `None`
/// is left out.
#[inline(never)]
pub(super) fn checks_by_en_passant(
    board: &Board,
    us: Color,
    (origin, target): (Square, Square),
    [ours, theirs]: [Option<Square>; 2],
) -> bool {
    let gone = Bitboard::from(origin) | Square::new(target.file(), origin.rank()).into();
    let occupied = (board.occupied() - gone) | target.into();
    let attacked_after = |king, by| !(attackers(board, king, occupied, by) - gone).is_empty();
    ours.is_some_and(|king| attacked_after(king, !us))
        || theirs.is_some_and(|king| attacked_after(king, us) || attacks::pawn(us, target).contains(king))
}

/// Whether our king is safe after a capture that explodes, judged by what is left; and whether the enemy's is gone.
#[inline(always)]
pub(super) fn survives_explosion<R: Rules, A: Lines>(
    lines: A,
    board: &Board,
    us: Color,
    origin: Square,
    destination: Square,
    victim: Square,
) -> bool {
    let mut after = *board;
    // What moves is on its destination when it explodes; its kind does not matter any more.
    let mover = board.piece_type_at(origin).unwrap_or(PieceType::Pawn);
    if let Some(captured) = board.piece_type_at(victim) {
        after.toggle(!us, captured, victim.into());
    }
    after.toggle(us, mover, Bitboard::from(origin) ^ destination.into());
    let blast = R::blast(&after, destination);
    let Some(king) = R::royal(board, us) else { return true };
    if blast.contains(king) {
        return false;
    }
    if R::royal(board, !us).is_some_and(|enemy| blast.contains(enemy))
        || R::untouchable(&after, us).contains(king)
    {
        return true;
    }
    (attackers_by(lines, &after, king, after.occupied() - blast, !us) - blast).is_empty()
}

/// The same after a capture en passant, which is rare.
#[inline(never)]
pub(super) fn survives_en_passant<R: Rules>(
    board: &Board,
    us: Color,
    origin: Square,
    target: Square,
) -> bool {
    let victim = Square::new(target.file(), origin.rank());
    survives_explosion::<R, Magic>(Magic, board, us, origin, target, victim)
}
