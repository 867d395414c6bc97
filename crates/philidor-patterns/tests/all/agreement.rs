//! Random patterns in random games: the search finds what the plain reader finds, and bounds lose no game.

use std::num::NonZero;

use philidor::GameResult;
use philidor::{Bitboard, CastlingSide, Color, Piece, PieceType, Position, Square};
use philidor_patterns::{
    BoardPattern, Bound, CastlingPattern, Comparison, Ending, GameFacts, MovePattern, Occupant, Operand,
    Pattern, PieceCounts, PieceSet, Pieces, Quality,
};
use philidor_proof::{at_least, samples, seed};

use crate::games::{Game, Random};
use crate::plain::Plain;

const RESULTS: [GameResult; 3] = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];

/// Pieces, often a single one.
fn set(random: &mut Random) -> PieceSet {
    let one = |random: &mut Random| {
        PieceSet::from(Piece::new(random.one(&Color::ALL), random.one(&PieceType::ALL)))
    };
    match random.below(5) {
        0 => random.one(&[PieceSet::WHITE, PieceSet::BLACK, PieceSet::ALL]),
        1 => one(random) | one(random) | one(random),
        _ => one(random),
    }
}

fn zone(random: &mut Random) -> Bitboard {
    match random.below(5) {
        0 => Bitboard::FULL,
        1 => Bitboard(0xff << (8 * random.below(8))),
        2 => Bitboard(0x0101_0101_0101_0101 << random.below(8)),
        3 => Bitboard(0x0303_0303 << random.below(32)),
        _ => random.one(&Square::ALL).into(),
    }
}

fn pieces(random: &mut Random) -> Pieces {
    let pieces = Pieces::new(set(random)).with_zone(zone(random));
    let qualities = [
        Quality::Isolated,
        Quality::Doubled,
        Quality::Passed,
        Quality::Backward,
        Quality::Blocked,
        Quality::Chained,
        Quality::Pinned,
        Quality::Attacked,
    ];
    match random.below(3) {
        0 => pieces.with_quality(random.one(&qualities)),
        _ => pieces,
    }
}

fn comparison(random: &mut Random) -> Comparison {
    use Comparison::{AtLeast, AtMost, Equal, Greater, Less, NotEqual};
    random.one(&[Equal, NotEqual, Less, AtMost, Greater, AtLeast, AtLeast])
}

/// A pattern without parts, taken from a position of the game where possible.
fn single(random: &mut Random, game: &Game) -> Pattern {
    let at = random.below(game.positions.len());
    let position: &Position = &game.positions[at];
    let board = position.board();
    let material = PieceCounts::of(board);
    match random.below(20) {
        0 | 1 => {
            let mut pattern = BoardPattern::default();
            for _ in 0..=random.below(4) {
                let square = random.one(&Square::ALL);
                let occupant = match random.below(4) {
                    0 => Occupant { pieces: set(random), nothing: random.below(2) == 0 },
                    _ => BoardPattern::exactly(board).squares[square.index()],
                };
                pattern.squares[square.index()] = occupant;
            }
            Pattern::Board(Box::new(pattern))
        }
        2 => Pattern::Board(Box::new(BoardPattern::exactly(board))),
        3 => Pattern::Position(Box::new(*position)),
        4 | 5 => Pattern::Count(pieces(random), comparison(random), Operand::Number(random.below(4) as u32)),
        6 => Pattern::Count(pieces(random), comparison(random), Operand::Count(pieces(random))),
        7 | 8 => Pattern::Material(random.one(&[Bound::Exactly, Bound::AtLeast, Bound::AtMost]), material),
        9 => Pattern::Imbalance(material.imbalance()),
        10 => Pattern::Balance(comparison(random), random.below(9) as i32 - 4),
        11 => {
            let of = |color| board.colored_pieces(color, PieceType::Pawn);
            let mut asked = |color| (random.below(3) > 0).then(|| of(color));
            Pattern::Pawns { white: asked(Color::White), black: asked(Color::Black) }
        }
        12 => Pattern::Turn(random.one(&Color::ALL)),
        13 if random.below(2) == 0 => {
            Pattern::Castled(random.one(&Color::ALL), random.one(&CastlingSide::ALL))
        }
        13 => Pattern::Ply(comparison(random), at as u32),
        14 => Pattern::MoveNumber(comparison(random), position.fullmove_number()),
        15 => random.one(&[Pattern::Check, Pattern::Checkmate, Pattern::Stalemate, Pattern::Last]),
        16 => {
            let result = random.one(&RESULTS);
            random.one(&[
                Pattern::Result(result),
                Pattern::Ends(Ending::Checkmate),
                Pattern::Ends(Ending::Stalemate),
                Pattern::Always,
            ])
        }
        _ => {
            let mut mv = MovePattern::default();
            let sides = [
                CastlingPattern::Never,
                CastlingPattern::Castles,
                CastlingPattern::To(CastlingSide::KingSide),
                CastlingPattern::To(CastlingSide::QueenSide),
            ];
            for _ in 0..=random.below(2) {
                match random.below(6) {
                    0 => mv.pieces = set(random),
                    1 => mv.origins = zone(random),
                    2 => mv.destinations = zone(random),
                    3 => mv.captured = Occupant { pieces: set(random), nothing: random.below(3) == 0 },
                    4 => mv.promotion = Occupant { pieces: set(random), nothing: random.below(3) == 0 },
                    _ => mv.castling = random.one(&sides),
                }
            }
            Pattern::Plays(Box::new(mv))
        }
    }
}

