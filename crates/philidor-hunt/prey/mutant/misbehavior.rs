//! Misbehavior on request: how programs fail that are not wrong about chess, but do not answer.

use std::process::abort;
use std::thread::sleep;
use std::time::Duration;

use crate::position::{Move, MoveKind};

/// What the program does instead of answering, or before.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Misbehavior {
    /// Crashes when it is asked for the nth time.
    CrashAt(u64),
    /// Never answers when it is asked for the nth time.
    HangAt(u64),
    /// Talks nonsense.
    Garbage,
    /// Waits for the next command and says nothing.
    Silent,
    /// Ends as if all were well.
    ExitEarly,
    /// Crashes where the side to move can castle.
    CrashOnCastling,
    /// Stops in the middle of the answer.
    Truncated,
}

/// What is left to say once the program has misbehaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Full,
    Half,
    Nonsense,
    Nothing,
    Farewell,
}

impl Misbehavior {
    /// What can be asked for.
    pub(crate) const NAMES: &str =
        "crash-at N, hang-at N, garbage, silent, exit-early, crash-on-castling, truncated";

    /// The misbehavior of that name; the number follows where there is one.
    pub(crate) fn named(name: &str, number: impl FnOnce() -> Option<u64>) -> Option<Misbehavior> {
        Some(match name {
            "crash-at" => Misbehavior::CrashAt(number()?),
            "hang-at" => Misbehavior::HangAt(number()?),
            "garbage" => Misbehavior::Garbage,
            "silent" => Misbehavior::Silent,
            "exit-early" => Misbehavior::ExitEarly,
            "crash-on-castling" => Misbehavior::CrashOnCastling,
            "truncated" => Misbehavior::Truncated,
            _ => return None,
        })
    }

    /// Misbehaves when it is asked for the nth time, in a position with these moves.
    pub(crate) fn act(self, asked: u64, moves: impl Iterator<Item = Move>) -> Reply {
        match self {
            Misbehavior::CrashAt(number) if number == asked => crash("asked once too often"),
            Misbehavior::HangAt(number) if number == asked => loop {
                sleep(Duration::from_secs(1));
            },
            Misbehavior::CrashOnCastling => {
                let mut moves = moves;
                if moves.any(|mv| matches!(mv.kind, MoveKind::Castling(_))) {
                    crash("castling is not written yet");
                }
            }
            Misbehavior::Garbage => return Reply::Nonsense,
            Misbehavior::Silent => return Reply::Nothing,
            Misbehavior::ExitEarly => return Reply::Farewell,
            Misbehavior::Truncated => return Reply::Half,
            _ => {}
        }
        Reply::Full
    }
}

/// Ends as programs do that touch memory they should not.
fn crash(complaint: &str) -> ! {
    eprintln!("mutant: {complaint}");
    abort()
}
