//! Clocks and evaluations out of comments.
//!
//! Nearly every comment in a database of a site is `{ [%clk 0:05:00] }`, and there is one behind each move. That form is
//! read here without anything else; all others are read by [`Comment`], which gives the same for this one.

use std::time::Duration;

use philidor::pgn::{Comment, Eval, decode};

/// What a comment says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// What is left on the clock, in hundredths of a second.
    pub(super) clock: Option<i32>,
    pub(super) eval: Option<Eval>,
    /// Whether there is more, or the clock is said with more digits.
    pub(super) is_more: bool,
}

/// What a comment says.
pub(super) fn read(comment: &[u8]) -> Said {
    if let Some(clock) = clock_alone(comment.trim_ascii()) {
        return Said { clock: Some(clock), ..Said::default() };
    }
    let comment = Comment::from(&*decode(comment));
    let clock = comment.clock.map(centiseconds);
    Said {
        clock: clock.map(|(clock, _)| clock),
        eval: comment.eval,
        is_more: !comment.text().is_empty()
            || comment.elapsed.is_some()
            || clock.is_some_and(|(_, exact)| !exact),
    }
}

/// A clock in hundredths of a second, and whether that is all of it.
fn centiseconds(clock: Duration) -> (i32, bool) {
    let whole = i32::try_from(clock.as_millis() / 10).unwrap_or(i32::MAX);
    (whole, duration(whole) == clock)
}

/// So many hundredths of a second.
pub(crate) fn duration(centiseconds: i32) -> Duration {
    Duration::from_millis(u64::from(centiseconds.unsigned_abs()) * 10)
}

/// `[%clk h:mm:ss]` in hundredths of a second.
fn clock_alone(comment: &[u8]) -> Option<i32> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i32::from(byte - b'0'));
    let &[hour, b':', minute_tens, minute, b':', second_tens, second] =
        comment.strip_prefix(b"[%clk ")?.strip_suffix(b"]")?
    else {
        return None;
    };
    let minutes = digit(hour)? * 60 + digit(minute_tens)? * 10 + digit(minute)?;
    let seconds = minutes * 60 + digit(second_tens)? * 10 + digit(second)?;
    Some(seconds * 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor::pgn::Score;

    #[test]
    fn the_short_way_says_what_the_long_way_says() {
        for text in ["[%clk 0:05:00]", " [%clk 9:59:59]\n", "[%clk 1:99:99]", "[%clk 0:00:00]"] {
            let long = Comment::from(text).clock.map(|clock| centiseconds(clock).0);
            assert_eq!(
                (clock_alone(text.trim().as_bytes()), read(text.as_bytes()).is_more),
                (long, false),
                "{text}"
            );
        }
        for text in
            ["[%clk 0:05:0]", "[%clk 0:05:00.5]", "[%clk  :05:00]", "[%clk 10:00:00]", "[%emt 0:05:00]", ""]
        {
            assert_eq!(clock_alone(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn what_the_columns_cannot_hold_is_more() {
        let is_more = |text: &str| read(text.as_bytes()).is_more;
        for text in ["", " \n", "[%clk 0:05:00.25]", "[%eval -0.05,30] [%clk 10:00:00]"] {
            assert!(!is_more(text), "{text}");
        }
        for text in
            ["good", "[%clk 0:05:00.125]", "[%clk 9999:00:00]", "[%emt 1]", "[%clk 1][%clk 2]", "[%eval 1x]"]
        {
            assert!(is_more(text), "{text}");
        }
        let said = read(b"[%eval #-3,9] [%clk 0:00:01.5]");
        assert_eq!(said.clock, Some(150));
        assert_eq!(said.eval, Some(Eval { score: Score::Mate(-3), depth: Some(9) }));
    }
}
