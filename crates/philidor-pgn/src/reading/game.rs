//! One game, read or skipped: from its first byte to the one after its result.
//!
//! Only its bytes determine where a game ends. Whatever the visitor, its refusals and any errors, the next game begins
//! at the same byte:
//!
//! * after a termination marker outside all variations,
//! * before a line of movetext that looks like a tag, inside a variation or not,
//! * before a boundary (see `scan.rs`),
//! * inside a comment before any tag below an empty line, unless the next brace closes the comment,
//! * at the end of the input.
//!
//! Comments between two games belong to the former; those before the first game and between two tags belong to the game
//! itself. Zero bytes between games are skipped like blanks; in a game they are an error.
//!
//! What every game needs is compiled for each visitor, with the visitor's methods inlined. What few games need calls
//! the visitor as a trait object and is compiled once, since a dozen commands have a visitor each.
//!
//! ```text
//! { the first game's }  [Event … 1-0  { the first game's, too }  [Event … 0-1  { the second's }
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use philidor::characters;
use philidor::{CastlingSide, GameResult, LenientFen, MoveFault, SanError, SanErrorKind};

use super::scan::{self, CLASSES, Class, CommentEnd};
use super::symbols;
use super::token::{Cursor, Token};
use crate::error::{PgnErrorKind, shown_start};
use crate::limits::Limits;
use crate::score;
use crate::text::{TagValue, name_key, own_tag};
use crate::visitor::{Flow, Visitor};

/// Why a null move is refused.
const NULL_MOVE: SanErrorKind = SanErrorKind::Illegal(MoveFault::NullMove);

/// The longest tag that is shown beside one with the same name, in bytes.
const REPEATED: usize = 200;

/// A part of a game that was cut or left out: what is wrong with it, and where the offending text begins and ends.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) fault: PgnErrorKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A game, and how far it has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Game<'a> {
    /// Over at most as many bytes as the game may have.
    pub(super) cursor: Cursor<'a>,
    /// All bytes.
    all: &'a [u8],
    /// The offset of the first byte.
    pub(super) start: usize,
    /// Whether bytes were left out because of the limit.
    pub(super) is_cut: bool,
    limits: Limits,
    stage: Stage,
    /// Where the blanks and the number before the first move begin.
    moves_start: usize,
    /// The number of open variations.
    depth: usize,
    /// The start of the outermost of them.
    opened_at: usize,
    /// Whether its termination marker has been read.
    has_marker: bool,
    /// Whether a tag about the start was refused that a later one may settle.
    has_open_start: bool,
    /// Whether a name may have been given to two tags.
    has_repeated_tag: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Tags,
    /// Comments after which the tags continue.
    Comments,
    Moves,
    Over,
}

