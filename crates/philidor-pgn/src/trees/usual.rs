//! Comments that are values alone, as programs write them: nearly all comments of files that no one annotated by hand.
//!
//! ```text
//! [%eval 0.17,22] [%clk 0:05:00]    evaluation, clock, elapsed time: those that there are, in this order
//! ```
//!
//! Such a text follows from its values, so nothing else is kept of it. Any other spelling, such as `[%clk 5:00]`, and
//! text among the commands are left to `comment.rs`, which can read all comments, and gives the same result for these.

use core::time::Duration;

use super::command::{Command, Eval};

/// The values of a usual comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Values {
    pub(super) eval: Option<Eval>,
    pub(super) clock: Option<Duration>,
    pub(super) elapsed: Option<Duration>,
}

/// The values of a text that has at least one and is spelled exactly as they would be written.
pub(super) fn usual_values(text: &[u8]) -> Option<Values> {
    let (mut values, mut rest) = (Values::default(), text);
    loop {
        let (command, after) = usual_command(rest)?;
        match (command, values) {
            (Command::Eval(eval), Values { eval: None, clock: None, elapsed: None }) => {
                values.eval = Some(eval);
            }
            (Command::Clock(time), Values { clock: None, elapsed: None, .. }) => values.clock = Some(time),
            (Command::Elapsed(time), Values { elapsed: None, .. }) => values.elapsed = Some(time),
            _ => return None,
        }
        match after {
            [] => return Some(values),
            [b' ', more @ ..] => rest = more,
            _ => return None,
        }
    }
}

/// The command at the start of a text, if it is spelled as it would be written, and what comes after it.
fn usual_command(text: &[u8]) -> Option<(Command, &[u8])> {
    let (name, value) = text.strip_prefix(b"[%")?.split_first_chunk::<4>()?;
    let (command, after) = match name {
        b"clk " => usual_time(value).map(|(time, after)| (Command::Clock(time), after))?,
        b"emt " => usual_time(value).map(|(time, after)| (Command::Elapsed(time), after))?,
        b"eval" => usual_eval(value.strip_prefix(b" ")?)?,
        _ => return None,
    };
    Some((command, after.strip_prefix(b"]")?))
}

/// `h:mm:ss`, with a fraction of the second that does not end in zero, or without one; and what comes after it.
fn usual_time(text: &[u8]) -> Option<(Duration, &[u8])> {
    let (hours, rest) = count(text)?;
    let [b':', ten_minutes @ b'0'..=b'5', minutes, b':', ten_seconds @ b'0'..=b'5', seconds, rest @ ..] =
        rest
    else {
        return None;
    };
    let two =
        |tens: u8, ones: u8| ones.is_ascii_digit().then(|| u64::from((tens - b'0') * 10 + (ones - b'0')));
    let whole = hours * 3600 + two(*ten_minutes, *minutes)? * 60 + two(*ten_seconds, *seconds)?;
    let (nanoseconds, rest) = match rest {
        [b'.', fraction @ ..] => nanoseconds(fraction)?,
        _ => (0, rest),
    };
    Some((Duration::new(whole, nanoseconds), rest))
}

/// The digits after a point, which do not end in zero, as billionths; and what comes after them.
fn nanoseconds(text: &[u8]) -> Option<(u32, &[u8])> {
    let len = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(len)?;
    if len > 9 || digits.last().is_none_or(|&last| last == b'0') {
        return None;
    }
    let number = digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    Some((number * 10_u32.pow(9 - len as u32), rest))
}

/// A score with two decimals, or `#` and the moves to mate, and a depth or none; and what comes after it.
fn usual_eval(text: &[u8]) -> Option<(Command, &[u8])> {
    let end = text.iter().position(|&byte| byte == b']')?;
    let (value, after) = text.split_at_checked(end)?;
    let (is_mate, score) = value.strip_prefix(b"#").map_or((false, value), |moves| (true, moves));
    let (is_negative, score) = score.strip_prefix(b"-").map_or((false, score), |score| (true, score));
    let (whole, rest) = count(score)?;
    let (is_zero, rest) = match rest {
        _ if is_mate => (whole == 0, rest),
        [b'.', tenths @ b'0'..=b'9', hundredths @ b'0'..=b'9', rest @ ..] => {
            (whole == 0 && (*tenths, *hundredths) == (b'0', b'0'), rest)
        }
        _ => return None,
    };
    let is_usual = match rest {
        [] => true,
        [b',', depth @ ..] => count(depth).is_some_and(|(_, rest)| rest.is_empty()),
        _ => false,
    };
    // Zero is written without a sign.
    if !is_usual || (is_negative && is_zero) {
        return None;
    }
    let inside = str::from_utf8(text.get(..end)?).ok()?;
    Some((Command::Eval(Eval::read(inside)?), after))
}

