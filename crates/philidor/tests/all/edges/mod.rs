//! Boards at the edge of a rule: all that the rule looks at is in place, but one thing is added, missing or elsewhere.
//! A quick run draws them anew.
//!
//! A fast path differs from the slow one on boards that random play rarely makes: a piece on d7 behind an en-passant
//! square d6, a ninth pawn, a castling rook pinned on its own rank. So each board here is a thinned-out position of a
//! game on which the pieces of one rule are set up, and then a few of the squares that the rule asks about are
//! disturbed.
//!
//! ```text
//! 7 | . . . n . . . .    disturbed: the pawn cannot have come from here
//! 6 | . . . x . . . .    the en-passant square
//! 5 | K . P p . . . r    set up: the pawn that has just advanced, one that may capture it, and a pin of both
//! ```

#![allow(dead_code, reason = "each test file uses a part of it")]

use philidor::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Position, Rank, Setup, Square,
    Strictness, attacks,
};

use crate::games::{self, Random};

/// An endless stream of setups, of which about half are positions.
pub(crate) fn setups(seed: u64) -> impl Iterator<Item = Setup> {
    let seed = philidor_proof::seed(seed);
    const RULES: [fn(&mut Stage); 8] = [
        Stage::en_passant,
        Stage::pin,
        Stage::castling,
        Stage::promotion,
        Stage::check,
        Stage::numbers,
        Stage::edge_files,
        Stage::stalemate,
    ];
    let positions = games::starts(seed).zip(seed..).flat_map(|(start, seed)| games::game(start, 60, seed));
    let mut random = Random(seed);
    positions.step_by(2).zip(RULES.iter().cycle()).map(move |(position, rule)| {
        let mut stage =
            Stage { setup: position.to_setup(), random: Random(random.next()), asked: Vec::new() };
        stage.thin_out();
        rule(&mut stage);
        (0..stage.random.below(3)).for_each(|_| stage.disturb());
        stage.setup
    })
}

/// Those of the setups whose moves are well defined, after impossible rights and en-passant squares are taken away.
pub(crate) fn positions(seed: u64) -> impl Iterator<Item = Position> {
    setups(seed).filter_map(|setup| {
        let setup = setup.without_impossible_castling_rights().without_impossible_en_passant();
        Position::from_setup(setup, Strictness::WellDefined).ok()
    })
}

/// A board on which a rule is set up.
struct Stage {
    setup: Setup,
    random: Random,
    /// The squares that the rule asks about.
    asked: Vec<Square>,
}

