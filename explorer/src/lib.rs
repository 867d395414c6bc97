//! An opening explorer of your own: an index of the positions of games, and a server that answers as Lichess's does.
//!
//! Nothing here needs SQL. `philidor-sql explorer` takes the same arguments, and may count games on a cluster.

#![cfg_attr(test, allow(clippy::unwrap_used))] // a test may fail

// | file | what it is |
// |---|---|
// | `bucket.rs` | what games are grouped by: ratings, speed, month |
// | `row.rs`, `tally.rs`, `mention.rs` | all that is known of a position, in bytes; its counts; its games |
// | `bytes.rs` | numbers in bytes |
// | `source.rs`, `games.rs` | the files that games come from, and which are new; rows of an import as games |
// | `transcript.rs` | a file of games, such as PGN, as a store of records |
// | `game.rs`, `date.rs`, `moves.rs` | a game, its day, its moves |
// | `plies.rs`, `run.rs`, `sorted.rs` | plies sorted in memory; sorted files; a merge of many |
// | `build.rs`, `plan.rs` | what to build; what of it is new |
// | `counted.rs` | half-moves that are counted elsewhere |
// | `work.rs`, `merging.rs`, `ledger.rs` | the steps of a build, up to its runs, and from there; what is done, after a kill, too |
// | `store.rs`, `writer.rs`, `sparse.rs` | rows found by key in Parquet, one read each; their writer; their index in memory |
// | `page.rs`, `disk.rs` | a page decoded; files that are open |
// | `record.rs`, `manifest.rs` | what an index keeps of a game; what an index has |
// | `index.rs` | an open index |
// | `question.rs`, `parameter.rs`, `filter.rs`, `refusal.rs` | what a client asks; its parameters; which games count; why not |
// | `answer.rs`, `sum.rs`, `player.rs` | answers, in the words of Lichess's API; from a row of the index; about one player |
// | `serve.rs`, `client.rs`, `connections.rs` | the server; the connection of a client; those of a network |
// | `requests.rs`, `limits.rs` | what it does with a request; what it allows |
// | `served.rs` | the index that it serves, which may grow meanwhile |
// | `site.rs` | answers as files |
// | `browser.rs`, `browser/` | the page, which asks a server or reads these files; it draws boards as `web/explorer/` does |
// | `arguments.rs` | which games and how, as programs take them from their arguments (feature `arguments`) |
// | `main.rs` | the program `philidor-explorer` |

mod answer;
#[cfg(feature = "arguments")]
pub mod arguments;
mod browser;
pub mod bucket;
mod build;
mod bytes;
mod client;
mod connections;
mod counted;
mod date;
mod disk;
mod filter;
mod game;
mod games;
mod index;
mod ledger;
mod limits;
mod manifest;
mod mention;
mod merging;
pub mod moves;
mod page;
mod parameter;
mod plan;
mod player;
mod plies;
mod question;
mod record;
mod refusal;
mod requests;
pub mod row;
mod run;
mod serve;
mod served;
mod site;
mod sorted;
mod source;
mod sparse;
mod store;
mod sum;
mod tally;
mod transcript;
mod work;
mod writer;

pub use answer::{GameSummary, MonthCount, MoveCount, Opening, PlayerSummary, Statistics};
pub use bucket::Speed;
pub use build::{Build, summary};
pub use counted::{CountedGame, CountedImport, TakeRow, joined};
pub use filter::Filter;
pub use index::Index;
pub use limits::ServerLimits;
pub use manifest::Manifest;
pub use question::{Database, Player, Question};
pub use refusal::QuestionError;
pub use serve::{Server, serve};
pub use site::Site;

/// The README, whose example is compiled with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