/// A number of at most six digits without zeros in front; and what comes after it.
fn count(text: &[u8]) -> Option<(u64, &[u8])> {
    let len = text.iter().take(7).take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(len)?;
    let is_usual = matches!(digits, [b'0'] | [b'1'..=b'9', ..]) && len < 7;
    is_usual.then(|| (digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;
    use philidor_proof::Random;

    /// The values as they are written.
    fn written(values: &Values) -> String {
        let eval = values.eval.map(Command::Eval);
        let clock = values.clock.map(Command::Clock);
        let commands = [eval, clock, values.elapsed.map(Command::Elapsed)];
        let texts: Vec<String> = commands.into_iter().flatten().map(|command| command.to_string()).collect();
        texts.join(" ")
    }

    #[test]
    fn usual_values_are_read() {
        for text in [
            "[%clk 0:05:00]",
            "[%clk 12:00:59]",
            "[%clk 0:00:00.1]",
            "[%clk 0:00:09.123456789]",
            "[%emt 0:00:07]",
            "[%eval 0.00]",
            "[%eval -0.01]",
            "[%eval 12.30,0]",
            "[%eval #0]",
            "[%eval #-12,40]",
            "[%eval 0.17] [%clk 0:05:00] [%emt 0:00:07]",
            "[%eval 0.17] [%emt 0:00:07]",
        ] {
            assert_eq!(usual_values(text.as_bytes()).as_ref().map(written).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_would_be_written_otherwise_is_not_usual() {
        for text in [
            "",
            " ",
            "[%clk 5:00]",
            "[%clk 00:05:00]",
            "[%clk 0:60:00]",
            "[%clk 0:00:60]",
            "[%clk 0:00:1x]",
            "[%clk 0:00:00.]",
            "[%clk 0:00:00.10]",
            "[%clk 0:00:00.1234567891]",
            "[%clk  0:05:00]",
            "[%clk 0:05:00 ]",
            "[%clk 0:05:00",
            "[%clk 0:05:00]x",
            "[%clk 0:05:00] ",
            "[%clk 0:05:00]  [%emt 0:00:01]",
            "[%clk 0:05:00][%emt 0:00:01]",
            "[%clk 0:05:00] [%eval 0.10]",
            "[%clk 0:05:00] [%clk 0:05:00]",
            "[%emt 0:00:01] [%clk 0:05:00]",
            "[%eval 0.1]",
            "[%eval 0.123]",
            "[%eval 00.10]",
            "[%eval +0.10]",
            "[%eval -0.00]",
            "[%eval 1]",
            "[%eval #-0]",
            "[%eval #3.00]",
            "[%eval 0.10,]",
            "[%eval 0.10,07]",
            "[%eval 0.10,x]",
            "[%eval 1234567.00]",
            "[%csl Ra1]",
        ] {
            assert_eq!(usual_values(text.as_bytes()), None, "{text}");
        }
    }

    /// Whatever the text: what is read here is written as it was.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn what_is_read_here_is_written_as_it_was() {
        const TEXT: &[u8] = b"[%eval -10.17,22] [%clk 0:05:00.5] [%emt 1:00:07] [%eval #-3]";
        let mut random = Random(1834);
        let mut below = |count: usize| random.next() as usize % count;
        let mut found = 0;
        for _ in 0..200_000 {
            let from = [0, 18, 35][below(3)];
            let to = [17, 34, 49][below(3)];
            let mut text = TEXT.get(from..to).unwrap_or(TEXT).to_vec();
            for _ in 0..below(3) {
                let at = below(text.len());
                text[at] = TEXT[below(TEXT.len())];
            }
            if let Some(values) = usual_values(&text) {
                assert_eq!(written(&values).as_bytes(), text, "{}", text.escape_ascii());
                found += 1;
            }
        }
        assert!(found > 20_000, "{found}");
    }
}
