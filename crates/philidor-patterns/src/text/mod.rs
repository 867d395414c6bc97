//! Patterns as text.
//!
//! ```text
//! pattern    A then B          B at a later ply than A; `then within 6 B`: at most six plies later
//!            A next B          B one ply after A
//!            A or B
//!            A and B
//!            not A             once A             at this ply or before
//!            mirrored A        either A           A, or A with the colors swapped and the board turned upside down
//!            A for 4           at four plies in a row
//!            ( A )
//! A          any               always
//!            board 8/8/8/4P3/8/8/8/8              N white, n black, A a any piece of a color, . empty, ? any, [Nb.] one of,
//!                                                 [^P] none of; digits are squares that do not matter
//!            fen rnbqkbnr/…                       this board; digits are empty squares
//!            fen rnbqkbnr/… w KQkq - 0 1          this position, with any clocks
//!            N on f3           NB on c3,f3,d-e    e a file, 4 a rank, a1-c3 and d-e all between, light, dark
//!            P on a-d > p on a-d                  how many; at least one without a comparison
//!            passed P on 6,7                      isolated doubled backward blocked chained pinned attacked
//!            material KRPvKR   material >= KQvK   White's first; exactly, at least, at most
//!            imbalance PPvN    balance >= 3       White's surplus, in pieces and in pawns
//!            pawns 8/pp4pp/…   white-pawns …      all pawns of both sides, of one side
//!            opposite-castling                    the colors have castled to different sides
//!            castled white short
//!            white to move     ply >= 20          move = 12
//!            check   mate   stalemate   end
//!            plays Nf3         the move played from this position
//!            plays N from e5 to f7 takes p        plays P promotes Q, plays quiet, plays castling
//!            plays takes [.Pp]                    pawns or nothing; castling short, castling long, castling never
//!            result 1-0        ends mate          of the game
//! ```
//!
//! `then` and `next` bind least, then `or`, `and`, the prefixes, and `for`.

// `words.rs` reads single words, `display.rs` writes patterns, `error.rs` says what is wrong and where.
mod display;
mod error;
mod words;

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::str::FromStr;

use philidor::GameResult;
use philidor::{Bitboard, CastlingSide, Color, Position};

pub use error::{ParsePatternError, ParsePatternErrorKind};

use self::words::{COMPARISONS, Digits, QUALITIES, opposite_castling};
use crate::material::Bound;
use crate::moves::{CastlingPattern, MovePattern};
use crate::pattern::{Comparison, Ending, Operand, Pattern};
use crate::pieces::{Occupant, PieceSet, Pieces};

type Kind = ParsePatternErrorKind;
type Parsed<T> = Result<T, ParsePatternError>;

/// The most parentheses and prefixes inside each other.
const MAX_DEPTH: u32 = 64;

/// The most parts of a pattern; `either` doubles them.
pub(crate) const MAX_SIZE: usize = 4096;

/// Numbers of half-moves, and of what is counted.
const PLIES: RangeInclusive<i64> = 1..=u32::MAX as i64;
const NUMBERS: RangeInclusive<i64> = 0..=u32::MAX as i64;

/// Differences in pawns.
const BALANCES: RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;

impl FromStr for Pattern {
    type Err = ParsePatternError;

    /// A pattern from its text; the words are in the README of the crate.
    fn from_str(text: &str) -> Parsed<Pattern> {
        let mut parser = Parser { text, offset: 0, depth: 0, parts: 0 };
        let pattern = parser.sequence()?;
        match parser.peek() {
            "" => Ok(pattern),
            _ => Err(parser.wrong(Kind::Rest)),
        }
    }
}

/// Reads a text from left to right.
struct Parser<'a> {
    text: &'a str,
    offset: usize,
    depth: u32,
    parts: usize,
}

/// Whether a word ends before this letter.
fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '(' | ')')
}

/// The part of a word before a comparison, if one follows without a space.
fn before_comparison(word: &str) -> &str {
    &word[..word.find(['=', '!', '<', '>']).unwrap_or(word.len())]
}