impl<'a> Game<'a> {
    /// The game that begins at an offset.
    pub(super) fn at(bytes: &'a [u8], start: usize, limits: &Limits) -> Game<'a> {
        let most = start.saturating_add(limits.game_bytes());
        // Another game may begin right there; then this one is not too long.
        let boundary = if most < bytes.len() { scan::boundary_across(bytes, most) } else { None };
        let end = boundary.unwrap_or(most.min(bytes.len()));
        Game {
            cursor: Cursor::new(bytes.get(..end).unwrap_or_default(), start)
                .with_comment_nesting(limits.comment_nesting),
            all: bytes,
            start,
            is_cut: boundary.is_none() && end < bytes.len(),
            limits: *limits,
            stage: Stage::Tags,
            moves_start: start,
            depth: 0,
            opened_at: start,
            has_marker: false,
            has_open_start: false,
            has_repeated_tag: false,
        }
    }

    /// Whether reading reached the end of the bytes.
    pub(super) fn is_exhausted(&self) -> bool {
        self.cursor.at >= self.cursor.bytes.len()
    }

    /// Reports the whole game to the visitor, preceded by any comments before the first game. Variations that are cut
    /// because the visitor agrees are noted.
    #[inline(always)]
    pub(super) fn read<V: Visitor>(
        &mut self,
        visitor: &mut V,
        has_comments_before: bool,
        cuts: &mut Vec<Cut>,
    ) -> Result<(), PgnErrorKind> {
        visitor.begin_game()?;
        if has_comments_before {
            self.report_comments(0, visitor, cuts)?;
        }
        self.read_tags(visitor, cuts)?;
        let begun = if self.has_open_start { None } else { Some(visitor.begin_moves()) };
        let flow = match begun {
            Some(Ok(flow)) => flow,
            begun => self.settle_start(begun.and_then(Result::err), visitor, cuts)?,
        };
        if self.has_repeated_tag {
            self.note_repeated(cuts);
        }
        match flow {
            Flow::Read => {
                self.read_moves(visitor, cuts)?;
                self.count_tag(visitor, cuts)?;
                self.report_comments_after(visitor, cuts)?;
            }
            Flow::Skip => match self.pass_over() {
                Some(result) => visitor.result(result)?,
                None if self.is_cut && self.is_exhausted() => return Err(self.too_long()),
                None => self.count_tag(visitor, cuts)?,
            },
        }
        visitor.end_game()
    }

    fn too_long(&self) -> PgnErrorKind {
        PgnErrorKind::GameTooLong(self.limits.game_bytes())
    }

    /// Notes a remark about the text between two offsets.
    fn note(fault: PgnErrorKind, start: usize, end: usize, cuts: &mut Vec<Cut>) {
        if cuts.len() < Limits::REMARKS {
            cuts.push(Cut { fault, start, end });
        }
    }

    /// Leaves out what has a fault, with a remark, if the reader is lenient and the visitor has not refused it.
    #[cold]
    #[inline(never)]
    fn leave_out(&self, fault: PgnErrorKind, cuts: &mut Vec<Cut>) -> Result<(), PgnErrorKind> {
        if !self.limits.is_lenient || matches!(fault, PgnErrorKind::Refused(_)) {
            return Err(fault);
        }
        Self::note(fault, self.cursor.token_start, self.cursor.at, cuts);
        Ok(())
    }

    /// Reports the result of the tag `Result`, or `*`, if the reader is lenient and has found no marker.
    #[inline(always)]
    fn count_tag<V: Visitor>(&mut self, visitor: &mut V, cuts: &mut Vec<Cut>) -> Result<(), PgnErrorKind> {
        if self.has_marker || !self.limits.is_lenient {
            Ok(())
        } else {
            self.count_tag_without_marker(visitor, cuts)
        }
    }

    #[cold]
    #[inline(never)]
    fn count_tag_without_marker(
        &mut self,
        visitor: &mut dyn Visitor,
        cuts: &mut Vec<Cut>,
    ) -> Result<(), PgnErrorKind> {
        let mut again = Game::at(self.all, self.start, &self.limits);
        let mut tag = ResultTag(None);
        again.read_tags(&mut tag, &mut Vec::new())?;
        let has_tags = scan::byte_at(self.all, self.start) == b'[';
        let mut has_move = false;
        while !has_move && again.cursor.at < self.cursor.at {
            has_move = matches!(again.cursor.next(), Token::Word(_));
        }
        if !has_tags && !has_move {
            return Err(PgnErrorKind::MissingResult);
        }
        let end = scan::text_end(self.all.get(..self.cursor.at).unwrap_or_default());
        Self::note(tag.0.map_or(PgnErrorKind::MissingResult, PgnErrorKind::ResultOfTag), end, end, cuts);
        visitor.result(tag.0.unwrap_or_default())
    }

    /// Reports the comments between this game and the next.
    #[inline(always)]
    fn report_comments_after<V: Visitor>(
        &self,
        visitor: &mut V,
        cuts: &mut Vec<Cut>,
    ) -> Result<(), PgnErrorKind> {
        let gap = gap(self.all, self.cursor.at, &self.limits);
        if gap.has_comment { self.report_comments(self.cursor.at, visitor, cuts) } else { Ok(()) }
    }

    /// Reports the comments of the gap that begins at an offset.
    #[cold]
    #[inline(never)]
    fn report_comments(
        &self,
        from: usize,
        visitor: &mut dyn Visitor,
        cuts: &mut Vec<Cut>,
    ) -> Result<(), PgnErrorKind> {
        let mut at = from;
        while let Some(part) = part_of_gap(self.all, from..at, &self.limits) {
            match part.comment {
                Some(comment) if comment.len() > self.limits.comment => {
                    Self::note(PgnErrorKind::CommentTooLong(self.limits.comment), at, part.end, cuts);
                }
                Some(comment) => visitor.comment(comment)?,
                None if part.is_symbol => Self::note(PgnErrorKind::Symbol, at, part.end, cuts),
                None => {}
            }
            at = part.end;
        }
        Ok(())
    }

    /// Reads the tags; leaves the cursor after them.
    #[inline(always)]
    fn read_tags<V: Visitor>(&mut self, visitor: &mut V, cuts: &mut Vec<Cut>) -> Result<(), PgnErrorKind> {
        let (mut count, mut given) = (0, Given::default());
        loop {
            while self.is_at_tag() {
                count += 1;
                if let Err(fault) = self.read_tag(count, &mut given, visitor) {
                    self.leave_out_tag(fault, cuts)?;
                }
            }
            if !self.has_comments_before_tag() {
                self.has_repeated_tag = given.has_repeated;
                return Ok(());
            }
            self.report_comments_before_tag(visitor, cuts)?;
        }
    }

    /// Reports a tag, the one with this number. After a second one about the start with another value the moves would
    /// be those of another game.
    #[inline(always)]
    fn read_tag<V: Visitor>(
        &mut self,
        count: usize,
        given: &mut Given<'a>,
        visitor: &mut V,
    ) -> Result<(), PgnErrorKind> {
        let (name, value) = self.cursor.tag()?;
        if count > self.limits.tags {
            return Err(PgnErrorKind::TooManyTags(self.limits.tags));
        }
        if value.len() > self.limits.line {
            return Err(PgnErrorKind::LineTooLong(self.limits.line));
        }
        let before = match name {
            b"FEN" => given.fen.replace(value),
            b"Variant" => given.variant.replace(value),
            _ => None,
        };
        if let Some(before) = before.filter(|&before| before != value && !self.limits.is_lenient) {
            return Err(repeated(&[b"[", name, b" \"", before, b"\"]"].concat()));
        }
        given.note(name);
        visitor.tag(name, TagValue::new(value))
    }

    /// Notes the tags that are given again later with another value. Those that are left out have a remark already.
    #[cold]
    #[inline(never)]
    fn note_repeated(&self, cuts: &mut Vec<Cut>) {
        let is_left_out = |at| {
            cuts.iter().any(|cut| cut.start == at && !matches!(cut.fault, PgnErrorKind::MendedFen { .. }))
        };
        let mut tags = self.tags_again();
        tags.retain(|tag| !is_left_out(tag.2));
        tags.sort_unstable_by_key(|&(name, _, start, _)| (name, start));
        for pair in tags.windows(2) {
            if let [(name, value, start, end), (next, other, from, to)] = pair
                && (name == next && value != other)
            {
                Game::note(repeated(self.all.get(*from..*to).unwrap_or_default()), *start, *end, cuts);
            }
        }
    }

    /// Each tag within the limits, with its offsets. They are read once more, so that other readers keep none.
    fn tags_again(&self) -> Vec<(&'a [u8], &'a [u8], usize, usize)> {
        let mut again = Game { stage: Stage::Tags, ..*self };
        again.cursor.at = self.start;
        let (mut tags, mut count) = (Vec::new(), 0);
        loop {
            while again.is_at_tag() {
                count += 1;
                if let Ok((name, value)) = again.cursor.tag()
                    && count <= self.limits.tags
                    && value.len() <= self.limits.line
                {
                    tags.push((name, value, again.cursor.token_start, again.cursor.at));
                }
            }
            if !again.has_comments_before_tag() {
                return tags;
            }
            // Those that are too long have been noted.
            let _ = again.report_comments_before_tag(&mut (), &mut Vec::new());
        }
    }

    /// Settles the start once all tags have been read, if one of them was refused, or if the `FEN` is refused only now,
    /// since a later `Variant` might still have made it valid. The last `Variant` counts, since the moves are those of
    /// its game, and the last `FEN` that is a position: a lenient reader completes it, and leaves out those after it.
    /// If none is a position, but one has a board, the moves would be those of another game.
    #[cold]
    #[inline(never)]
    fn settle_start(
        &mut self,
        fault: Option<PgnErrorKind>,
        visitor: &mut dyn Visitor,
        cuts: &mut Vec<Cut>,
    ) -> Result<Flow, PgnErrorKind> {
        if let Some(fault) = fault
            && !is_about_start(&fault)
        {
            return Err(fault);
        }
        let (behind, tags, said) = (*self, self.tags_again(), cuts.len());
        let last_first = |wanted: &'static [u8]| tags.iter().rev().filter(move |tag| tag.0 == wanted);
        let mut lost = None;
        for &(name, value, start, end) in last_first(b"Variant").take(1).chain(last_first(b"FEN")) {
            (self.cursor.token_start, self.cursor.at, self.stage) = (start, end, Stage::Tags);
            if name == b"Variant" {
                visitor.tag(name, TagValue::new(value))?;
                continue;
            }
            match self.begin_at(value, visitor, cuts)? {
                Ok(flow) => {
                    *self = behind;
                    return Ok(flow);
                }
                Err(fault) if value.contains(&b'/') && lost.is_none() => lost = Some((fault, start, end)),
                Err(_) => {}
            }
        }
        if let Some((fault, start, end)) = lost {
            cuts.truncate(said);
            (self.cursor.token_start, self.cursor.at, self.stage) = (start, end, Stage::Tags);
            return Err(fault);
        }
        *self = behind;
        visitor.begin_moves()
    }

    /// Begins the moves at a `FEN`, completed and repaired if need be and the reader is lenient; the fault if it is
    /// left out.
    fn begin_at(
        &self,
        fen: &[u8],
        visitor: &mut dyn Visitor,
        cuts: &mut Vec<Cut>,
    ) -> Result<Result<Flow, PgnErrorKind>, PgnErrorKind> {
        let mut begin =
            |fen: &[u8]| visitor.tag(b"FEN", TagValue::new(fen)).and_then(|()| visitor.begin_moves());
        let mut fault = match begin(fen) {
            Ok(flow) => return Ok(Ok(flow)),
            Err(fault) => fault,
        };
        if self.limits.is_lenient {
            for mended in LenientFen::candidates(fen, fault.is_mendable_fen()) {
                match begin(&mended) {
                    Ok(flow) => {
                        let fault = Box::new(fault);
                        let fen = shown_start(&mended, usize::MAX).into();
                        self.leave_out(PgnErrorKind::MendedFen { fault, fen }, cuts)?;
                        return Ok(Ok(flow));
                    }
                    Err(rest) => fault = rest,
                }
            }
        }
        self.leave_out(fault.clone(), cuts)?;
        Ok(Err(fault))
    }

    /// Leaves out a tag that has a fault, if the reader is lenient; one about the start waits for those after it.
    /// Without its `Variant`, malformed or not, a game would be another one.
    #[cold]
    #[inline(never)]
    fn leave_out_tag(&mut self, fault: PgnErrorKind, cuts: &mut Vec<Cut>) -> Result<(), PgnErrorKind> {
        let mut again = self.cursor;
        again.at = self.cursor.token_start + 1;
        if self.limits.is_lenient
            && is_about_start(&fault)
            && matches!(again.tag(), Ok((b"FEN" | b"Variant", _)))
        {
            self.has_open_start = true;
            return Ok(());
        }
        if self.is_behind_start_tag() {
            return Err(fault);
        }
        // One remark is enough for many tags.
        if cuts
            .last()
            .is_some_and(|last| last.fault == fault && matches!(fault, PgnErrorKind::TooManyTags(_)))
        {
            return Ok(());
        }
        self.leave_out(fault, cuts)
    }

    /// Whether the tag that was read last is a `Variant`, or a `FEN` with a board, well formed or not.
    fn is_behind_start_tag(&self) -> bool {
        let tag = self.cursor.bytes.get(self.cursor.token_start + 1..self.cursor.at).unwrap_or_default();
        let tag = tag.trim_ascii_start();
        let is_named = |name: &'static str| {
            tag.split_at_checked(name.len()).is_some_and(|(start, rest)| {
                own_tag(start) == Some(name) && !rest.first().is_some_and(u8::is_ascii_alphanumeric)
            })
        };
        is_named("Variant") || is_named("FEN") && tag.contains(&b'/')
    }

