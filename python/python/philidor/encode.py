"""Encodings for neural nets: moves as numbers, positions as planes and as sparse features, and how each is defined.

``moves``, ``planes`` and ``features`` map the names to sizes. The names are arguments of methods of ``Positions``:
``legal_mask``, ``legal_indices``, ``index`` and ``move``; ``planes``; ``features``; and of ``philidor.env.VectorEnv``, whose
planes have the true history of a game.

>>> moves["lc0_1858"], planes["lc0_112"], features["halfka_v2_hm"]
(1858, 112, 22528)

**Numberings of moves.**

``lc0_1858``
    Seen by the side to move (ranks mirrored for Black). Origins from a1 to h8, destinations of queens and knights
    ascending (1792); then promotions from a7 to h8 to queen, rook and bishop (66). A knight's promotion is the plain move,
    castling is the king taking its rook. As lc0's nets have it.
``az73_pettingzoo``
    AlphaZero's 73 planes for each square, in PettingZoo's order: ``(file * 8 + rank) * 73 + plane``; 56 queen's moves,
    ``(distance - 1) * 8 + direction``; 8 knight's moves; 9 promotions to knight, bishop and rook. A queen's promotion is the
    plain move. Seen by the side to move.
``az73_pgx``
    The same 73 in the order of pgx: ``(file * 8 + rank) * 73 + plane``; 9 promotions to rook, bishop and knight, each ahead,
    right, left; 56 queen's moves on the file, the rank, the diagonals, each from -7 to 7; 8 knight's moves.
``openspiel_4674``
    Those, and two more for castling, long and short. As OpenSpiel has it.
``az73_lc0``
    The same 73 as lc0's convolution nets have them: ``plane * 64 + square``, squares from a1, b1 to h8; 56 queen's moves,
    ``direction * 7 + (distance - 1)``, directions clockwise from ahead; 8 knight's moves, clockwise; 9 promotions to rook,
    bishop and queen, each left, ahead, right: ``64 + (file + 1) * 3 + piece``. A knight's promotion is the plain move,
    castling is the king taking its rook. Seen by the side to move.
``uci_1968``
    Texts of UCI, seen by White: for each origin from a1 to h8 the destinations of a queen, then those of a knight (1792);
    then Black's promotions from a2 to h2 and White's from a7 to h7: ahead, left, right, each to queen, rook, bishop, knight.
``maia2_1880``
    Texts of UCI as Maia-2 lists them, seen by the side to move: for each origin from a1 to h8 the destinations of a queen
    from h8 down to a1, then those of a knight, likewise; then White's promotions, as above.

**Planes**, each 8 × 8 with the first rank first.

``pieces_12``
    Pawns, knights, bishops, rooks, queens, king of White; then of Black.
``lc0_112``
    Eight times 13 for the last positions (the same six of ours, of theirs, repetition), castling (ours long, ours short,
    theirs long, theirs short), whether Black is to move, the halfmove clock, zeros, ones. Seen by the side to move. The
    history is that which a FEN has: the same position eight times, with a pawn that has just advanced two squares at home
    in the earlier ones; the start position has no history.
``alphazero_119``
    Eight times 14 for the last positions (the same six of ours, of theirs, whether the position had occurred once
    before, and twice before), whether Black is to move, the fullmove number, castling (as ``lc0_112``), the halfmove
    clock. Seen by the side to move. A FEN has no history: earlier positions are zeros.
``openspiel_20``
    King, queen, rook, bishop, knight, pawn, each of White and then of Black; empty squares; repetitions (zeros, since a
    FEN does not say; in a game 0.5 for the second time, 1 for the third); whether White is to move; the halfmove clock
    divided by 101; castling (White's long, White's short, Black's long, Black's short). The board is never turned. The
    planes have fractions, so they are ``float16`` or ``float32``.
``maia2_18``
    The same six of ours as in ``pieces_12``, six of theirs; ones; castling (ours short, ours long, theirs short, theirs
    long); the en-passant square. Seen by the side to move.

**Sparse features**, for each side: as White sees the board, and as Black does.

``halfkp``
    ``king * 640 + (2 * type + theirs) * 64 + square``, types in the order pawn, knight, bishop, rook, queen; the board is
    turned by 180 degrees for Black.
``halfka_v2_hm``
    ``bucket * 704 + block * 64 + square``; ranks mirrored for Black, files mirrored so that the own king stands on files e to
    h; ``bucket`` is ``(7 - rank) * 4 + (7 - file)`` of that king, ``block`` is ``2 * type + theirs``, 10 for both kings.
"""

from ._native import encodings

__all__ = ["features", "moves", "planes"]

_moves, _planes, _features = encodings()

moves = dict(_moves)
"""The numberings of moves: how many numbers each has, some of which stand for no legal move."""

planes = dict(_planes)
"""The encodings as planes: how many planes each has."""

features = dict(_features)
"""The encodings as sparse features: how many features each has."""
