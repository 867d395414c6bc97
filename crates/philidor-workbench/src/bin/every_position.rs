//! Writes every position of some pieces with what Syzygy tables say of it, for another program to compare (`oracles/`).
//!
//! ```text
//! every_position DIR KQvKR [wdl|dtz] [N]      to standard output; every Nth placement, all by default
//! ```
//!
//! First come how many pieces there are and their FEN letters, then for each position: a square for each piece; 1 if
//! Black is to move; 1 if the letters have the other color; the en-passant square, or 0; the value from -2 to 2; and
//! the distance in two bytes, or -32768. Positions that are the same by symmetry come once, but for every thousandth,
//! of which all images come.

use std::io::{self, BufWriter, Write};

use philidor::{Color, Piece, PieceType, Position, Setup, Square, Strictness};
use philidor_tables::Material;
use philidor_tables::syzygy::Tables;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, material, options @ ..] = &arguments[..] else {
        return Err("usage: every_position DIR MATERIAL [wdl|dtz] [N]".into());
    };
    let mut tables = Tables::new();
    tables.add_folder(folder)?;
    let material: Material = material.parse()?;
    let mut writer = Writer {
        tables,
        pieces: pieces(&material),
        with_dtz: options.first().is_some_and(|option| option == "dtz"),
        every: options.get(1).map_or(Ok(1), |number| number.parse())?,
        placements: 0,
        positions: 0,
        output: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
    };
    writer.output.write_all(&[writer.pieces.len() as u8])?;
    for piece in writer.pieces.clone() {
        writer.output.write_all(&[piece.letter() as u8])?;
    }
    writer.place(&mut Vec::new())?;
    writer.output.flush()?;
    eprintln!("{material}: {} positions", writer.positions);
    Ok(())
}

/// The pieces, both kings first.
fn pieces(material: &Material) -> Vec<Piece> {
    let of = |color, piece_type: PieceType| {
        let count = usize::from(material.count(color, piece_type));
        std::iter::repeat_n(Piece::new(color, piece_type), count)
    };
    let mut pieces: Vec<Piece> = PieceType::ALL
        .into_iter()
        .flat_map(|kind| Color::ALL.into_iter().flat_map(move |color| of(color, kind)))
        .collect();
    pieces.sort_by_key(|piece| piece.piece_type != PieceType::King);
    pieces
}

struct Writer<W: Write> {
    tables: Tables,
    pieces: Vec<Piece>,
    with_dtz: bool,
    every: u64,
    placements: u64,
    positions: u64,
    output: W,
}

type Outcome = Result<(), Box<dyn std::error::Error>>;

impl<W: Write> Writer<W> {
    /// Places the next piece on every square that is left.
    fn place(&mut self, squares: &mut Vec<Square>) -> Outcome {
        let next = squares.len();
        if next == self.pieces.len() {
            self.placements += 1;
            return if self.placements.is_multiple_of(self.every) { self.images(squares) } else { Ok(()) };
        }
        let like_last = next > 0 && self.pieces[next] == self.pieces[next - 1];
        for square in Square::ALL {
            let is_pawn = self.pieces[next].piece_type == PieceType::Pawn;
            let is_out_of_order = like_last && square < squares[next - 1];
            let is_off = is_pawn && (square.index() < 8 || square.index() > 55);
            if squares.contains(&square) || is_out_of_order || is_off || self.is_image(squares, square) {
                continue;
            }
            squares.push(square);
            self.place(squares)?;
            squares.pop();
        }
        Ok(())
    }

    /// Whether a king on this square has a mirror image that comes as well.
    fn is_image(&self, squares: &[Square], square: Square) -> bool {
        let (file, rank) = (square.index() % 8, square.index() / 8);
        let has_pawns = self.pieces.iter().any(|piece| piece.piece_type == PieceType::Pawn);
        match squares {
            [] => file > 3 || !has_pawns && (rank > 3 || rank > file),
            [first] => !has_pawns && first.index() % 9 == 0 && rank > file,
            _ => false,
        }
    }

    fn images(&mut self, squares: &[Square]) -> Outcome {
        self.positions_of(squares, false)?;
        if self.placements.is_multiple_of(1000) {
            let has_pawns = self.pieces.iter().any(|piece| piece.piece_type == PieceType::Pawn);
            for image in 1..8 {
                let turned: Vec<Square> = (squares.iter())
                    .map(|&square| if image & 1 != 0 { square.flip_file() } else { square })
                    .map(|square| if image & 2 != 0 { square.flip_rank() } else { square })
                    .map(|square| if image & 4 != 0 { square.flip_diagonal() } else { square })
                    .collect();
                if image == 1 || !has_pawns {
                    self.positions_of(&turned, false)?;
                }
                if image == 2 || image == 3 {
                    self.positions_of(&turned, true)?;
                }
            }
        }
        Ok(())
    }

    /// The positions with pieces on these squares: of either side to move, and with every en-passant square.
    fn positions_of(&mut self, squares: &[Square], is_flipped: bool) -> Outcome {
        let mut setup = Setup::empty();
        for (piece, &square) in self.pieces.iter().zip(squares) {
            let color = if is_flipped { !piece.color } else { piece.color };
            setup.board.put(square, Piece::new(color, piece.piece_type));
        }
        for color in Color::ALL {
            setup.state.side_to_move = color;
            setup.state.en_passant = None;
            if let Ok(position) = Position::from_setup(setup, Strictness::WellDefined) {
                self.write(&position, squares, is_flipped)?;
            }
            let passed = if color == Color::White { 40..48 } else { 16..24 };
            for square in passed.filter_map(Square::from_index) {
                let beyond = if color == Color::White { square.index() - 8 } else { square.index() + 8 };
                if setup.board.piece_at(Square::ALL[beyond]) != Some(Piece::new(!color, PieceType::Pawn)) {
                    continue;
                }
                setup.state.en_passant = Some(square);
                match Position::from_setup(setup, Strictness::WellDefined) {
                    Ok(position) if position.has_legal_en_passant() => {
                        self.write(&position, squares, is_flipped)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, position: &Position, squares: &[Square], is_flipped: bool) -> Outcome {
        self.positions += 1;
        let wdl = self.tables.probe_wdl(position)?;
        let dtz = if self.with_dtz { self.tables.probe_dtz(position)?.number() as i16 } else { i16::MIN };
        for &square in squares {
            self.output.write_all(&[square as u8])?;
        }
        let is_black = u8::from(position.side_to_move() == Color::Black);
        let en_passant = position.en_passant().map_or(0, |square| square as u8);
        self.output.write_all(&[is_black, u8::from(is_flipped), en_passant, wdl.number() as u8])?;
        self.output.write_all(&dtz.to_le_bytes())?;
        Ok(())
    }
}
