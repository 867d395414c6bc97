//! A game while it is read: its moves are played, and what the columns want is kept.

use philidor::{MoveDigest, Position, characters::decode};
use philidor_pgn::{Checker, Comment, EvalScore, Flow, GameResult, Lines, PgnErrorKind, TagValue, Visitor};

use super::columns::{Column, Columns, RowsOf};

/// What the comment after a move says.
#[derive(Clone, Copy, Default)]
pub(super) struct Said {
    pub(super) seconds: Option<f32>,
    pub(super) centipawns: Option<i32>,
    pub(super) mate: Option<i32>,
}

/// The game that is being read, or was read last.
pub(super) struct GameRead {
    checker: Checker,
    /// The tags that are wanted.
    names: Vec<String>,
    wants_positions: bool,
    wants_comments: bool,
    usual: Position,
    pub(super) tags: Vec<Option<String>>,
    result_tag: Option<String>,
    result: Option<GameResult>,
    pub(super) start: Position,
    pub(super) moves: Vec<MoveDigest>,
    /// The start and the position after each move; empty if no column needs them.
    pub(super) positions: Vec<Position>,
    /// What the comments say: an element for each move, if any comment says anything.
    pub(super) said: Vec<Said>,
}

impl GameRead {
    pub(super) fn new(columns: &Columns) -> GameRead {
        let said = [
            Column::Clocks,
            Column::CentipawnLists,
            Column::MateLists,
            Column::Clock,
            Column::Centipawns,
            Column::Mate,
        ];
        GameRead {
            checker: Checker::new(Lines::Main),
            names: columns.tags.clone(),
            wants_positions: columns.rows == RowsOf::Positions,
            wants_comments: columns.has(&said),
            usual: Position::default(),
            tags: vec![None; columns.tags.len()],
            result_tag: None,
            result: None,
            start: Position::default(),
            moves: Vec::new(),
            positions: Vec::new(),
            said: Vec::new(),
        }
    }

    /// The result: the marker, or what the tag says if there is none.
    pub(super) fn result(&self) -> &str {
        match (self.result, &self.result_tag) {
            (Some(result), _) => result.as_str(),
            (None, Some(tag)) => tag,
            (None, None) => "*",
        }
    }

    /// The start, if it is not the usual one.
    pub(super) fn start_fen(&self) -> Option<String> {
        (self.start != self.usual).then(|| self.start.to_string())
    }

    /// What the comment says after the move with this number.
    pub(super) fn said_after(&self, number: Option<usize>) -> Said {
        number.and_then(|number| self.said.get(number)).copied().unwrap_or_default()
    }
}

impl Visitor for GameRead {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tags.fill(None);
        (self.result_tag, self.result) = (None, None);
        self.moves.clear();
        self.positions.clear();
        self.said.clear();
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        if let Some(number) = self.names.iter().position(|wanted| wanted.as_bytes() == name) {
            self.tags[number] = Some(value.to_text().into_owned());
        } else if name == b"Result" {
            self.result_tag = Some(value.to_text().into_owned());
        }
        self.checker.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.start = *self.checker.position();
        if self.wants_positions {
            self.positions.push(self.start);
        }
        self.checker.begin_moves()
    }

    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.checker.san(san)?;
        if let Some(mv) = self.checker.last_move() {
            self.moves.push(mv.digest());
            if self.wants_positions {
                self.positions.push(*self.checker.position());
            }
        }
        Ok(())
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        let Some(last) = self.moves.len().checked_sub(1).filter(|_| self.wants_comments) else {
            return Ok(());
        };
        let Comment { clock, eval, .. } = Comment::from(&*decode(comment));
        if clock.is_none() && eval.is_none() {
            return Ok(());
        }
        self.said.resize(self.moves.len(), Said::default());
        let said = &mut self.said[last];
        said.seconds = said.seconds.or(clock.map(|clock| clock.as_secs_f32()));
        match eval.map(|eval| eval.score) {
            Some(EvalScore::Centipawns(centipawns)) => said.centipawns = said.centipawns.or(Some(centipawns)),
            Some(EvalScore::Mate(moves)) => said.mate = said.mate.or(Some(moves)),
            None => {}
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.checker.begin_variation()
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.result = Some(result);
        self.checker.result(result)
    }
}
