//! Which files of a folder are tables, judged by their names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Metric;
use crate::material::{MAX_PIECES, MIN_PIECES, Material};

/// The tables of a folder, by name; no file is opened, and what has another name is left alone.
pub(crate) fn scan(folder: &Path) -> io::Result<Vec<(Material, Metric, PathBuf)>> {
    let mut tables = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some((material, metric)) = name(&path) {
            tables.push((material, metric, path));
        }
    }
    tables.sort_by(|left, right| left.2.cmp(&right.2));
    Ok(tables)
}

/// The table that a file name such as `KQvKR.rtbw` stands for. Other spellings (the weaker side first, pieces in
/// another order, lowercase letters) stand for none, since such a file would be a second one of the same table.
pub(crate) fn name(path: &Path) -> Option<(Material, Metric)> {
    let extension = path.extension()?.to_str()?;
    let metric = Metric::ALL.into_iter().find(|metric| metric.extension() == extension)?;
    let stem = path.file_stem()?.to_str()?;
    let material: Material = stem.parse().ok()?;
    let is_table = (MIN_PIECES..=MAX_PIECES).contains(&material.pieces());
    (is_table && material.canonical().to_string() == stem).then_some((material, metric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_are_known() {
        let named =
            |path: &str| name(Path::new(path)).map(|(material, metric)| format!("{material} {metric:?}"));
        assert_eq!(named("a.b/KQvKR.rtbw").as_deref(), Some("KQvKR Wdl"));
        assert_eq!(named("KPvK.rtbz").as_deref(), Some("KPvK Dtz"));
        for other in [
            "KRvKQ.rtbz",
            "KBvKQ.rtbw",
            "KNBvK.rtbw",
            "kqvk.rtbw",
            "KQvKR.rtbm",
            "KQvKR",
            "KvK.rtbw",
            "KQQQvKQQQ.rtbw",
            "readme.rtbw",
            "",
        ] {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
