//! A match that was broken off is resumed from its PGN: the games in it are not played again.
//!
//! The last game may be half-written, if the machine went down; it is dropped, and the file continues where it began.
//! Anything else that cannot be read is an error: the file may be a different one.

use core::fmt;

use philidor::{Color, Move, Position};
use philidor_pgn::{GameResult, GameTree, NodeId, Reader, TreeBuilder};

use super::ending::Cause;
use super::failure::PlayerFailure;
use super::game_pgn;
use super::schedule::Turn;
use super::torn::TornGame;
use crate::harmless::harmless;

/// The games of a match so far.
///
/// ```no_run
/// use philidor_engine::standard;
/// use philidor_uci::tournament::{Contender, Resumption, Tournament};
///
/// let contender = |name| Contender::from_bot(name, standard);
/// let of_two = Tournament::new(contender("one"), vec![contender("other")])?;
/// let played = Resumption::read(&std::fs::read("match.pgn")?)?;
/// let rest = of_two.resumed(&played)?; // an error, if they are games of another match
/// assert_eq!(rest.standings()[0].tally.games(), played.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Resumption {
    pub(super) games: Vec<OldGame>,
    whole: usize,
    /// What follows the games.
    pub(super) torn: TornGame,
}

#[derive(Clone, Debug)]
pub(super) struct OldGame {
    event: String,
    pub(super) names: [String; 2],
    pub(super) pair: usize,
    pub(super) is_reversed: bool,
    pub(super) start: Position,
    /// The moves before the engines thought; `None` if no move says how long it took.
    pub(super) opening: Option<Vec<Move>>,
    /// The tags of [`game_pgn::LIMITS`] that it has.
    pub(super) limits: Vec<(&'static str, String)>,
    /// The rules by which games ended early, in words.
    pub(super) adjudication: String,
    pub(super) result: GameResult,
    pub(super) cause: Cause,
}

impl Resumption {
    /// Reads the PGN of a match.
    ///
    /// # Errors
    ///
    /// If a game before the last cannot be read, or does not belong to a match.
    pub fn read(bytes: &[u8]) -> Result<Resumption, ResumptionError> {
        let mut resumption = Resumption::default();
        let mut reader = Reader::new(bytes);
        let mut builder = TreeBuilder::new();
        loop {
            let read = reader.read_game(&mut builder);
            let number = resumption.games.len() + 1;
            let is_torn = is_last(&reader, bytes) && !ends_with_result(bytes);
            let game = match read {
                None => return Ok(resumption.torn_after(bytes)),
                Some(Ok(())) => OldGame::from_tree(&builder.take()),
                Some(Err(error)) if is_last(&reader, bytes) => {
                    drop(error);
                    return Ok(resumption.torn_after(bytes));
                }
                Some(Err(error)) => Err(format!("line {}: {}", error.line, error.reason())),
            };
            match game {
                // Its result comes from the tag, which was written before the first move.
                Ok(_) if is_torn => return Ok(resumption.torn_after(bytes)),
                Ok(game) => {
                    resumption.whole = end_of(bytes, reader.offset());
                    resumption.games.push(game);
                }
                Err(_) if is_last(&reader, bytes) && !bytes.ends_with(b"\n\n") => {
                    return Ok(resumption.torn_after(bytes));
                }
                Err(reason) => return Err(ResumptionError { number, reason: harmless(&reason) }),
            }
        }
    }

