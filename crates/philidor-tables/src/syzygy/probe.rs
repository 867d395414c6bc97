//! From what a table says to the value of a position.
//!
//! A table may say less than the truth where a capture is as good or better: that is found by probing the captures. It
//! knows nothing of en passant, and takes a position with no other moves for stalemate.
//!
//! ```text
//! WDL   stored ──► best capture ──► en passant ──► value
//!
//! DTZ   draw                                            0
//!       win, and a capture or a move of a pawn keeps it 1, or 101
//!       the table has the side to move                  what it says
//!       else                                            one more than the best of all moves
//! ```

use core::ops::ControlFlow;

use philidor::{
    Bitboard, Board, CastlingRights, Move, MoveKind, MoveType, PieceType, Position, Square, attacks,
};

use super::tables::{Slot, Tables};
use super::{ClockedWdl, Dtz, Metric, ProbeError};
use crate::material::MAX_PIECES;
use crate::value::Wdl;

/// All that tables say about a position, for the side to move. See [`Tables::probe`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProbeAnswer {
    /// The value, if the halfmove clock stood at zero.
    pub wdl: Wdl,
    /// The distance to zero; or the table that is missing, [`ProbeError::Missing`], without which only the value is
    /// known.
    pub dtz: Result<Dtz, ProbeError>,
    /// The value with the position's own halfmove clock. Without a distance, a win that the clock may have taken away
    /// is [`ClockedWdl::WinOrCursedWin`].
    pub value: ClockedWdl,
    /// Whether it is checkmate, which counts whatever the clock says.
    pub is_checkmate: bool,
}

impl Tables {
    /// The value of a position, its distance, and what its halfmove clock makes of them.
    ///
    /// It needs the tables of [`probe_dtz`](Tables::probe_dtz); those of [`probe_wdl`](Tables::probe_wdl) alone are
    /// enough for an answer without a distance.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_tables::solve::{SolvedTables, Solver};
    /// use philidor_tables::syzygy::{ClockedWdl, Metric, Tables, write};
    /// use philidor_tables::Wdl;
    ///
    /// let material = "KQvK".parse()?;
    /// let mut solved = SolvedTables::new();
    /// Solver::new().solve(&mut solved, material)?;
    /// let mut tables = Tables::new();
    /// tables.add(&material, Metric::Wdl, write(&solved, material, Metric::Wdl)?)?;
    ///
    /// let late: Position = "8/8/8/8/8/2k5/7Q/K7 w - - 95 60".parse()?;
    /// let found = tables.probe(&late)?;
    /// assert_eq!((found.wdl, found.value), (Wdl::Win, ClockedWdl::WinOrCursedWin));
    /// assert_eq!(found.dtz.unwrap_err().to_string(), "the table KQvK.rtbz is missing");
    ///
    /// tables.add(&material, Metric::Dtz, write(&solved, material, Metric::Dtz)?)?;
    /// let found = tables.probe(&late)?;
    /// assert_eq!((found.dtz?.number(), found.value), (11, ClockedWdl::CursedWin));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The position has castling rights or more than seven pieces, a WDL table is missing, or a file is damaged.
    pub fn probe(&self, position: &Position) -> Result<ProbeAnswer, ProbeError> {
        let (wdl, is_zeroing) = self.value_or_win(position)?;
        let dtz = match self.distance_from(position, wdl, is_zeroing) {
            Err(error) if !matches!(error, ProbeError::Missing { .. }) => return Err(error),
            dtz => dtz,
        };
        let is_checkmate = wdl == Wdl::Loss && position.is_checkmate();
        let clock = remaining_clock(is_checkmate, position.halfmove_clock());
        let value = match &dtz {
            Ok(dtz) => dtz.at_clock(clock),
            Err(_) => ClockedWdl::without_distance(wdl, clock),
        };
        Ok(ProbeAnswer { wdl, dtz, value, is_checkmate })
    }