impl Stage {
    fn us(&self) -> Color {
        self.setup.state.side_to_move
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.below(all.len())]
    }

    fn is_lucky(&mut self, one_in: usize) -> bool {
        self.random.below(one_in) == 0
    }

    fn put(&mut self, square: Square, color: Color, kind: PieceType) {
        self.setup.board.put(square, Piece::new(color, kind));
    }

    /// Takes away all, most, half or none of the pieces but the kings, and the en-passant square.
    fn thin_out(&mut self) {
        self.setup.state.en_passant = None;
        self.setup.state.side_to_move = self.one_of(&Color::ALL);
        let kept = self.one_of(&[0, 1, 2, 4, 8]);
        for square in self.setup.board.occupied() - self.setup.board.pieces(PieceType::King) {
            if self.random.below(8) >= kept {
                self.setup.board.remove(square);
            }
        }
    }

    /// Puts a piece where the rule asks, or takes the one there away; now and then it is some other square.
    fn disturb(&mut self) {
        let asked = core::mem::take(&mut self.asked);
        let elsewhere = asked.is_empty() || self.is_lucky(6);
        let square = if elsewhere { self.one_of(&Square::ALL) } else { self.one_of(&asked) };
        self.asked = asked;
        let is_king = self.setup.board.pieces(PieceType::King).contains(square);
        if self.setup.board.remove(square).is_none() || (!is_king && self.is_lucky(3)) {
            let (color, kind) = (self.one_of(&Color::ALL), self.one_of(&PieceType::ALL[1..]));
            self.put(square, color, kind);
        }
        if is_king && !self.is_lucky(8) {
            let color = self.us();
            let color = if self.setup.board.colored_pieces(color, PieceType::King).is_empty() {
                color
            } else {
                !color
            };
            self.put(square, color, PieceType::King);
        }
    }

    fn move_king(&mut self, color: Color, square: Square) {
        for king in self.setup.board.colored_pieces(color, PieceType::King) {
            self.setup.board.remove(king);
        }
        if !self.setup.board.pieces(PieceType::King).contains(square) {
            self.put(square, color, PieceType::King);
        }
    }

    /// Puts the king of a side on a line through a square, and at the other end of the line a slider, usually an enemy
    /// that moves along it; everything between is removed.
    fn shield(&mut self, square: Square, king: Color) {
        const WAYS: [(i8, i8); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        let (files, ranks) = self.one_of(&WAYS);
        let along = |steps: i8| square.offset(files * steps, ranks * steps);
        let (near, far) = (1 + self.random.below(3) as i8, 1 + self.random.below(4) as i8);
        let (Some(home), Some(sniper)) = (along(-near), along(far)) else { return };
        for step in (1 - near..far).filter(|&step| step != 0) {
            along(step).and_then(|square| self.setup.board.remove(square));
        }
        self.move_king(king, home);
        let slider = if files == 0 || ranks == 0 { PieceType::Rook } else { PieceType::Bishop };
        let kind = self.one_of(&[slider, slider, PieceType::Queen, PieceType::Queen, PieceType::Knight]);
        let color = if self.is_lucky(6) { king } else { !king };
        if !self.setup.board.pieces(PieceType::King).contains(sniper) {
            self.put(sniper, color, kind);
        }
        self.asked.extend([square, home, sniper].into_iter().chain((1 - near..far).filter_map(along)));
    }

    /// Puts a piece where it attacks a square on the board as it is.
    fn attack(&mut self, square: Square, by: Color) {
        let occupied = self.setup.board.occupied();
        let kind = self.one_of(&PieceType::ALL);
        let from = match kind {
            PieceType::King => attacks::king(square),
            PieceType::Queen => attacks::queen(square, occupied),
            PieceType::Rook => attacks::rook(square, occupied),
            PieceType::Bishop => attacks::bishop(square, occupied),
            PieceType::Knight => attacks::knight(square),
            PieceType::Pawn => attacks::pawn(!by, square),
        };
        let free: Vec<Square> = (from - self.setup.board.pieces(PieceType::King)).into_iter().collect();
        match free[..] {
            [] => {}
            _ if kind == PieceType::King => {
                let square = self.one_of(&free);
                self.move_king(by, square);
            }
            _ => {
                let square = self.one_of(&free);
                self.put(square, by, kind);
            }
        }
    }

    fn en_passant(&mut self) {
        let (us, file) = (self.us(), self.one_of(&File::ALL));
        let [fifth, sixth, seventh] =
            [Rank::Fifth, Rank::Sixth, Rank::Seventh].map(|rank| Square::new(file, rank.relative_to(us)));
        let beside = [-1, 1].into_iter().filter_map(|files| fifth.offset(files, 0));
        let capturers: Vec<Square> = beside.filter(|_| !self.is_lucky(3)).collect();
        if self.is_lucky(2) {
            let shield = self.one_of(&[&[fifth, sixth, seventh], &capturers[..]].concat());
            self.shield(shield, us);
        }
        if self.is_lucky(4) {
            let king = self.one_of(&Square::ALL);
            self.move_king(us, king);
            self.attack(king, !us);
        }
        for square in [sixth, seventh] {
            self.setup.board.remove(square);
        }
        self.put(fifth, !us, PieceType::Pawn);
        capturers.iter().for_each(|&square| self.put(square, us, PieceType::Pawn));
        self.setup.state.en_passant = Some(sixth);
        self.asked = [&[fifth, sixth, seventh], &capturers[..]].concat();
    }

    /// Once or twice, puts a piece between a king of either side and a slider.
    fn pin(&mut self) {
        for _ in 0..=self.random.below(2) {
            let (square, king) = (self.one_of(&Square::ALL), self.one_of(&Color::ALL));
            self.shield(square, king);
            let (color, kind) = (self.one_of(&[king, king, !king]), self.one_of(&PieceType::ALL[1..]));
            self.put(square, color, kind);
        }
    }

    fn castling(&mut self) {
        for color in Color::ALL {
            let home = Rank::First.relative_to(color);
            let files = [File::E, self.one_of(&File::ALL), self.one_of(&File::ALL[1..7])];
            let king = Square::new(self.one_of(&files), home);
            for square in Bitboard::from_rank(home) - self.setup.board.pieces(PieceType::King) {
                if !self.is_lucky(8) {
                    self.setup.board.remove(square);
                }
            }
            self.move_king(color, king);
            for side in CastlingSide::ALL {
                let (corner, any) = match side {
                    CastlingSide::KingSide => (File::H, self.one_of(&File::ALL[king.file().index()..])),
                    CastlingSide::QueenSide => (File::A, self.one_of(&File::ALL[..=king.file().index()])),
                };
                let rook = Square::new(self.one_of(&[corner, any]), home);
                if rook != king && !self.is_lucky(4) {
                    self.put(rook, color, PieceType::Rook);
                    self.setup.castling_rooks.set(color, side, rook.file());
                    self.setup.state.castling_rights.insert(CastlingRights::new(color, side));
                    let outside = if side == CastlingSide::KingSide { 1 } else { -1 };
                    if let Some(square) = rook.offset(outside, 0)
                        && self.is_lucky(3)
                    {
                        self.put(square, !color, PieceType::Rook);
                    }
                }
            }
            self.asked.extend(Bitboard::from_rank(home));
        }
        let square = self.one_of(&self.asked.clone());
        let by = self.one_of(&Color::ALL);
        self.attack(square, by);
        self.asked.extend(Bitboard::from_rank(Rank::Second) | Bitboard::from_rank(Rank::Seventh));
    }

    fn promotion(&mut self) {
        let us = self.us();
        let (seventh, eighth) = (Rank::Seventh.relative_to(us), Rank::Eighth.relative_to(us));
        for _ in 0..=self.random.below(6) {
            let file = self.one_of(&File::ALL);
            if self.is_lucky(2) {
                self.shield(Square::new(file, seventh), us);
            }
            self.put(Square::new(file, seventh), us, PieceType::Pawn);
            self.asked.extend([Square::new(file, seventh), Square::new(file, eighth)]);
        }
        for _ in 0..self.random.below(5) {
            let (square, kind) =
                (Square::new(self.one_of(&File::ALL), eighth), self.one_of(&PieceType::PROMOTIONS));
            if !self.setup.board.pieces(PieceType::King).contains(square) {
                self.put(square, !us, kind);
            }
        }
    }

    /// One to three pieces that attack a king, usually that of the side to move.
    fn check(&mut self) {
        let color = if self.is_lucky(6) { !self.us() } else { self.us() };
        let king = self.one_of(&Square::ALL);
        self.move_king(color, king);
        (0..=self.random.below(3)).for_each(|_| self.attack(king, !color));
        self.asked.extend(attacks::queen(king, Bitboard::EMPTY));
    }

    /// About as many pieces or pawns as a side may have, or kings.
    fn numbers(&mut self) {
        let color = self.one_of(&Color::ALL);
        let kind = self.one_of(&PieceType::ALL);
        let most = match kind {
            PieceType::King => self.random.below(3),
            PieceType::Pawn => 7 + self.random.below(3),
            _ => 15 + self.random.below(3),
        };
        let is_full = |setup: &Setup| match kind {
            PieceType::King | PieceType::Pawn => {
                setup.board.colored_pieces(color, kind).len() as usize >= most
            }
            _ => setup.board.colors(color).len() as usize >= most,
        };
        for _ in 0..200 {
            let square = self.one_of(&Square::ALL);
            let inside = !Bitboard::LAST_RANKS.contains(square) || self.is_lucky(60);
            let is_free = !self.setup.board.occupied().contains(square);
            if is_free && inside && !is_full(&self.setup) {
                self.put(square, color, kind);
            }
        }
    }

    /// Kings, knights, pawns and rooks on the files from which a shift could wrap around the edge.
    fn edge_files(&mut self) {
        let edges = Bitboard::from_file(File::A)
            | Bitboard::from_file(File::B)
            | Bitboard::from_file(File::G)
            | Bitboard::from_file(File::H);
        let squares: Vec<Square> = edges.into_iter().collect();
        for color in Color::ALL {
            let square = self.one_of(&squares);
            self.move_king(color, square);
        }
        for _ in 0..2 + self.random.below(8) {
            let (square, color) = (self.one_of(&squares), self.one_of(&Color::ALL));
            let kind = self.one_of(&[PieceType::Knight, PieceType::Pawn, PieceType::Rook]);
            let kind = if Bitboard::LAST_RANKS.contains(square) && kind == PieceType::Pawn {
                PieceType::Knight
            } else {
                kind
            };
            if !self.setup.board.pieces(PieceType::King).contains(square) {
                self.put(square, color, kind);
            }
        }
        self.asked = squares;
    }

    /// A king in a corner that a queen shuts in, and knights that reach nothing but their own pawns, which are blocked.
    fn stalemate(&mut self) {
        let us = self.us();
        for square in self.setup.board.colors(us) - self.setup.board.pieces(PieceType::King) {
            self.setup.board.remove(square);
        }
        let corner = self.one_of(&[Square::A1, Square::H1, Square::A8, Square::H8]);
        self.move_king(us, corner);
        for _ in 0..=self.random.below(2) {
            let knight = Square::new(self.one_of(&[File::A, File::H]), self.one_of(&Rank::ALL));
            let king = self.setup.board.pieces(PieceType::King);
            if king.contains(knight) {
                continue;
            }
            self.put(knight, us, PieceType::Knight);
            for pawn in attacks::knight(knight) - Bitboard::LAST_RANKS - king {
                self.put(pawn, us, PieceType::Pawn);
                let ahead = pawn.offset(0, if us == Color::White { 1 } else { -1 });
                if let Some(ahead) = ahead.filter(|&ahead| !king.contains(ahead)) {
                    self.put(ahead, !us, PieceType::Knight);
                }
            }
        }
        let squares: Vec<Square> = attacks::knight(corner).into_iter().collect();
        let queen = self.one_of(&squares);
        if !self.setup.board.pieces(PieceType::King).contains(queen) {
            self.put(queen, !us, PieceType::Queen);
        }
        self.asked = squares;
    }
}
