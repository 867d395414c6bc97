//! Static exchange evaluation for boards that have none, in the usual form for bitboards, which asks only whether a
//! threshold is reached. Pins are ignored; a king captures only what nothing protects; a pawn that captures on the last
//! rank becomes a queen.

/// What an exchange is worth, by piece type.
const WORTH: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// The board around one square.
pub trait Scene {
    /// The pieces of both colors that attack the square if these are occupied.
    fn attackers(&self, occupied: u64) -> u64;
    /// The bishops and queens that attack the square if these are occupied.
    fn diagonal(&self, occupied: u64) -> u64;
    /// The rooks and queens that attack the square if these are occupied.
    fn straight(&self, occupied: u64) -> u64;
    /// The pieces of a color.
    fn color(&self, color: usize) -> u64;
    /// The pieces of a type.
    fn pieces(&self, piece: usize) -> u64;
}

/// Whether a move to a square wins at least `threshold` by what follows on it.
///
/// `us` moves `moved` from `origin`, captures `captured`, and promotes to `promotion`; `occupied` is the board before,
/// but without a pawn that is captured en passant.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "all are numbers that the caller has at hand")]
pub fn at_least(
    scene: &impl Scene,
    us: usize,
    moved: usize,
    captured: Option<usize>,
    promotion: Option<usize>,
    (origin, destination): (usize, usize),
    occupied: u64,
    threshold: i32,
) -> bool {
    let is_last_rank = !(8..56).contains(&destination);
    let to_queen = if is_last_rank { WORTH[4] - WORTH[0] } else { 0 };
    let mut standing = promotion.unwrap_or(moved);
    let first = captured.map_or(0, |captured| WORTH[captured])
        + promotion.map_or(0, |promotion| WORTH[promotion] - WORTH[0]);
    if first < threshold {
        return false;
    }
    let mut needed = first - threshold + 1;
    if WORTH[standing] + to_queen < needed {
        return true;
    }
    let mut occupied = (occupied & !(1 << origin)) | 1 << destination;
    let mut attackers = scene.attackers(occupied);
    let mut side = us ^ 1;
    let mut holds = true;
    loop {
        if WORTH[standing] + to_queen < needed {
            return holds;
        }
        attackers &= occupied;
        let able = attackers & scene.color(side);
        let Some(piece) = (0..6).find(|&piece| able & scene.pieces(piece) != 0) else { return holds };
        let from = able & scene.pieces(piece);
        occupied &= !(from & from.wrapping_neg());
        let mut gain = WORTH[standing];
        standing = piece;
        match piece {
            0 if is_last_rank => {
                gain += to_queen;
                standing = 4;
                attackers |= scene.diagonal(occupied);
            }
            0 | 2 => attackers |= scene.diagonal(occupied),
            3 => attackers |= scene.straight(occupied),
            4 => attackers |= scene.diagonal(occupied) | scene.straight(occupied),
            5 => {
                attackers |= scene.diagonal(occupied) | scene.straight(occupied);
                if attackers & occupied & scene.color(side ^ 1) & !(1 << destination) != 0 {
                    return holds;
                }
            }
            _ => {}
        }
        if gain < needed {
            return holds;
        }
        needed = gain - needed + 1;
        holds = !holds;
        side ^= 1;
    }
}
