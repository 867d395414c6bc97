"""A board editor: commands that put pieces, set the state, make moves and take them back, and what the board says."""

import philidor.compat as chess

SESSION = """clear
put K e1
put k e8
put R h1
put R a1
turn white
castling KQ
show
move O-O
undo
move O-O-O
undo
put q e2
status
remove e2
mirror
show
flip
show
fen 8/8/8/8/8/8/8/8 w - - 0 1
status
put K a1
put K h8
put p d2
ep d3
show
moves
chess960 959
show
move e4
move Nf9
move Ke5
undo
undo
fen rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3
show
move exf6
show
epd 4k3/P7/8/8/8/8/8/4K3 w - - bm a8=Q+; id "promote";
move a8
move a8=N
show
fen nonsense
fen 8/8/8/8/8/8/8/9 w - - 0 1
castling XY
"""


class Editor:
    def __init__(self):
        self.board = chess.Board()

    def run(self, line):
        command, _, rest = line.partition(" ")
        try:
            answer = getattr(self, command)(*(rest.split(" ", 1) if command == "put" else [rest] if rest else []))
        except ValueError as error:
            answer = f"refused: {type(error).__name__}"
        print(">", line, "" if answer is None else answer)

    def clear(self):
        self.board.clear()

    def put(self, letter, square):
        self.board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(letter))

    def remove(self, square):
        return self.board.remove_piece_at(chess.parse_square(square))

    def turn(self, color):
        self.board.turn = chess.COLOR_NAMES.index(color) == 1

    def castling(self, rights):
        self.board.set_castling_fen(rights)

    def ep(self, square):
        self.board.ep_square = chess.parse_square(square)

    def fen(self, fen):
        self.board.set_fen(fen)

    def epd(self, record):
        return self.board.set_epd(record)

    def chess960(self, number):
        self.board = chess.Board.from_chess960_pos(int(number))

    def mirror(self):
        self.board.apply_mirror()

    def flip(self):
        self.board = self.board.transform(chess.flip_horizontal)

    def move(self, san):
        return self.board.push_san(san)

    def undo(self):
        return self.board.pop() if self.board.move_stack else "nothing to undo"

    def moves(self):
        return sorted(move.uci() for move in self.board.legal_moves), self.board.pseudo_legal_moves.count()

    def status(self):
        return [flag.name for flag in chess.Status if flag & self.board.status()]

    def show(self):
        board = self.board
        print(board.unicode(borders=True, orientation=board.turn))
        kings = [board.king(color) for color in chess.COLORS]
        return repr(board), board.is_valid(), kings, board.has_legal_en_passant(), board.clean_castling_rights()


def main():
    editor = Editor()
    for line in SESSION.splitlines():
        editor.run(line)


if __name__ == "__main__":
    main()
