//! Clocks and evaluations in comments.
//!
//! ```text
//! { [%clk 0:05:00] }     { [%eval 0.17] [%clk 0:04:59] }     { [%eval #-3,22] }
//! ```
//!
//! Nearly every comment in the database of a site is one of these, and each move has one. They are read here byte by
//! byte; all others are read by [`Comment`], which gives the same result for these.

use std::time::Duration;

use philidor::characters::decode;
use philidor_pgn::{Comment, Eval, EvalScore};

/// What a comment says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// Time left on the clock, in hundredths of a second.
    pub(super) clock: Option<i32>,
    pub(super) eval: Option<Eval>,
    /// Whether there is more text, or the clock has more digits.
    pub(super) is_more: bool,
}

/// What a comment says.
pub(super) fn read(comment: &[u8]) -> Said {
    usual(comment).unwrap_or_else(|| unusual(comment))
}

/// Reads any comment.
#[inline(never)]
fn unusual(comment: &[u8]) -> Said {
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

/// A clock in hundredths of a second, and whether that is exact.
fn centiseconds(clock: Duration) -> (i32, bool) {
    let whole = i32::try_from(clock.as_millis() / 10).unwrap_or(i32::MAX);
    (whole, duration(whole) == clock)
}

/// The duration of this many hundredths of a second.
pub(crate) fn duration(centiseconds: i32) -> Duration {
    Duration::from_millis(u64::from(centiseconds.unsigned_abs()) * 10)
}

/// Reads a comment that has a clock, an evaluation, both or neither, and nothing else.
fn usual(comment: &[u8]) -> Option<Said> {
    let mut said = Said::default();
    let mut rest = comment.trim_ascii_start();
    while !rest.is_empty() {
        let after = if let Some(text) = rest.strip_prefix(b"[%clk ") {
            let (clock, after) = clock(text)?;
            said.clock.replace(clock).is_none().then_some(after)
        } else if let Some(text) = rest.strip_prefix(b"[%eval ") {
            let (eval, after) = eval(text)?;
            said.eval.replace(eval).is_none().then_some(after)
        } else {
            None
        };
        rest = after?.strip_prefix(b"]")?.trim_ascii_start();
    }
    Some(said)
}

/// Reads `h:mm:ss` in hundredths of a second, and returns the text after it, too.
fn clock(text: &[u8]) -> Option<(i32, &[u8])> {
    let (&[hour, b':', minute_tens, minute, b':', second_tens, second], after) = text.split_first_chunk()?
    else {
        return None;
    };
    let minutes = digit(hour)? * 60 + digit(minute_tens)? * 10 + digit(minute)?;
    let seconds = minutes * 60 + digit(second_tens)? * 10 + digit(second)?;
    Some((seconds * 100, after))
}

/// Reads `p.pp` or `#m`, perhaps with a sign and with a depth after a comma, and returns the text after it, too.
fn eval(text: &[u8]) -> Option<(Eval, &[u8])> {
    let mate = text.strip_prefix(b"#");
    let signed = mate.unwrap_or(text);
    let unsigned = signed.strip_prefix(b"-");
    let sign = if unsigned.is_some() { -1 } else { 1 };
    let (number, mut after) = number(unsigned.unwrap_or(signed))?;
    let score = if mate.is_some() {
        EvalScore::Mate(sign * number)
    } else {
        let &[b'.', tens, ones, ref fraction @ ..] = after else { return None };
        after = fraction;
        EvalScore::Centipawns(sign * (number * 100 + digit(tens)? * 10 + digit(ones)?))
    };
    let mut depth = None;
    if let Some(text) = after.strip_prefix(b",") {
        let (plies, text) = self::number(text)?;
        depth = Some(plies.unsigned_abs());
        after = text;
    }
    Some((Eval { score, depth }, after))
}

/// Reads one to four digits, and returns the text after them, too.
fn number(text: &[u8]) -> Option<(i32, &[u8])> {
    let digits = text.iter().take(5).take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=4).contains(&digits) {
        return None;
    }
    let (digits, after) = text.split_at_checked(digits)?;
    Some((digits.iter().fold(0, |number, &byte| number * 10 + i32::from(byte - b'0')), after))
}

fn digit(byte: u8) -> Option<i32> {
    byte.is_ascii_digit().then(|| i32::from(byte - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_way_says_what_the_long_way_says() {
        for text in [
            "[%clk 0:05:00]",
            " [%clk 9:59:59]\n",
            "[%clk 1:99:99]",
            "[%eval 0.17]",
            "[%eval -12.05,7][%clk 0:00:00]",
            "[%clk 0:00:01]  [%eval #-1,9999]",
            "[%eval #0]",
            " ",
            "",
        ] {
            assert_eq!(usual(text.as_bytes()), Some(unusual(text.as_bytes())), "{text}");
        }
    }

    /// Comments assembled from pieces of all kinds, good and bad.
    #[test]
    fn the_short_way_says_the_same_or_nothing() {
        let pieces = [
            "[%clk 0:05:00]",
            "[%clk 1:00:09] ",
            "[%eval 0.17]",
            "[%eval -3.07,18]",
            "[%eval #-3]",
            " ",
            "\n",
            "",
            "[%clk ",
            "[%eval ",
            "]",
            "0:05:00",
            "-",
            "12",
            ".5",
            "good",
        ];
        let (mut short, mut long, mut state) = (0, 0, 1_u64);
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..3 {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                text.push_str(pieces[(state >> 60) as usize]);
            }
            match usual(text.as_bytes()) {
                Some(said) => {
                    assert_eq!(said, unusual(text.as_bytes()), "{text}");
                    short += usize::from(said != Said::default());
                }
                None => long += 1,
            }
        }
        assert!(short > 500 && long > 10_000, "{short} {long}");
    }

    #[test]
    fn the_short_way_leaves_the_rest_to_the_long_way() {
        for text in [
            "[%clk 0:05:0]",
            "[%clk 0:05:00.5]",
            "[%clk  :05:00]",
            "[%clk 10:00:00]",
            "[%emt 0:05:00]",
            "[%clk 0:05:00] [%clk 0:05:00]",
            "[%eval 0.1]",
            "[%eval 0.123]",
            "[%eval 10000.00]",
            "[%eval 1.00,]",
            "[%eval +1.00]",
            "[%eval 0.17] good",
            "[%eval 0.17",
        ] {
            assert_eq!(usual(text.as_bytes()), None, "{text}");
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
        assert_eq!(said.eval, Some(Eval { score: EvalScore::Mate(-3), depth: Some(9) }));
    }
}
