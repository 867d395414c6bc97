//! The laws on positions of games, on dense boards, and on boards that no game reaches.

use philidor::{CastlingMode, Position};
use philidor_proof::{at_least, samples};
use philidor_retro::{ClockReading, EnPassantReading, Retractor, Unmove, UnmoveList};

use super::laws::{assert_laws, assert_move_is_taken_back, assert_predecessors_lead_back};
use philidor_proof::games::{self, Random};

/// Both modes of castling with the three readings of en passant.
fn retractors() -> [Retractor; 6] {
    let readings = [EnPassantReading::Always, EnPassantReading::Legal, EnPassantReading::Unknown];
    let by = |mode| readings.map(|reading| Retractor::new().castling(mode).en_passant(reading));
    let ([a, b, c], [d, e, f]) = (by(CastlingMode::Standard), by(CastlingMode::Chess960));
    [a, b, c, d, e, f]
}

fn chess960() -> Retractor {
    Retractor::new().castling(CastlingMode::Chess960)
}

/// Unmoves are those of the definition, and one in ten is followed back to all states before it.
fn hold_the_laws(positions: impl Iterator<Item = Position>) {
    let mut random = Random(7);
    let mut retractors = retractors().into_iter().cycle();
    let mut unmoves = 0;
    for position in positions {
        let retractor = retractors.next().expect("an endless cycle");
        unmoves += assert_laws(retractor, &position);
        if retractor == retractor.en_passant(EnPassantReading::Always) {
            for &unmove in retractor.unmoves(&position).iter().filter(|_| random.below(10) == 0) {
                assert_predecessors_lead_back(retractor, &position, unmove);
            }
        }
    }
    assert!(unmoves > 0);
}

#[test]
fn positions_of_games() {
    hold_the_laws(games::positions(41).step_by(23).take(samples(1_000)));
    hold_the_laws(games::chess960_positions(42).step_by(17).take(samples(600)));
}

#[test]
fn dense_positions() {
    hold_the_laws(games::dense_positions(43).step_by(3).take(samples(400)));
}

#[test]
fn unreachable_positions() {
    hold_the_laws(games::unreachable_positions(44).step_by(11).take(samples(1_000)));
}

#[test]
fn every_move_is_taken_back() {
    for position in games::positions(51).step_by(5).take(samples(1_500)) {
        assert_move_is_taken_back(chess960(), &position);
    }
    for position in games::unreachable_positions(52).step_by(5).take(samples(500)) {
        assert_move_is_taken_back(chess960(), &position);
    }
    for position in games::dense_positions(53).take(samples(100)) {
        assert_move_is_taken_back(chess960(), &position);
    }
}

/// Castlings are taken back even if no right is left that marks the position as Chess960.
#[test]
fn every_castling_of_chess960_is_taken_back() {
    let (mut castlings, mut hidden) = (0, 0);
    // Few castlings are hidden, so a sample goes on until one was.
    for (number, before) in games::chess960_positions(56).step_by(3).take(60_000).enumerate() {
        if number >= samples(6_000) && hidden > 0 {
            break;
        }
        for mv in before.legal_moves().iter().copied().filter(|mv| mv.castling_side().is_some()) {
            let after = before.after(mv);
            let unmove = Unmove::of(mv, &before);
            assert!(chess960().unmoves(&after).contains(&unmove), "{unmove} from {before} to {after}");
            assert!(
                chess960().predecessors(&after, unmove).contains(&before),
                "{unmove} from {before} to {after}"
            );
            castlings += 1;
            hidden += usize::from(!Retractor::for_position(&after).is_legal(&after, unmove));
        }
    }
    assert!(
        castlings >= at_least(100) && hidden >= at_least(10).max(1),
        "{castlings} castlings, {hidden} of them hidden"
    );
}

/// Clocks that are read as exact: positions of games come back bit for bit, and what contradicts the clock is left out.
#[test]
fn exact_clocks_leave_out_what_contradicts_them() {
    let exact = chess960().clock(ClockReading::Exact);
    let mut list = UnmoveList::new();
    for before in games::positions(61).step_by(7).take(samples(1_000)) {
        for mv in before.legal_moves() {
            let after = before.after(mv);
            let unmove = Unmove::of(mv, &before);
            exact.unmoves_into(&after, &mut list);
            assert!(list.contains(&unmove), "{unmove} from {before} to {after}");
            let predecessors = exact.predecessors(&after, unmove);
            assert!(predecessors.contains(&before), "{unmove} from {before} to {after}");
            if !unmove.is_pawn_advance_or_capture() {
                assert_eq!(predecessors.halfmove_clocks(), before.halfmove_clock()..=before.halfmove_clock());
                let reduced = predecessors.reduced();
                assert_eq!(reduced.after(unmove.to_move(reduced.state())), after);
            }
        }
        exact.unmoves_into(&before, &mut list);
        let all = chess960().unmoves(&before);
        let kept =
            all.iter().filter(|each| each.is_pawn_advance_or_capture() == (before.halfmove_clock() == 0));
        assert_eq!(list.len(), kept.count(), "{before}");
    }
}

/// Bits of any origin are legal exactly if they are in the list.
#[test]
fn foreign_unmoves_are_refused() {
    let mut random = Random(71);
    for position in games::positions(72).step_by(301).take(20) {
        let retractor = Retractor::for_position(&position);
        let unmoves = retractor.unmoves(&position);
        for _ in 0..2_000 {
            let unmove = Unmove::from_bits(random.next() as u32);
            assert_eq!(retractor.is_legal(&position, unmove), unmoves.contains(&unmove));
            let _ = (retractor.before(&position, unmove).legal_moves(), unmove.to_string()); // nonsense, but no panic
        }
    }
}
