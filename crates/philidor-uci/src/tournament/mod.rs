//! Matches: engines play each other, and a referee that trusts neither records the games.
//!
//! ```text
//! Contender ──starts──► Player ◄──asks── referee ──► PlayedGame ──► PGN
//!   a bot, or             in this process   clock, rules,     └───► Standings: games, pairs, Elo, test
//!   a program             or a child        every move checked
//! ```
//!
//! The first contender meets each of the others, or everyone meets everyone, or a Swiss tournament is paired round by
//! round: [`Schedule`]. With more than two, [`Rating`] says how strong each one is by all games.
//!
//! Games come in pairs: the same opening, colors reversed. So each engine gets once whatever the opening gives to one
//! side, and the pair is the unit of the statistics.
//!
//! An engine may crash, hang, say nothing or too much, or play an illegal move. That costs it the game, and never the
//! match: each wait has a limit, and an engine that failed is started again. Where that fails, too, it loses the game.
//!
//! ```
//! use philidor_engine::evaluation::MaterialBalance;
//! use philidor_uci::tournament::{Contender, TimeControl, Tournament};
//! use philidor_engine::{Control, Engine, bot};
//!
//! let engine = Contender::from_bot("engine", || Engine::new(MaterialBalance::default()));
//! let first = || bot::from_fn("first", |game: &philidor::Game, _| game.position().legal_moves()[0]);
//! let first = Contender::from_bot("first", first);
//! let match_of_two = Tournament::new(engine, vec![first])?
//!     .with_time_control(TimeControl::fixed_depth(2))
//!     .with_pairs(1);
//! let standings = match_of_two.run(&Control::new(), &mut |_| {})?;
//! assert_eq!(standings[0].tally.games(), 2);
//! # Ok::<(), philidor_uci::tournament::TournamentError>(())
//! ```

// | file | what it is |
// |---|---|
// | `player.rs`, `failure.rs` | what the referee asks of a player, and how a player fails |
// | `in_process.rs` | a bot of this process as a player |
// | `program.rs`, `refusal.rs`, `log.rs` | a program of the UCI protocol as a player, and how it refuses an option |
// | `contender.rs` | how a player is started |
// | `time_control.rs`, `timer.rs` | how much time there is, and a player's clock |
// | `opening.rs`, `random_opening.rs` | start positions, read or made at random |
// | `adjudication.rs`, `endgame_tables.rs` | games that are ended early |
// | `referee.rs` | one game |
// | `ending.rs`, `played.rs`, `game_pgn.rs`, `move_remark.rs`, `date.rs` | how a game ended, the game, the game as PGN |
// | `tally.rs`, `likelihood.rs`, `sprt.rs` | counts, what they say about strength, when to stop |
// | `rating.rs` | ratings of all by all games |
// | `schedule.rs`, `queue.rs` | which game comes when, which game is next |
// | `swiss.rs`, `matching.rs` | how a round is paired, everyone in exactly one pair |
// | `settings.rs`, `builder.rs`, `course.rs` | what is decided before a match, how users say it, how far the match is |
// | `resumption.rs`, `torn.rs`, `resumed.rs` | which games are played already, half of one, the match without them |
// | `supervised.rs`, `director.rs` | a player that is started again when it fails; the whole match |
// | `tournament_error.rs` | why a match cannot be played |

mod adjudication;
mod builder;
mod contender;
mod course;
mod date;
mod director;
mod endgame_tables;
mod ending;
mod failure;
mod game_pgn;
mod in_process;
mod likelihood;
mod log;
mod matching;
mod move_remark;
mod opening;
mod played;
mod player;
mod program;
mod queue;
mod random_opening;
mod rating;
mod referee;
mod refusal;
mod resumed;
mod resumption;
mod schedule;
mod settings;
mod sprt;
mod supervised;
mod swiss;
mod tally;
mod time_control;
mod timer;
mod torn;
mod tournament_error;

pub use philidor_host::processes::end_programs;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use builder::Tournament;
pub use contender::Contender;
pub use course::Standing;
pub use date::date_of;
pub use director::Event;
pub use ending::{Cause, Ending};
pub use failure::PlayerFailure;
pub use likelihood::Estimate;
pub use opening::{MatchOpening, OpeningError, openings_from_epd, openings_from_pgn};
pub use played::{PlayedGame, PlayedMove};
pub use random_opening::{RandomOpening, RandomOpenings};
pub use rating::Rating;
pub use resumption::{Resumption, ResumptionError};
pub use schedule::{Schedule, Turn};
pub use sprt::{EloModel, Sprt, Verdict};
pub use tally::{Faults, Tally};
pub use time_control::{TimeControl, TimeControlError};
pub use tournament_error::TournamentError;
