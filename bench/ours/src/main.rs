//! philidor as a contestant: built plainly, as a user builds it, and called by its public interface only.
//!
//! `ours methods NAME` is the same without a level of the CPU under the engine.
//! `ours scan FILE` and `ours san FILE` are about games; see `pgn.rs`.

// `engine.rs`, `exchange.rs`: the works `searched` and `exchange`.
mod engine;
mod exchange;
mod pgn;

use std::hint::black_box;

use ::engine::Search;
use anyhow::{Context, Result, bail};
use philidor::cpu::Cpu;
use philidor::{Move, MoveKind, MoveList, Position, binary::PackedPosition, perft};
use protocol::{Contestant, Introduction, Ready, SetWork, serve};

/// The library; the engine and its exchanges compiled for the CPU's level, or without one, where every call asks the
/// CPU for itself.
struct Philidor<const AT_LEVEL: bool>;

impl<const AT_LEVEL: bool> Contestant for Philidor<AT_LEVEL> {
    type Position = Position;

    fn read(fen: &str) -> Result<Position> {
        fen.parse().with_context(|| format!("philidor refuses {fen:?}"))
    }

    fn counted(position: &Position, depth: u32) -> u128 {
        perft::perft(position, depth)
    }

    fn played(position: &Position, depth: u32) -> u128 {
        perft::perft_plain(position, depth)
    }

    fn searched(position: &Position, depth: u32) -> u128 {
        let search = Search::to_depth(depth);
        let report = if AT_LEVEL {
            engine::search(position, search)
        } else {
            engine::search_by_methods(position, search)
        };
        report.comparable_nodes()
    }

    fn on_set(work: SetWork, positions: &[Position]) -> Option<Ready<'_>> {
        Some(match work {
            SetWork::Listed => Box::new(|| listed(MoveKind::All, positions)),
            SetWork::Tactical => Box::new(|| listed(MoveKind::Tactical, positions)),
            SetWork::Any => {
                Box::new(|| positions.iter().filter(|each| each.has_legal_move()).count() as u128)
            }
            SetWork::Exchange => {
                let tactical = |position: &Position| (*position, position.moves(MoveKind::Tactical).to_vec());
                let captures: Vec<(Position, Vec<Move>)> = positions.iter().map(tactical).collect();
                if AT_LEVEL {
                    Box::new(move || Cpu::best().run(exchange::AtLevel(&captures)))
                } else {
                    Box::new(move || exchange::by_methods(&captures))
                }
            }
            SetWork::Unpacked => {
                let packed: Vec<PackedPosition> = positions.iter().map(Position::pack).collect();
                Box::new(move || {
                    packed.iter().filter(|each| black_box(each.unpack()).is_ok()).count() as u128
                })
            }
        })
    }
}

fn listed(kind: MoveKind, positions: &[Position]) -> u128 {
    let mut list = MoveList::new();
    let mut moves = 0;
    for position in positions {
        position.moves_into(kind, &mut list);
        moves += black_box(&list).len() as u128;
    }
    moves
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => serve::<Philidor<true>>(&Introduction::of("philidor", "")?),
        ["methods", name] => serve::<Philidor<false>>(&Introduction {
            name: name.to_owned(),
            ..Introduction::of("philidor", "")?
        }),
        ["scan", path] => pgn::scan(path),
        ["san", path] => pgn::san(path),
        _ => bail!("expected nothing, `methods NAME`, `scan FILE` or `san FILE`"),
    }
}

#[cfg(test)]
mod tests {
    use protocol::laws;

    use super::*;

    #[test]
    fn the_level_keeps_the_laws() -> Result<()> {
        laws::counts::<Philidor<true>>()?;
        laws::lists::<Philidor<true>>()?;
        laws::searches::<Philidor<true>>(::engine::KNOWN)
    }

    #[test]
    fn methods_keep_the_laws() -> Result<()> {
        laws::lists::<Philidor<false>>()?;
        laws::searches::<Philidor<false>>(::engine::KNOWN)
    }
}
