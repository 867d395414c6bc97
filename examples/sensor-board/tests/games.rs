//! Random games, handled in random order: the referee finds every move, and nothing else.

use philidor::{Bitboard, CastlingSide, Game, Move, MoveFault, MoveType, PieceType, Position, Square};
use sensor_board::{Referee, Verdict};

/// Numbers that look random, the same ones each time (Knuth's multiplier).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A hand that lifts or puts.
#[derive(Clone, Copy)]
enum Hand {
    Lift(Square),
    Put(Square),
}

/// An order in which a player could make a move.
fn hands(position: &Position, mv: Move, numbers: &mut Numbers) -> Vec<Hand> {
    use Hand::{Lift, Put};
    let (origin, destination) = (mv.orig_square(), mv.dest_square());
    let captured = match mv.move_type() {
        MoveType::EnPassant => Some(Square::new(destination.file(), origin.rank())),
        _ if mv.is_capture() => Some(destination),
        _ => None,
    };
    if let Some(side) = mv.castling_side() {
        let rook = position.castling_rooks().square(position.side_to_move(), side);
        let rook_to = match side {
            CastlingSide::KingSide => Square::new(philidor::File::F, origin.rank()),
            CastlingSide::QueenSide => Square::new(philidor::File::D, origin.rank()),
        };
        let hands = match numbers.below(3) {
            0 if !position.is_chess960() => vec![Lift(origin), Put(destination), Lift(rook), Put(rook_to)],
            1 => vec![Lift(origin), Lift(rook), Put(destination), Put(rook_to)],
            _ => vec![Lift(rook), Lift(origin), Put(rook_to), Put(destination)],
        };
        // A piece that stays where it stands is not touched.
        let stays = [(origin, destination), (rook, rook_to)].into_iter().find(|(from, to)| from == to);
        let touches = |hand: &Hand| matches!(hand, Lift(square) | Put(square) if stays.is_none_or(|(at, _)| at != *square));
        return hands.into_iter().filter(touches).collect();
    }
    match captured {
        None => vec![Lift(origin), Put(destination)],
        Some(square) if square != destination && numbers.below(2) == 0 => {
            vec![Lift(origin), Put(destination), Lift(square)]
        }
        Some(square) if numbers.below(2) == 0 => vec![Lift(square), Lift(origin), Put(destination)],
        Some(square) => vec![Lift(origin), Lift(square), Put(destination)],
    }
}

/// The board under the hands.
struct Table {
    referee: Referee,
    occupied: Bitboard,
}

impl Table {
    fn new(position: Position) -> Table {
        Table { referee: Referee::new(position), occupied: position.board().occupied() }
    }

    fn hand(&mut self, hand: Hand) -> Verdict {
        match hand {
            Hand::Lift(square) => self.occupied.remove(square),
            Hand::Put(square) => self.occupied.insert(square),
        }
        self.referee.settled(self.occupied)
    }

    /// Makes a move by hand, and checks each verdict.
    fn play(&mut self, mv: Move, numbers: &mut Numbers) {
        let position = *self.referee.position();
        self.referee.promote_to(mv.promotion().unwrap_or(PieceType::Queen));
        let hands = hands(&position, mv, numbers);
        let last = hands.len() - 1;
        for (at, &hand) in hands.iter().enumerate() {
            let expected = if at == last { Verdict::Played(mv) } else { Verdict::UnderWay };
            let verdict = self.hand(hand);
            assert_eq!(verdict, expected, "{position}: {mv}, hand {at}");
        }
        assert_eq!(*self.referee.position(), position.after(mv));
    }

    /// Lifts a piece, and puts it back.
    fn adjust(&mut self, square: Square) {
        self.hand(Hand::Lift(square));
        assert_eq!(self.hand(Hand::Put(square)), Verdict::Unchanged, "{}", self.referee.position());
    }

    /// Moves a piece where it may not go, and back; returns what the referee had against it.
    fn err(&mut self, origin: Square, destination: Square) -> Option<MoveFault> {
        let position = *self.referee.position();
        let takes = self.occupied.contains(destination);
        if takes {
            self.hand(Hand::Lift(destination));
        }
        self.hand(Hand::Lift(origin));
        let verdict = self.hand(Hand::Put(destination));
        let squares = Bitboard::from(origin) | if takes { Bitboard::EMPTY } else { destination.into() };
        let Verdict::Wrong { squares: lit, fault } = verdict else {
            panic!("{position}: {origin}{destination}: {verdict:?}")
        };
        assert_eq!(lit, squares, "{position}: {origin}{destination}");
        if !takes {
            let verdict = self.hand(Hand::Lift(destination));
            assert!(!matches!(verdict, Verdict::Wrong { fault: Some(_), .. }), "in hand again: {verdict:?}");
        }
        assert_eq!(self.hand(Hand::Put(origin)), Verdict::Unchanged);
        fault
    }
}