    /// Whether the next token is the bracket of another tag, which is then read. If not, the tags are over, and so is
    /// the game if another begins.
    #[inline(always)]
    fn is_at_tag(&mut self) -> bool {
        let from = self.cursor.at;
        if self.cursor.bracket() {
            if self.cursor.token_start == self.start || !self.cursor.is_at_boundary() {
                return true;
            }
            self.stage = Stage::Over;
        } else {
            (self.stage, self.moves_start) = (Stage::Moves, from);
        }
        self.cursor.at = self.cursor.token_start;
        false
    }

    /// Whether the tags, after at least one, continue after the comment that stands here.
    #[inline(always)]
    fn has_comments_before_tag(&mut self) -> bool {
        let is_comment = matches!(scan::byte_at(self.cursor.bytes, self.cursor.at), b'{' | b';');
        is_comment
            && self.stage == Stage::Moves
            && self.cursor.at > self.start
            && self.is_tag_behind_comments()
    }

    /// Whether a tag, rather than another game, follows the comments that stand here. If so, they are next.
    #[cold]
    #[inline(never)]
    fn is_tag_behind_comments(&mut self) -> bool {
        let mut ahead = self.cursor;
        let behind = loop {
            match ahead.next() {
                Token::Comment(_) => {}
                token => break token,
            }
        };
        let is_tag = behind == Token::Bracket && !ahead.is_at_boundary();
        if is_tag {
            self.stage = Stage::Comments;
        }
        is_tag
    }

