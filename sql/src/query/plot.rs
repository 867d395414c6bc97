//! A result of two columns as a picture: a subject, and a number.
//!
//! ```text
//! 2400 ┤      •──•        numbers against numbers: a line        Q v R  ████████  0.87
//! 1200 ┤ •──•             anything else: bars                    R v B  █████     0.61
//!      └┬──┬──┬──┬
//! ```
//!
//! The picture is SVG, written by hand: a few lines and words need no library.

use std::fmt::{self, Write};

use anyhow::{bail, ensure};
use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Float64Type, SchemaRef};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

/// The most bars that can be read, and the most dots that do not hide their line.
const MAX_MARKS: usize = 100;
/// The largest value: beyond it the length of an axis would not be finite.
const MAX_VALUE: f64 = 1e300;
/// The size of the drawing, in pixels.
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 400.0;
/// The room for words above and below the drawing, and the least and the most room to its left and right.
const ABOVE: f64 = 40.0;
const BELOW: f64 = 50.0;
const LEFT: f64 = 110.0;
const RIGHT: f64 = 70.0;
const MAX_MARGIN: f64 = 420.0;
/// The gap between the drawing and the words beside it.
const GAP: f64 = 8.0;
/// The height of a bar with the gap below it.
const BAR: f64 = 24.0;
/// The colors of data, lines and words.
const DATA: &str = "#2a6f97";
const LINES: &str = "#d0d0d0";
const WORDS: &str = "#333333";
/// The approximate number of round numbers on an axis.
const TICKS: f64 = 6.0;

/// The rows of a result so far.
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

    /// Adds rows, except those with a null.
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
                let greatest = if point.x.abs() > point.y.abs() { point.x } else { point.y };
                ensure!(greatest.abs() <= MAX_VALUE, "{greatest:e} is too far from zero to plot");
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
        if self.points.len() > MAX_MARKS {
            bail!("{} bars are too many to read; LIMIT takes the first", self.points.len());
        }
        Ok(self.bars()?)
    }

    /// Numbers against numbers, from left to right.
    fn line(&mut self) -> Result<String, fmt::Error> {
        self.points.sort_by(|a, b| a.x.total_cmp(&b.x));
        let x = Axis::over(self.points.iter().map(|point| point.x), false);
        let y = Axis::over(self.points.iter().map(|point| point.y), true);
        let ticks: Vec<(f64, String)> = y.ticks().map(|tick| (tick, number(tick, y.place))).collect();
        let left = beside(ticks.iter().map(|(_, label)| label), LEFT);
        let (across, down) =
            (|value| left + x.share(value) * WIDTH, |value| ABOVE + (1.0 - y.share(value)) * HEIGHT);
        let mut svg = head(left + WIDTH + RIGHT, HEIGHT)?;
        for (tick, label) in &ticks {
            let at = down(*tick);
            writeln!(
                svg,
                r#"<line x1="{left:.1}" x2="{:.1}" y1="{at:.1}" y2="{at:.1}" stroke="{LINES}"/>"#,
                left + WIDTH
            )?;
            word(&mut svg, left - GAP, at + 4.0, "end", label)?;
        }
        for tick in x.ticks() {
            word(&mut svg, across(tick), ABOVE + HEIGHT + 20.0, "middle", &number(tick, x.place))?;
        }
        let path: Vec<String> =
            self.points.iter().map(|point| format!("{:.1},{:.1}", across(point.x), down(point.y))).collect();
        writeln!(
            svg,
            r#"<polyline fill="none" stroke="{DATA}" stroke-width="2" points="{}"/>"#,
            path.join(" ")
        )?;
        if self.points.len() <= MAX_MARKS {
            for point in &self.points {
                let (x, y) = (across(point.x), down(point.y));
                writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{DATA}"/>"#)?;
            }
        }
        word(&mut svg, left, ABOVE - 16.0, "start", &shortened(&self.names[1], WIDTH))?;
        let name = shortened(&self.names[0], WIDTH);
        word(&mut svg, left + WIDTH, ABOVE + HEIGHT + 40.0, "end", &name)?;
        svg.push_str("</svg>\n");
        Ok(svg)
    }

    /// A bar for each row, in the order of the rows.
    fn bars(&self) -> Result<String, fmt::Error> {
        let axis = Axis::over(self.points.iter().map(|point| point.y), true);
        // Two digits more than on the axis.
        let values: Vec<String> =
            self.points.iter().map(|point| number(point.y, axis.place.saturating_sub(2))).collect();
        let left = beside(self.points.iter().map(|point| &point.label).chain([&self.names[0]]), LEFT);
        let right = beside(&values, RIGHT);
        let across = |value| left + axis.share(value) * WIDTH;
        let height = BAR * self.points.len() as f64;
        let mut svg = head(left + WIDTH + right, height)?;
        for tick in axis.ticks() {
            let at = across(tick);
            writeln!(
                svg,
                r#"<line x1="{at:.1}" x2="{at:.1}" y1="{ABOVE}" y2="{:.1}" stroke="{LINES}"/>"#,
                ABOVE + height
            )?;
            word(&mut svg, at, ABOVE + height + 20.0, "middle", &number(tick, axis.place))?;
        }
        for (row, (point, value)) in self.points.iter().zip(&values).enumerate() {
            let top = ABOVE + BAR * row as f64;
            let (from, to) = (across(0.0).min(across(point.y)), across(0.0).max(across(point.y)));
            let (width, thick) = (to - from, BAR - 6.0);
            writeln!(
                svg,
                r#"<rect x="{from:.1}" y="{:.1}" width="{width:.1}" height="{thick:.1}" fill="{DATA}"/>"#,
                top + 3.0
            )?;
            let label = shortened(&point.label, left - 2.0 * GAP);
            word(&mut svg, left - GAP, top + BAR / 2.0 + 4.0, "end", &label)?;
            word(&mut svg, to + GAP, top + BAR / 2.0 + 4.0, "start", value)?;
        }
        let [what, measured] = &self.names;
        word(&mut svg, left - GAP, ABOVE - 16.0, "end", &shortened(what, left - 2.0 * GAP))?;
        word(&mut svg, left, ABOVE - 16.0, "start", &shortened(measured, WIDTH))?;
        svg.push_str("</svg>\n");
        Ok(svg)
    }
}

