//! The loss of each epoch, drawn as a curve from top to bottom.
//!
//! ```text
//!        ⅛     ¼     ½     1   of the first loss: 13 columns for each factor of 2
//! │                       ○●
//! │               ○ ●
//! │          ○   ●                ○ what is learned from, ● what is held out: the gap is what was remembered
//! ```

/// The columns of a factor of 2.
const OCTAVE: f64 = 13.0;

/// The columns of a line.
const WIDTH: usize = 40;

/// A curve whose first point says what is drawn at the right.
#[derive(Debug, Default)]
pub(super) struct Curve {
    first: Option<f64>,
}

impl Curve {
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
    fn half_the_loss_is_an_octave_to_the_left() {
        let mut curve = Curve::default();
        let at = |line: &str, mark| line.chars().position(|each| each == mark);
        assert_eq!(at(&curve.line(0.08, Some(0.08)), '●'), Some(39));
        let line = curve.line(0.02, Some(0.04));
        assert_eq!((at(&line, '○'), at(&line, '●')), (Some(13), Some(26)));
        assert_eq!(at(&curve.line(1.0, None), '○'), Some(39), "not beyond the edge");
        assert_eq!(at(&curve.line(0.0, Some(0.08)), '○'), Some(0));
        let mut nothing = Curve::default();
        assert_eq!(at(&nothing.line(0.0, None), '○'), Some(0));
    }
}
