//! A result of two columns as a picture: what it is about, and a number.
//!
//! ```text
//! 2400 ┤      •──•        numbers beside numbers are a line      Q v R  ████████  0.87
//! 1200 ┤ •──•             anything else are bars                 R v B  █████     0.61
//!      └┬──┬──┬──┬
//! ```
//!
//! The picture is SVG, written by hand: a few lines and words need no library.

use std::fmt::Write;

use anyhow::bail;
use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Float64Type, SchemaRef};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

/// Bars more than that nobody reads.
const MOST_BARS: usize = 100;
/// The size of the drawing, in pixels.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 400.0;
/// The room for words left, right, above and below of it.
const LEFT: f64 = 110.0;
const RIGHT: f64 = 70.0;
const ABOVE: f64 = 40.0;
const BELOW: f64 = 50.0;
/// The height of a bar with the gap below it.
const BAR: f64 = 24.0;
/// The colors: of what is measured, of lines, of words.
const DATA: &str = "#2a6f97";
const LINES: &str = "#d0d0d0";
const WORDS: &str = "#333333";
/// How many round numbers an axis has, about.
const TICKS: f64 = 6.0;

/// What has been seen of a result so far.
pub(super) struct Plot {
    names: [String; 2],
    /// Whether the first column has numbers.
    numeric: bool,
    points: Vec<Point>,
}

struct Point {
    label: String,
    x: f64,
    y: f64,
}

impl Plot {
    /// A plot of a result with these columns.
    pub(super) fn new(schema: &SchemaRef) -> anyhow::Result<Plot> {
        let [first, second] = schema.fields().as_ref() else {
            bail!("a plot takes two columns, and this result has {}", schema.fields().len())
        };
        if !is_number(second.data_type()) {
            bail!("a plot takes numbers in the second column, not {}", second.data_type());
        }
        let numeric = is_number(first.data_type());
        Ok(Plot { names: [first.name().clone(), second.name().clone()], numeric, points: Vec::new() })
    }

    /// Takes in some rows; those with a null have no place.
    pub(super) fn add(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        let labels = ArrayFormatter::try_new(batch.column(0), &FormatOptions::new())?;
        let floats = |column: &ArrayRef| cast(column, &DataType::Float64);
        let y = floats(batch.column(1))?;
        let x = if self.numeric { Some(floats(batch.column(0))?) } else { None };
        let x = x.as_ref().map(|x| x.as_primitive::<Float64Type>());
        let y = y.as_primitive::<Float64Type>();
        for row in (0..batch.num_rows()).filter(|&row| batch.column(0).is_valid(row) && y.is_valid(row)) {
            let point = Point {
                label: labels.value(row).to_string(),
                x: x.map_or(0.0, |x| x.value(row)),
                y: y.value(row),
            };
            if point.x.is_finite() && point.y.is_finite() {
                self.points.push(point);
            }
        }
        Ok(())
    }

    /// The picture.
    pub(super) fn svg(mut self) -> anyhow::Result<String> {
        if self.points.is_empty() {
            bail!("there is nothing to plot");
        }
        if self.numeric {
            return Ok(self.line()?);
        }
        if self.points.len() > MOST_BARS {
            bail!("{} bars are too many to read; LIMIT takes the first", self.points.len());
        }
        Ok(self.bars()?)
    }

    /// Numbers beside numbers, from left to right.
    fn line(&mut self) -> Result<String, std::fmt::Error> {
        self.points.sort_by(|a, b| a.x.total_cmp(&b.x));
        let x = Axis::over(self.points.iter().map(|point| point.x), false);
        let y = Axis::over(self.points.iter().map(|point| point.y), true);
        let (across, down) =
            (|value| LEFT + x.share(value) * WIDTH, |value| ABOVE + (1.0 - y.share(value)) * HEIGHT);
        let mut svg = head(HEIGHT)?;
        for tick in y.ticks() {
            let at = down(tick);
            writeln!(
                svg,
                r#"<line x1="{LEFT}" x2="{:.1}" y1="{at:.1}" y2="{at:.1}" stroke="{LINES}"/>"#,
                LEFT + WIDTH
            )?;
            word(&mut svg, LEFT - 8.0, at + 4.0, "end", &number(tick))?;
        }
        for tick in x.ticks() {
            word(&mut svg, across(tick), ABOVE + HEIGHT + 20.0, "middle", &number(tick))?;
        }
        let path: Vec<String> =
            self.points.iter().map(|point| format!("{:.1},{:.1}", across(point.x), down(point.y))).collect();
        writeln!(
            svg,
            r#"<polyline fill="none" stroke="{DATA}" stroke-width="2" points="{}"/>"#,
            path.join(" ")
        )?;
        for point in self.points.iter().take(MOST_BARS) {
            let (x, y) = (across(point.x), down(point.y));
            writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{DATA}"/>"#)?;
        }
        word(&mut svg, LEFT, ABOVE - 16.0, "start", &self.names[1])?;
        word(&mut svg, LEFT + WIDTH, ABOVE + HEIGHT + 40.0, "end", &self.names[0])?;
        svg.push_str("</svg>\n");
        Ok(svg)
    }

