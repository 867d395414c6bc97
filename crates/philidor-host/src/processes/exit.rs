//! How a program ended.

use std::process::ExitStatus;

/// How a program ended: `exit code 3`, `killed by SIGSEGV`.
pub(super) fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use nix::sys::signal::Signal;
        use std::os::unix::process::ExitStatusExt;

        if let Some(number) = status.signal() {
            let dumped = if status.core_dumped() { ", core dumped" } else { "" };
            return match Signal::try_from(number) {
                Ok(signal) => format!("killed by {signal}{dumped}"),
                Err(_) => format!("killed by signal {number}{dumped}"),
            };
        }
    }
    match status.code() {
        // Windows reports crashes by codes such as 0xC0000005.
        Some(code @ ..=-1) => format!("exit code {code:#010X}"),
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn codes_and_signals_are_named() {
        let said = [0x300, 11, 0x8b, 99].map(|raw| in_words(ExitStatus::from_raw(raw)));
        assert_eq!(
            said,
            ["exit code 3", "killed by SIGSEGV", "killed by SIGSEGV, core dumped", "killed by signal 99"]
        );
    }
}