    /// Reports the comments before the next tag.
    #[cold]
    #[inline(never)]
    fn report_comments_before_tag(
        &mut self,
        visitor: &mut dyn Visitor,
        cuts: &mut Vec<Cut>,
    ) -> Result<(), PgnErrorKind> {
        while let Token::Comment(text) = self.cursor.next() {
            if text.len() > self.limits.comment {
                self.leave_out(PgnErrorKind::CommentTooLong(self.limits.comment), cuts)?;
            } else {
                visitor.comment(text)?;
            }
        }
        self.cursor.at = self.cursor.token_start;
        self.stage = Stage::Tags;
        Ok(())
    }

    /// The moves and everything among them, with the result if there is one.
    #[inline(always)]
    fn read_moves<V: Visitor>(&mut self, visitor: &mut V, cuts: &mut Vec<Cut>) -> Result<(), PgnErrorKind> {
        if self.stage == Stage::Over {
            return Ok(());
        }
        let mut moves = 0;
        let mut line_start = self.cursor.at;
        // Whether the current line, main or variation, has a move that a variation can replace.
        let mut has_move = false;
        let mut from = self.moves_start;
        loop {
            let token = self.cursor.next();
            let is_long = self.cursor.token_start - line_start > self.limits.line;
            // The two usual tokens check the line themselves: the compiler then jumps straight from finding them to
            // reporting them.
            match token {
                Token::Word(san) => {
                    if is_long {
                        line_start = self.line_start(line_start)?;
                    }
                    moves += 1;
                    if moves > self.limits.moves {
                        return Err(PgnErrorKind::TooManyMoves(self.limits.moves));
                    }
                    visitor.before_move(
                        self.cursor.bytes.get(from..self.cursor.token_start).unwrap_or_default(),
                    );
                    has_move = match visitor.san(san) {
                        Ok(()) => true,
                        Err(fault) => self.pass_over_fault(fault, has_move, visitor, cuts)?,
                    };
                    from = self.cursor.at;
                    continue;
                }
                Token::Comment(text) => {
                    if is_long {
                        line_start = self.line_start(line_start)?;
                    }
                    if text.len() > self.limits.comment {
                        self.leave_out(PgnErrorKind::CommentTooLong(self.limits.comment), cuts)?;
                    } else {
                        visitor.comment(text)?;
                    }
                    from = self.cursor.at;
                    continue;
                }
                _ if is_long => line_start = self.line_start(line_start)?,
                _ => {}
            }
            match token {
                Token::Word(_) | Token::Comment(_) => {}
                Token::Nag(nag) => visitor.nag(nag)?,
                Token::Open => match self.open(has_move) {
                    Ok(()) => {
                        has_move = visitor.begin_variation()? == Flow::Skip;
                        if has_move {
                            self.pass_over_variation()?;
                        }
                    }
                    Err(fault) => self.leave_out_variation(fault, visitor, cuts)?,
                },
                Token::Close => match self.close() {
                    Ok(()) => {
                        visitor.end_variation()?;
                        has_move = true;
                    }
                    Err(fault) => self.leave_out(fault, cuts)?,
                },
                Token::Result(_) if self.depth > 0 => {
                    if self.limits.is_lenient {
                        self.leave_out(PgnErrorKind::ResultInVariation, cuts)?;
                    }
                }
                Token::Result(result) => {
                    self.stage = Stage::Over;
                    self.has_marker = true;
                    return visitor.result(result);
                }
                Token::UnclosedComment => return Err(PgnErrorKind::UnclosedComment),
                Token::Bracket if self.cursor.is_at_game() => return self.end_without_result(),
                Token::End => return self.end_without_result(),
                Token::Symbol => self.note_symbol(cuts),
                Token::Bracket if self.is_only_move() => visitor.nag(7)?,
                Token::Bracket | Token::Stray => {
                    has_move = self.pass_over_fault(PgnErrorKind::Stray, has_move, visitor, cuts)?;
                }
                Token::BadNag => {
                    has_move = self.pass_over_fault(PgnErrorKind::BadNag, has_move, visitor, cuts)?;
                }
            }
            from = self.cursor.at;
        }
    }

