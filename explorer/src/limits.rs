//! What a server allows at once, and for how long.

use std::time::Duration;

/// What a server allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerLimits {
    /// How many requests may be under way at once; any more are refused with status 429.
    pub requests: usize,
    /// How many of them may look for a player's games.
    pub searches: usize,
    /// How long an answer may take; then the status is 503.
    pub time: Duration,
    /// How long a search for a player's games may take; then its connection is cut, so that no client takes a part of
    /// the answer for the whole.
    pub search_time: Duration,
    /// How often such a search sends what is known.
    pub report: Duration,
    /// How many connections may be open; others wait.
    pub connections: usize,
    /// How many connections of an address may be open without a request under way; the oldest is cut for another one.
    /// Addresses of version 6 count as one if their first half is the same.
    pub idle: usize,
    /// How long a client may take to send the head of a request, and stay connected between two.
    pub head_time: Duration,
    /// How long a client that has asked may take nothing of what is sent; then its connection is cut.
    pub write_time: Duration,
    /// How long the server waits between two looks for games that have been added to an index; a request makes it look.
    pub look: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            requests: 256,
            searches: 2,
            time: Duration::from_secs(10),
            search_time: Duration::from_secs(60),
            report: Duration::from_secs(1),
            connections: 1024,
            idle: 64,
            head_time: Duration::from_secs(15),
            write_time: Duration::from_secs(30),
            look: Duration::from_secs(1),
        }
    }
}
