//! What is certainly not a suite, by its beginning.

/// The format of a file that is not a suite, if its beginning shows it.
pub(super) fn other(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.trim_ascii_start();
    if bytes.contains(&0) {
        Some("a binary file")
    } else if text.starts_with(b"[Event ") || text.starts_with(b"[Site ") {
        Some("PGN")
    } else if text.starts_with(b"{") || text.starts_with(b"[") {
        Some("JSON")
    } else if text.starts_with(b"<") {
        Some("HTML or XML")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_another_format_are_known_by_their_beginning() {
        for (text, format) in [
            (&b"\n[Event \"x\"]\n"[..], Some("PGN")),
            (b" {\"positions\":[]}", Some("JSON")),
            (b"<html>", Some("HTML or XML")),
            (b"\x7fELF\0\0", Some("a binary file")),
            (b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5", None),
            (b"", None),
        ] {
            assert_eq!(other(text), format);
        }
    }
}
