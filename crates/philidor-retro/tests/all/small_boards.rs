//! All positions of three pieces, and of four on a few squares: every move is noted at the position that it leads to,
//! and each position must have as many predecessors.

use std::collections::{HashMap, HashSet};

use philidor::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Move, MoveType, Piece, PieceType, Position, Rank,
    Setup, Square,
};
use philidor_proof::{samples, seed, some_of};
use philidor_retro::{ClockReading, Retractor, Unmove};

use super::definition;
use super::laws::{assert_laws, assert_predecessors_lead_back};
use super::sameness::position;

/// The pieces besides two kings.
type Extras<'a> = &'a [Piece];

/// Calls a closure with each position of two kings and some pieces on squares of a set, with all castling rights and
/// en-passant squares that it may have.
fn for_each_position(extras: Extras<'_>, squares: Bitboard, each: &mut impl FnMut(&Position)) {
    let kings = Color::ALL.map(|color| Piece::new(color, PieceType::King));
    place(Setup::empty(), &[&kings, extras].concat(), None, squares, each);
}

/// Places the rest of the pieces; equal ones in ascending order, so that each position comes once.
fn place(
    setup: Setup,
    pieces: &[Piece],
    last: Option<(Piece, Square)>,
    squares: Bitboard,
    each: &mut impl FnMut(&Position),
) {
    let Some((&piece, rest)) = pieces.split_first() else { return with_each_state(setup, each) };
    for square in squares - setup.board.occupied() {
        let is_pawn = piece.piece_type == PieceType::Pawn;
        let is_again = last.is_some_and(|(before, at)| before == piece && square < at);
        if !(is_again || is_pawn && Bitboard::LAST_RANKS.contains(square)) {
            let mut setup = setup;
            setup.board.put(square, piece);
            place(setup, rest, Some((piece, square)), squares, each);
        }
    }
}

fn with_each_state(setup: Setup, each: &mut impl FnMut(&Position)) {
    for side_to_move in Color::ALL {
        let mut setup = setup;
        setup.state.side_to_move = side_to_move;
        if Position::try_from(setup).is_err() {
            continue;
        }
        let possible = possible_rights(setup);
        let squares = File::ALL.map(|file| Square::new(file, Rank::Sixth.relative_to(side_to_move)));
        for rights in (0..16).map(CastlingRights::from_bits).filter(|&rights| (rights - possible).is_empty())
        {
            for en_passant in core::iter::once(None).chain(squares.map(Some)) {
                setup.state.castling_rights = rights;
                setup.state.en_passant = en_passant;
                if let Ok(position) = Position::try_from(setup) {
                    each(&position);
                }
            }
        }
    }
}

/// The rights of standard chess that a setup may have.
fn possible_rights(mut setup: Setup) -> CastlingRights {
    setup.state.castling_rights = CastlingRights::ANY;
    let kings = Color::ALL.map(|color| Piece::new(color, PieceType::King));
    let rights = setup.without_impossible_castling_rights().state.castling_rights;
    let at_home = |color: Color| {
        setup.board.piece_at(Square::new(File::E, Rank::First.relative_to(color)))
            == Some(kings[color as usize])
    };
    let of =
        |color: Color| if at_home(color) { CastlingRights::for_color(color) } else { CastlingRights::NONE };
    rights & (of(Color::White) | of(Color::Black))
}

/// The pieces of a position besides the kings, as a number that does not depend on their order.
fn material(position: &Position) -> Vec<(Piece, u32)> {
    let of = |color, piece_type| position.board().colored_pieces(color, piece_type).len();
    let pieces = Color::ALL
        .into_iter()
        .flat_map(|color| PieceType::ALL.map(|piece_type| Piece::new(color, piece_type)));
    pieces.map(|piece| (piece, of(piece.color, piece.piece_type))).filter(|&(_, count)| count > 0).collect()
}

