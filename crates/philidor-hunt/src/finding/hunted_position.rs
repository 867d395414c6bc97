//! What a search knows besides the rules: whether a tree may be wrong because of a count that is remembered.

use philidor::Position;

use super::hash_table;
use crate::asking::interview::Interview;
use crate::judging::case::Case;
use crate::judging::judged::Judged;
use crate::suspect::Failure;

/// A position that is searched for bugs.
pub trait HuntedPosition: Judged {
    /// A case that shows that something is remembered, if that is why the tree of another case is wrong.
    fn remembered(
        _interview: &mut Interview<'_, Self>,
        _case: &Case<Self>,
    ) -> Result<Option<Case<Self>>, Failure> {
        Ok(None)
    }
}

impl HuntedPosition for Position {
    fn remembered(interview: &mut Interview<'_>, case: &Case) -> Result<Option<Case>, Failure> {
        hash_table::look(interview, case)
    }
}