pub(crate) fn pattern(random: &mut Random, game: &Game, depth: usize) -> Pattern {
    if depth == 0 {
        return single(random, game);
    }
    let inner = |random: &mut Random| {
        let depth = random.below(depth);
        pattern(random, game, depth)
    };
    let plies = |random: &mut Random| NonZero::new(1 + random.below(5) as u32);
    match random.below(9) {
        0 | 1 => inner(random) & inner(random) & inner(random),
        2 => inner(random) | inner(random),
        3 => !inner(random),
        4 => Pattern::Once(Box::new(inner(random))),
        5 => Pattern::For(Box::new(inner(random)), plies(random).expect("not zero")),
        6 => inner(random).then(plies(random), inner(random)).then(None, inner(random)),
        7 if random.below(2) == 0 => {
            let long = inner(random).then(plies(random), inner(random));
            let step = if random.below(2) == 0 { long & inner(random) } else { long | inner(random) };
            inner(random).then(plies(random).filter(|plies| plies.get() < 5), step)
        }
        7 => inner(random).mirrored(),
        _ => inner(random).then(None, inner(random)),
    }
}

#[test]
fn the_plain_reader_finds_the_same_plies() {
    let mut random = Random(seed(7));
    let (mut found, mut unreachable, mut ruled_out) = (0, 0, 0);
    for _ in 0..samples(400) {
        let game = Game::random(&mut random);
        let result = random.one(&RESULTS);
        let plain = Plain::new(&game, Some(result));
        let last = game.positions.last().expect("a position");
        for _ in 0..60 {
            let depth = random.below(4);
            let pattern = pattern(&mut random, &game, depth);
            let search = pattern.search();
            let (start, facts) = (&game.positions[0], GameFacts::with_result(result));
            let expected = plain.plies(&pattern);
            let mut plies = Vec::new();
            search.each(start, game.digests(), facts, |ply, _| plies.push(ply)).expect("legal moves");
            assert_eq!(plies, expected, "{pattern:?}\n{}", game.positions[0]);
            let first = search.first(start, game.digests(), facts).expect("legal moves");
            assert_eq!(first, expected.first().copied(), "{pattern:?}");
            if !expected.is_empty() {
                assert!(search.end_limits().allows(last), "{pattern:?} {last}");
                found += 1;
            }
            ruled_out += usize::from(!search.end_limits().allows(last));
            // At the end of a game the matcher knows whether its pattern could still hold.
            let mut matcher = search.begin(facts);
            let nexts = game.moves.iter().map(|mv| Some(*mv)).chain([None]);
            let mut may = true;
            for (position, next) in game.positions.iter().zip(nexts) {
                may = matcher.may_hold(position);
                matcher.holds(position, next);
            }
            unreachable += usize::from(!may);
        }
    }
    // These counts show that the patterns are worth testing.
    assert!(
        found >= at_least(5_000) && unreachable >= at_least(1_500) && ruled_out >= at_least(250),
        "{found} {unreachable} {ruled_out}"
    );
}

