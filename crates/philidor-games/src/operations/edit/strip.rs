//! What is stripped from the remarks of games.
//!
//! ```text
//! 12. Nf5!? { [%eval 0.17] [%clk 0:05:00] [%csl Gf5] strong } ( 12. O-O )
//!        └ glyphs  └ evals       └ clocks      └ other  └ texts    └ variations
//! ```
//!
//! `commands` are all that stand in `[%…]`, `comments` whole comments with their commands.

use std::borrow::Cow;

/// What is stripped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub struct Strip {
    /// Comments, and the commands in them.
    pub comments: bool,
    /// The texts of comments; their commands stay.
    pub texts: bool,
    /// Marks such as `!?` and `$14`.
    pub glyphs: bool,
    /// Lines beside the main line.
    pub variations: bool,
    /// `[%clk …]`, `[%emt …]` and the other commands in which boards note their clocks.
    pub clocks: bool,
    /// `[%eval …]`.
    pub evals: bool,
    /// All commands.
    pub commands: bool,
}

impl Strip {
    /// Everything but the moves and the tags.
    pub const ALL: Strip = Strip {
        comments: true,
        texts: false,
        glyphs: true,
        variations: true,
        clocks: false,
        evals: false,
        commands: false,
    };

    /// What stays of a comment; `None` if nothing does.
    pub(super) fn comment<'c>(&self, comment: &'c [u8]) -> Option<Cow<'c, [u8]>> {
        if self.comments {
            return None;
        }
        if !(self.texts || self.clocks || self.evals || self.commands) {
            return Some(Cow::Borrowed(comment));
        }
        let mut kept = Vec::new();
        let mut rest = comment;
        while let Some((text, command, after)) = split_at_command(rest) {
            if !self.texts {
                kept.extend_from_slice(text);
            }
            if !self.takes(command) {
                // Without the text between them, commands would run together.
                kept.extend_from_slice(if self.texts { b" " } else { b"" });
                kept.extend_from_slice(command);
            }
            rest = after;
        }
        if !self.texts {
            kept.extend_from_slice(rest);
        }
        (!kept.trim_ascii().is_empty()).then_some(Cow::Owned(kept))
    }

    /// Whether a command is taken away.
    fn takes(&self, command: &[u8]) -> bool {
        let inside = command.get(2..).unwrap_or_default();
        let name = inside.split(|byte| byte.is_ascii_whitespace() || *byte == b']').next();
        match name.unwrap_or_default() {
            b"clk" | b"emt" | b"egt" | b"mct" => self.clocks || self.commands,
            b"eval" => self.evals || self.commands,
            _ => self.commands,
        }
    }
}

/// The text before the first command, the command with its brackets, and what comes after it.
fn split_at_command(comment: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let start = comment.windows(2).position(|pair| pair == b"[%")?;
    let (text, rest) = comment.split_at(start);
    let end = rest.iter().position(|&byte| byte == b']')?;
    let (command, after) = rest.split_at_checked(end + 1)?;
    Some((text, command, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_comment_is_taken_by_itself() {
        let comment = "strong [%eval 0.17,22] [%clk 0:05:00.5][%csl Gf5] move [%eval";
        let stripped = |strip: Strip| {
            let kept = strip.comment(comment.as_bytes())?;
            Some(
                String::from_utf8(kept.into_owned())
                    .expect("text")
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        };
        let none = Strip::default();
        for (strip, kept) in [
            (none, Some(comment)),
            (Strip { evals: true, ..none }, Some("strong [%clk 0:05:00.5][%csl Gf5] move [%eval")),
            (Strip { clocks: true, ..none }, Some("strong [%eval 0.17,22] [%csl Gf5] move [%eval")),
            (Strip { commands: true, ..none }, Some("strong move [%eval")),
            (Strip { texts: true, ..none }, Some("[%eval 0.17,22] [%clk 0:05:00.5] [%csl Gf5]")),
            (Strip { texts: true, commands: true, ..none }, None),
            (Strip { comments: true, ..none }, None),
        ] {
            assert_eq!(stripped(strip).as_deref(), kept, "{strip:?}");
        }
    }
}