    /// Whether the bracket that was just read is that of `[]`, as `□` in ASCII; if so, reads it.
    #[cold]
    #[inline(never)]
    fn is_only_move(&mut self) -> bool {
        let is_closed = scan::byte_at(self.cursor.bytes, self.cursor.at) == b']';
        self.cursor.at += usize::from(is_closed);
        is_closed
    }

    /// Notes a symbol that is not a move, which every reader leaves out.
    #[cold]
    #[inline(never)]
    fn note_symbol(&self, cuts: &mut Vec<Cut>) {
        let is_number = scan::byte_at(self.all, self.cursor.token_start) == b'$';
        let fault = if is_number { PgnErrorKind::BadNag } else { PgnErrorKind::Symbol };
        Self::note(fault, self.cursor.token_start, self.cursor.at, cuts);
    }

    /// Leaves out what cannot be a move, if the reader is lenient. Otherwise skips the rest of the current variation,
    /// if the visitor agrees; in the main line, plays a null move if that is the fault. A castling that is written as
    /// a king's move is read, with a remark, if the reader is lenient. Returns whether a variation may follow.
    #[cold]
    #[inline(never)]
    fn pass_over_fault(
        &mut self,
        fault: PgnErrorKind,
        has_move: bool,
        visitor: &mut dyn Visitor,
        cuts: &mut Vec<Cut>,
    ) -> Result<bool, PgnErrorKind> {
        if self.read_within(&fault, visitor, cuts) {
            return Ok(true);
        }
        let fault = self.as_no_move(fault, has_move);
        let is_no_move = matches!(
            fault,
            PgnErrorKind::Stray | PgnErrorKind::BadNag | PgnErrorKind::Symbol | PgnErrorKind::LikeResult
        );
        if is_no_move && self.limits.is_lenient {
            self.leave_out(fault, cuts)?;
            return Ok(has_move);
        }
        if let PgnErrorKind::San(SanError { kind: SanErrorKind::Illegal(error), .. }) = fault
            && let MoveFault::CastlingMisspelled { side, .. } = error
            && self.limits.is_lenient
        {
            visitor.san(if side == CastlingSide::KingSide { b"O-O" } else { b"O-O-O" })?;
            return self.leave_out(fault, cuts).map(|()| true);
        }
        if self.depth == 0 {
            self.play_null(fault, visitor, cuts)?;
        } else {
            self.note_cut(fault, visitor, cuts)?;
            visitor.end_variation()?;
        }
        Ok(true)
    }

