//! The inputs of a position, for the side to move and for the other one.
//!
//! The numbers are those of the engine's network, as a test checks.

use philidor_engine::evaluation::net::Layout;

use crate::data::TrainingPosition;

/// The inputs of both sides: as many as there are pieces.
pub(super) struct Inputs {
    pub(super) count: usize,
    pub(super) ours: [u16; 32],
    pub(super) theirs: [u16; 32],
    pub(super) bucket: usize,
}

impl Inputs {
    #[inline(always)]
    pub(super) fn new(position: &TrainingPosition, layout: Layout) -> Inputs {
        let flip = |king: u8| if layout.is_mirrored() && king & 4 != 0 { 7 } else { 0 };
        let (our_flip, their_flip) = (flip(position.king()), flip(position.other_king()));
        let mut inputs = Inputs { count: 0, ours: [0; 32], theirs: [0; 32], bucket: 0 };
        for ((code, square), (ours, theirs)) in
            position.pieces().zip(inputs.ours.iter_mut().zip(&mut inputs.theirs))
        {
            let (is_theirs, kind) = (u16::from(code >> 3), u16::from(code & 7).min(5));
            *ours = is_theirs * 384 + kind * 64 + u16::from(square ^ our_flip);
            *theirs = (1 - is_theirs) * 384 + kind * 64 + u16::from(square ^ 56 ^ their_flip);
            inputs.count += 1;
        }
        inputs.bucket = layout.bucket(inputs.count as u32);
        inputs
    }
}