/// What identifies a position, clocks aside.
fn identity(position: &Position) -> [u64; 2] {
    let board = position.board().occupied().0;
    [position.key(), board ^ position.en_passant().map_or(0, |square| (square as u64 + 1).rotate_left(40))]
}

/// Counts the moves that lead to each position, and compares with the unmoves to the same set of positions.
fn are_counted_alike(universe: &[Vec<Piece>], squares: Bitboard) -> u64 {
    let mut arrivals: HashMap<[u64; 2], u64> = HashMap::new();
    let mut positions = Vec::new();
    let mut materials = HashSet::new();
    for extras in universe {
        for_each_position(extras, squares, &mut |before| {
            materials.insert(material(before));
            positions.push(*before);
            for mv in before.legal_moves() {
                if squares.contains(mv.dest_square()) {
                    *arrivals.entry(identity(&before.after(mv))).or_default() += 1;
                }
            }
        });
    }
    let mut sum = 0;
    for after in &positions {
        let within = |unmove: &Unmove| squares.contains(unmove.origin());
        let unmoves = Retractor::new().unmoves(after);
        let states = unmoves.iter().filter(|unmove| within(unmove)).map(|&unmove| {
            let predecessors = Retractor::new().predecessors(after, unmove);
            let is_in_universe = materials.contains(&material(&predecessors.reduced()));
            let is_on_squares = predecessors.reduced().board().occupied().is_subset_of(squares);
            if is_in_universe && is_on_squares { predecessors.len() as u64 } else { 0 }
        });
        let states: u64 = states.sum();
        assert_eq!(states, arrivals.get(&identity(after)).copied().unwrap_or_default(), "{after}");
        sum += states;
    }
    sum
}

fn pieces(text: &str) -> Vec<Piece> {
    text.chars().filter_map(Piece::from_letter).collect()
}

/// Three pieces on three files, in a quick run on two, the third a pawn or a piece that a pawn becomes.
#[test]
fn as_many_come_back_as_went_with_three_pieces_on_few_files() {
    let sides = some_of(&[File::A, File::B], 49).iter().copied();
    let squares = sides.chain([File::E]).map(Bitboard::from_file);
    let squares = squares.fold(Bitboard::EMPTY, |set, file| set | file);
    let universe: Vec<_> = ["Q", "R", "B", "N", "P"].into_iter().map(pieces).collect();
    let sum = are_counted_alike(&universe, squares);
    assert!(sum > 40_000, "{sum}");
}

#[test]
#[ignore = "slow"]
fn as_many_come_back_as_went_with_three_pieces() {
    let universe: Vec<_> =
        ["Q", "R", "B", "N", "P", "q", "r", "b", "n", "p"].into_iter().map(pieces).collect();
    assert!(are_counted_alike(&universe, Bitboard::FULL) > 50_000_000);
}

/// Three files: captures, captures en passant and promotions of both sides.
fn corner(files: usize, ranks: usize) -> Bitboard {
    let is_in = |square: &Square| square.file().index() < files && square.rank().index() < ranks;
    Square::ALL.into_iter().filter(is_in).collect()
}

#[test]
fn as_many_come_back_as_went_with_captures_in_a_corner() {
    let universe: Vec<_> =
        ["", "P", "p", "q", "Pp", "PP", "pp", "Nq", "pr", "Pq", "N", "r"].into_iter().map(pieces).collect();
    let sum = are_counted_alike(&universe, corner(3, 4));
    assert!(sum > 100_000, "{sum}");
}

#[test]
#[ignore = "slow"]
fn as_many_come_back_as_went_with_all_captures_in_a_corner() {
    const LETTERS: [&str; 10] = ["Q", "R", "B", "N", "P", "q", "r", "b", "n", "p"];
    let pairs =
        (0..10).flat_map(|one| (one..10).map(move |other| format!("{}{}", LETTERS[one], LETTERS[other])));
    let all = LETTERS.map(str::to_owned).into_iter().chain(pairs).chain([String::new()]);
    let universe: Vec<_> = all.map(|text| pieces(&text)).collect();
    are_counted_alike(&universe, corner(3, 4));
    // White's side of it: promotions on the eighth rank, en passant on the sixth.
    let top = corner(3, 8) - corner(3, 4);
    are_counted_alike(&universe, top);
}

