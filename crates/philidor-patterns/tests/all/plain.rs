//! The meaning of patterns once more, read plainly from FENs and moves in UCI: no sets of squares, no memory from ply
//! to ply. What must come before is searched each time from the beginning of the game.

use philidor::GameResult;
use philidor::{Color, PieceType, Square};
use philidor_patterns::{
    Bound, CastlingPattern, Comparison, Ending, MovePattern, Occupant, Operand, Pattern, PieceSet, Pieces,
    Quality,
};

use crate::games::Game;

/// A board of letters, from a1 to h8; a dot is an empty square.
type Letters = [char; 64];

/// A position as its FEN says it, with the move that is played there.
struct Seen {
    letters: Letters,
    fields: Vec<String>,
    /// The same without the clocks, for repetition.
    same: String,
    next: Option<String>,
    /// Whether the side to move is in check, and whether it has a move.
    check: bool,
    stuck: bool,
    pinned: Vec<Square>,
    attacked: Vec<Square>,
}

/// A game to look in.
pub(crate) struct Plain {
    seen: Vec<Seen>,
    result: Option<GameResult>,
}

impl Plain {
    pub(crate) fn new(game: &Game, result: Option<GameResult>) -> Plain {
        let seen = game.positions.iter().enumerate().map(|(ply, position)| {
            let fen = position.to_string();
            let fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
            // What would need a generator here is asked of the library.
            let attacked = [Color::White, Color::Black].map(|color| {
                let enemies = position.attacked_by(!color);
                (position.board().colors(color) & enemies).into_iter()
            });
            let pinned = [Color::White, Color::Black].map(|color| position.pinned(color).into_iter());
            Seen {
                letters: letters(&fields[0]),
                same: position.to_fen(philidor::EnPassantPolicy::Legal, Default::default()).to_string(),
                fields,
                next: game.moves.get(ply).map(|mv| mv.notation()),
                check: position.is_check(),
                stuck: position.legal_moves().is_empty(),
                pinned: pinned.into_iter().flatten().collect(),
                attacked: attacked.into_iter().flatten().collect(),
            }
        });
        Plain { seen: seen.collect(), result }
    }

    /// The plies at which a pattern holds.
    pub(crate) fn plies(&self, pattern: &Pattern) -> Vec<u32> {
        let holds = self.truths(pattern);
        holds.iter().enumerate().filter(|(_, holds)| **holds).map(|(ply, _)| ply as u32).collect()
    }

    /// Whether a pattern holds, at each ply.
    fn truths(&self, pattern: &Pattern) -> Vec<bool> {
        self.truths_where(pattern, &vec![true; self.seen.len()])
    }

