//! From the sums to a score, in centipawns for the side to move.
//!
//! Each sum is clamped to 0 … 1 and squared (*squared clipped ReLU*, SCReLU). `clamped × weight` fits into 16 bits, as
//! the reader of the file has checked, so the product with the other `clamped` is one multiplication of 16 by 16 bits:
//! `vpmaddwd` does sixteen or thirty-two of them at once.

use philidor::Color;

use super::accumulator::Sums;
use super::layout::HIDDEN;
use super::network::{Network, Row};

/// The score for a side to move, on a board of this many pieces.
#[inline(always)]
pub(super) fn score(network: &Network, sums: &Sums, us: Color, pieces: u32) -> i32 {
    let output = &network.outputs[network.layout.bucket(pieces)];
    let [ours, theirs] = [us, !us].map(|color| &sums[color as usize]);
    let clamp = network.scale.input;
    let ours = i64::from(squares(ours, &output.weights[0], clamp));
    let theirs = i64::from(squares(theirs, &output.weights[1], clamp));
    let (input, output_scale) = (i64::from(clamp), i64::from(network.scale.output));
    let value = (ours + theirs) / input + i64::from(output.bias);
    (value * i64::from(network.scale.centipawns) / (input * output_scale)) as i32
}

#[inline(always)]
fn squares(sums: &Row, weights: &Row, clamp: i16) -> i32 {
    let mut total = 0_i32;
    for i in 0..HIDDEN {
        let clamped = sums.0[i].max(0).min(clamp);
        total = total.wrapping_add(i32::from(clamped) * i32::from(clamped.wrapping_mul(weights.0[i])));
    }
    total
}
