//! A game in progress. It keeps its position unpacked, so a step costs less than with 32 bytes, and so does what is
//! asked of the position; and it knows repetitions.

use std::ffi::c_char;
use std::mem::replace;

use chess::search_support::Exchange;
use chess::{Game, Move, MoveDigest, Outcome, Position};
use games::{GameTree, NodeId};

use crate::error::philidor_error;
use crate::fault::philidor_fault;
use crate::guard::guarded;
use crate::memory::{Output, given, handle, shared, taken};
use crate::moves::{self, kind, legal, philidor_move, write_moves};
use crate::numbers::square;
use crate::outcome::{philidor_claim, philidor_outcome};
use crate::position::{
    philidor_board, philidor_color, philidor_piece, philidor_position, position, write_piece,
};

/// A game in progress: a start and its moves. What is asked of 32 bytes can be asked of the position after the last
/// move, too, by functions with the same names after `philidor_game_`: nothing is then unpacked, checked or copied.
///
/// Many threads may ask one game at once, by the functions that take a `const philidor_game *`, as long as no thread
/// plays, takes back or frees it.
pub struct philidor_game {
    game: Game,
    /// The game before each null move, the first one first: no position before a null move is repeated after it.
    passed: Vec<Game>,
}

const _: () = crate::memory::may_be_shared::<philidor_game>();

impl philidor_game {
    fn new(start: Position) -> philidor_game {
        philidor_game { game: Game::from_position(start), passed: Vec::new() }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn start(&self) -> &Position {
        self.passed.first().unwrap_or(&self.game).start()
    }

    /// How many moves have been played, null moves included.
    fn ply(&self) -> usize {
        self.passed.iter().map(|before| before.ply() + 1).sum::<usize>() + self.game.ply()
    }

    /// Passes the turn, if that may be.
    fn pass(&mut self) -> Option<()> {
        let position = self.position();
        let after = position.after(position.null_move()?);
        self.passed.push(replace(&mut self.game, Game::from_position(after)));
        Some(())
    }

    /// Takes the last move back.
    fn undo(&mut self) -> Option<philidor_move> {
        if let Some(mv) = self.game.undo() {
            return Some(mv.digest().0);
        }
        self.game = self.passed.pop()?;
        self.position().null_move().map(|mv| mv.digest().0)
    }

    /// All moves from the start.
    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.ply());
        for before in &self.passed {
            moves.extend(before.moves().chain(before.position().null_move()));
        }
        moves.extend(self.game.moves());
        moves
    }

    /// The game as PGN has it.
    pub(crate) fn tree(&self) -> GameTree {
        let Some(first) = self.passed.first() else { return GameTree::from(&self.game) };
        let mut tree = GameTree::new(*first.start());
        tree.tags = GameTree::from(first).tags;
        tree.result = self.game.outcome().map(Outcome::result).unwrap_or_default();
        // Each move is legal, or is a null move by a side that is not in check.
        let _ = tree.add_line(NodeId::ROOT, self.moves());
        tree
    }
}

/// Starts a game from a position. Free it with `philidor_game_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_new(
    start: *const philidor_position,
    game: *mut *mut philidor_game,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (start, game) = unsafe { (position(start)?, Output::one(game)?) };
        game.write(0, given(philidor_game::new(start)));
        Ok(())
    })
}

/// Copies a game: the copy is a game of its own, with the same start and the same moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_copy(
    game: *const philidor_game,
    copy: *mut *mut philidor_game,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, copy) = unsafe { (shared(game)?, Output::one(copy)?) };
        copy.write(0, given(philidor_game { game: game.game.clone(), passed: game.passed.clone() }));
        Ok(())
    })
}

/// Frees a game; does nothing if it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_free(game: *mut philidor_game) {
    let _ = guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        unsafe { taken(game) };
        Ok(())
    });
}

/// Plays a legal move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_play(game: *mut philidor_game, mv: philidor_move) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let game = unsafe { handle(game) }?;
        game.game.play_digest(MoveDigest(mv)).map(|_| ()).ok_or(philidor_error::PHILIDOR_ILLEGAL_MOVE)
    })
}

