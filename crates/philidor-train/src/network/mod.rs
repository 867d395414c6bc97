//! The trainer.
