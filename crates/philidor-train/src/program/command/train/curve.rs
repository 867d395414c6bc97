//! The loss of each epoch, drawn as a curve from top to bottom.
//!
//! ```text
//! ⅛           ¼           ½           1   of the first loss: 12 columns for each factor of 2
//!                                    ○●
//!                            ○ ●
//!                       ○   ●             ○ what is learned from, ● what is held out: the gap is overfitting
//! ```

/// The columns of a factor of 2.
const OCTAVE: f64 = 12.0;

/// The columns of a line; with the numbers before it, it fits a terminal of 80.
const WIDTH: usize = 37;

/// A curve. The loss of its first point is drawn at the right edge.
#[derive(Debug, Default)]
pub(super) struct Curve {
    first: Option<f64>,
}

impl Curve {
    /// What stands above the curve: parts of the first loss.
    pub(super) const HEAD: &str = "⅛           ¼           ½           1";

    /// The line of an epoch.
    pub(super) fn line(&mut self, loss: f64, held_out: Option<f64>) -> String {
        let first = *self.first.get_or_insert(loss.max(held_out.unwrap_or(loss)));
        let column = |loss: f64| {
            let columns = (loss / first).log2() * OCTAVE;
            (WIDTH as f64 - 1.0 + columns.round()).clamp(0.0, WIDTH as f64 - 1.0) as usize
        };
        let mut line = [' '; WIDTH];
        line[column(loss)] = '○';
        if let Some(loss) = held_out {
            line[column(loss)] = '●';
        }
        line.iter().collect::<String>().trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_the_loss_is_an_octave_to_the_left_below_its_mark() {
        let mut curve = Curve::default();
        let at = |line: &str, mark| line.chars().position(|each| each == mark);
        assert_eq!(at(&curve.line(0.08, Some(0.08)), '●'), at(Curve::HEAD, '1'));
        let line = curve.line(0.02, Some(0.04));
        assert_eq!((at(&line, '○'), at(&line, '●')), (at(Curve::HEAD, '¼'), at(Curve::HEAD, '½')));
        assert_eq!(at(&curve.line(0.01, None), '○'), at(Curve::HEAD, '⅛'));
        assert_eq!(at(&curve.line(1.0, None), '○'), Some(36), "not beyond the edge");
        assert_eq!(at(&curve.line(0.0, Some(0.08)), '○'), Some(0));
        let mut nothing = Curve::default();
        assert_eq!(at(&nothing.line(0.0, None), '○'), Some(0));
    }
}
