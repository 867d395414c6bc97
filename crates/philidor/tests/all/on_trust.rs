//! Moves that belong to no position, played on trust: whatever they leave on the board, nothing panics, and no list has
//! more moves than fit.
//!
//! On a board that such moves have left, several pieces stand on one square, of both colors, and there are more moves
//! than on any board with one piece a square. Chance does not find the boards with the most moves, so a climb looks for
//! them: of words drawn at random it keeps those after which there are not fewer moves.
//!
//! ```text
//! words played      0     1,000     4,000    16,000    64,000
//! legal moves      20       365       465       491       581     a list has room for 449
//! ```

use philidor::cpu::Cpu;
use philidor::perft::{Perft, frontier, perft_by_two_plies, perft_with, statistics};
use philidor::search_support::{Exchange, Keys, Level, Picker, Work};
use philidor::{
    CastlingMode, CastlingNotation, Color, EnPassantPolicy, Move, MoveCounter, MoveGenerator, MoveKind,
    MoveList, Position, Square,
};
use philidor_historic::chain::ChainBoard;
use philidor_historic::mailbox::MailboxBoard;
use philidor_proof as proof;

use crate::games::Random;

const KINDS: [MoveKind; 4] = [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet, MoveKind::Captures];

/// Plays words on copies of a board, and keeps those after which a number is not smaller. Calls a function with each
/// board that has more than those before it, and returns the highest number.
fn climb<B: Clone>(
    start: &B,
    (tries, seed): (usize, u64),
    play: impl Fn(&mut B, Move),
    mut number: impl FnMut(&mut B) -> usize,
    mut look: impl FnMut(&mut B),
) -> usize {
    let mut random = Random(proof::seed(seed));
    let mut board = start.clone();
    let mut most = number(&mut board);
    for _ in 0..tries {
        let mut next = board.clone();
        play(&mut next, Move::from_raw(random.next()));
        let reached = number(&mut next);
        if reached > most {
            look(&mut next);
        }
        if reached >= most {
            (board, most) = (next, reached);
        }
    }
    most
}

/// Plays a word and passes the turn, so that it is the same side's again.
fn play_and_pass(position: &mut Position, word: Move) {
    let null = Position::default().null_move().expect("no check at the start");
    position.play_unchecked(word);
    position.play_unchecked(null);
}

fn count(position: &Position, kind: MoveKind) -> usize {
    let mut counter = MoveCounter::default();
    let _ = position.generate(kind, &mut counter);
    counter.count as usize
}

/// A list has no more moves than fit, and can be filled up.
fn is_bounded(mut list: MoveList) {
    assert!(list.len() <= MoveList::CAPACITY, "{} moves", list.len());
    list.extend(core::iter::repeat(Move::invalid()));
    assert_eq!(list.len(), MoveList::CAPACITY);
}

/// The lists of one level of the CPU.
struct Lists<'a>(&'a Position);

impl Work for Lists<'_> {
    type Output = ();

    fn run<L: Level>(self, level: L) {
        for kind in KINDS {
            let mut list = MoveList::new();
            level.moves_into(self.0, kind, &mut list);
            is_bounded(list);
        }
    }
}

fn all_lists_are_bounded(position: &Position) {
    for cpu in Cpu::available() {
        cpu.run(Lists(position));
    }
    for kind in KINDS {
        is_bounded(position.moves(kind));
        let mut list = MoveList::new();
        position.pseudo_legal_moves_into(kind, &mut list);
        is_bounded(list);
        let mut chain = ChainBoard::new(position);
        is_bounded(chain.written(kind));
        if let Ok(mut mailbox) = MailboxBoard::from_position(position) {
            is_bounded(mailbox.written(kind));
        }
    }
    is_bounded(position.quiet_checks());
    for square in Square::ALL {
        is_bounded(position.legal_moves_from(square));
    }
}

/// The list that a generator writes.
trait Written: MoveGenerator {
    fn written(&mut self, kind: MoveKind) -> MoveList {
        let mut list = MoveList::new();
        self.write_moves(kind, &mut list);
        list
    }
}

impl<G: MoveGenerator> Written for G {}

#[test]
fn no_list_of_a_position_overflows() {
    for kind in KINDS {
        let number = |position: &mut Position| count(position, kind);
        let look = |position: &mut Position| all_lists_are_bounded(position);
        let most = climb(&Position::default(), (100_000, 66), play_and_pass, number, look);
        assert!(most > MoveList::CAPACITY, "{kind:?}: the climb ends at {most} moves");
    }
}

/// They have one piece on a square, but kings and pawns in any number and anywhere. The climb is short, since a mailbox
/// keeps lists for each move that was played.
#[test]
fn no_list_of_the_other_generators_overflows() {
    fn look_at<G: MoveGenerator + Clone>() {
        let start = G::from_position(&Position::default()).expect("the start");
        for kind in KINDS {
            let null = Position::default().null_move().expect("no check at the start");
            let play = |board: &mut G, word| {
                board.play_unchecked(word);
                board.play_unchecked(null);
            };
            let number = |board: &mut G| board.written(kind).len();
            let look = |board: &mut G| KINDS.into_iter().for_each(|kind| is_bounded(board.written(kind)));
            climb(&start, (400, 67), play, number, look);
        }
    }
    look_at::<ChainBoard>();
    look_at::<MailboxBoard>();
    look_at::<Position>();
}

/// Not even the boards with the most moves make anything panic that takes a position.
#[test]
fn everything_can_be_asked_about_what_is_left() {
    let number = |position: &mut Position| count(position, MoveKind::All);
    let look = |position: &mut Position| ask_everything(position);
    climb(&Position::default(), (20_000, 69), play_and_pass, number, look);
}

fn ask_everything(position: &mut Position) {
    let _ = (position.key(), position.polyglot_key(), position.pack(), position.try_pack().is_ok());
    let _ = (position.is_certainly_dead(), position.has_legal_move(), position.has_legal_en_passant());
    let _ = (position.opening(), position.flip_colors(), position.flip_files(), position.to_setup().faults());
    let _ = (position.chess960_number(), position.double_chess960_number(), Keys::of(position));
    let fen = position.to_fen(EnPassantPolicy::Always, CastlingNotation::Shredder);
    let _ = (fen.to_string(), position.board().to_string(), format!("{position:?}"));
    for color in Color::ALL {
        let _ =
            (position.attacked_by(color), position.pinned(color), position.has_insufficient_material(color));
        let _ = (ChainBoard::new(position).attack_counts(color), ChainBoard::new(position).king_scan(color));
    }
    for mv in position.legal_moves().into_iter().step_by(16) {
        let _ = (position.to_san(mv).to_string(), position.to_uci_in(mv, CastlingMode::Chess960).to_string());
        let _ = (position.is_legal(mv), position.decode(mv.digest()), position.gives_check(mv));
        let _ = (position.key_after(mv), position.leaves_king_safe(mv), position.after(mv));
        let _ = Exchange::default().value(position, mv);
        let undo = position.play_unchecked(mv);
        position.undo(mv, undo);
    }
    let mut picker = Picker::new(None, [None; 2]);
    while picker.next(position, &mut ()).is_some() {}
    for cpu in Cpu::available() {
        let _ = (Perft::new().cpu(cpu).count(position, 2), Perft::new().cpu(cpu).plain().count(position, 1));
    }
    let _ =
        (statistics(position, 2), frontier(position, 1).count_children(), perft_by_two_plies(position, 2));
    let _ = (perft_with(position, 1), perft_with(&mut ChainBoard::new(position), 1));
    Position::legal_move_counts(&[*position; 9], |_| ());
}