    /// Reads the move that a word contains beside other text, if the reader is lenient: the longest text behind the
    /// marks at its start that is a legal move. Letters and digits that follow the move are read on their own.
    ///
    /// ```text
    /// e4ch     Bb5N       Nc61-0        =>Nf3
    /// move     move N     move result     move
    /// ```
    fn read_within(&mut self, fault: &PgnErrorKind, visitor: &mut dyn Visitor, cuts: &mut Vec<Cut>) -> bool {
        let (from, to) = (self.cursor.token_start, self.cursor.at);
        let word = self.cursor.bytes.get(from..to).unwrap_or_default();
        let may_hold_more = matches!(fault, PgnErrorKind::San(error) if symbols::may_hold_more(error, word));
        if !may_hold_more || !self.limits.is_lenient {
            return false;
        }
        let Some((start, end)) = symbols::move_within(word, |san| visitor.san(san).is_ok()) else {
            return false;
        };
        let behind = word.get(end..).unwrap_or_default();
        if characters::folded(behind).any(|(_, byte)| byte.is_ascii_alphanumeric())
            && behind != b"ch"
            && !behind.starts_with(b"(")
        {
            self.cursor.at = from + end;
            Self::note(PgnErrorKind::MissingBlank, from, to, cuts);
        } else {
            let place = if start == 0 { (from + end, to) } else { (from, from + start) };
            Self::note(PgnErrorKind::Symbol, place.0, place.1, cuts);
        }
        true
    }

    /// The fault of a word that the visitor refuses: the word looks like a result, which is then the token, or like
    /// nothing that a game has. Such a word costs nothing but itself if the reader is lenient and a tag or a move has
    /// shown that this is a game.
    fn as_no_move(&mut self, fault: PgnErrorKind, has_move: bool) -> PgnErrorKind {
        let PgnErrorKind::San(error) = &fault else { return fault };
        if let Some(start) = self.start_of_result() {
            self.cursor.token_start = start;
            return PgnErrorKind::LikeResult;
        }
        let word = self.cursor.bytes.get(self.cursor.token_start..self.cursor.at).unwrap_or_default();
        let is_game = has_move || self.depth > 0 || scan::byte_at(self.all, self.start) == b'[';
        let is_word = self.limits.is_lenient
            && is_game
            && matches!(error.kind, SanErrorKind::Syntax { .. })
            && !symbols::is_like_move(word);
        if is_word { PgnErrorKind::Symbol } else { fault }
    }