/// Passes the turn (*null move*), as `philidor_play_null_move`; `PHILIDOR_ILLEGAL_MOVE` in check. It is taken back like
/// a move, and listed as a move of the king to its own square. Positions before it do not count as repeated after it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_play_null_move(game: *mut philidor_game) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        unsafe { handle(game) }?.pass().ok_or(philidor_error::PHILIDOR_ILLEGAL_MOVE)
    })
}

/// Takes the last move back, and writes it unless its place is null; `PHILIDOR_NOTHING` at the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_undo(
    game: *mut philidor_game,
    mv: *mut philidor_move,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, place) = unsafe { (handle(game)?, Output::optional(mv)?) };
        place.write(0, game.undo().ok_or(philidor_error::PHILIDOR_NOTHING)?);
        Ok(())
    })
}

/// The position with which the game began.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_start(
    game: *const philidor_game,
    start: *mut philidor_position,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, start) = unsafe { (shared(game)?, Output::one(start)?) };
        start.write(0, game.start().into());
        Ok(())
    })
}

/// Lists the moves that have been played, and their number, which `philidor_game_ply` gives in advance;
/// `PHILIDOR_TOO_SMALL` if they do not fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_played(
    game: *const philidor_game,
    moves: *mut philidor_move,
    capacity: usize,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, moves, count) =
            unsafe { (shared(game)?, Output::new(moves, capacity)?, Output::one(count)?) };
        write_moves(game.moves().into_iter(), &moves, &count)
    })
}

/// The position after the last move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_position(
    game: *const philidor_game,
    position: *mut philidor_position,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, position) = unsafe { (shared(game)?, Output::one(position)?) };
        position.write(0, game.position().into());
        Ok(())
    })
}

/// How many moves have been played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_ply(game: *const philidor_game, ply: *mut usize) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, ply) = unsafe { (shared(game)?, Output::one(ply)?) };
        ply.write(0, game.ply());
        Ok(())
    })
}

/// Lists the legal moves of a kind, like `philidor_moves`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_moves(
    game: *const philidor_game,
    kind: u32,
    moves: *mut philidor_move,
    capacity: usize,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        let kind = self::kind(kind)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (game, moves, count) =
            unsafe { (shared(game)?, Output::new(moves, capacity)?, Output::one(count)?) };
        write_moves(game.position().moves(kind).iter().copied(), &moves, &count)
    })
}

/// Counts the legal moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_move_count(
    game: *const philidor_game,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, count) = unsafe { (shared(game)?, Output::one(count)?) };
        count.write(0, game.position().legal_move_count() as usize);
        Ok(())
    })
}

/// The key, like `philidor_key`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_key(game: *const philidor_game, key: *mut u64) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, key) = unsafe { (shared(game)?, Output::one(key)?) };
        key.write(0, game.position().key());
        Ok(())
    })
}

/// What is on the board, like `philidor_describe`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_describe(
    game: *const philidor_game,
    board: *mut philidor_board,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, board) = unsafe { (shared(game)?, Output::one(board)?) };
        board.write(0, game.position().into());
        Ok(())
    })
}

/// The piece on a square, and its color, like `philidor_piece_at`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_piece_at(
    game: *const philidor_game,
    square: u8,
    piece: *mut philidor_piece,
    color: *mut philidor_color,
) -> philidor_error {
    guarded(|| {
        let square = self::square(square)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (game, piece, color) = unsafe { (shared(game)?, Output::one(piece)?, Output::one(color)?) };
        write_piece(game.position().piece_at(square), &piece, &color)
    })
}

/// The castling rights, like `philidor_castling_rights`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_castling_rights(
    game: *const philidor_game,
    rights: *mut u8,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, rights) = unsafe { (shared(game)?, Output::one(rights)?) };
        rights.write(0, game.position().castling_rights().bits());
        Ok(())
    })
}

/// The pieces that give check, like `philidor_checkers`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_checkers(
    game: *const philidor_game,
    checkers: *mut u64,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, checkers) = unsafe { (shared(game)?, Output::one(checkers)?) };
        checkers.write(0, game.position().checkers().0);
        Ok(())
    })
}