    /// A bar for each row, in the order of the rows.
    fn bars(&self) -> Result<String, std::fmt::Error> {
        let axis = Axis::over(self.points.iter().map(|point| point.y), true);
        let across = |value| LEFT + axis.share(value) * WIDTH;
        let height = BAR * self.points.len() as f64;
        let mut svg = head(height)?;
        for tick in axis.ticks() {
            let at = across(tick);
            writeln!(
                svg,
                r#"<line x1="{at:.1}" x2="{at:.1}" y1="{ABOVE}" y2="{:.1}" stroke="{LINES}"/>"#,
                ABOVE + height
            )?;
            word(&mut svg, at, ABOVE + height + 20.0, "middle", &number(tick))?;
        }
        for (row, point) in self.points.iter().enumerate() {
            let top = ABOVE + BAR * row as f64;
            let (from, to) = (across(0.0).min(across(point.y)), across(0.0).max(across(point.y)));
            let (width, thick) = (to - from, BAR - 6.0);
            writeln!(
                svg,
                r#"<rect x="{from:.1}" y="{:.1}" width="{width:.1}" height="{thick:.1}" fill="{DATA}"/>"#,
                top + 3.0
            )?;
            word(&mut svg, LEFT - 8.0, top + BAR / 2.0 + 4.0, "end", &point.label)?;
            word(&mut svg, to + 6.0, top + BAR / 2.0 + 4.0, "start", &number(point.y))?;
        }
        word(&mut svg, LEFT - 8.0, ABOVE - 16.0, "end", &self.names[0])?;
        word(&mut svg, LEFT, ABOVE - 16.0, "start", &self.names[1])?;
        svg.push_str("</svg>\n");
        Ok(svg)
    }
}

/// Whether a column can be measured.
fn is_number(data_type: &DataType) -> bool {
    data_type.is_numeric()
}

/// From the least to the greatest value, with round numbers between.
struct Axis {
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    /// The axis over these values, with zero if it must be there.
    fn over(values: impl Iterator<Item = f64>, with_zero: bool) -> Axis {
        let none = if with_zero { (0.0, 0.0) } else { (f64::INFINITY, f64::NEG_INFINITY) };
        let (from, to) =
            values.fold(none, |(least, most): (f64, f64), value| (least.min(value), most.max(value)));
        // A single value is in the middle of something.
        let (from, to) = if from < to { (from, to) } else { (from - 0.5, to + 0.5) };
        Axis { from, to, step: round_step((to - from) / TICKS) }
    }

    /// Where a value is, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }

    /// The round numbers.
    fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let (first, last) = ((self.from / self.step).ceil() as i64, (self.to / self.step).floor() as i64);
        let step = self.step;
        (first..=last).map(move |tick| tick as f64 * step)
    }
}

/// The least of 1, 2, 5, 10, 20, … (or 0.1, 0.2, …) that is not below a number.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|&step| step >= least);
    step.unwrap_or(10.0 * power)
}

/// A number as short as it can be read.
fn number(value: f64) -> String {
    let written = if value.abs() >= 1000.0 || value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.3}")
    };
    let (sign, digits) = written.strip_prefix('-').map_or(("", written.as_str()), |digits| ("−", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut grouped = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() { grouped } else { format!("{grouped}.{fraction}") }
}

/// The beginning of a picture with a drawing of this height.
fn head(height: f64) -> Result<String, std::fmt::Error> {
    let (width, height) = (LEFT + WIDTH + RIGHT, ABOVE + height + BELOW);
    let mut svg = String::new();
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">"#
    )?;
    writeln!(svg, r#"<rect width="{width}" height="{height}" fill="white"/>"#)?;
    Ok(svg)
}

/// A word beside, or around, a place.
fn word(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) -> std::fmt::Result {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    writeln!(svg, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{WORDS}">{text}</text>"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_numbers_are_short() {
        assert_eq!([0.07, 1.0, 3.0, 7.0, 120.0].map(round_step), [0.1, 1.0, 5.0, 10.0, 200.0]);
        let written = [0.0, 0.5, 1234.0, -1_000_000.0, 0.3337].map(number);
        assert_eq!(written, ["0", "0.5", "1,234", "−1,000,000", "0.334"]);
    }

    #[test]
    fn an_axis_has_its_ends_at_0_and_1() {
        let axis = Axis::over([2.0, 8.0].into_iter(), false);
        assert_eq!((axis.share(2.0), axis.share(8.0)), (0.0, 1.0));
        assert_eq!(axis.ticks().collect::<Vec<_>>(), [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        let zero = Axis::over([2.0, 8.0].into_iter(), true);
        assert_eq!(zero.share(0.0), 0.0);
        assert_eq!(Axis::over([3.0].into_iter(), false).share(3.0), 0.5);
    }
}
