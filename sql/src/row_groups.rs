//! Parquet in small row groups, which grow with the file. A task on a cluster takes whole groups, and each row may be
//! hours of work; but a file has at most 32,767 groups.
//!
//! ```text
//! group   0 … 2,047   2,048 … 4,095   4,096 … 6,143   …
//! rows        n            2 n             4 n        …     134 million n in all
//! ```

use std::io::Write;

use datafusion::arrow::array::RecordBatch;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::errors::Result;

/// How many groups have the same number of rows.
const GROUPS: usize = 2_048;

/// The rows of a group.
const fn rows_of(group: usize, least: usize) -> usize {
    let doubled = group / GROUPS;
    least << if doubled < 15 { doubled } else { 15 }
}

/// A file of Parquet. Its own limit for the rows of a group must not be reached.
pub(crate) struct RowGroups<W: Write + Send> {
    writer: ArrowWriter<W>,
    /// The rows of the first groups.
    least: usize,
    /// The groups that are complete.
    groups: usize,
    /// The rows that the next one still takes.
    left: usize,
}

impl<W: Write + Send> RowGroups<W> {
    pub(crate) fn new(writer: ArrowWriter<W>, least: usize) -> RowGroups<W> {
        RowGroups { writer, least, groups: 0, left: least }
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        let (mut at, rows) = (0, batch.num_rows());
        while at < rows {
            let taken = self.left.min(rows - at);
            self.writer.write(&batch.slice(at, taken))?;
            (at, self.left) = (at + taken, self.left - taken);
            if self.left == 0 {
                self.writer.flush()?;
                self.groups += 1;
                self.left = rows_of(self.groups, self.least);
            }
        }
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(self) -> Result<W> {
        self.writer.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use datafusion::arrow::array::{ArrayRef, Int32Array};
    use datafusion::parquet::file::properties::WriterProperties;

    use super::*;

    #[test]
    fn groups_grow_and_never_become_too_many() {
        let batch = |rows: i32| {
            let numbers: ArrayRef = Arc::new(Int32Array::from_iter_values(0..rows));
            RecordBatch::try_from_iter([("number", numbers)]).expect("a column")
        };
        let properties = WriterProperties::builder().set_max_row_group_row_count(Some(usize::MAX)).build();
        let writer = ArrowWriter::try_new(Vec::new(), batch(0).schema(), Some(properties)).expect("a file");
        let mut groups = RowGroups::new(writer, 2);
        // 2,048 groups of two rows, 2,048 of four, and one of five rows that is not full.
        for rows in [4_095, 1, 8_192, 5] {
            groups.write(&batch(rows)).expect("memory");
        }
        let metadata = groups.writer.close().expect("memory");
        let rows: Vec<i64> = metadata.row_groups().iter().map(|group| group.num_rows()).collect();
        assert_eq!(rows, [vec![2; 2_048], vec![4; 2_048], vec![5]].concat());
        let all: usize = (0..32_767).map(|group| rows_of(group, 1)).sum();
        assert!(all > 100_000_000, "{all}");
    }
}
