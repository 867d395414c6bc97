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
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
play e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4
history
attack e5
attack d8
pins white
lines
between a1 h8
back 3
history
null
history
copy
transform rotate
transform anti
shredder
fen rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w KQkq - 0 9
repair
load K:e1,k:e8,Q:d1,p:d7,P:a2
swap
fill Pp
sets
claims
variation e4 e5 Ke2
uci e2e4 e2e5 e7e8q 0000 e9e4
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

    def play(self, sans):
        for san in sans.split():
            self.board.push_san(san)
        return self.board.ply()

    def back(self, count):
        return [self.board.pop().uci() for _ in range(int(count))]

    def null(self):
        self.board.push(chess.Move.null())
        return self.board.peek(), self.board.san(sorted(self.board.legal_moves, key=str)[0])

    def history(self):
        root = self.board.root()
        return root.variation_san(self.board.move_stack), root.fen() == chess.STARTING_FEN, self.board.fullmove_number

    def attack(self, name):
        square = chess.parse_square(name)
        by = {chess.COLOR_NAMES[color]: list(self.board.attackers(color, square)) for color in chess.COLORS}
        return by, self.board.attacks(square).tolist().count(True), self.board.is_attacked_by(chess.WHITE, square)

    def pins(self, name):
        color = chess.COLOR_NAMES.index(name) == 1
        pinned = [square for square in chess.SQUARES if self.board.is_pinned(color, square)]
        return [(chess.square_name(square), hex(int(self.board.pin(color, square)))) for square in pinned]

    def lines(self):
        """Each piece's free squares, most first."""
        pieces = self.board.piece_map()
        free = {square: len(self.board.attacks(square) - chess.SquareSet(self.board.occupied)) for square in pieces}
        best = sorted(pieces, key=lambda square: (-free[square], square))[:5]
        return [f"{pieces[square].unicode_symbol()}{chess.square_name(square)}:{free[square]}" for square in best]

    def between(self, squares):
        a, b = map(chess.parse_square, squares.split())
        print(chess.SquareSet.between(a, b))
        return chess.square_distance(a, b), chess.square_knight_distance(a, b), chess.square_manhattan_distance(a, b)

    def copy(self):
        twin = self.board.copy(stack=False)
        same = twin == self.board, twin.move_stack == self.board.move_stack
        twin.remove_piece_at(chess.E1)
        return same, twin == self.board, self.board.epd()

    def transform(self, how):
        turn = {"rotate": chess.flip_diagonal, "anti": chess.flip_anti_diagonal}[how]
        return self.board.transform(turn).board_fen(), self.board.transform(turn).fen()

    def shredder(self):
        return self.board.fen(shredder=True), self.board.shredder_fen(), self.board.board_fen(promoted=True)

    def repair(self):
        before = self.board.castling_xfen(), self.board.status()
        self.board.castling_rights = self.board.clean_castling_rights()
        return before, self.board.castling_xfen(), self.board.status() == chess.STATUS_VALID

    def load(self, pieces):
        pairs = (part.split(":") for part in pieces.split(","))
        self.board.set_piece_map({chess.parse_square(at): chess.Piece.from_symbol(letter) for letter, at in pairs})
        return self.board.fen(), self.board.has_insufficient_material(chess.BLACK)

    def swap(self):
        """Every piece changes its color."""
        swapped = {at: chess.Piece(piece.piece_type, not piece.color) for at, piece in self.board.piece_map().items()}
        self.board.set_piece_map(swapped)
        return repr(self.board), self.board.king(chess.WHITE)

    def fill(self, letters):
        for letter, rank in zip(letters, (chess.BB_RANK_2, chess.BB_RANK_7), strict=True):
            for square in chess.SquareSet(rank) - chess.SquareSet(self.board.occupied):
                self.board.set_piece_at(square, chess.Piece.from_symbol(letter))
        return self.board.board_fen(), [flag.name for flag in chess.Status if flag & self.board.status()]

    def sets(self):
        light, white = chess.SquareSet(chess.BB_LIGHT_SQUARES), chess.SquareSet(self.board.occupied_co[chess.WHITE])
        union, common = light | white, light & white
        assert union - common == light ^ white and common.issubset(light) and white.issubset(union)
        print(common)
        first = min(common), common.tolist().index(True)
        return len(union), list(~union)[:3], first, common.mirror(), light.isdisjoint(~light)

    def claims(self):
        board = self.board
        return board.is_game_over(), board.outcome(), board.can_claim_draw(), board.is_seventyfive_moves(), board.result()

    def variation(self, sans):
        board, moves = chess.Board(), []
        for san in sans.split():
            moves.append(board.push_san(san))
        return chess.Board().variation_san(moves), board.ply()

    def uci(self, texts):
        read = []
        for text in texts.split():
            try:
                move = chess.Move.from_uci(text)
                read.append((move.uci(), bool(move), move.promotion, move in chess.Board().legal_moves))
            except ValueError as error:
                read.append(type(error).__name__)
        return read

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
