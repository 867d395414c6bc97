//! A generator of your own in under 100 lines, and its test: `cargo run --release --example your_own_generator`. It
//! borrows a `Position` as its board; the moves are its own.

use philidor::perft::{divide, divide_with};
use philidor::{
    Bitboard, CastlingSide, Color, Move, MoveGenerator, MoveKind, MoveList, MoveType, PieceType, Position,
    Rank, Square, Undo, Unrepresentable,
};

#[derive(Clone)]
struct Simple(Position);

impl Simple {
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.0.is_attacked(square, by)
    }

    /// Where a piece may go, whatever happens to its king.
    fn targets(&self, piece: PieceType, from: Square) -> Bitboard {
        let (board, us) = (self.0.board(), self.0.side_to_move());
        let attacks = self.0.attacks_from(from, board.occupied());
        if piece != PieceType::Pawn {
            return attacks - board.colors(us);
        }
        let en_passant = self.0.en_passant().map_or(Bitboard::EMPTY, Bitboard::from_square);
        let mut targets = attacks & (board.colors(!us) | en_passant);
        let ahead = if us == Color::White { 1 } else { -1 };
        let steps = if from.rank().relative_to(us) == Rank::Second { 1..=2 } else { 1..=1 };
        let free = |to: &Square| !board.occupied().contains(*to);
        let pushes = steps.map_while(|step| from.offset(0, ahead * step).filter(free));
        pushes.for_each(|to| targets.insert(to));
        targets
    }

    fn may_castle(&self, king: Square, side: CastlingSide) -> bool {
        let (us, board) = (self.0.side_to_move(), self.0.board());
        let (step, gap) = if side == CastlingSide::KingSide { (1, 2) } else { (-1, 3) };
        let on_the_way = |far: i8| (0..=far).filter_map(move |steps| king.offset(step * steps, 0));
        self.0.castling_rights().has(us, side)
            && on_the_way(gap).skip(1).all(|square| !board.occupied().contains(square))
            && on_the_way(2).all(|square| !self.is_attacked(square, !us))
    }

    fn word(&self, of: MoveType, piece: PieceType, from: Square, to: Square, aux: u8) -> Move {
        let there = self.0.piece_at(to).map(|piece| piece.piece_type);
        let captured = if of == MoveType::EnPassant { Some(PieceType::Pawn) } else { there };
        let file = self.0.en_passant().map(Square::file);
        Move::new(of, from, to, aux, captured, piece, self.0.castling_rights(), file, 0)
    }
}

impl MoveGenerator for Simple {
    type Undo = Undo;

    fn from_position(position: &Position) -> Result<Simple, Unrepresentable> {
        Ok(Simple(*position)) // Err if your board cannot hold it: here castling in Chess960 goes wrong
    }

    fn write_moves(&mut self, kind: MoveKind, list: &mut MoveList) {
        list.clear();
        let us = self.0.side_to_move();
        let mut push = |mv: Move| {
            let is_wanted = match kind {
                MoveKind::Tactical => mv.is_tactical(),
                MoveKind::Quiet => !mv.is_tactical(),
                MoveKind::Captures => mv.is_capture(),
                _ => true,
            };
            if is_wanted {
                list.push(mv).expect("the moves of a position fit");
            }
        };
        let pieces = PieceType::ALL.iter().flat_map(|&piece| {
            self.0.board().colored_pieces(us, piece).into_iter().map(move |from| (piece, from))
        });
        for (piece, from) in pieces {
            for to in self.targets(piece, from) {
                let promotes = piece == PieceType::Pawn && to.rank().relative_to(us) == Rank::Eighth;
                let passes = piece == PieceType::Pawn && self.0.en_passant() == Some(to);
                match (promotes, passes) {
                    (true, _) => {
                        (0..4).for_each(|aux| push(self.word(MoveType::Promotion, piece, from, to, aux)))
                    }
                    (_, true) => push(self.word(MoveType::EnPassant, piece, from, to, 0)),
                    _ => push(self.word(MoveType::Normal, piece, from, to, 0)),
                }
            }
        }
        let king = self.0.king(us);
        let castlings = CastlingSide::ALL.into_iter().filter(|&side| self.may_castle(king, side));
        castlings.for_each(|side| {
            push(self.word(MoveType::Castling, PieceType::King, king, side.king_destination(us), 0))
        });
    }

    fn play_unchecked(&mut self, mv: Move) -> Undo {
        self.0.play_unchecked(mv)
    }
    fn undo(&mut self, mv: Move, undo: Undo) {
        self.0.undo(mv, undo);
    }
    fn last_move_was_legal(&self, _: Move) -> bool {
        let them = self.0.side_to_move();
        !self.is_attacked(self.0.king(!them), them)
    }
}

/// A move with different counts below it leads to the fault.
fn sorted<G: MoveGenerator>(position: &Position) -> Result<Vec<(Move, u128)>, Unrepresentable> {
    let mut counts = divide_with(&mut G::from_position(position)?, 3);
    counts.sort_unstable();
    Ok(counts)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    ] {
        let position = fen.parse()?;
        let mut right = divide(&position, 3);
        right.sort_unstable();
        assert_eq!(sorted::<Simple>(&position)?, right);
        let leaves: u128 = right.iter().map(|(_, count)| count).sum();
        println!("{leaves} leaves, both generators agree: {fen}");
    }
    Ok(())
}