/// Whether a column has numbers.
fn is_number(data_type: &DataType) -> bool {
    data_type.is_numeric()
}

/// From the least to the greatest value, with round numbers between.
struct Axis {
    from: f64,
    to: f64,
    step: f64,
    /// The decimal place of the step: 2 for hundreds, -2 for hundredths.
    place: i32,
}

impl Axis {
    /// The axis over these values, with zero if it must be there.
    fn over(values: impl Iterator<Item = f64>, with_zero: bool) -> Axis {
        let none = if with_zero { (0.0, 0.0) } else { (f64::INFINITY, f64::NEG_INFINITY) };
        let (from, to) =
            values.fold(none, |(least, most): (f64, f64), value| (least.min(value), most.max(value)));
        // A single value needs an axis around it, and values that cannot be distinguished are a single value.
        let around = (from.abs() / 1000.0).max(0.5);
        let (from, to) =
            if to - from > f64::MIN_POSITIVE * TICKS { (from, to) } else { (from - around, to + around) };
        let (step, place) = round_step((to - from) / TICKS);
        Axis { from, to, step, place }
    }

    /// Where a value is, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }

    /// The round numbers.
    fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        // An end that is a round number must still be one after the division.
        let first = (self.from / self.step - 1e-6).ceil() as i64;
        let last = (self.to / self.step + 1e-6).floor() as i64;
        let step = self.step;
        (first..=last).map(move |tick| tick as f64 * step)
    }
}

/// The smallest of 1, 2, 5, 10, 20, … (or 0.1, 0.2, …) that is not below a number, and its decimal place.
fn round_step(least: f64) -> (f64, i32) {
    let place = least.log10().floor() as i32;
    let power = 10_f64.powi(place);
    let step = [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|&step| step >= least);
    step.map_or((10.0 * power, place + 1), |step| (step, place))
}

/// A number rounded to a decimal place, as short as is readable.
fn number(value: f64, place: i32) -> String {
    let size = value.abs();
    if size >= 1e15 || (0.0 < size && size < 1e-6) {
        // As 1.5e20, since long runs of zeros are hard to count.
        let digits = (size.log10().floor() as i32).saturating_sub(place).clamp(0, 16);
        let written = format!("{value:.*e}", digits as usize);
        let (digits, power) = written.split_once('e').unwrap_or((&written, "0"));
        return format!("{}e{power}", trimmed(digits)).replace('-', "−");
    }
    let decimals = place.saturating_neg().clamp(0, 17);
    let written = format!("{value:.*}", decimals as usize);
    let (sign, digits) = written.strip_prefix('-').map_or(("", written.as_str()), |digits| ("−", digits));
    let digits = trimmed(digits);
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut grouped = String::from(if digits == "0" { "" } else { sign });
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

/// Digits without trailing zeros after the point.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

/// The approximate width of a word in pixels, since typefaces differ between machines.
fn width(word: &str) -> f64 {
    word.chars().map(character_width).sum()
}

fn character_width(character: char) -> f64 {
    match character {
        // East Asian scripts, and pictographs.
        '\u{1100}'.. => 13.0,
        'A'..='Z' | 'm' | 'w' => 9.5,
        _ => 7.3,
    }
}

/// The room that these words need beside the drawing, between `least` and a maximum.
fn beside<'a>(words: impl IntoIterator<Item = &'a String>, least: f64) -> f64 {
    words.into_iter().map(|word| width(word) + 2.0 * GAP).fold(least, f64::max).min(MAX_MARGIN)
}

