//! The laws of unmoves, for one position each.

use philidor::Position;
use philidor_retro::{Retractor, Unmove};

use super::definition;
use super::sameness::{is_same, played};

/// All that must hold for the unmoves of a position: they are those of the definition, each once, and each leads back
/// from all that is known of the position before it. Returns how many there are.
pub(super) fn assert_laws(retractor: Retractor, position: &Position) -> usize {
    let unmoves = retractor.unmoves(position);
    let mut found: Vec<Unmove> = unmoves.to_vec();
    found.sort_unstable();
    let defined = definition::unmoves(retractor, position);
    assert_eq!(found, defined, "{position}");
    assert_eq!(retractor.count(position) as usize, found.len(), "{position}");

    let mut texts: Vec<String> = found.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), found.len(), "two unmoves are written alike: {position}");
    found.len()
}

/// What is known of the positions before: each of them leads back here, and the reduced one is the first.
pub(super) fn assert_predecessors_lead_back(retractor: Retractor, position: &Position, unmove: Unmove) {
    let predecessors = retractor.predecessors(position, unmove);
    assert_eq!(predecessors.iter().next(), Some(predecessors.reduced()));
    assert_eq!(retractor.before(position, unmove), predecessors.reduced());
    assert_eq!(predecessors.iter().count(), predecessors.len());
    for before in &predecessors {
        assert_eq!(Position::try_from(before.to_setup()), Ok(before), "{unmove} in {position}");
        assert!(is_same(&played(&before, unmove), position), "{unmove}: from {before} to {position}");
        assert_eq!(Unmove::of(unmove.to_move(before.state()), &before), unmove);
        assert!(predecessors.contains(&before), "{unmove}: {before}");
    }
}

/// A move forward is among the unmoves of what it leads to, and the position before it is known to be possible.
pub(super) fn assert_move_is_taken_back(retractor: Retractor, before: &Position) {
    for mv in before.legal_moves() {
        let after = before.after(mv);
        let unmove = Unmove::of(mv, before);
        assert!(retractor.is_legal(&after, unmove), "{unmove} from {before} to {after}");
        assert!(retractor.predecessors(&after, unmove).contains(before), "{unmove} from {before} to {after}");
        assert_eq!(unmove.to_move(before.state()), mv);
        assert_eq!(unmove.digest(), mv.digest());
    }
}