    fn torn_after(self, bytes: &[u8]) -> Resumption {
        let torn = TornGame::read(bytes.get(self.whole..).unwrap_or_default());
        Resumption { torn, ..self }
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether nothing was played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Whether all games say that they are of this event.
    ///
    /// # Errors
    ///
    /// If one is of another event.
    pub fn expect_event(&self, event: &str) -> Result<(), ResumptionError> {
        match self.games.iter().position(|game| game.event != event) {
            Some(index) => Err(ResumptionError {
                number: index + 1,
                reason: harmless(&format!("the event was `{}` and is `{event}`", self.games[index].event)),
            }),
            None => Ok(()),
        }
    }

    /// How many bytes of the text the games take. Once [`Tournament::resumed`](super::Tournament::resumed) has accepted
    /// the rest as the beginning of a game of its match, cut the file there.
    #[must_use]
    pub const fn whole_bytes(&self) -> usize {
        self.whole
    }
}

/// Whether a text ends with the result of a game.
fn ends_with_result(bytes: &[u8]) -> bool {
    let mut words = bytes.trim_ascii_end().rsplit(u8::is_ascii_whitespace);
    let played = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];
    words.next().is_some_and(|word| played.iter().any(|result| word == result.as_str().as_bytes()))
}

/// Whether nothing but blanks follows what was read last.
fn is_last(reader: &Reader<'_>, bytes: &[u8]) -> bool {
    bytes.get(reader.offset()..).unwrap_or_default().iter().all(u8::is_ascii_whitespace)
}

/// Where the blank lines after a game end.
fn end_of(bytes: &[u8], game: usize) -> usize {
    let rest = bytes.get(game..).unwrap_or_default();
    game + rest.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(rest.len())
}

impl OldGame {
    fn from_tree(tree: &GameTree) -> Result<OldGame, String> {
        let tag = |name: &str| tree.tags.get(name).unwrap_or_default();
        let round = tag("Round");
        let (pair, is_reversed) = Turn::read_round(round).ok_or_else(|| {
            format!("the tag Round is `{round}`, which is not the number of a game of a match")
        })?;
        let names = ["White", "Black"].map(|name| tag(name).to_owned());
        // Who could not be started may not be to move, but has lost. If time ends a game before a move is played, the
        // game may be drawn.
        let first = tree.start().side_to_move();
        let to_move = if tree.main_line().count().is_multiple_of(2) { first } else { !first };
        let loser = match tree.result {
            GameResult::WhiteWins => Color::Black,
            GameResult::BlackWins => Color::White,
            _ => to_move,
        };
        let faulty = names[loser.index()].clone();
        let ending = tag(game_pgn::ENDING);
        let hung = ending.contains(": ") && ending.contains(" hung: ");
        let cause = match tag("Termination") {
            "time forfeit" | "abandoned" if hung => {
                Cause::Failure(faulty, PlayerFailure::Silent(Default::default()))
            }
            "time forfeit" => Cause::Time(faulty),
            "rules infraction" => Cause::Failure(faulty, PlayerFailure::Illegal(String::new())),
            "abandoned" => Cause::Failure(faulty, PlayerFailure::Crashed(String::new())),
            _ => Cause::Rules,
        };
        let limits = game_pgn::LIMITS.into_iter();
        let limits = limits.filter_map(|name| Some((name, tree.tags.get(name)?.to_owned()))).collect();
        let [event, adjudication] = ["Event", game_pgn::ADJUDICATION].map(|name| tag(name).to_owned());
        Ok(OldGame {
            event,
            names,
            pair,
            is_reversed,
            start: *tree.start(),
            opening: opening(tree),
            limits,
            adjudication,
            result: tree.result,
            cause,
        })
    }
}

/// The moves before the first one that says how long it took.
fn opening(tree: &GameTree) -> Option<Vec<Move>> {
    let nodes = || tree.main_line().filter(|&node| node != NodeId::ROOT);
    let is_thought = |node| tree.remarks(node).is_some_and(|remarks| remarks.comment.elapsed.is_some());
    let first = nodes().position(is_thought)?;
    Some(nodes().take(first).filter_map(|node| tree.mv(node)).collect())
}

/// Why a match cannot be resumed.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResumptionError {
    /// Which game of the file, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for ResumptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.number, self.reason)
    }
}

philidor::debug_is_the_sentence!(ResumptionError);

impl core::error::Error for ResumptionError {}
