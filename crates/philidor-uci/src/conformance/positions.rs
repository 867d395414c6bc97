//! Positions in which a program that misreads a rule has no legal answer.

use philidor::Game;

use super::exchange::{Exchange, Record};
use super::subject::{CheckResult, Judgment, NO_MOVE, Subject, from_start, game};
use crate::harmless::harmless;

/// White castles, and the rook checks the king.
const CASTLED: &str = "5k2/pppp2p1/8/8/8/8/8/4K2R w K - 0 1";
/// Castling mates; nothing else does.
const CASTLING: &str = "8/7N/8/4Q3/3p2p1/5k2/8/4K2R w K - 0 1";
/// Chess960: castling is the only legal move.
const CASTLING_960: &str = "4k3/8/b7/8/8/5p1p/5P1P/6KR w H - 0 1";
/// After `d7d5` only the en passant capture ends the check.
const EN_PASSANT: &str = "8/3p4/4k2n/4Pr2/4K3/5r1p/1b6/8 b - - 0 1";
/// The pawn has to promote, since the king cannot move.
const PROMOTION: &str = "6r1/P7/8/8/8/7k/8/7K w - - 0 1";
/// A knight on a8 checks the king; no other piece would.
const UNDERPROMOTION: &str = "8/P1k2pp1/3p3p/8/8/8/8/4K3 w - - 0 1";
const ONE_MOVE: &str = "7k/8/8/8/8/1r6/r7/K7 w - - 0 1";
const MATE: &str = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// How many moves of each side the longest game has.
const LONG: usize = 300;

fn plays(subject: &Subject<'_>, record: &mut Record, games: &[Game]) -> Judgment {
    let mut exchange = subject.meet(record)?;
    play(&mut exchange, games)
}

fn play(exchange: &mut Exchange<'_>, games: &[Game]) -> Judgment {
    for game in games {
        let timeout = exchange.times.timeout;
        exchange.search(game, "go depth 3", timeout)?;
    }
    Ok(CheckResult::Passed)
}

pub(super) fn reads_moves(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    plays(subject, record, &[from_start(&["f2f3", "e7e5", "g2g4"]), from_start(&["e2e4", "f7f5", "d1h5"])])
}

pub(super) fn reads_fens(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    plays(subject, record, &[game(fen, &[]), game(fen, &["e5d7", "e8c8"]), game(ONE_MOVE, &["a1a2"])])
}

pub(super) fn plays_only_moves(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    plays(subject, record, &[game(ONE_MOVE, &[])])
}

pub(super) fn promotes(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    plays(subject, record, &[game(PROMOTION, &[]), game(UNDERPROMOTION, &["a7a8n"])])
}

pub(super) fn castles(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    plays(subject, record, &[game(CASTLING, &[]), game(CASTLED, &["e1g1"])])
}

pub(super) fn captures_en_passant(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    plays(
        subject,
        record,
        &[game(EN_PASSANT, &["d7d5"]), from_start(&["e2e4", "a7a6", "e4e5", "d7d5", "e5d6"])],
    )
}

pub(super) fn castles_in_chess960(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    if subject.option("UCI_Chess960").is_none() {
        return Ok(CheckResult::NotApplicable("it has no option UCI_Chess960".to_owned()));
    }
    let mut exchange = subject.meet(record)?;
    exchange.send("setoption name UCI_Chess960 value true");
    play(&mut exchange, &[game(CASTLING_960, &[]), game(CASTLING_960, &["g1h1"])])
}

pub(super) fn plays_long_games(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut moves = vec!["e2e4", "e7e5"];
    for number in 0..LONG {
        moves.extend(if number % 2 == 0 { ["g1f3", "g8f6"] } else { ["f3g1", "f6g8"] });
    }
    let mut exchange = subject.meet(record)?;
    let last = from_start(&["e2e4", "e7e5"]);
    exchange.send(&format!("position startpos moves {}", moves.join(" ")));
    exchange.send("go depth 2");
    exchange.answer(&last, subject.times.timeout)?;
    Ok(CheckResult::Passed)
}

pub(super) fn answers_without_moves(subject: &Subject<'_>, record: &mut Record) -> Judgment {
    let mut exchange = subject.meet(record)?;
    for fen in [MATE, STALEMATE] {
        exchange.send(&format!("position fen {fen}"));
        exchange.send("go depth 1");
        let answer = exchange.any_answer(subject.times.timeout)?;
        if !NO_MOVE.contains(&answer.best.as_str()) {
            return Err(format!("`bestmove {}`, where there is no move", harmless(&answer.best)));
        }
    }
    exchange.ready()?;
    Ok(CheckResult::Passed)
}