    /// Where the token begins if it looks like a result that PGN does not have: `0.5-0.5`, of which the number of a
    /// move has been read, `1:0`, or `0-0` at the end.
    fn start_of_result(&self) -> Option<usize> {
        let before = self.cursor.bytes.get(self.start..self.cursor.token_start)?;
        let is_part = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b':');
        let start = self.cursor.token_start - before.iter().rev().take(4).take_while(is_part).count();
        let text = self.cursor.bytes.get(start..self.cursor.at)?;
        let is_last = || {
            let mut ahead = self.cursor;
            loop {
                match ahead.next() {
                    Token::Comment(_) => {}
                    Token::Bracket => break ahead.is_at_game(),
                    token => break token == Token::End,
                }
            }
        };
        score::is_like(text, is_last).then_some(start)
    }

    /// Plays a null move of the main line, with a remark, if that is the fault, the reader is lenient, and the visitor
    /// agrees.
    fn play_null(
        &self,
        fault: PgnErrorKind,
        visitor: &mut dyn Visitor,
        cuts: &mut Vec<Cut>,
    ) -> Result<(), PgnErrorKind> {
        let is_null = matches!(&fault, PgnErrorKind::San(error) if error.kind == NULL_MOVE);
        if !is_null || !self.limits.is_lenient {
            return Err(fault);
        }
        visitor.null_move(fault.clone())?;
        self.leave_out(fault, cuts)
    }

    /// Skips a variation inside another one that has no move yet, if the visitor agrees; if the reader is lenient, one
    /// before the first move, too, and one that is nested too deep. Otherwise it is a fault of the game.
    #[cold]
    #[inline(never)]
    fn leave_out_variation(
        &mut self,
        fault: PgnErrorKind,
        visitor: &mut dyn Visitor,
        cuts: &mut Vec<Cut>,
    ) -> Result<(), PgnErrorKind> {
        if matches!(fault, PgnErrorKind::NestingTooDeep(_)) || self.depth < 2 {
            self.leave_out(fault, cuts)?;
            return self.pass_over_variation();
        }
        self.note_cut(fault, visitor, cuts)
    }

    /// Asks the visitor about a fault unless the reader is lenient, notes it, and skips to the end of the current
    /// variation.
    fn note_cut(
        &mut self,
        fault: PgnErrorKind,
        visitor: &mut dyn Visitor,
        cuts: &mut Vec<Cut>,
    ) -> Result<(), PgnErrorKind> {
        if !self.limits.is_lenient || matches!(fault, PgnErrorKind::Refused(_)) {
            visitor.fault_in_variation(fault.clone())?;
        }
        Self::note(fault, self.cursor.token_start, self.cursor.at, cuts);
        self.pass_over_variation()
    }

    /// A variation begins.
    fn open(&mut self, has_move: bool) -> Result<(), PgnErrorKind> {
        if self.depth == 0 {
            self.opened_at = self.cursor.token_start;
        }
        self.depth += 1;
        if self.depth > self.limits.nesting {
            return Err(PgnErrorKind::NestingTooDeep(self.limits.nesting));
        }
        if has_move { Ok(()) } else { Err(PgnErrorKind::VariationWithoutMove) }
    }

    /// A variation ends.
    fn close(&mut self) -> Result<(), PgnErrorKind> {
        self.depth = self.depth.checked_sub(1).ok_or(PgnErrorKind::UnopenedVariation)?;
        Ok(())
    }

    /// Ends the game before another, or at the end of the input.
    fn end_without_result(&mut self) -> Result<(), PgnErrorKind> {
        self.cursor.at = self.cursor.token_start;
        self.stage = Stage::Over;
        if self.is_cut && self.is_exhausted() {
            return Err(self.too_long());
        }
        if self.depth > 0 {
            self.cursor.token_start = self.opened_at;
            return Err(PgnErrorKind::UnclosedVariation);
        }
        Ok(())
    }

    /// The start of the line with the last token. Line ends in comments were not noticed on the way, so a line that
    /// seems too long is checked again. If it is too long, the token counts as unread: it may end the game.
    #[cold]
    fn line_start(&mut self, from: usize) -> Result<usize, PgnErrorKind> {
        let read = self.cursor.bytes.get(from..self.cursor.token_start).unwrap_or_default();
        let start = memchr::memrchr2(b'\n', b'\r', read).map_or(from, |newline| from + newline + 1);
        if self.cursor.token_start - start <= self.limits.line {
            return Ok(start);
        }
        if self.limits.is_lenient {
            // Measured from here on, or else each of its tokens would look for the start again.
            return Ok(self.cursor.token_start);
        }
        self.cursor.at = self.cursor.token_start;
        Err(PgnErrorKind::LineTooLong(self.limits.line))
    }

    /// Skips to the end of the variation that has just begun.
    fn pass_over_variation(&mut self) -> Result<(), PgnErrorKind> {
        let outside = self.depth - 1;
        while self.depth > outside {
            match self.cursor.next() {
                Token::Open => self.depth += 1,
                Token::Close => self.depth -= 1,
                Token::Bracket if !self.cursor.is_at_game() => {}
                Token::Bracket | Token::End => return self.end_without_result(),
                _ => {}
            }
        }
        Ok(())
    }

    /// Skips to the end of the game, whatever is wrong with it, and returns its result if it has one.
    pub(super) fn pass_over(&mut self) -> Option<GameResult> {
        while matches!(self.stage, Stage::Tags | Stage::Comments) {
            if self.stage == Stage::Comments {
                // Nothing rejects them here.
                let _ = self.report_comments_before_tag(&mut (), &mut Vec::new());
            } else if self.is_at_tag() {
                // A malformed tag is skipped as well.
                let _ = self.cursor.tag();
            } else {
                self.has_comments_before_tag();
            }
        }
        while self.stage == Stage::Moves {
            match self.cursor.next() {
                Token::Open => self.depth += 1,
                Token::Close => self.depth = self.depth.saturating_sub(1),
                Token::Result(result) if self.depth == 0 => {
                    self.stage = Stage::Over;
                    return Some(result);
                }
                Token::Bracket if !self.cursor.is_at_game() => {}
                Token::Bracket | Token::End => {
                    self.cursor.at = self.cursor.token_start;
                    self.stage = Stage::Over;
                }
                _ => {}
            }
        }
        None
    }
}

/// Whether a fault is one of a tag about the start.
const fn is_about_start(fault: &PgnErrorKind) -> bool {
    matches!(fault, PgnErrorKind::Variant | PgnErrorKind::Position(_))
}

/// The fault of a tag that is given twice with different values; the text of one of them.
#[cold]
fn repeated(tag: &[u8]) -> PgnErrorKind {
    PgnErrorKind::RepeatedTag(shown_start(tag, REPEATED).into())
}

/// The tags of a game that were given.
#[derive(Default)]
struct Given<'a> {
    /// The values of those about the start.
    fen: Option<&'a [u8]>,
    variant: Option<&'a [u8]>,
    /// A bit for each name. Few of the usual names share one.
    names: [u64; 2],
    /// Whether a bit was already set.
    has_repeated: bool,
}

impl Given<'_> {
    #[inline(always)]
    fn note(&mut self, name: &[u8]) {
        let (len, key) = name_key(name);
        let place = key.wrapping_add(len as u64).wrapping_mul(0x626f_731d_6613_27cb) >> 57;
        let bit = 1 << (place % 64);
        let names = &mut self.names[usize::from(place >= 64)];
        self.has_repeated |= *names & bit != 0;
        *names |= bit;
    }
}