#[test]
fn every_move_of_games_by_chance_is_found() {
    let mut numbers = Numbers(1);
    let (mut castled, mut en_passant, mut promoted, mut refused) = (0, 0, 0, 0);
    for number in 0..200 {
        let start = match number % 2 {
            0 => Position::default(),
            _ => Position::chess960(numbers.below(960) as u16).expect("below 960"),
        };
        let mut table = Table::new(start);
        for _ in 0..150 {
            let position = *table.referee.position();
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let own: Vec<Square> = position.board().occupied().into_iter().collect();
            table.adjust(own[numbers.below(own.len())]);

            let (origin, destination) = (own[numbers.below(own.len())], Square::ALL[numbers.below(64)]);
            let is_own = |square| {
                position.piece_at(square).is_some_and(|piece| piece.color == position.side_to_move())
            };
            // What begins like a legal move is one under way: a king's step to where it castles, a pawn's to where it
            // takes.
            let may_begin = |mv: &Move| mv.orig_square() == origin || mv.castling_side().is_some();
            if origin != destination && is_own(origin) && !moves.iter().any(may_begin) {
                assert_eq!(
                    table.err(origin, destination),
                    position.find_move(origin, destination, None).err(),
                    "{position}: {origin}{destination}"
                );
                refused += 1;
            }

            let special = |mv: &&Move| mv.castling_side().is_some() || mv.move_type() == MoveType::EnPassant;
            let mv = *moves.iter().find(special).unwrap_or(&moves[numbers.below(moves.len())]);
            table.play(mv, &mut numbers);
            castled += u32::from(mv.castling_side().is_some());
            en_passant += u32::from(mv.move_type() == MoveType::EnPassant);
            promoted += u32::from(mv.promotion().is_some());
        }
    }
    assert!(
        castled > 100 && en_passant > 20 && promoted > 20 && refused > 1_000,
        "{castled} {en_passant} {promoted} {refused}"
    );
}

#[test]
fn a_capture_is_the_one_where_the_piece_was_put() {
    use Hand::{Lift, Put};
    let position = "4k3/8/8/3n1b2/4P3/8/8/4K3 w - - 0 1".parse::<Position>().expect("a position");
    let mut table = Table::new(position);
    table.hand(Lift(Square::F5));
    table.hand(Lift(Square::E4));
    table.hand(Lift(Square::D5));
    assert_eq!(table.hand(Put(Square::F5)), Verdict::UnderWay);
    assert!(matches!(table.hand(Put(Square::D5)), Verdict::Played(mv) if mv.to_string() == "e4d5"));
}

#[test]
fn a_board_that_was_never_set_up_is_lit_until_it_is() {
    let mut referee = Referee::default();
    let start = referee.position().board().occupied();
    assert_eq!(referee.settled(Bitboard::EMPTY), Verdict::Wrong { squares: start, fault: None });
    let without_a1 = start - Bitboard::from(Square::A1);
    assert_eq!(referee.settled(without_a1), Verdict::Wrong { squares: Square::A1.into(), fault: None });
    assert_eq!(referee.settled(start), Verdict::Unchanged);
    assert_eq!(*referee.game(), Game::new());

    // King and rook may change places at once, but that has not happened.
    let position = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1".parse::<Position>().expect("a position");
    let mut table = Table::new(position);
    let start = table.occupied;
    table.referee.settled(Bitboard::EMPTY);
    assert_eq!(table.referee.settled(start), Verdict::Unchanged);
    table.hand(Hand::Lift(Square::F1));
    table.hand(Hand::Lift(Square::G1));
    assert_eq!(table.hand(Hand::Put(Square::F1)), Verdict::UnderWay);
    assert!(matches!(table.hand(Hand::Put(Square::G1)), Verdict::Played(mv) if mv.castling_side().is_some()));
}

#[test]
fn setting_up_the_pieces_begins_a_new_game() {
    let mut numbers = Numbers(2);
    for plies in 1..60 {
        let mut table = Table::new(Position::default());
        let start = table.occupied;
        for _ in 0..plies {
            let moves = table.referee.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            table.play(moves[numbers.below(moves.len())], &mut numbers);
        }
        // The board is cleared and set up square by square, in any order: with so few pieces no move is complete.
        table.referee.settled(Bitboard::EMPTY);
        let mut empty: Vec<Square> = start.into_iter().collect();
        table.occupied = Bitboard::EMPTY;
        while empty.len() > 1 {
            let verdict = table.hand(Hand::Put(empty.swap_remove(numbers.below(empty.len()))));
            assert!(!matches!(verdict, Verdict::Played(_) | Verdict::NewGame), "{verdict:?}");
        }
        let is_there = table.referee.position().board().occupied() == start;
        let expected = if is_there { Verdict::Unchanged } else { Verdict::NewGame };
        assert_eq!(table.hand(Hand::Put(empty[0])), expected);
        if !is_there {
            assert_eq!(*table.referee.game(), Game::new());
            table.adjust(Square::E2);
            let first = table.referee.position().parse_san("e4").expect("legal");
            table.play(first, &mut numbers);
        }
    }
    // Taking back the first move begins a new game, too.
    let mut table = Table::new(Position::default());
    table.play(table.referee.position().parse_san("Nf3").expect("legal"), &mut numbers);
    table.hand(Hand::Lift(Square::F3));
    assert_eq!(table.hand(Hand::Put(Square::G1)), Verdict::NewGame);
}

#[test]
fn what_is_wrong_has_the_reason_of_the_rules() {
    let mut table = Table::new("4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1".parse().expect("a position"));
    assert_eq!(
        table.err(Square::E2, Square::C3),
        Some(MoveFault::KingInCheck { piece_type: PieceType::Knight, destination: Square::C3 })
    );
    assert_eq!(table.err(Square::G8, Square::H8), Some(MoveFault::NoPiece { origin: Square::G8 }));
}
