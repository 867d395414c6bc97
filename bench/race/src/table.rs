//! The tables that are printed and recorded: Markdown, padded so that it reads as well without a renderer.

use crate::{
    result::{Outcome, geometric_mean},
    suite::Work,
};

/// One table per kind of work.
pub(crate) fn tables(works: &[Work], names: &[String], outcomes: &[Outcome<'_>]) -> String {
    let mut text = String::new();
    for &work in works {
        let outcomes: Vec<&Outcome<'_>> =
            outcomes.iter().filter(|outcome| outcome.task.work == work).collect();
        text += &format!("### {work}: millions of {} a second\n\n", work.unit());
        let names: Vec<String> = names.iter().filter(|name| work.is_done_by(name)).cloned().collect();
        text += &markdown(&rows(work, &names, &outcomes));
        text.push('\n');
        if work == Work::Counted {
            text += "### counted: nanoseconds for each leaf parent, which is a node one half-move above the leaves\n\n";
            text += &markdown(&parents(&names, &outcomes));
            text.push('\n');
        }
    }
    text
}

fn rows(work: Work, names: &[String], outcomes: &[&Outcome<'_>]) -> Vec<Vec<String>> {
    let mut head = vec![if work.is_on_set() { "set" } else { "position (depth)" }.to_owned()];
    head.extend(names.iter().cloned());
    head.extend(["ratio".to_owned(), "against".to_owned()]);
    let columns = head.len();

    let mut rows = vec![head];
    for outcome in outcomes {
        let mut row = vec![outcome.task.name.clone()];
        row.extend(outcome.speeds.iter().map(|speed| cell(speed.median, &speed.samples)));
        row.push(outcome.ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}")));
        row.push(outcome.reference.clone().unwrap_or_else(|| "–".to_owned()));
        rows.push(row);
    }

    let ratios: Vec<f64> = outcomes.iter().filter_map(|outcome| outcome.ratio).collect();
    if let Some(mean) = geometric_mean(&ratios).filter(|_| ratios.len() > 1) {
        let mut row = vec![String::new(); columns];
        row[0] = "geometric mean".to_owned();
        row[columns - 2] = format!("{mean:.2}");
        rows.push(row);
    }
    rows
}

/// What a node one half-move above the leaves costs: about the same in all positions, unlike a leaf.
fn parents(names: &[String], outcomes: &[&Outcome<'_>]) -> Vec<Vec<String>> {
    let mut head = vec!["position (depth)".to_owned()];
    head.extend(names.iter().cloned());
    let row = |outcome: &&Outcome<'_>| {
        let leaves = outcome.task.parents.map(|parents| outcome.task.units as f64 / parents as f64);
        let cost = |median: f64| {
            leaves.map_or_else(|| "–".to_owned(), |leaves| format!("{:.1}", leaves * 1e9 / median))
        };
        let costs = outcome.speeds.iter().map(|speed| cost(speed.median));
        [outcome.task.name.clone()].into_iter().chain(costs).collect()
    };
    [head].into_iter().chain(outcomes.iter().map(row)).collect()
}

/// The median, and how far the slowest and the fastest round lie apart in per cent of it.
fn cell(median: f64, samples: &[f64]) -> String {
    let slowest = samples.iter().copied().fold(f64::INFINITY, f64::min);
    let fastest = samples.iter().copied().fold(0.0, f64::max);
    let spread = (fastest - slowest) / median * 100.0;
    let millions = median / 1e6;
    let places = if millions < 10.0 { 2 } else { 1 };
    format!("{millions:.places$} ±{:.0} %", spread / 2.0)
}

/// A Markdown table: the first row is the head, the first column is set left, the others right.
fn markdown(rows: &[Vec<String>]) -> String {
    let Some(head) = rows.first() else {
        return String::new();
    };
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |row: &[String]| {
        let mut text = String::from("|");
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            text += &if column == 0 { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") };
        }
        text + "\n"
    };
    let mut text = line(head);
    text.push('|');
    for (column, width) in widths.iter().enumerate() {
        let dashes = "-".repeat(width + 1);
        text += &if column == 0 { format!("{dashes}-|") } else { format!("{dashes}:|") };
    }
    text.push('\n');
    for row in &rows[1..] {
        text += &line(row);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [["a", "ratio"], ["bcde", "1.5"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(markdown(&rows), "| a    | ratio |\n|------|------:|\n| bcde |   1.5 |\n");
    }
}