/// As much of a word as fits, with … for the rest.
fn shortened(word: &str, room: f64) -> String {
    if width(word) <= room {
        return word.to_owned();
    }
    let mut room = room - character_width('…');
    let kept = word.chars().take_while(|&character| {
        room -= character_width(character);
        room >= 0.0
    });
    kept.chain(['…']).collect()
}

/// The beginning of a picture of this width, with a drawing of this height.
fn head(width: f64, height: f64) -> Result<String, fmt::Error> {
    let height = ABOVE + height + BELOW;
    let mut svg = String::new();
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1} {height}" font-family="sans-serif" font-size="13">"#
    )?;
    writeln!(svg, r#"<rect width="{width:.1}" height="{height}" fill="white"/>"#)?;
    Ok(svg)
}

/// A word beside or around a place.
fn word(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) -> fmt::Result {
    write!(svg, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{WORDS}">"#)?;
    for character in text.chars() {
        match character {
            '&' => svg.push_str("&amp;"),
            '<' => svg.push_str("&lt;"),
            '>' => svg.push_str("&gt;"),
            // XML cannot represent most of these.
            '\u{FFFE}' | '\u{FFFF}' => svg.push('\u{FFFD}'),
            _ if character.is_control() => svg.push('\u{FFFD}'),
            _ => svg.push(character),
        }
    }
    svg.push_str("</text>\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The labels of an axis over these values.
    fn labels(values: &[f64]) -> Vec<String> {
        let axis = Axis::over(values.iter().copied(), false);
        axis.ticks().map(|tick| number(tick, axis.place)).collect()
    }

    #[test]
    fn steps_are_round() {
        let steps = [0.07, 1.0, 3.0, 7.0, 120.0].map(round_step);
        assert_eq!(steps, [(0.1, -1), (1.0, 0), (5.0, 0), (10.0, 1), (200.0, 2)]);
    }

    #[test]
    fn numbers_are_short() {
        let written = [0.0, 0.5, 1234.0, -1_000_000.0, 0.3337, -0.0001].map(|value| number(value, -3));
        assert_eq!(written, ["0", "0.5", "1,234", "−1,000,000", "0.334", "0"]);
        let written = [1e20, -1.25e16, 2e-7].map(|value| number(value, -8));
        assert_eq!(written, ["1e20", "−1.25e16", "2e−7"]);
    }

    #[test]
    fn labels_have_the_digits_of_their_step() {
        assert_eq!(labels(&[0.0001, 0.0009])[..3], ["0.0002", "0.0004", "0.0006"]);
        assert_eq!(labels(&[1500.2, 1501.0]), ["1,500.2", "1,500.4", "1,500.6", "1,500.8", "1,501"]);
    }

    #[test]
    fn an_axis_has_its_ends_at_0_and_1() {
        let axis = Axis::over([2.0, 8.0].into_iter(), false);
        assert_eq!((axis.share(2.0), axis.share(8.0)), (0.0, 1.0));
        assert_eq!(axis.ticks().collect::<Vec<_>>(), [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        let zero = Axis::over([2.0, 8.0].into_iter(), true);
        assert_eq!(zero.share(0.0), 0.0);
    }

    #[test]
    fn a_single_value_is_in_the_middle_however_great_or_small() {
        for value in [0.0, 3.0, -2400.0, 1e-12, 1e18, MAX_VALUE, -MAX_VALUE, f64::MIN_POSITIVE] {
            let axis = Axis::over([value].into_iter(), false);
            assert!((axis.share(value) - 0.5).abs() < 0.01, "{value:e}");
            assert!((1..=8).contains(&axis.ticks().count()), "{value:e}");
        }
        let axis = Axis::over([-MAX_VALUE, MAX_VALUE].into_iter(), false);
        assert_eq!((axis.share(-MAX_VALUE), axis.share(MAX_VALUE)), (0.0, 1.0));
    }

    #[test]
    fn a_word_is_shortened_to_its_room() {
        assert_eq!(shortened("rook", 40.0), "rook");
        let short = shortened("rook and bishop against rook", 100.0);
        assert!(short.starts_with("rook and") && short.ends_with('…') && width(&short) <= 100.0, "{short}");
        let words = ["a".to_owned(), "b".repeat(40)];
        assert!(beside(&words[..1], LEFT) == LEFT && beside(&words, LEFT) > 40.0 * 7.0);
        assert_eq!(beside(&["b".repeat(1000)], LEFT), MAX_MARGIN);
    }

    #[test]
    fn what_xml_cannot_write_is_replaced() {
        let mut svg = String::new();
        word(&mut svg, 0.0, 0.0, "end", "a\u{1}<\0\u{FFFF}").expect("a text takes all");
        assert!(svg.contains(">a\u{FFFD}&lt;\u{FFFD}\u{FFFD}</text>"), "{svg}");
    }
}
