//! Moves taken back: the generator of unmoves against the plainest definition of one, against all moves forward, and on
//! boards that are drawn for one rule each.

mod definition;
mod edges;
mod random_positions;
mod small_boards;

use philidor::Position;
use philidor::retro::{Retractor, Unmove};

/// A position from a FEN.
fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Whether two positions are the same, clocks aside.
fn is_same(one: &Position, other: &Position) -> bool {
    one.board() == other.board()
        && one.side_to_move() == other.side_to_move()
        && one.castling_rights() == other.castling_rights()
        && one.to_setup().castling_rooks == other.to_setup().castling_rooks
        && one.en_passant() == other.en_passant()
}

/// The move of an unmove, played in the position before it.
fn played(before: &Position, unmove: Unmove) -> Position {
    let mv = unmove.to_move(before.state());
    assert!(before.is_legal(mv), "{unmove} in {before}");
    before.after(mv)
}

/// All that must hold for the unmoves of a position: they are those of the definition, each once, and each leads back from
/// all that is known of the position before it. Returns how many there are.
fn assert_laws(retractor: Retractor, position: &Position) -> usize {
    let unmoves = retractor.unmoves(position);
    let mut found: Vec<Unmove> = unmoves.to_vec();
    found.sort_unstable();
    let defined = definition::unmoves(retractor, position);
    assert_eq!(found, defined, "{position}");
    assert_eq!(retractor.count(position) as usize, found.len(), "{position}");
    assert_eq!(retractor.has_unmove(position), !found.is_empty(), "{position}");

    let mut texts: Vec<String> = found.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), found.len(), "two unmoves are written alike: {position}");
    found.len()
}

/// What is known of the positions before: each of them leads back here, and the reduced one is the first.
fn assert_predecessors_lead_back(retractor: Retractor, position: &Position, unmove: Unmove) {
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
fn assert_move_is_taken_back(retractor: Retractor, before: &Position) {
    for mv in before.legal_moves() {
        let after = before.after(mv);
        let unmove = Unmove::of(mv, before);
        assert!(retractor.is_legal(&after, unmove), "{unmove} from {before} to {after}");
        assert!(retractor.predecessors(&after, unmove).contains(before), "{unmove} from {before} to {after}");
        assert_eq!(unmove.to_move(before.state()), mv);
        assert_eq!(unmove.digest(), mv.digest());
    }
}