impl<'a> Parser<'a> {
    /// The next word or parenthesis, left in place; empty at the end.
    fn peek(&self) -> &'a str {
        let rest = self.text[self.offset..].trim_start();
        match rest.chars().next() {
            Some('(' | ')') => &rest[..1],
            _ => &rest[..rest.find(ends_word).unwrap_or(rest.len())],
        }
    }

    /// Where the next word begins.
    fn begin(&self) -> usize {
        self.text.len() - self.text[self.offset..].trim_start().len()
    }

    /// Takes this many bytes of the next word.
    fn take(&mut self, length: usize) {
        self.offset = self.begin() + length;
    }

    /// Takes the next word.
    fn word(&mut self) -> &'a str {
        let word = self.peek();
        self.take(word.len());
        word
    }

    /// Takes the next word if it is this one.
    fn has(&mut self, word: &str) -> bool {
        let is = self.peek() == word;
        if is {
            self.take(word.len());
        }
        is
    }

    /// The error at the next word.
    fn wrong(&self, kind: Kind) -> ParsePatternError {
        ParsePatternError { offset: self.begin(), text: self.peek().to_owned(), kind }
    }

    /// Takes a word and returns its meaning. A word without one stays, so that the error names it.
    fn read<T>(&mut self, read: impl FnOnce(&'a str) -> Option<T>, kind: Kind) -> Parsed<T> {
        let word = self.peek();
        let value = read(word).ok_or_else(|| self.wrong(kind))?;
        self.take(word.len());
        Ok(value)
    }

    /// A number in a range.
    fn number<T: TryFrom<i64>>(&mut self, range: RangeInclusive<i64>) -> Parsed<T> {
        let word = self.peek();
        let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.wrong(Kind::NotANumber));
        }
        let read = |word: &str| T::try_from(word.parse().ok().filter(|number| range.contains(number))?).ok();
        self.read(read, Kind::OutOfRange(*range.start(), *range.end()))
    }

    /// A comparison, if one is next; the number may follow it without a space.
    fn comparison(&mut self) -> Option<Comparison> {
        let word = self.peek();
        let (text, comparison) = COMPARISONS.into_iter().find(|(text, _)| word.starts_with(text))?;
        self.take(text.len());
        Some(comparison)
    }

    /// A comparison and a number in a range.
    fn compared<T: TryFrom<i64>>(&mut self, range: RangeInclusive<i64>) -> Parsed<(Comparison, T)> {
        let comparison = self.comparison().ok_or_else(|| self.wrong(Kind::NotAComparison))?;
        Ok((comparison, self.number(range)?))
    }

    fn sequence(&mut self) -> Parsed<Pattern> {
        let mut pattern = self.alternatives()?;
        loop {
            let within = if self.has("next") {
                NonZero::new(1)
            } else if !self.has("then") {
                return Ok(pattern);
            } else if self.has("within") {
                NonZero::new(self.number(PLIES)?)
            } else {
                None
            };
            pattern = pattern.then(within, self.alternatives()?);
        }
    }

    fn alternatives(&mut self) -> Parsed<Pattern> {
        let mut patterns = vec![self.conjunction()?];
        while self.has("or") {
            patterns.push(self.conjunction()?);
        }
        Ok(one_or(patterns, Pattern::Any))
    }

    fn conjunction(&mut self) -> Parsed<Pattern> {
        let mut patterns = vec![self.prefixed()?];
        while self.has("and") {
            patterns.push(self.prefixed()?);
        }
        Ok(one_or(patterns, Pattern::All))
    }

    fn prefixed(&mut self) -> Parsed<Pattern> {
        if self.depth >= MAX_DEPTH || self.parts >= MAX_SIZE {
            return Err(self.wrong(Kind::TooLarge));
        }
        let begin = self.offset;
        self.depth += 1;
        self.parts += 1;
        let pattern = match self.peek() {
            "not" => !self.inner()?,
            "once" => Pattern::Once(Box::new(self.inner()?)),
            "mirrored" => self.inner()?.mirrored(),
            "either" => {
                let pattern = self.inner()?;
                self.parts += pattern.size();
                if self.parts > MAX_SIZE {
                    self.offset = begin;
                    return Err(self.wrong(Kind::TooLarge));
                }
                pattern.either_color()
            }
            _ => self.lasting()?,
        };
        self.depth -= 1;
        Ok(pattern)
    }

    /// What follows a prefix.
    fn inner(&mut self) -> Parsed<Pattern> {
        self.word();
        self.prefixed()
    }

    fn lasting(&mut self) -> Parsed<Pattern> {
        let mut pattern = self.primary()?;
        while self.has("for") {
            let Some(plies) = NonZero::<u32>::new(self.number(PLIES)?) else { continue };
            pattern = match pattern {
                // For 3 plies, and that for 2, is for 4, so a chain of them nests no deeper.
                Pattern::For(pattern, more) => Pattern::For(pattern, plies.saturating_add(more.get() - 1)),
                pattern => Pattern::For(Box::new(pattern), plies),
            };
        }
        Ok(pattern)
    }

    fn primary(&mut self) -> Parsed<Pattern> {
        if self.has("(") {
            let pattern = self.sequence()?;
            return if self.has(")") { Ok(pattern) } else { Err(self.wrong(Kind::Parenthesis)) };
        }
        let (begin, pattern) = (self.begin(), self.part()?);
        if pattern.is_impossible() {
            let text = self.text[begin..self.offset].to_owned();
            return Err(ParsePatternError { offset: begin, text, kind: Kind::Impossible });
        }
        Ok(pattern)
    }

    /// A pattern without others in it, or one that a word stands for.
    fn part(&mut self) -> Parsed<Pattern> {
        let word = before_comparison(self.peek());
        if QUALITIES.iter().any(|(quality, _)| *quality == word) {
            return self.count();
        }
        let length = word.len();
        let constant = match word {
            "any" => Some(Pattern::Always),
            "check" => Some(Pattern::Check),
            "mate" => Some(Pattern::Checkmate),
            "stalemate" => Some(Pattern::Stalemate),
            "end" => Some(Pattern::Last),
            "opposite-castling" => Some(opposite_castling()),
            _ => None,
        };
        if let Some(pattern) = constant {
            self.take(length);
            return Ok(pattern);
        }
        // Other words begin a count, which takes them itself.
        let known = [
            "board",
            "fen",
            "material",
            "imbalance",
            "balance",
            "pawns",
            "white-pawns",
            "black-pawns",
            "castled",
            "white",
            "black",
            "ply",
            "move",
            "plays",
            "result",
            "ends",
        ];
        if !known.contains(&word) {
            return self.count();
        }
        self.take(length);
        match word {
            "board" => {
                let board = self.read(|word| words::board(word, Digits::Anything), Kind::NotABoard)?;
                Ok(Pattern::Board(Box::new(board)))
            }
            "fen" => self.fen(),
            "material" => {
                let error = self.wrong(Kind::NotABound);
                let bound = match self.comparison() {
                    None | Some(Comparison::Equal) => Bound::Exactly,
                    Some(Comparison::AtLeast) => Bound::AtLeast,
                    Some(Comparison::AtMost) => Bound::AtMost,
                    Some(_) => return Err(error),
                };
                Ok(Pattern::Material(bound, self.read(words::material, Kind::NotMaterial)?))
            }
            "imbalance" => Ok(Pattern::Imbalance(self.read(words::imbalance, Kind::NotAnImbalance)?)),
            "balance" => {
                self.compared(BALANCES).map(|(comparison, pawns)| Pattern::Balance(comparison, pawns))
            }
            "pawns" => {
                let [white, black] = self.read(words::pawns, Kind::NotPawns)?;
                Ok(Pattern::Pawns { white: Some(white), black: Some(black) })
            }
            "white-pawns" => Ok(Pattern::Pawns { white: Some(self.pawns_of(Color::White)?), black: None }),
            "black-pawns" => Ok(Pattern::Pawns { white: None, black: Some(self.pawns_of(Color::Black)?) }),
            "castled" => self.castled(),
            "white" | "black" => {
                if !self.has("to") || !self.has("move") {
                    return Err(self.wrong(Kind::NotTheWord("`to move`")));
                }
                Ok(Pattern::Turn(if word == "white" { Color::White } else { Color::Black }))
            }
            "ply" => self.compared(NUMBERS).map(|(comparison, ply)| Pattern::Ply(comparison, ply)),
            "move" => {
                self.compared(NUMBERS).map(|(comparison, number)| Pattern::MoveNumber(comparison, number))
            }
            "plays" => self.plays(),
            "result" => {
                let result = |word: &str| GameResult::from_bytes(word.as_bytes());
                Ok(Pattern::Result(self.read(result, Kind::NotAResult)?))
            }
            _ => {
                let ending = match self.peek() {
                    "mate" => Ending::Checkmate,
                    "stalemate" => Ending::Stalemate,
                    _ => return Err(self.wrong(Kind::NotTheWord("`mate` or `stalemate`"))),
                };
                self.word();
                Ok(Pattern::Ends(ending))
            }
        }
    }

    /// The pawns of one side, on a board with nothing else.
    fn pawns_of(&mut self, color: Color) -> Parsed<Bitboard> {
        let pawns = |word| {
            let [white, black] = words::pawns(word)?;
            match color {
                Color::White => black.is_empty().then_some(white),
                Color::Black => white.is_empty().then_some(black),
            }
        };
        self.read(pawns, Kind::NotPawns)
    }

    /// A board, or a position.
    fn fen(&mut self) -> Parsed<Pattern> {
        let begin = self.begin();
        let board = self.read(|word| words::board(word, Digits::Nothing), Kind::NotABoard)?;
        if !matches!(self.peek(), "w" | "b") {
            return Ok(Pattern::Board(Box::new(board)));
        }
        // Side to move, castling, en passant, and two optional clocks.
        for _ in 0..3 {
            self.word();
        }
        for _ in 0..2 {
            if self.peek().bytes().all(|byte| byte.is_ascii_digit()) {
                self.word();
            }
        }
        let text = &self.text[begin..self.offset];
        match text.parse::<Position>() {
            Ok(position) => Ok(Pattern::Position(Box::new(position))),
            Err(error) => Err(ParsePatternError {
                offset: begin,
                text: text.to_owned(),
                kind: Kind::Position(Box::new(error)),
            }),
        }
    }

    fn castled(&mut self) -> Parsed<Pattern> {
        let color: Color = self.read(|word| word.parse().ok(), Kind::NotTheWord("`white` or `black`"))?;
        let side = match self.peek() {
            "short" => CastlingSide::KingSide,
            "long" => CastlingSide::QueenSide,
            _ => return Err(self.wrong(Kind::NotTheWord("`short` or `long`"))),
        };
        self.word();
        Ok(Pattern::Castled(color, side))
    }

    /// Pieces, their squares, and how many.
    fn count(&mut self) -> Parsed<Pattern> {
        let word = self.peek();
        let pieces = self.pieces().map_err(|mut error| {
            // An unknown word is not a pattern, rather than not pieces.
            if error.text == word && error.kind == Kind::NotPieces {
                error.kind = Kind::NotAPattern;
            }
            error
        })?;
        let Some(comparison) = self.comparison() else {
            return Ok(Pattern::Count(pieces, Comparison::AtLeast, Operand::Number(1)));
        };
        let operand = match self.peek().chars().next() {
            Some('0'..='9') => Operand::Number(self.number(NUMBERS)?),
            _ => Operand::Count(self.pieces()?),
        };
        Ok(Pattern::Count(pieces, comparison, operand))
    }

    fn pieces(&mut self) -> Parsed<Pieces> {
        let mut pieces = Pieces::new(PieceSet::EMPTY);
        while let Some((_, quality)) = QUALITIES.into_iter().find(|(word, _)| self.has(word)) {
            // Once is enough, and many would cost more than their number of parts says.
            if !pieces.qualities.contains(&quality) {
                pieces.qualities.push(quality);
            }
        }
        let without_pawns = self.wrong(Kind::NoPawns);
        pieces.set = self.short(words::pieces, Kind::NotPieces)?;
        if pieces.lack_pawns() {
            return Err(without_pawns);
        }
        if self.has("on") {
            pieces.zone = self.short(words::squares, Kind::NotSquares)?;
        }
        Ok(pieces)
    }

    /// As [`read`](Parser::read), where a comparison may follow without a space.
    fn short<T>(&mut self, read: impl FnOnce(&'a str) -> Option<T>, kind: Kind) -> Parsed<T> {
        let word = before_comparison(self.peek());
        let value = read(word).ok_or_else(|| self.wrong(kind))?;
        self.take(word.len());
        Ok(value)
    }

    /// A move: in SAN or UCI, or by its parts, the piece first, each once.
    fn plays(&mut self) -> Parsed<Pattern> {
        let word = self.peek();
        if word.starts_with(['O', '0']) || word.bytes().any(|byte| byte.is_ascii_digit()) {
            let mv = word.parse::<MovePattern>().map_err(|kind| self.wrong(kind))?;
            self.word();
            return Ok(Pattern::Plays(Box::new(mv)));
        }
        let mut mv = MovePattern::default();
        let begin = self.offset;
        if let Some(pieces) = words::pieces(word) {
            self.word();
            mv.pieces = pieces;
        }
        let mut given = Vec::new();
        loop {
            let word = self.peek();
            // A quiet move neither captures nor promotes, so it sets both parts.
            let parts: &'static [&'static str] = match word {
                "from" => &["from"],
                "to" => &["to"],
                "takes" => &["takes"],
                "promotes" => &["promotes"],
                "quiet" => &["takes", "promotes"],
                "castling" => &["castling"],
                _ if self.offset > begin => return Ok(Pattern::Plays(Box::new(mv))),
                _ => return Err(self.wrong(Kind::NotAMove)),
            };
            if parts.iter().any(|part| given.contains(part)) {
                return Err(self.wrong(Kind::Twice));
            }
            given.extend(parts);
            self.word();
            match word {
                "from" => mv.origins = self.read(words::squares, Kind::NotSquares)?,
                "to" => mv.destinations = self.read(words::squares, Kind::NotSquares)?,
                "takes" => mv.captured = self.taken()?,
                "promotes" => mv.promotion = self.taken()?,
                "quiet" => (mv.captured, mv.promotion) = (Occupant::NOTHING, Occupant::NOTHING),
                _ => mv.castling = self.castling(),
            }
        }
    }

    /// What is captured or promoted to: what brackets allow, or the pieces that are next, or any if none are.
    fn taken(&mut self) -> Parsed<Occupant> {
        if self.peek().starts_with('[') {
            return self.read(words::bracketed, Kind::NotPieces);
        }
        let pieces = self.read(words::pieces, Kind::NotPieces);
        Ok(Occupant::one_of(pieces.unwrap_or(PieceSet::ALL)))
    }

    /// What follows the word `castling`.
    fn castling(&mut self) -> CastlingPattern {
        let castling = match self.peek() {
            "short" => CastlingPattern::To(CastlingSide::KingSide),
            "long" => CastlingPattern::To(CastlingSide::QueenSide),
            "never" => CastlingPattern::Never,
            _ => return CastlingPattern::Castles,
        };
        self.word();
        castling
    }
}

/// The only pattern, or all of them together.
fn one_or(mut patterns: Vec<Pattern>, together: fn(Vec<Pattern>) -> Pattern) -> Pattern {
    match patterns.pop() {
        Some(pattern) if patterns.is_empty() => pattern,
        last => {
            patterns.extend(last);
            together(patterns)
        }
    }
}
