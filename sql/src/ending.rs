//! How a command of this program ended, and what ends it early.

use std::sync::Arc;

use tokio::signal;
use tokio::sync::watch::Sender;

/// How a command ended, if it did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It finished.
    Done,
    /// Ctrl-C interrupted it.
    Interrupted,
}

/// Ctrl-C, for all that run at once, and for what begins to wait when it has come already. A single wait for the
/// signal knows only of what comes while it lasts.
#[derive(Clone, Debug)]
pub(crate) struct Interruption(Arc<Sender<bool>>);

impl Interruption {
    /// Waits for Ctrl-C from now on, on the runtime of the caller.
    pub(crate) fn new() -> Interruption {
        let interruption = Interruption(Arc::new(Sender::new(false)));
        let waiting = interruption.clone();
        tokio::spawn(async move {
            if signal::ctrl_c().await.is_ok() {
                waiting.raise();
            }
        });
        interruption
    }

    /// Ends all that wait for it, as Ctrl-C does.
    pub(crate) fn raise(&self) {
        self.0.send_replace(true);
    }

    /// Whether it has come.
    pub(crate) fn has_come(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it has come.
    pub(crate) async fn came(&self) {
        let mut receiver = self.0.subscribe();
        // It fails only without a sender, and that one is here.
        drop(receiver.wait_for(|&has_come| has_come).await);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_interruption_is_known_to_all_and_afterwards() {
        let interruption = Interruption::new();
        let other = interruption.clone();
        let waiting = tokio::spawn(async move { other.came().await });
        assert!(!interruption.has_come());
        interruption.raise();
        waiting.await.expect("it ends");
        assert!(interruption.has_come());
        interruption.clone().came().await;
    }
}
