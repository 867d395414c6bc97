//! Whether a suspect is asked or read wrongly.

use crate::asking::difference::Difference;
use crate::suspect::Question;
use crate::suspect::counted_position::CountedPosition;

/// Notes about all answers, which show whether a suspect is asked or read wrongly.
pub trait AnswerNotes<P: CountedPosition>: Default {
    /// Whether no answer could change the notes any more.
    fn is_settled(&self) -> bool;

    /// Takes note of a right answer: the leaves of the tree.
    fn note_right(&mut self, question: &Question<P>, before: Option<&Question<P>>, leaves: u128);

    /// Takes note of a wrong answer.
    fn note_wrong(&mut self, question: &Question<P>, before: Option<&Question<P>>, difference: &Difference);

    /// Why the suspect is doubted, if it is.
    fn message(&self) -> Option<String>;
}
