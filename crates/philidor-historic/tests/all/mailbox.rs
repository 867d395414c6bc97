//! The mailbox generator: the published lists in their order, the moves of `Position` everywhere else, and the state in
//! one word.

use philidor::perft::divide_with;
use philidor::{CastlingRights, Color, Move, MoveGenerator, MoveKind, MoveList, Position};
use philidor_historic::mailbox::{MailboxBoard, PackedState};
use philidor_proof::samples;

use crate::games;
use crate::suites;

const KINDS: [MoveKind; 4] = [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet, MoveKind::Captures];

fn mailbox(fen: &str) -> (Position, MailboxBoard) {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    (position, board(&position))
}

fn board(position: &Position) -> MailboxBoard {
    MailboxBoard::from_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// All suites, then positions of random games, and as many that no game reaches, all without Chess960 castling.
fn positions(random: usize) -> impl Iterator<Item = Position> {
    let standard = |position: &Position| !position.is_chess960();
    let played = games::positions(5).step_by(7).filter(standard).take(samples(random));
    let disordered = games::unreachable_positions(6).step_by(7).filter(standard).take(samples(random));
    suites::positions().filter(standard).chain(played).chain(disordered)
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

fn listed(board: &mut MailboxBoard, kind: MoveKind) -> MoveList {
    let mut list = MoveList::new();
    board.write_moves(kind, &mut list);
    list
}

fn written(position: &Position, moves: &[Move]) -> String {
    moves.iter().map(|&mv| position.to_lan(mv).to_string()).collect::<Vec<_>>().join(" ")
}

/// The position of the page on which the generator was published, and its two lists.
///
/// ```text
/// 8 | r . . . k . . r
/// 7 | . p . . b . p .
/// 6 | b . n . p . . .
/// 5 | . . p p . . q p
/// 4 | . . . P P . B .
/// 3 | . Q . . . p P .
/// 2 | P B . N . . . .
/// 1 | R . . . K . . R
///     a b c d e f g h
/// ```
#[test]
fn the_page_is_reproduced() {
    let (position, mut board) = mailbox("r3k2r/1p2b1p1/b1n1p3/2pp2qp/3PP1B1/1Q3pP1/PB1N4/R3K2R w KQkq - 0 1");
    board.generate_moves();
    assert_eq!(
        written(&position, board.tactical_moves()),
        "Pd4xc5 Pe4xd5 Bg4xh5 Bg4xf3 Bg4xe6 Qb3xd5 Qb3xb7 Qb3xf3 Nd2xf3 Rh1xh5"
    );
    assert_eq!(
        written(&position, board.quiet_moves()),
        "Pe4-e5 Bg4-h3 Bg4-f5 Qb3-c4 Qb3-c2 Qb3-d1 Qb3-a4 Qb3-b4 Qb3-b5 Qb3-b6 Qb3-c3 Qb3-d3 Qb3-e3 Qb3-a3 \
         Pa2-a3 Pa2-a4 Bb2-c3 Bb2-c1 Bb2-a3 Nd2-f1 Nd2-b1 Nd2-c4 Ra1-b1 Ra1-c1 Ra1-d1 Ke1-e2 Ke1-f2 Ke1-f1 \
         Ke1-d1 Ke1-g1 Ke1-c1 Rh1-h2 Rh1-h3 Rh1-h4 Rh1-g1 Rh1-f1"
    );
    assert_eq!((board.tactical_moves().len(), board.quiet_moves().len()), (10, 36));
    // The pawn on f3 attacks e2, and the bishop on a6 attacks f1.
    let legal = board.legal_moves_of(MoveKind::All);
    assert_eq!(legal.len(), 43);
    let pseudo = listed(&mut board, MoveKind::All);
    let illegal: Vec<Move> = pseudo.iter().copied().filter(|mv| !legal.contains(mv)).collect();
    assert_eq!(written(&position, &illegal), "Ke1-e2 Ke1-f1 Ke1-g1");
}

/// Cases that the page leaves out: black pawns, promotions, en passant.
#[test]
fn the_order_continues_where_the_page_ends() {
    for (fen, tactical, quiet) in [
        (
            "r3k2r/8/8/8/1pPp4/8/p5Kp/1N6 b kq c3 0 1",
            "Pb4xc3 Pd4xc3 Pa2-a1=Q Pa2-a1=R Pa2-a1=N Pa2-a1=B Pa2xb1=Q Pa2xb1=R Pa2xb1=N Pa2xb1=B Ph2-h1=Q \
             Ph2-h1=R Ph2-h1=N Ph2-h1=B",
            "Ra8-b8 Ra8-c8 Ra8-d8 Ra8-a7 Ra8-a6 Ra8-a5 Ra8-a4 Ra8-a3 Ke8-f8 Ke8-f7 Ke8-e7 Ke8-d7 Ke8-d8 Ke8-g8 \
             Ke8-c8 Rh8-h7 Rh8-h6 Rh8-h5 Rh8-h4 Rh8-h3 Rh8-g8 Rh8-f8 Pb4-b3 Pd4-d3",
        ),
        (
            "4k3/8/8/3pP3/8/2n1p3/3P4/4K3 w - d6 0 1",
            "Pe5xd6 Pd2xc3 Pd2xe3",
            "Pe5-e6 Pd2-d3 Pd2-d4 Ke1-e2 Ke1-f2 Ke1-f1 Ke1-d1",
        ),
        (
            "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1",
            "",
            "Nd4-e6 Nd4-f5 Nd4-f3 Nd4-e2 Nd4-c2 Nd4-b3 Nd4-b5 Nd4-c6 Ke1-e2 Ke1-f2 Ke1-f1 Ke1-d1 Ke1-d2",
        ),
    ] {
        let (position, mut board) = mailbox(fen);
        board.generate_moves();
        assert_eq!(written(&position, board.tactical_moves()), tactical, "{fen}");
        assert_eq!(written(&position, board.quiet_moves()), quiet, "{fen}");
    }
}

#[test]
fn pseudo_legal_moves_are_those_of_the_position() {
    let mut expected = MoveList::new();
    for position in positions(3_000) {
        let mut board = board(&position);
        for kind in KINDS {
            position.pseudo_legal_moves_into(kind, &mut expected);
            assert_eq!(sorted(&listed(&mut board, kind)), sorted(&expected), "{position}, {kind:?}");
        }
    }
}

/// Every move is either tactical or quiet, and all moves are the former followed by the latter.
#[test]
fn kinds_part_the_moves() {
    for position in positions(500) {
        let mut board = board(&position);
        let [all, tactical, quiet, captures] = KINDS.map(|kind| listed(&mut board, kind));
        assert_eq!(*all, *[&*tactical, &*quiet].concat(), "{position}");
        assert!(tactical.iter().all(|mv| mv.is_tactical()) && !quiet.iter().any(|mv| mv.is_tactical()));
        assert!(captures.iter().eq(tactical.iter().filter(|mv| mv.is_capture())), "{position}");
        board.generate_tactical_moves();
        assert_eq!(board.tactical_moves(), &*tactical, "{position}");
        assert!(board.quiet_moves().is_empty(), "{position}");
    }
}

/// Down to every leaf and back: pieces, state and lists are as they were, and after each move equal to a new board.
#[test]
fn every_move_is_taken_back() {
    for position in positions(500) {
        let mut mailbox = board(&position);
        let before = mailbox.clone();
        mailbox.generate_moves();
        let lists = [mailbox.tactical_moves(), mailbox.quiet_moves()].concat();
        for &mv in &lists {
            let undo = mailbox.play_unchecked(mv);
            if mailbox.last_move_was_legal(mv) {
                assert_eq!(mailbox, board(&position.after(mv)), "{position}: {mv}");
            }
            mailbox.generate_moves();
            mailbox.undo(mv, undo);
            assert_eq!(mailbox, before, "{position}: {mv}");
            assert_eq!([mailbox.tactical_moves(), mailbox.quiet_moves()].concat(), lists, "{position}: {mv}");
        }
    }
}

/// A game longer than the allocated lists is played to its end, and taken back to its start.
#[test]
fn lists_grow_with_the_depth() {
    let mut random = games::Random(11);
    let mut position = Position::default();
    let mut mailbox = board(&position);
    let mut line = Vec::new();
    for _ in 0..4 * MailboxBoard::DEPTHS {
        mailbox.generate_moves();
        let moves = [mailbox.tactical_moves(), mailbox.quiet_moves()].concat();
        let Some(mv) = random.chooses(&position) else { break };
        line.push((position, mv, mailbox.play_unchecked(mv), moves));
        position.play_unchecked(mv);
        assert_eq!(mailbox, board(&position));
    }
    assert!(line.len() > MailboxBoard::DEPTHS, "the game is too short");
    for (position, mv, undo, moves) in line.into_iter().rev() {
        mailbox.undo(mv, undo);
        assert_eq!(mailbox, board(&position));
        assert_eq!([mailbox.tactical_moves(), mailbox.quiet_moves()].concat(), moves);
    }
}

#[test]
fn the_packed_state_agrees_with_the_position() {
    for position in positions(3_000) {
        let state = board(&position).state();
        assert_eq!(PackedState::from_raw(state.raw()), state);
        assert!(state.raw() < 1 << PackedState::BITS);
        assert_eq!(state.side_to_move(), position.side_to_move(), "{position}");
        assert_eq!(state.castling_rights(), position.castling_rights(), "{position}");
        assert_eq!(state.en_passant(), position.en_passant(), "{position}");
        for color in Color::ALL {
            assert_eq!(state.king(color), Some(position.king(color)), "{position}");
        }
    }
}

#[test]
fn castling_of_chess960_is_refused_and_its_other_positions_are_not() {
    let mut refused = 0;
    for entry in suites::chess960() {
        let position = entry.position();
        let answer = MailboxBoard::from_position(&position);
        assert_eq!(answer.is_err(), position.is_chess960(), "{}", entry.name);
        if let Err(error) = answer {
            assert_eq!(
                error.to_string(),
                "the mailbox generator cannot hold castling of Chess960, with a king off the e-file or a rook \
                 off its corner"
            );
            refused += 1;
        }
        let mut setup = position.to_setup();
        setup.state.castling_rights = CastlingRights::NONE;
        let position = Position::try_from(setup).unwrap_or_else(|error| panic!("{error}"));
        let legal = sorted(&board(&position).legal_moves_of(MoveKind::All));
        assert_eq!(legal, sorted(&position.legal_moves()), "{}", entry.name);
    }
    assert!(refused > 100, "only {refused} Chess960 positions");
}

#[test]
fn divide_has_the_order_of_the_generator() {
    let counts = divide_with(&mut board(&Position::default()), 3);
    let moves: Vec<String> = counts.iter().map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(
        moves.join(" "),
        "a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4 b1c3 b1a3 g1h3 g1f3"
    );
    assert_eq!(counts.iter().map(|&(_, count)| count).sum::<u128>(), 8_902);
}
