//! A writer of JSON, for answers with several fields.

use alloc::string::String;
use core::fmt::{Display, Write};

use philidor::{Bitboard, Square};

/// A text of JSON that grows. Commas are added automatically.
#[derive(Default)]
pub(crate) struct Json(pub(crate) String);

impl Json {
    /// An empty text.
    pub(crate) fn new() -> Json {
        Json(String::new())
    }

    fn separate(&mut self) {
        if !matches!(self.0.as_bytes().last(), None | Some(b'{' | b'[' | b':')) {
            self.0.push(',');
        }
    }

    /// `{ … }` or `[ … ]`: what is written in between belongs to it.
    pub(crate) fn open(&mut self, bracket: char) -> &mut Json {
        self.separate();
        self.0.push(bracket);
        self
    }

    pub(crate) fn close(&mut self, bracket: char) -> &mut Json {
        self.0.push(bracket);
        self
    }

    pub(crate) fn key(&mut self, name: &str) -> &mut Json {
        self.text(name);
        self.0.push(':');
        self
    }

    /// A string, escaped.
    #[inline(always)]
    pub(crate) fn text(&mut self, text: impl Display) -> &mut Json {
        self.text_of(&text)
    }

    fn text_of(&mut self, text: &dyn Display) -> &mut Json {
        self.separate();
        self.0.push('"');
        // Writing to a string does not fail.
        let _ = write!(Escaping(&mut self.0), "{text}");
        self.0.push('"');
        self
    }

    /// A number, `true`, `false` or `null`, as they are printed.
    #[inline(always)]
    pub(crate) fn plain(&mut self, value: impl Display) -> &mut Json {
        self.plain_of(&value)
    }

    fn plain_of(&mut self, value: &dyn Display) -> &mut Json {
        self.separate();
        let _ = write!(self.0, "{value}");
        self
    }

    /// 64 bits as text, which JavaScript turns into a `bigint`.
    pub(crate) fn bits(&mut self, bits: u64) -> &mut Json {
        self.text(format_args!("{bits:#x}"))
    }

    /// A string or `null`.
    pub(crate) fn maybe(&mut self, text: Option<impl Display>) -> &mut Json {
        match text {
            Some(text) => self.text(text),
            None => self.plain("null"),
        }
    }

    /// The names of squares as a list.
    pub(crate) fn squares(&mut self, set: Bitboard) -> &mut Json {
        self.open('[');
        for square in set {
            self.text(square);
        }
        self.close(']')
    }

    /// The name of a square or `null`.
    pub(crate) fn square(&mut self, square: Option<Square>) -> &mut Json {
        self.maybe(square)
    }
}

struct Escaping<'a>(&'a mut String);

impl Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for character in text.chars() {
            match character {
                '"' => self.0.push_str("\\\""),
                '\\' => self.0.push_str("\\\\"),
                '\n' => self.0.push_str("\\n"),
                control if control < ' ' => write!(self.0, "\\u{:04x}", control as u32)?,
                other => self.0.push(other),
            }
        }
        Ok(())
    }
}
