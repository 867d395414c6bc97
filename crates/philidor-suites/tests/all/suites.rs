//! The suites of the crate: each line is read, and read alike by both readers.

use philidor_suites::epd::Epd;
use philidor_suites::{ALL, Suite};

/// The lines of the suites are EPDs, `FEN ;id name ;D1 20`.
#[test]
fn a_suite_is_read_as_its_lines_are_as_epd() {
    let text = ALL.join("\n");
    let lines: Vec<&str> = text.lines().collect();
    let entries = Suite::built_in().entries().expect("the suites");
    assert_eq!(entries.len(), lines.iter().filter(|line| !line.is_empty() && !line.starts_with('#')).count());
    for (number, entry) in entries {
        let line = lines[number - 1];
        let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!((epd.position, epd.id()), (entry.position, Some(entry.name.as_str())), "{line}");
        assert!(epd.leaves().eq(entry.counts), "{line}");
        crate::laws::of_epd(&epd);
    }
}