    /// The value of a position, if its halfmove clock stands at zero: what the clock says does not matter here.
    ///
    /// It needs the WDL table of the position, and of what captures leave of it. A capture that wins needs only what it
    /// leaves: the position's table may be missing then, and the position may have eight pieces.
    ///
    /// # Errors
    ///
    /// If the position has castling rights or more than seven pieces, or if a table that it needs is missing or
    /// damaged.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_tables::{Wdl, syzygy::Tables};
    ///
    /// let tables = Tables::new();
    /// let kings: Position = "8/8/4k3/8/8/3K4/8/8 w - - 0 1".parse()?;
    /// assert_eq!(tables.probe_wdl(&kings)?, Wdl::Draw);
    ///
    /// let rook: Position = "8/8/4k3/8/8/3K4/8/r7 w - - 0 1".parse()?;
    /// let error = tables.probe_wdl(&rook).unwrap_err();
    /// assert_eq!(error.to_string(), "the table KRvK.rtbw is missing");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.value_or_win(position).map(|(wdl, _)| wdl)
    }

    /// The distance to zero: after how many plies the next capture or move of a pawn comes. See [`Dtz`] for its sign,
    /// and for what is not exact. The halfmove clock does not matter: [`Dtz::at_clock`] takes it into account.
    ///
    /// It needs the WDL tables as [`probe_wdl`](Tables::probe_wdl), those after promotions, and the DTZ table of the
    /// position.
    ///
    /// # Errors
    ///
    /// Those of [`probe_wdl`](Tables::probe_wdl).
    ///
    /// ```
    /// use philidor_tables::solve::{SolvedTables, Solver};
    /// use philidor_tables::syzygy::{Metric, Tables, write};
    ///
    /// let (mut solved, mut tables, material) = (SolvedTables::new(), Tables::new(), "KRvK".parse()?);
    /// Solver::new().solve(&mut solved, material)?;
    /// for metric in Metric::ALL {
    ///     tables.add(&material, metric, write(&solved, material, metric)?)?;
    /// }
    /// let position = "8/8/8/8/8/8/1Rk5/K7 b - - 0 1".parse()?; // lost in 32 plies, as no rook is longer
    /// let dtz = tables.probe_dtz(&position)?;
    /// assert_eq!((dtz.number(), dtz.is_exact()), (-32, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        let (wdl, is_zeroing) = self.value_or_win(position)?;
        self.distance_from(position, wdl, is_zeroing)
    }

    /// The value of a position with its own halfmove clock. Checkmate counts whatever the clock says.
    ///
    /// It needs the tables of [`probe_dtz`](Tables::probe_dtz), but with the clock at zero only those of
    /// [`probe_wdl`](Tables::probe_wdl).
    ///
    /// # Errors
    ///
    /// Those of [`probe_wdl`](Tables::probe_wdl).
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_tables::syzygy::{ClockedWdl, Tables};
    ///
    /// let kings: Position = "8/8/4k3/8/8/3K4/8/8 w - - 90 100".parse()?;
    /// assert_eq!(Tables::new().probe_clocked_wdl(&kings)?, ClockedWdl::Draw);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probe_clocked_wdl(&self, position: &Position) -> Result<ClockedWdl, ProbeError> {
        if position.halfmove_clock() == 0 {
            return self.probe_wdl(position).map(ClockedWdl::from);
        }
        let found = self.probe(position)?;
        found.dtz.map(|_| found.value)
    }

    /// What the WDL file itself says of a position: its value if no capture matters, and at most that otherwise.
    ///
    /// # Errors
    ///
    /// Those of [`probe_wdl`](Tables::probe_wdl), but no other table is asked.
    ///
    /// ```
    /// use philidor_tables::{Wdl, syzygy::Tables};
    /// let kings = "8/8/4k3/8/8/3K4/8/8 w - - 0 1".parse()?; // which need no file
    /// assert_eq!(Tables::new().stored_wdl(&kings)?, Wdl::Draw);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stored_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        check(position)?;
        self.stored(position)
    }

    /// What the DTZ file itself says of a position that has this value: its distance, but for captures, and for moves
    /// of pawns that win. `None` if the file has only the other side to move.
    ///
    /// # Errors
    ///
    /// If the position has castling rights or more than seven pieces, or if its DTZ table is missing or damaged.
    ///
    /// ```
    /// use philidor_tables::Wdl;
    /// use philidor_tables::syzygy::{Dtz, Tables};
    /// let kings = "8/8/4k3/8/8/3K4/8/8 w - - 0 1".parse()?; // which need no file
    /// assert_eq!(Tables::new().stored_dtz(&kings, Wdl::Draw)?, Some(Dtz::DRAW));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stored_dtz(&self, position: &Position, wdl: Wdl) -> Result<Option<Dtz>, ProbeError> {
        check(position)?;
        self.stored_distance(position, wdl)
    }

    /// The value of any position, and whether a capture alone is known to have it.
    fn value_or_win(&self, position: &Position) -> Result<(Wdl, bool), ProbeError> {
        check(position).and_then(|()| self.value(position)).or_else(|error| self.win_or(position, error))
    }

    /// The value of a position that a capture wins, for which no table of its own is needed; otherwise the error.
    #[cold]
    pub(crate) fn win_or(&self, position: &Position, error: ProbeError) -> Result<(Wdl, bool), ProbeError> {
        match error {
            ProbeError::Missing { .. } => {}
            ProbeError::TooManyPieces { pieces } if pieces == MAX_PIECES + 1 => {}
            _ => return Err(error),
        }
        let mut wins = false;
        each_capture(position, |mv| {
            let after = position.after(mv);
            wins = match check(&after).and_then(|()| self.value(&after)) {
                Ok((reply, _)) => reply == Wdl::Loss,
                Err(ProbeError::File(fault)) => return Err(ProbeError::File(fault)),
                Err(_) => false,
            };
            Ok(if wins { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        if wins { Ok((Wdl::Win, true)) } else { Err(error) }
    }

    /// The value, and whether it is that of a capture en passant alone.
    fn value(&self, position: &Position) -> Result<(Wdl, bool), ProbeError> {
        let stored = self.stored(position)?;
        self.value_of_stored(position, stored)
    }

    /// The same, from what a table stores for the position.
    fn value_of_stored(&self, position: &Position, stored: Wdl) -> Result<(Wdl, bool), ProbeError> {
        if stored == Wdl::Win || !may_capture(position) {
            return Ok((stored, false));
        }
        self.resolve(position, stored)
    }

    /// The value of a position in which there may be captures, and for which a table stores this value.
    pub(crate) fn resolve(&self, position: &Position, stored: Wdl) -> Result<(Wdl, bool), ProbeError> {
        let value = self.best_capture(position, stored, Wdl::Win)?;
        match self.best_en_passant(position)? {
            Some(en_passant) if en_passant > value => Ok((en_passant, true)),
            Some(en_passant) if value == Wdl::Draw && is_all_en_passant(position) => Ok((en_passant, true)),
            _ => Ok((value, false)),
        }
    }

    /// What the table says of a position with at most seven pieces and no castling rights.
    #[inline]
    fn stored(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let board = position.board();
        if are_only_kings(board) {
            return Ok(Wdl::Draw);
        }
        let (slot, is_flipped) = self.find(board, Metric::Wdl)?;
        let lazy = slot.lazy(Metric::Wdl);
        let table = lazy.get(&slot.material, Metric::Wdl)?;
        let entry = table.entry(board, position.side_to_move(), is_flipped);
        table.wdl(entry).map_err(|fault| lazy.error(fault, &slot.material, Metric::Wdl))
    }

    /// The best of `value` and of what captures lead to, en passant aside; once it is `enough`, the rest is not looked
    /// at.
    fn best_capture(&self, position: &Position, mut value: Wdl, enough: Wdl) -> Result<Wdl, ProbeError> {
        each_capture(position, |mv| {
            if mv.move_type() == MoveType::EnPassant {
                return Ok(ControlFlow::Continue(()));
            }
            let after = position.after(mv);
            // The other side has at least this: a better reply would not change anything here.
            let reply = self.stored(&after)?;
            let reply = if reply >= -value || !may_capture(&after) {
                reply
            } else {
                self.best_capture(&after, reply, -value)?
            };
            value = value.max(-reply);
            Ok(if value >= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(value)
    }

    /// The best value that a capture en passant leads to, if there is one.
    fn best_en_passant(&self, position: &Position) -> Result<Option<Wdl>, ProbeError> {
        if position.en_passant().is_none() {
            return Ok(None);
        }
        let mut best = None;
        each_capture(position, |mv| {
            if mv.move_type() == MoveType::EnPassant {
                let (reply, _) = self.value(&position.after(mv))?;
                best = best.max(Some(-reply));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(best)
    }

    /// The distance of a position that has this value, perhaps by a capture alone.
    fn distance_from(&self, position: &Position, wdl: Wdl, is_zeroing: bool) -> Result<Dtz, ProbeError> {
        if is_zeroing && wdl != Wdl::Draw {
            return Ok(Dtz::before_zeroing(wdl));
        }
        self.distance_of(position, wdl)
    }

    /// The distance of a position that has this value, not by a capture alone.
    fn distance_of(&self, position: &Position, wdl: Wdl) -> Result<Dtz, ProbeError> {
        if wdl == Wdl::Draw {
            return Ok(Dtz::DRAW);
        }
        if wdl == Wdl::Loss && position.is_checkmate() {
            return Ok(Dtz::CHECKMATE);
        }
        if wdl > Wdl::Draw && self.has_zeroing_move(position, wdl)? {
            return Ok(Dtz::before_zeroing(wdl));
        }
        let dtz = match self.stored_distance(position, wdl)? {
            Some(dtz) => dtz,
            None => self.distance_by_moves(position, wdl)?.ok_or_else(|| self.contradiction(position))?,
        };
        Ok(dtz.of_value(wdl))
    }

    fn stored_distance(&self, position: &Position, wdl: Wdl) -> Result<Option<Dtz>, ProbeError> {
        let board = position.board();
        if are_only_kings(board) {
            return Ok(Some(Dtz::DRAW));
        }
        let (slot, is_flipped) = self.find(board, Metric::Dtz)?;
        let lazy = slot.lazy(Metric::Dtz);
        let table = lazy.get(&slot.material, Metric::Dtz)?;
        (table.dtz(board, position.side_to_move(), is_flipped, wdl))
            .map_err(|fault| lazy.error(fault, &slot.material, Metric::Dtz))
    }

    /// Whether a capture or a move of a pawn leads to this value.
    fn has_zeroing_move(&self, position: &Position, wdl: Wdl) -> Result<bool, ProbeError> {
        let pawns = position.board().colored_pieces(position.side_to_move(), PieceType::Pawn);
        let kind = if pawns.is_empty() { MoveKind::Tactical } else { MoveKind::All };
        for &mv in &position.moves(kind) {
            if mv.is_pawn_advance_or_capture() && self.has_value(&position.after(mv), -wdl)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a position has this value. What is stored is at most the value, captures en passant aside: where it is
    /// more than this one, no capture needs to be looked at.
    fn has_value(&self, position: &Position, wdl: Wdl) -> Result<bool, ProbeError> {
        let stored = self.stored(position)?;
        if stored > wdl && position.en_passant().is_none() {
            return Ok(false);
        }
        Ok(self.value_of_stored(position, stored)?.0 == wdl)
    }

    /// The distance of a position whose side to move is not in the table, from what the moves lead to that keep its
    /// value: the winner hurries, and the loser delays. `None` if no move keeps it.
    fn distance_by_moves(&self, position: &Position, wdl: Wdl) -> Result<Option<Dtz>, ProbeError> {
        let mut best: Option<Dtz> = None;
        for &mv in &position.legal_moves() {
            let is_zeroing = mv.is_pawn_advance_or_capture();
            // It is known by now that none of these wins.
            if is_zeroing && wdl > Wdl::Draw {
                continue;
            }
            let after = position.after(mv);
            // Every move of a lost position loses: nothing needs to be asked.
            if wdl != Wdl::Loss && !self.has_value(&after, -wdl)? {
                continue;
            }
            let dtz = if is_zeroing { Dtz::before_zeroing(wdl) } else { self.distance_after(&after, -wdl)? };
            best = Some(best.map_or(dtz, |best| best.lesser(dtz)));
        }
        Ok(best)
    }

    /// The error for values that contradict each other: no move keeps that of the position.
    #[cold]
    fn contradiction(&self, position: &Position) -> ProbeError {
        let contradiction = |(slot, is_flipped): (&Slot, bool)| {
            let lazy = slot.lazy(Metric::Wdl);
            let table = lazy.get(&slot.material, Metric::Wdl)?;
            let entry = table.entry(position.board(), position.side_to_move(), is_flipped);
            Ok(lazy.error(table.fault(entry), &slot.material, Metric::Wdl))
        };
        self.find(position.board(), Metric::Wdl).and_then(contradiction).unwrap_or_else(|error| error)
    }

    /// The distance before a move that leads to this position, if it is the one that is played.
    pub(crate) fn distance_before(&self, mv: Move, after: &Position) -> Result<Dtz, ProbeError> {
        let (reply, is_zeroing) = self.value_or_win(after)?;
        if mv.is_pawn_advance_or_capture() {
            return Ok(Dtz::before_zeroing(-reply));
        }
        if is_zeroing {
            return Ok(Dtz::before_zeroing(reply).before_move());
        }
        self.distance_after(after, reply)
    }

    /// The distance before a move that does not zero the clock and leads to this position, which has this value: no
    /// pawn can be captured en passant.
    fn distance_after(&self, after: &Position, value: Wdl) -> Result<Dtz, ProbeError> {
        let dtz = self.distance_of(after, value)?;
        // Checkmate ends the count: the move that mates is the last.
        if dtz == Dtz::CHECKMATE && after.is_checkmate() {
            return Ok(Dtz::before_zeroing(Wdl::Win));
        }
        Ok(dtz.before_move())
    }
}

/// Checks that a table can know the position.
pub(crate) fn check(position: &Position) -> Result<(), ProbeError> {
    let pieces = position.board().occupied().len() as usize;
    if pieces > MAX_PIECES {
        return Err(ProbeError::TooManyPieces { pieces });
    }
    if position.castling_rights() != CastlingRights::NONE {
        return Err(ProbeError::CastlingRights);
    }
    Ok(())
}

/// The clock that counts: that of the game, but none in checkmate.
pub(crate) fn remaining_clock(is_checkmate: bool, clock: u16) -> u16 {
    if is_checkmate { 0 } else { clock }
}

/// Whether there are no more than two pieces.
#[inline]
pub(crate) fn are_only_kings(board: &Board) -> bool {
    let occupied = board.occupied().0;
    let but_one = occupied & occupied.wrapping_sub(1);
    but_one & but_one.wrapping_sub(1) == 0
}

/// Whether a piece of the side to move attacks one of the other side, or may capture en passant; it may be pinned.
///
/// With few pieces it is faster to test pairs than to look up the attacks of each, whose tables push others out of the
/// cache.
pub(crate) fn may_capture(position: &Position) -> bool {
    let (board, us) = (position.board(), position.side_to_move());
    let (occupied, own, theirs) = (board.occupied(), board.colors(us), board.colors(!us));
    let own = |piece_type| board.pieces(piece_type) & own;
    let leapers = own(PieceType::Knight).into_iter().map(attacks::knight);
    let attacked = attacks::king(position.king(us)) | attacks::pawns(us, own(PieceType::Pawn));
    let attacked = leapers.fold(attacked, |attacked, squares| attacked | squares);
    let has_target = |sliders: Bitboard, goes: fn(Square, Square) -> bool| {
        let is_target = |from, to| goes(from, to) & (attacks::between(from, to) & occupied).is_empty();
        let targets = |from| theirs.into_iter().fold(false, |any, to| any | is_target(from, to));
        sliders.into_iter().fold(false, |any, from| any | targets(from))
    };
    position.en_passant().is_some()
        | !(attacked & theirs).is_empty()
        | has_target(own(PieceType::Rook) | own(PieceType::Queen), |from, to| {
            (from.file() == to.file()) | (from.rank() == to.rank())
        })
        | has_target(own(PieceType::Bishop) | own(PieceType::Queen), |from, to| {
            let (from, to) = (from.index(), to.index());
            (from % 8).abs_diff(to % 8) == (from / 8).abs_diff(to / 8)
        })
}

/// Calls `each` with every legal capture, until it has seen enough or fails. A list is compiled only once, in the
/// library; a closure would bring a generator for each level of the CPU with it.
fn each_capture(
    position: &Position,
    mut each: impl FnMut(Move) -> Result<ControlFlow<()>, ProbeError>,
) -> Result<(), ProbeError> {
    for &mv in &position.moves(MoveKind::Tactical) {
        if mv.is_capture() && each(mv)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Whether all moves capture en passant; the caller knows that one does.
fn is_all_en_passant(position: &Position) -> bool {
    position.legal_moves().iter().all(|mv| mv.move_type() == MoveType::EnPassant)
}

#[cfg(test)]
mod tests {
    use philidor::{Color, Piece, Setup, Strictness};

    use super::*;

    /// Pieces put on squares in turn, up to seven of them; the move generator says what is attacked.
    #[test]
    fn captures_are_looked_for_where_a_piece_is_attacked() {
        let (mut random, mut seen) = (1_u64, [0; 2]);
        let mut below = |count: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((random >> 33) % count) as usize
        };
        for _ in 0..20_000 {
            let mut setup = Setup::empty();
            let kings = Color::ALL.map(|color| Piece::new(color, PieceType::King));
            let others: Vec<Piece> = (0..1 + below(5))
                .map(|_| Piece::new(Color::ALL[below(2)], PieceType::ALL[1 + below(5)]))
                .collect();
            for piece in kings.into_iter().chain(others) {
                setup.board.put(Square::ALL[below(64)], piece);
            }
            setup.state.side_to_move = Color::ALL[below(2)];
            let Ok(position) = Position::from_setup(setup, Strictness::WellDefined) else { continue };
            let us = position.side_to_move();
            let is_attacked = !(position.attacked_by(us) & position.board().colors(!us)).is_empty();
            assert_eq!(may_capture(&position), is_attacked, "{position}");
            seen[usize::from(is_attacked)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 1_000), "{seen:?}");
    }
}