    /// The same for a pattern that may begin only at some plies.
    fn truths_where(&self, pattern: &Pattern, may_begin: &[bool]) -> Vec<bool> {
        let plies = 0..self.seen.len();
        match pattern {
            Pattern::All(parts) => {
                // Without a sequence all parts begin at the same ply; with one, where it begins.
                let (long, short): (Vec<_>, Vec<_>) = parts.iter().partition(|part| has_sequence(part));
                let long: Vec<_> = long.iter().map(|part| self.truths_where(part, may_begin)).collect();
                let short: Vec<_> = short.iter().map(|part| self.truths(part)).collect();
                plies
                    .map(|ply| {
                        (!long.is_empty() || may_begin[ply])
                            && long.iter().chain(&short).all(|part| part[ply])
                    })
                    .collect()
            }
            Pattern::Any(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.truths_where(part, may_begin)).collect();
                plies.map(|ply| parts.iter().any(|part| part[ply])).collect()
            }
            Pattern::Sequence(steps) => {
                let mut done: Option<Vec<bool>> = None;
                for step in steps {
                    let may_begin = match &done {
                        None => may_begin.to_vec(),
                        Some(done) => self.after(done, step.within.map(|within| within.get() as usize)),
                    };
                    done = Some(self.truths_where(&step.pattern, &may_begin));
                }
                done.unwrap_or_else(|| vec![false; self.seen.len()])
            }
            other => {
                self.alone(other).into_iter().zip(may_begin).map(|(holds, begins)| holds && *begins).collect()
            }
        }
    }

    /// The plies after some of these.
    fn after(&self, done: &[bool], within: Option<usize>) -> Vec<bool> {
        let within = within.unwrap_or(usize::MAX);
        let is_after = |ply| (0..ply).any(|earlier| done[earlier] && ply - earlier <= within);
        (0..self.seen.len()).map(is_after).collect()
    }

    /// Whether a pattern that begins where it holds does, at each ply.
    fn alone(&self, pattern: &Pattern) -> Vec<bool> {
        let plies = 0..self.seen.len();
        match pattern {
            Pattern::Not(part) => self.truths(part).into_iter().map(|holds| !holds).collect(),
            Pattern::Once(part) => {
                let part = self.truths(part);
                plies.map(|ply| part[..=ply].contains(&true)).collect()
            }
            Pattern::For(part, count) => {
                let (part, count) = (self.truths(part), count.get() as usize);
                plies
                    .map(|ply| ply + 1 >= count && part[ply + 1 - count..=ply].iter().all(|holds| *holds))
                    .collect()
            }
            single => plies.map(|ply| self.holds(single, ply)).collect(),
        }
    }

    fn holds(&self, pattern: &Pattern, ply: usize) -> bool {
        let seen = &self.seen[ply];
        let last = &self.seen[self.seen.len() - 1];
        match pattern {
            Pattern::Always => true,
            Pattern::Board(board) => {
                (0..64).all(|index| is_allowed(board.squares[index], seen.letters[index]))
            }
            Pattern::Position(position) => {
                let wanted = position.to_fen(philidor::EnPassantPolicy::Legal, Default::default());
                first_fields(&wanted.to_string()) == first_fields(&seen.same)
            }
            Pattern::Count(pieces, comparison, operand) => {
                let other = match operand {
                    Operand::Number(number) => *number as usize,
                    Operand::Count(pieces) => count(seen, pieces),
                };
                compare(*comparison, count(seen, pieces) as i64, other as i64)
            }
            Pattern::Material(bound, material) => (0..2).all(|side| {
                "qrbnp".chars().enumerate().all(|(kind, letter)| {
                    let letter = if side == 0 { letter.to_ascii_uppercase() } else { letter };
                    let (has, wanted) = (number(&seen.letters, letter), usize::from(material.0[side][kind]));
                    match bound {
                        Bound::Exactly => has == wanted,
                        Bound::AtLeast => has >= wanted,
                        Bound::AtMost => has <= wanted,
                    }
                })
            }),
            Pattern::Imbalance(more) => {
                "qrbnp".chars().zip(more).all(|(kind, more)| difference(seen, kind) == i64::from(*more))
            }
            Pattern::Balance(comparison, pawns) => {
                let worth = "qrbnp".chars().zip([9, 5, 3, 3, 1]);
                let sum: i64 = worth.map(|(kind, worth)| difference(seen, kind) * worth).sum();
                compare(*comparison, sum, i64::from(*pawns))
            }
            Pattern::Pawns { white, black } => Square::ALL.into_iter().all(|square| {
                let letter = seen.letters[square.index()];
                white.is_none_or(|white| white.contains(square) == (letter == 'P'))
                    && black.is_none_or(|black| black.contains(square) == (letter == 'p'))
            }),
            Pattern::Turn(color) => seen.fields[1] == color.letter().to_string(),
            Pattern::Ply(comparison, wanted) => compare(*comparison, ply as i64, i64::from(*wanted)),
            Pattern::MoveNumber(comparison, wanted) => {
                compare(*comparison, seen.fields[5].parse().expect("a number"), i64::from(*wanted))
            }
            Pattern::Castled(color, side) => (0..ply).any(|before| {
                let mut mv = MovePattern::default();
                mv.castling = CastlingPattern::To(*side);
                let (seen, after) = (&self.seen[before], &self.seen[before + 1]);
                seen.fields[1] == color.letter().to_string()
                    && seen.next.as_ref().is_some_and(|text| plays(&mv, seen, text, after))
            }),
            Pattern::Check => seen.check,
            Pattern::Checkmate => seen.check && seen.stuck,
            Pattern::Stalemate => !seen.check && seen.stuck,
            Pattern::Last => ply + 1 == self.seen.len(),
            Pattern::Plays(mv) => {
                let after = self.seen.get(ply + 1);
                seen.next.as_ref().zip(after).is_some_and(|(text, after)| plays(mv, seen, text, after))
            }
            Pattern::Result(result) => self.result == Some(*result),
            Pattern::Ends(Ending::Checkmate) => last.check && last.stuck,
            Pattern::Ends(Ending::Stalemate) => !last.check && last.stuck,
            other => panic!("{other:?} is not a single one"),
        }
    }
}

/// Whether some sequence in a pattern begins when it does.
fn has_sequence(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Sequence(_) => true,
        Pattern::All(parts) | Pattern::Any(parts) => parts.iter().any(has_sequence),
        _ => false,
    }
}

fn first_fields(fen: &str) -> String {
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn letters(board: &str) -> Letters {
    let mut letters = ['.'; 64];
    for (rank, text) in board.split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    letters[(7 - rank) * 8 + file] = letter;
                    file += 1;
                }
            }
        }
    }
    letters
}

fn is_in(set: PieceSet, letter: char) -> bool {
    letter.to_string().parse().is_ok_and(|piece| set.contains(piece))
}

fn is_allowed(occupant: Occupant, letter: char) -> bool {
    if letter == '.' { occupant.nothing } else { is_in(occupant.pieces, letter) }
}

fn number(letters: &Letters, letter: char) -> usize {
    letters.iter().filter(|other| **other == letter).count()
}

fn difference(seen: &Seen, kind: char) -> i64 {
    number(&seen.letters, kind.to_ascii_uppercase()) as i64 - number(&seen.letters, kind) as i64
}