/// The visitor that only wants the result of the tag `Result`: the last one, if it is given again.
struct ResultTag(Option<GameResult>);

impl Visitor for ResultTag {
    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        if name == b"Result" {
            self.0 = GameResult::from_bytes(value.raw());
        }
        Ok(())
    }
}

/// The gap between two games.
pub(super) struct Gap {
    /// The end of its blanks, comments and escape lines, as far as they end before the end of the input.
    pub(super) end: usize,
    /// Whether a game begins there.
    pub(super) has_game: bool,
    /// Whether there is a comment, even one that ends with the input, or a symbol.
    pub(super) has_comment: bool,
}

/// The gap at an offset.
pub(super) fn gap(bytes: &[u8], from: usize, limits: &Limits) -> Gap {
    let (mut at, mut has_comment) = (from, false);
    while at < bytes.len() {
        let Some(part) = part_of_gap(bytes, from..at, limits) else {
            return Gap { end: at, has_game: true, has_comment };
        };
        has_comment |= part.comment.is_some() || part.is_symbol;
        // What ends with the input may continue in later bytes; a space, a line feed or a zero cannot.
        if part.end >= bytes.len() && !matches!(bytes.get(at), Some(&(b' ' | b'\n' | 0 | scan::END_OF_FILE)))
        {
            return Gap { end: at, has_game: false, has_comment };
        }
        at = part.end;
    }
    Gap { end: at, has_game: false, has_comment }
}

/// Where the first game begins, regardless of limits: after blanks, comments and escape lines.
pub(super) fn first_game(bytes: &[u8], limits: &Limits) -> usize {
    let all = Limits { game: usize::MAX, comment: usize::MAX, ..*limits };
    gap(bytes, 0, &all).end
}

/// One item between two games.
struct PartOfGap<'a> {
    end: usize,
    comment: Option<&'a [u8]>,
    /// Whether it is a symbol that is no move, as among the moves.
    is_symbol: bool,
}

/// The item between games at the end of a part of the gap; `None` if a game begins there. Glyphs behind a result belong
/// to the game before, those at the start of the input to the first game. A comment that is too long or has no end
/// begins a game, and so does an escape line that is too long. That game will be bad: waiting for its end could take
/// forever.
#[inline(always)]
fn part_of_gap<'a>(bytes: &'a [u8], gap: Range<usize>, limits: &Limits) -> Option<PartOfGap<'a>> {
    let at = gap.end;
    #[cfg(all(test, feature = "std"))]
    looks::LOOKS.set(looks::LOOKS.get() + 1);
    let part = |end: usize| PartOfGap { end, comment: None, is_symbol: false };
    let comment = |text_end: usize, end: usize| {
        let text = bytes.get(at + 1..text_end)?;
        let most = if limits.is_lenient { usize::MAX } else { limits.comment };
        let fits = text.len() <= most.min(limits.game_bytes());
        fits.then_some(PartOfGap { end, comment: Some(text), is_symbol: false })
    };
    match CLASSES[usize::from(*bytes.get(at)?)] {
        Class::Blank => Some(part(at + 1)),
        Class::Comment => match scan::comment_end(bytes, at + 1, limits.comment_nesting) {
            CommentEnd::Closed(end) => comment(end, end + 1),
            CommentEnd::Unclosed(_) | CommentEnd::Undecided(_) => None,
        },
        Class::LineComment => {
            let end = scan::line_end(bytes, at);
            comment(end, end)
        }
        Class::Percent if scan::is_line_start(bytes, at) => {
            Some(part(scan::line_end(bytes, at))).filter(|part| part.end - at <= limits.game_bytes())
        }
        Class::Mark if scan::any_blanks_end(bytes, at) > at => Some(part(scan::any_blanks_end(bytes, at))),
        // In files that were not written to their end.
        Class::Stray if bytes.get(at) == Some(&0) => Some(part(scan::zeros_end(bytes, at))),
        Class::Glyph | Class::Nag | Class::Dot | Class::Word | Class::Stray | Class::Close
            if gap.start == 0 =>
        {
            None
        }
        Class::Close if limits.is_lenient => Some(PartOfGap { end: at + 1, comment: None, is_symbol: true }),
        Class::Mark | Class::Glyph | Class::Nag | Class::Dot | Class::Word | Class::Stray => {
            let (len, is_symbol) = symbols::alone(bytes.get(at..).unwrap_or_default(), limits.is_lenient)?;
            Some(PartOfGap { end: at + len, comment: None, is_symbol })
        }
        _ => None,
    }
}

/// How often bytes between games were examined.
#[cfg(all(test, feature = "std"))]
pub(super) mod looks {
    use core::cell::Cell;

    std::thread_local! {
        pub(in super::super) static LOOKS: Cell<usize> = const { Cell::new(0) };
    }
}