/// The pieces that attack a square, like `philidor_attackers`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_attackers(
    game: *const philidor_game,
    square: u8,
    attackers: *mut u64,
) -> philidor_error {
    guarded(|| {
        let square = self::square(square)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (game, attackers) = unsafe { (shared(game)?, Output::one(attackers)?) };
        let position = game.position();
        attackers.write(0, position.attackers_to(square, position.board().occupied()).0);
        Ok(())
    })
}

/// Whether 16 bits are a legal move, like `philidor_is_legal`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_is_legal(
    game: *const philidor_game,
    mv: philidor_move,
    legal: *mut bool,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, place) = unsafe { (shared(game)?, Output::one(legal)?) };
        place.write(0, self::legal(game.position(), mv).is_ok());
        Ok(())
    })
}

/// Whether a legal move gives check, like `philidor_gives_check`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_gives_check(
    game: *const philidor_game,
    mv: philidor_move,
    check: *mut bool,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, place) = unsafe { (shared(game)?, Output::one(check)?) };
        place.write(0, game.position().gives_check(legal(game.position(), mv)?));
        Ok(())
    })
}

/// What a legal move wins by captures on its destination, like `philidor_exchange`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_exchange(
    game: *const philidor_game,
    mv: philidor_move,
    value: *mut i32,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, value) = unsafe { (shared(game)?, Output::one(value)?) };
        value.write(0, Exchange::default().value(game.position(), legal(game.position(), mv)?));
        Ok(())
    })
}

/// The legal move from one square to another, like `philidor_find_move`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_find_move(
    game: *const philidor_game,
    origin: u8,
    destination: u8,
    promotion: u8,
    mv: *mut philidor_move,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let game = unsafe { shared(game) }?;
        // SAFETY: likewise.
        unsafe { moves::find_move(game.position(), [origin, destination, promotion], mv, fault) }
    })
}

/// Reads a move in standard notation, like `philidor_read_san`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_read_san(
    game: *const philidor_game,
    san: *const c_char,
    length: usize,
    mv: *mut philidor_move,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let position = unsafe { shared(game) }?.position();
        // SAFETY: likewise.
        unsafe {
            moves::read_san(position, (san, length), (mv, fault), |position, san| position.parse_san(san))
        }
    })
}

/// Writes a legal move in standard notation, like `philidor_write_san`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_write_san(
    game: *const philidor_game,
    mv: philidor_move,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let game = unsafe { shared(game) }?;
        // SAFETY: likewise.
        unsafe { moves::write_san(game.position(), mv, buffer, size, length) }
    })
}

/// Reads a move as engines write it, like `philidor_read_uci`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_read_uci(
    game: *const philidor_game,
    uci: *const c_char,
    length: usize,
    mv: *mut philidor_move,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let game = unsafe { shared(game) }?;
        // SAFETY: likewise.
        unsafe { moves::read_uci(game.position(), (uci, length), (mv, fault)) }
    })
}

/// Writes a legal move as engines do, like `philidor_write_uci`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_write_uci(
    game: *const philidor_game,
    mv: philidor_move,
    castling: u32,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let game = unsafe { shared(game) }?;
        // SAFETY: likewise.
        unsafe { moves::write_uci(game.position(), (mv, castling), buffer, size, length) }
    })
}

/// How often the position has occurred, including now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_repetitions(
    game: *const philidor_game,
    times: *mut u32,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, times) = unsafe { (shared(game)?, Output::one(times)?) };
        times.write(0, game.game.repetitions());
        Ok(())
    })
}

/// How the rules ended the game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_outcome(
    game: *const philidor_game,
    outcome: *mut philidor_outcome,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, outcome) = unsafe { (shared(game)?, Output::one(outcome)?) };
        outcome.write(0, game.game.outcome().into());
        Ok(())
    })
}

/// The draw that the side to move may claim.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_game_claim(
    game: *const philidor_game,
    claim: *mut philidor_claim,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, claim) = unsafe { (shared(game)?, Output::one(claim)?) };
        claim.write(0, game.game.claimable_draw().into());
        Ok(())
    })
}