fn compare(comparison: Comparison, left: i64, right: i64) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::Greater => left > right,
        Comparison::AtLeast => left >= right,
    }
}

fn count(seen: &Seen, pieces: &Pieces) -> usize {
    let is_one = |square: &Square| {
        let letter = seen.letters[square.index()];
        pieces.zone.contains(*square)
            && is_in(pieces.set, letter)
            && pieces.qualities.iter().all(|quality| has(seen, *quality, *square))
    };
    Square::ALL.iter().filter(|square| is_one(square)).count()
}

/// The letter on a file and a rank, both from 0; a dot beyond the board.
fn at(letters: &Letters, file: i32, rank: i32) -> char {
    if (0..8).contains(&file) && (0..8).contains(&rank) { letters[(rank * 8 + file) as usize] } else { '.' }
}

/// Whether the piece on a square has a quality.
fn has(seen: &Seen, quality: Quality, square: Square) -> bool {
    let letters = &seen.letters;
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    let own = at(letters, file, rank);
    match quality {
        Quality::Pinned => return seen.pinned.contains(&square),
        Quality::Attacked => return seen.attacked.contains(&square),
        _ if !own.eq_ignore_ascii_case(&'p') => return false,
        _ => {}
    }
    let (enemy, step) = if own == 'P' { ('p', 1) } else { ('P', -1) };
    let ahead = |from: i32| (1..8).map(move |steps| from + step * steps).filter(|rank| (0..8).contains(rank));
    let beside = [file - 1, file + 1];
    match quality {
        Quality::Isolated => !beside.iter().any(|&file| (0..8).any(|rank| at(letters, file, rank) == own)),
        Quality::Doubled => ahead(rank).any(|rank| at(letters, file, rank) == own),
        Quality::Passed => ahead(rank).all(|rank| {
            at(letters, file, rank) != own
                && (file - 1..=file + 1).all(|file| at(letters, file, rank) != enemy)
        }),
        Quality::Backward => {
            let supported = beside.iter().any(|&file| {
                (0..8).any(|other| (other - rank) * step <= 0 && at(letters, file, other) == own)
            });
            let attacked = beside.iter().any(|&file| at(letters, file, rank + 2 * step) == enemy);
            !supported && attacked
        }
        Quality::Blocked => at(letters, file, rank + step) == enemy,
        Quality::Chained => beside.iter().any(|&file| at(letters, file, rank - step) == own),
        other => panic!("{other:?} is not known here"),
    }
}

/// Whether a move in UCI is such a one, between two positions.
fn plays(pattern: &MovePattern, before: &Seen, text: &str, after: &Seen) -> bool {
    let [origin, mut destination]: [Square; 2] = [0, 2].map(|at| text[at..at + 2].parse().expect("a square"));
    let mover = before.letters[origin.index()];
    let target = before.letters[destination.index()];
    let is_white = mover.is_ascii_uppercase();
    let king = if is_white { 'K' } else { 'k' };
    let rook = if is_white { 'R' } else { 'r' };
    let home = if is_white { 0 } else { 56 };
    // Where king and rook stand after castling; a king that steps there alone leaves its rook where it was.
    let rooks =
        |seen: &Seen| -> Vec<usize> { (0..64).filter(|&index| seen.letters[index] == rook).collect() };
    let is_far = origin.file().index().abs_diff(destination.file().index()) > 1;
    let castles = mover == king && (is_far || rooks(before) != rooks(after));
    if castles {
        let new = (0..64).find(|&index| after.letters[index] == king).expect("a king");
        destination = Square::ALL[new];
    }
    let side =
        if castles { Some((destination.index() - home == 6, destination.index() - home == 2)) } else { None };
    let captured = match target {
        _ if castles => '.',
        '.' if mover.eq_ignore_ascii_case(&'p') && origin.file() != destination.file() => {
            if is_white {
                'p'
            } else {
                'P'
            }
        }
        other => other,
    };
    let becomes = text
        .get(4..5)
        .and_then(|letter| letter.chars().next())
        .map_or('.', |letter| if is_white { letter.to_ascii_uppercase() } else { letter });
    let castling = match pattern.castling {
        CastlingPattern::Either => true,
        CastlingPattern::Never => !castles,
        CastlingPattern::Castles => castles,
        CastlingPattern::To(wanted) => {
            side.is_some_and(
                |(short, long)| if wanted == philidor::CastlingSide::KingSide { short } else { long },
            )
        }
    };
    castling
        && is_in(pattern.pieces, mover)
        && pattern.origins.contains(origin)
        && pattern.destinations.contains(destination)
        && is_allowed(pattern.captured, captured)
        && is_allowed(pattern.promotion, becomes)
}

/// All piece types by their letters, so that none is forgotten above.
#[test]
fn letters_name_all_pieces() {
    let all = PieceType::ALL.map(|kind| kind.letter().to_ascii_uppercase());
    assert_eq!(all, ['K', 'Q', 'R', 'B', 'N', 'P']);
}
