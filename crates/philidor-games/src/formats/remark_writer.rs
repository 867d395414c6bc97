//! The key `movetext` of a game without variations, written while the game is read, so that it needs no tree. Most
//! annotated games have nothing but clocks.
//!
//! ```text
//! "e4","e5",            the moves before the first remark, as they are written anyway
//! {"san":"e4"},{"san":"e5","nags":[1],"comment":"good"},{"san":"Nf3"
//!                                                         └ what is said of the last move may continue
//! ```

use philidor::characters::decode;

/// The objects of the moves, written from the first remark on.
#[derive(Default)]
pub(super) struct RemarkWriter {
    is_begun: bool,
    /// The keys for what comes before the first move, each after a comma.
    head: Vec<u8>,
    /// The objects, the last of which is open.
    moves: Vec<u8>,
    /// The glyphs and the comment after the last move, or before the first one.
    nags: Vec<u8>,
    comment: String,
}

impl RemarkWriter {
    pub(super) fn clear(&mut self) {
        self.is_begun = false;
        self.head.clear();
        self.moves.clear();
        self.nags.clear();
        self.comment.clear();
    }

    /// Takes a glyph of the last move. `moves` are those written so far, each in quotes and followed by a comma.
    pub(super) fn nag(&mut self, nag: u8, moves: &[u8]) {
        self.begin(moves);
        self.nags.push(nag);
    }

    /// Takes a comment in the same way, and puts single spaces between its words.
    pub(super) fn comment(&mut self, comment: &[u8], moves: &[u8]) {
        self.begin(moves);
        for word in decode(comment).split_ascii_whitespace() {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment.push_str(word);
        }
    }

    /// Takes a move in quotes.
    #[inline]
    pub(super) fn mv(&mut self, quoted: &[u8]) {
        if self.is_begun {
            self.end_move();
            self.open(quoted);
        }
    }

    fn begin(&mut self, moves: &[u8]) {
        if std::mem::replace(&mut self.is_begun, true) {
            return;
        }
        for quoted in moves.split(|&byte| byte == b',').filter(|quoted| !quoted.is_empty()) {
            self.end_move();
            self.open(quoted);
        }
    }

    fn open(&mut self, quoted: &[u8]) {
        self.moves.extend_from_slice(if self.moves.is_empty() { b"{\"san\":" } else { b",{\"san\":" });
        self.moves.extend_from_slice(quoted);
    }

    /// Writes the glyphs and the comment of the last move, and the end of its object.
    fn end_move(&mut self) {
        let is_move = !self.moves.is_empty();
        let text = if is_move { &mut self.moves } else { &mut self.head };
        if !self.nags.is_empty() {
            text.extend_from_slice(b",\"nags\":");
            // Writing to a vector cannot fail.
            let _ = serde_json::to_writer(&mut *text, &self.nags);
            self.nags.clear();
        }
        if !self.comment.is_empty() {
            text.extend_from_slice(b",\"comment\":");
            // As above.
            let _ = serde_json::to_writer(&mut *text, &self.comment);
            self.comment.clear();
        }
        if is_move {
            text.push(b'}');
        }
    }

    /// Appends the keys of the game's remarks, each after a comma. Without remarks it appends nothing.
    pub(super) fn write(&mut self, text: &mut Vec<u8>) {
        if std::mem::replace(&mut self.is_begun, false) {
            self.end_move();
            text.extend_from_slice(&self.head);
            text.extend_from_slice(b",\"movetext\":[");
            text.extend_from_slice(&self.moves);
            text.push(b']');
        }
    }
}
