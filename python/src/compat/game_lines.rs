//! The lines of a game: its tags, and the text of its moves to the blank line that ends it.
//!
//! The caller's file must be left at the line after the game, as its users expect, so it is read line by line.

use memchr::{memchr, memchr3_iter, memrchr2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use pyo3::{PyErr, intern};

/// A line, whose text is read as bytes, without a copy where possible.
struct Line<'py>(Bound<'py, PyString>);

impl<'py> Line<'py> {
    /// The next line of a file.
    fn next(readline: &Bound<'py, PyAny>) -> PyResult<Line<'py>> {
        Ok(Line(readline.call0()?.cast_into::<PyString>().map_err(PyErr::from)?))
    }

    /// Calls a function with the bytes. Only ASCII characters matter, so it makes no difference that lone surrogates,
    /// which UTF-8 does not have, become replacement characters.
    fn with<T>(&self, ask: impl FnOnce(&[u8]) -> T) -> PyResult<T> {
        match self.0.to_str() {
            Ok(text) => Ok(ask(text.as_bytes())),
            Err(_) => Ok(ask(self.0.to_string_lossy().as_bytes())),
        }
    }

    /// Whether there is nothing but whitespace as Python defines it, beyond ASCII, too; false at the end of the file.
    fn is_blank(&self) -> PyResult<bool> {
        let first = self.with(|bytes| bytes.first().copied())?;
        match first {
            None => Ok(false),
            Some(b'!'..=b'~') => Ok(false),
            Some(_) => self.0.call_method0(intern!(self.0.py(), "isspace"))?.extract(),
        }
    }

    fn begins_with(&self, sign: u8) -> PyResult<bool> {
        self.with(|bytes| bytes.first() == Some(&sign))
    }
}

/// Reads the lines of a game from its first one on, fills in the tags, and returns the movetext.
///
/// ``roster`` has the tags that every game has, and gets their values; all other tags go to ``others``. ``match_tag``
/// is called for tags of unusual form. The last line that is read is the blank one that ends the game.
///
/// >>> import io, re
/// >>> file = io.StringIO('[White "A"]\n[ECO "C65"]\n\n1. e4 { a\n\nb }\n1... e5 *\n\n1. d4 *\n')
/// >>> roster, others = {"White": "?"}, {}
/// >>> read_lines(file.readline(), file.readline, re.compile(r'\[(\w+)\s+"(.*)"\]').match, roster, others)
/// '1. e4 { a\n\nb }\n1... e5 *\n'
/// >>> roster, others, file.read()
/// ({'White': 'A'}, {'ECO': 'C65'}, '1. d4 *\n')
#[pyfunction]
pub(crate) fn read_lines<'py>(
    line: Bound<'py, PyString>,
    readline: &Bound<'py, PyAny>,
    match_tag: &Bound<'py, PyAny>,
    roster: &Bound<'py, PyDict>,
    others: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyString>> {
    let mut line = Line(line);
    loop {
        match line.with(|bytes| bytes.first().copied())? {
            Some(b'[') => keep_tag(&line, match_tag, roster, others)?,
            Some(b'%') => {}
            _ => break,
        }
        line = Line::next(readline)?;
        if line.is_blank()? {
            line = Line::next(readline)?; // more tags may follow
        }
    }
    movetext(line, readline)
}

/// The name and the value of a tag of usual form: one space between them, nothing after the bracket but the end of the
/// line.
fn usual_tag(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = line.strip_prefix(b"[")?;
    let inside = inside.strip_suffix(b"\n").unwrap_or(inside).strip_suffix(b"\"]")?;
    let space = memchr(b' ', inside)?;
    let (name, value) = (&inside[..space], inside[space + 1..].strip_prefix(b"\"")?);
    let is_usual =
        !name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric) && memchr(b'\r', value).is_none();
    is_usual.then_some((name, value))
}

/// Puts a tag where it belongs, if the line is one.
fn keep_tag(
    line: &Line<'_>,
    match_tag: &Bound<'_, PyAny>,
    roster: &Bound<'_, PyDict>,
    others: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let py = line.0.py();
    if let Ok(text) = line.0.to_str()
        && let Some((name, value)) = usual_tag(text.as_bytes())
    {
        // ASCII characters delimit both in valid UTF-8, so both are valid UTF-8.
        let name = str::from_utf8(name).unwrap_or_default();
        let value = PyString::new(py, str::from_utf8(value).unwrap_or_default());
        let name = match name {
            "Event" => intern!(py, "Event").clone(),
            "Site" => intern!(py, "Site").clone(),
            "Date" => intern!(py, "Date").clone(),
            "Round" => intern!(py, "Round").clone(),
            "White" => intern!(py, "White").clone(),
            "Black" => intern!(py, "Black").clone(),
            "Result" => intern!(py, "Result").clone(),
            _ => PyString::new(py, name),
        };
        return of_name(&name, roster, others)?.set_item(name, value);
    }
    let found = match_tag.call1((&line.0,))?;
    if found.is_none() {
        return Ok(());
    }
    let (name, value): (Bound<'_, PyString>, Bound<'_, PyString>) =
        found.call_method0(intern!(py, "groups"))?.extract()?;
    of_name(&name, roster, others)?.set_item(name, value)
}

/// The tags among which one with this name is kept.
fn of_name<'a, 'py>(
    name: &Bound<'py, PyString>,
    roster: &'a Bound<'py, PyDict>,
    others: &'a Bound<'py, PyDict>,
) -> PyResult<&'a Bound<'py, PyDict>> {
    Ok(if roster.contains(name)? { roster } else { others })
}

/// The movetext from a line on. A blank line ends it, if it is not in a comment; lines that begin with `%` are left
/// out.
fn movetext<'py>(mut line: Line<'py>, readline: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let (py, mut lines, mut in_comment) = (line.0.py(), Vec::new(), false);
    while line.with(|bytes| !bytes.is_empty())? {
        if !in_comment && line.is_blank()? {
            break;
        }
        if in_comment || !line.begins_with(b'%')? {
            in_comment = line.with(|bytes| ends_in_comment(bytes, in_comment))?;
            lines.push(line.0);
        }
        line = Line::next(readline)?;
    }
    match lines.len() {
        1 => Ok(lines.swap_remove(0)),
        _ => Ok(PyString::new(py, "")
            .call_method1(intern!(py, "join"), (PyList::new(py, lines)?,))?
            .cast_into()?),
    }
}

/// Whether a comment is open at the end of a line. The last brace decides, unless there is a semicolon, after which
/// braces mean nothing.
fn ends_in_comment(line: &[u8], mut in_comment: bool) -> bool {
    if memchr(b';', line).is_none() {
        return memrchr2(b'{', b'}', line).map_or(in_comment, |at| line[at] == b'{');
    }
    for at in memchr3_iter(b'{', b'}', b';', line) {
        match line[at] {
            b'{' => in_comment = true,
            b'}' => in_comment = false,
            _ if !in_comment => return false,
            _ => {}
        }
    }
    in_comment
}
