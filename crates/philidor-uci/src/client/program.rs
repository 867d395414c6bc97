//! A program that can be started: its words, where it runs, and who listens.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use philidor_host::processes::{Listener, Process, Speaker};

use super::error::ClientError;

/// A program of the UCI protocol, not yet started.
///
/// ```
/// use philidor_uci::client::Program;
///
/// let program = Program::new(["stockfish"]).with_listener(|speaker, line| eprintln!("{speaker:?}: {line}"));
/// # let _ = program;
/// ```
#[derive(Clone)]
pub struct Program {
    words: Vec<String>,
    folder: Option<PathBuf>,
    listener: Option<Listener>,
}

impl Program {
    /// A program: the words of its command, the first of which is the file.
    pub fn new<S: Into<String>>(command: impl IntoIterator<Item = S>) -> Program {
        let words = command.into_iter().map(Into::into).collect();
        Program { words, folder: None, listener: None }
    }

    /// The same, run in this folder.
    #[must_use]
    pub fn with_folder(self, folder: impl Into<PathBuf>) -> Program {
        Program { folder: Some(folder.into()), ..self }
    }

    /// The same, where `listener` gets each line that is sent and each that comes, from the threads that do so.
    #[must_use]
    pub fn with_listener(self, listener: impl Fn(Speaker, &str) + Send + Sync + 'static) -> Program {
        self.with_numbered_listener(Arc::new(move |_, speaker, line| listener(speaker, line)))
    }

    /// The same with a listener that gets the number of the process, too.
    pub(crate) fn with_numbered_listener(self, listener: Listener) -> Program {
        Program { listener: Some(listener), ..self }
    }

    pub(crate) fn start(&self) -> Result<Process, ClientError> {
        Process::start(&self.words, self.folder.as_deref(), self.listener.clone())
            .map_err(|error| ClientError::NotStarted(error.to_string()))
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("words", &self.words)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}