/// Every 997th position of three pieces holds the laws, in a quick run every 7,976th with one drawn piece, since all
/// others are set up, too; the slow test below has all.
#[test]
fn positions_of_three_pieces_hold_the_laws() {
    let step = 997 * 8 / samples(8);
    for letter in some_of(&["Q", "R", "B", "N", "P"], 47) {
        let mut number = seed(48) as usize % step;
        for_each_position(&pieces(letter), Bitboard::FULL, &mut |position| {
            number += 1;
            if !number.is_multiple_of(step) {
                return;
            }
            assert_laws(Retractor::new(), position);
            for unmove in Retractor::new().unmoves(position) {
                assert_predecessors_lead_back(Retractor::new(), position, unmove);
            }
        });
        assert!(number > 200_000, "{letter}: {number}");
    }
}

#[test]
#[ignore = "slow"]
fn all_positions_of_three_pieces_hold_the_laws() {
    for letter in ["Q", "R", "B", "N", "P"] {
        for_each_position(&pieces(letter), Bitboard::FULL, &mut |position| {
            assert_laws(Retractor::new(), position);
            for unmove in Retractor::new().unmoves(position) {
                assert_predecessors_lead_back(Retractor::new(), position, unmove);
            }
        });
    }
}

/// The lines of moves that end at a position: one unmove by definition, and from each state before it another.
fn lines_to(end: &Position, depth: u32) -> HashSet<Vec<Unmove>> {
    let mut lines: HashSet<(Position, Vec<Unmove>)> = HashSet::from([(*end, Vec::new())]);
    for step in 0..depth {
        let mut longer = HashSet::new();
        for (position, line) in lines {
            let reading = Retractor::new();
            for unmove in definition::unmoves(reading, &position) {
                for before in &reading.predecessors(&position, unmove) {
                    let mut line = line.clone();
                    line.push(unmove);
                    longer.insert((before, line));
                }
            }
        }
        assert!(!longer.is_empty() || step > 0);
        lines = longer;
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn unperft_counts_the_lines_of_all_states() {
    for (fen, depth) in [
        ("8/8/8/8/8/2k5/8/K7 w - - 0 1", 2),
        ("8/8/8/4p3/4P3/2k5/8/K7 w - - 0 1", 2),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", 2),
        ("k7/8/3P4/8/8/8/8/K7 b - - 0 1", 2),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", 2),
        ("5rk1/8/8/8/8/8/8/K7 w - - 0 1", 2),
    ] {
        let end = position(fen);
        let lines = lines_to(&end, depth);
        assert_eq!(Retractor::new().unperft(&end, depth), lines.len() as u64, "{fen}");
    }
}

/// The positions from which a move leads to this one, with the move. Nothing is taken back: each piece of the side that
/// moved is put on every empty square, as itself or as a pawn, without a captured piece or with one (where the piece is
/// now or, for en passant, on that file and the origin's rank), and every move is played.
fn arrivals(end: &Position) -> HashSet<(Position, Unmove)> {
    let (mover, mut found) = (!end.side_to_move(), HashSet::new());
    let mut play = |setup: Setup| {
        with_each_state(setup, &mut |before| {
            for mv in before.legal_moves().into_iter().filter(|_| before.side_to_move() == mover) {
                if definition::leads_to(Retractor::new(), &before.after(mv), end) {
                    found.insert((*before, Unmove::of(mv, before)));
                }
            }
        });
    };
    for arrived in end.board().colors(mover) {
        let piece = end.piece_at(arrived).expect("an occupied square");
        let pawn = Piece::new(mover, PieceType::Pawn);
        let is_promotion = piece.piece_type != PieceType::King && piece != pawn;
        for origin in !end.board().occupied() {
            for piece in [Some(piece), is_promotion.then_some(pawn)].into_iter().flatten() {
                let mut setup = Setup::empty();
                setup.board = *end.board();
                setup.board.remove(arrived);
                setup.board.put(origin, piece);
                play(setup);
                for at in [arrived, Square::new(arrived.file(), origin.rank())] {
                    for taken in PieceType::ALL.into_iter().filter(|&taken| taken != PieceType::King) {
                        let mut setup = setup;
                        if setup.board.piece_at(at).is_none() {
                            setup.board.put(at, Piece::new(!mover, taken));
                            play(setup);
                        }
                    }
                }
            }
        }
    }
    found
}

#[test]
fn unperft_counts_captures_and_promotions_as_they_are_played() {
    for (fen, depth) in [
        ("8/8/8/8/8/2k5/8/K7 w - - 0 1", 2),
        ("3Q4/8/8/8/8/2k5/8/K7 b - - 0 1", 2),
        ("8/8/1P6/8/8/2k5/8/K7 b - - 0 1", 2),
    ] {
        let end = position(fen);
        let mut lines = HashSet::from([(end, Vec::new())]);
        for _ in 0..depth {
            let longer = lines.into_iter().flat_map(|(position, line)| {
                let with = move |(before, unmove)| (before, [&line[..], &[unmove]].concat());
                arrivals(&position).into_iter().map(with)
            });
            lines = longer.collect();
        }
        let lines: HashSet<Vec<Unmove>> = lines.into_iter().map(|(_, line)| line).collect();
        let count = |is: fn(&Unmove) -> bool| lines.iter().flatten().filter(|unmove| is(unmove)).count();
        assert!(count(|unmove| unmove.to_string().contains('x')) > 100, "{fen}");
        assert!(!fen.contains('Q') || count(|unmove| unmove.to_string().contains('=')) > 0, "{fen}");
        assert_eq!(Retractor::new().unperft(&end, depth), lines.len() as u64, "{fen}");
    }
}

/// With clocks that are exact, no piece is put back for a while, and backward perft is a count within the same pieces.
#[test]
fn unperft_of_quiet_moves_counts_the_games_forward() {
    let end = position("8/8/8/3k4/8/8/1R6/K7 b - - 3 9");
    let exact = Retractor::new().clock(ClockReading::Exact);
    let mut positions = Vec::new();
    for_each_position(&pieces("R"), Bitboard::FULL, &mut |position| {
        if position.castling_rights().is_empty() {
            positions.push(*position);
        }
    });
    let numbers: HashMap<u64, usize> = positions.iter().map(Position::key).zip(0..).collect();
    // Each move from one of them to another, by their numbers.
    let mut moves = Vec::new();
    for (number, before) in positions.iter().enumerate() {
        for mv in before.legal_moves().into_iter().filter(|mv| is_quiet(*mv)) {
            moves.push((number, numbers[&before.after(mv).key()]));
        }
    }
    // The number of lines that lead to each position: first of no moves, then of one more.
    let mut lines = vec![1; positions.len()];
    for depth in 1..=3 {
        let mut longer = vec![0; positions.len()];
        for &(before, after) in &moves {
            longer[after] += lines[before];
        }
        lines = longer;
        assert_eq!(exact.unperft(&end, depth), lines[numbers[&end.key()]], "depth {depth}");
    }
}

fn is_quiet(mv: Move) -> bool {
    !mv.is_pawn_advance_or_capture() && mv.move_type() == MoveType::Normal
}

/// Castling of Chess960 on an empty board: from every pair of squares from which it is a move.
#[test]
fn chess960_castling_comes_from_every_pair_of_squares() {
    let position = position("5rk1/8/8/8/8/8/8/K7 w - - 0 1");
    let retractor = Retractor::new().castling(philidor::CastlingMode::Chess960);
    let castlings = retractor
        .unmoves(&position)
        .into_iter()
        .filter(|unmove| unmove.castling_side() == Some(CastlingSide::KingSide));
    assert_eq!(castlings.count(), 28);
}
