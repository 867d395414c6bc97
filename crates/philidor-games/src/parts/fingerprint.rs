//! Games as numbers that only the same moves from the same start have.
//!
//! ```text
//! start      e4        e5        Nf3
//!   F0   →   F1   →    F2   →    F3          each number is made of the one before and the move
//! ```
//!
//! So a game that is the beginning of another has one of the other's numbers. Two different lines of moves have the
//! same number with a chance of 2⁻¹²⁸, and any two in a billion games with one of about 10⁻²¹, unless someone has
//! constructed them for that: this is not a cryptographic hash.

use std::hash::{Hash, Hasher};

use philidor::{CastlingMode, Move};
use philidor_pgn::{Checker, PgnErrorKind, Visitor};

use super::file_position::FilePosition;
use super::main_line::{Kept, MainLine};
use super::replay::Replay;

/// A hash of 128 bits, made of texts and numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fingerprint([u64; 2]);

impl Hash for Fingerprint {
    /// Its bits are well spread already, so 64 of them are enough.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.half());
    }
}

/// Odd numbers without a pattern: digits of π.
const FACTORS: [u64; 2] = [0x2438_d313_198a_2e03, 0xa409_3822_299f_31d1];

impl Fingerprint {
    /// The one that is made of this one and a number. Each step is invertible, so only chance makes two of them the
    /// same.
    #[inline(always)]
    pub(crate) const fn then(self, number: u64) -> Fingerprint {
        let [one, other] = self.0;
        let one = (one ^ number).wrapping_mul(FACTORS[0]);
        let other = (other.rotate_left(23) ^ number).wrapping_mul(FACTORS[1]);
        Fingerprint([one ^ one >> 32, other ^ other >> 29])
    }

    /// The one that is made of this one and a text, and of its end.
    pub(crate) fn then_text(self, text: &[u8]) -> Fingerprint {
        let (words, rest) = text.as_chunks::<8>();
        let made = words.iter().fold(self, |made, &word| made.then(u64::from_le_bytes(word)));
        let rest = rest.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
        made.then(rest).then(text.len() as u64)
    }

    /// 64 bits made of both halves, for tables whose keys are that long.
    pub(crate) const fn half(self) -> u64 {
        self.0[0] ^ self.0[1]
    }
}

/// The fingerprint of a start: of its rules and its board. Clocks and numbers of moves do not count in chess.
fn of_start<P: FilePosition>(start: &P) -> Fingerprint {
    let made = Fingerprint::default();
    if *start == P::default() {
        return made;
    }
    let text = start.fen();
    let text = match start.uci_variant() {
        Some(variant) => return made.then_text(variant.as_bytes()).then_text(text.as_bytes()),
        None => text.splitn(5, ' ').take(4),
    };
    text.fold(made, |made, field| made.then_text(field.as_bytes()))
}

/// The fingerprints of a game before its first move and after each move.
pub(crate) struct Fingerprints<P> {
    of_moves: Vec<Fingerprint>,
    position: std::marker::PhantomData<P>,
}

impl<P> Default for Fingerprints<P> {
    fn default() -> Fingerprints<P> {
        Fingerprints { of_moves: Vec::new(), position: std::marker::PhantomData }
    }
}

impl<P: FilePosition> Fingerprints<P> {
    /// Those of a game that is in memory.
    pub(crate) fn of(game: &Replay<P>) -> Fingerprints<P> {
        let mut made = Fingerprints::default();
        made.begin(&game.start());
        game.moves().iter().for_each(|&mv| made.push(mv));
        made
    }

    /// All of them, that of the start first.
    pub(crate) fn all(&self) -> &[Fingerprint] {
        &self.of_moves
    }

    fn begin(&mut self, start: &P) {
        self.of_moves.clear();
        self.of_moves.push(of_start(start));
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        let last = self.of_moves.last().copied().unwrap_or_default();
        self.of_moves.push(last.then(u64::from(mv.digest().0)));
    }
}

impl<P: FilePosition> Kept for Fingerprints<P> {
    type Position = P;

    fn clear(&mut self) {
        self.of_moves.clear();
    }

    fn start(&mut self, start: &P, _: CastlingMode) {
        self.begin(start);
    }

    #[inline]
    fn san(&mut self, checker: &mut Checker<P>, san: &[u8]) -> Result<(), PgnErrorKind> {
        checker.san(san)?;
        checker.last_move().into_iter().for_each(|mv| self.push(mv));
        Ok(())
    }

    fn null_move(&mut self, checker: &mut Checker<P>, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        checker.null_move(fault)?;
        checker.last_move().into_iter().for_each(|mv| self.push(mv));
        Ok(())
    }
}

/// A game with its fingerprints, as it is read.
pub(crate) type FingerprintReader<P> = MainLine<Fingerprints<P>>;

#[cfg(test)]
mod tests {
    use philidor::Position;
    use philidor_pgn::Reader;

    use super::*;

    fn fingerprints(game: &str) -> Vec<Fingerprint> {
        let mut reader = FingerprintReader::<Position>::new();
        assert_eq!(Reader::new(game.as_bytes()).read_game(&mut reader), Some(Ok(())), "{game}");
        let mut replay = Replay::<Position>::new();
        assert_eq!(Reader::new(game.as_bytes()).read_game(&mut replay), Some(Ok(())), "{game}");
        assert_eq!(reader.kept.all(), Fingerprints::of(&replay).all(), "{game}");
        reader.kept.of_moves
    }

    #[test]
    fn only_the_same_moves_from_the_same_start_have_the_same_numbers() {
        let game = fingerprints("1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0");
        assert_eq!(game.len(), 6);
        assert_eq!(game, fingerprints("[White \"A\"]\n\n1.e4 {x} e5 (1... c5) 2.Ng1f3! Nb8-c6 3.Bb5 *"));
        assert_eq!(game[..4], fingerprints("1. e4 e5 2. Nf3 *"));
        assert_ne!(game[3], fingerprints("1. Nf3 e5 2. e4 *")[3], "another order of moves");
        let start = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
        assert_ne!(fingerprints(start)[1], game[1]);
        assert_eq!(fingerprints(start), fingerprints(&start.replace("0 1", "7 40")), "clocks do not count");
        assert_ne!(fingerprints(start), fingerprints(&start.replace("/4K3", "/3K4")));
        let passed = "[FEN \"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1\"]\n\n1... Kd8 *";
        assert_eq!(
            fingerprints(passed),
            fingerprints(&passed.replace("e3", "-")),
            "no pawn can capture there"
        );
        let passed = passed.replace("4P3", "3pP3");
        assert_ne!(fingerprints(&passed), fingerprints(&passed.replace("e3", "-")));
    }
}