#[test]
fn a_mirrored_pattern_holds_in_the_mirrored_game() {
    let mut random = Random(seed(11));
    for _ in 0..samples(100) {
        let game = Game::random(&mut random);
        let mirrored =
            Game { positions: game.positions.iter().map(Position::flip_colors).collect(), moves: Vec::new() };
        let flipped: Vec<_> = mirrored
            .positions
            .windows(2)
            .map(|pair| pair[0].move_to(&pair[1]).expect("the mirrored move"))
            .collect();
        let mirrored = Game { moves: flipped, ..mirrored };
        for _ in 0..20 {
            let pattern = single(&mut random, &game);
            let plies = |pattern: &Pattern, game: &Game| {
                let mut plies = Vec::new();
                let found = |ply, _: &Position| plies.push(ply);
                let facts = GameFacts::default();
                pattern.search().each(&game.positions[0], game.digests(), facts, found).expect("legal moves");
                plies
            };
            // Move numbers have no mirror image.
            if !matches!(pattern, Pattern::MoveNumber(..)) {
                assert_eq!(plies(&pattern, &game), plies(&pattern.mirrored(), &mirrored), "{pattern:?}");
            }
        }
    }
}

#[test]
fn a_search_gives_up_as_soon_as_it_can() {
    /// The number of moves that the search reads.
    fn taken(text: &str, game: &Game) -> usize {
        let taken = std::cell::Cell::new(0);
        let digests = game.digests().inspect(|_| taken.set(taken.get() + 1));
        let pattern: Pattern = text.parse().expect("a pattern");
        pattern.search().first(&game.positions[0], digests, GameFacts::default()).expect("legal moves");
        taken.get()
    }
    let moves = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "d2d4", "g8f6", "g1f3", "c8g4"];
    let played = philidor::Game::from_uci(Position::default(), moves).expect("a game");
    let mut positions = vec![*played.start()];
    for mv in played.moves() {
        positions.push(positions[positions.len() - 1].after(mv));
    }
    let game = Game { positions, moves: played.moves().collect() };
    // After the first capture there are 31 pieces; after the first move e2 has no pawn, and
    // after the second one d7.
    assert_eq!(taken("material >= KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP and mate", &game), 3);
    assert_eq!(taken("P on e2 and N on e5", &game), 1);
    // Eight moves are read together, and one again, to see that e2 leaves before d7; then the pawns of two are
    // followed, and no move is played.
    assert_eq!(taken("pawns 8/pppppppp/8/8/8/4P3/PPPP1PPP/8", &game), 11);
    // Of the first eight d7 leaves and e7 does not.
    assert_eq!(taken("pawns 8/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/8", &game), 8);
    // h2 never leaves.
    assert_eq!(taken("P on h2 = 0", &game), 10);
    assert_eq!(taken("ply < 4 and N on e5", &game), 4);
    assert_eq!(taken("not any", &game), 10);
    assert_eq!(taken("result 1-0 and mate", &game), 0);
    assert_eq!(taken("result 1-0 or mate", &game), 10);
    // The first step is done, so its pawn is no longer needed; that of the second step is.
    assert_eq!(taken("P on e2 then P on e7", &game), 10);
    assert_eq!(taken("P on e2 then p on d7 and mate", &game), 2);
    assert_eq!(taken("N on g1 then p on d7 and mate", &game), 2);
}
