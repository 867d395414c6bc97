"""python-chess: moves, SAN, FEN, keys, attacks, ends."""

import chess
import chess.polyglot
import pytest

from philidor import Color, Game, Position, Setup


def board_of(position):
    return chess.Board(position.fen(), chess960=position.is_chess960)


@pytest.mark.parametrize("which", ["positions", "chess960_positions"])
def test_positions(which, request):
    for position in request.getfixturevalue(which):
        board = board_of(position)
        moves = {str(move): move for move in position.legal_moves()}
        assert set(moves) == {move.uci() for move in board.legal_moves}
        for text, move in moves.items():
            other = chess.Move.from_uci(text)
            assert position.san(move) == board.san(other)
            assert position.is_capture(move) == board.is_capture(other)
            assert position.is_castling(move) == board.is_castling(other)
            assert position.is_en_passant(move) == board.is_en_passant(other)
            assert position.gives_check(move) == board.gives_check(other)
        assert position.fen(en_passant="legal") == board.fen(en_passant="legal")
        assert position.polyglot_key == chess.polyglot.zobrist_hash(board)
        assert position.is_checkmate == board.is_checkmate() and position.is_stalemate == board.is_stalemate()
        assert position.has_insufficient_material() == board.is_insufficient_material()
        assert list(position.checkers) == list(board.checkers())
        for square in range(0, 64, 5):
            assert list(position.attacks_from(square)) == list(board.attacks(square))
            for color, other in ((Color.WHITE, chess.WHITE), (Color.BLACK, chess.BLACK)):
                assert list(position.attackers_to(square, by=color)) == list(board.attackers(other, square))


def test_repetitions(positions):
    game, board = Game(), chess.Board()
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 4:
        game.push(text)
        board.push_san(text)
        assert (game.repetitions >= 3, game.claim() is not None) == (board.is_repetition(3), board.is_repetition(3))


FAULTS = {
    "missing_king": chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING,
    "several_kings": chess.STATUS_TOO_MANY_KINGS,
    "too_many_pawns": chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS,
    "pawns_on_last_ranks": chess.STATUS_PAWNS_ON_BACKRANK,
    "opponent_in_check": chess.STATUS_OPPOSITE_CHECK,
    "castling": chess.STATUS_BAD_CASTLING_RIGHTS,
}


def test_faults(positions):
    """A piece moved to a random square, or doubled: both find the same faults."""
    for number, position in enumerate(positions):
        setup = position.setup()
        origin = list(setup.occupied)[number % len(setup.occupied)]
        setup[number * 7 % 64] = setup[origin]
        if number % 3:
            setup[origin] = None
        # A king moved beside its rook may castle as in Chess960.
        status = chess.Board(setup.fen(), chess960=True).status()
        kinds = {fault.kind for fault in setup.faults()}
        kings = not kinds & {"missing_king", "several_kings"}
        for kind, flags in FAULTS.items():
            if kind in ("castling", "several_kings"):
                # python-chess drops some rights without a rook when it reads a FEN, and counts the kings of both sides
                # together, so it knows fewer of these faults.
                assert kind == "castling" and not kings or kind in kinds or not status & flags, (setup.fen(), kinds, status)
            elif kings or kind != "opponent_in_check":
                assert (kind in kinds) == bool(status & flags), (setup.fen(), kind, kinds, status)
        assert Setup(setup.fen()) == setup
