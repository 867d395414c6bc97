"""Why a text is not a move: it cannot be read, no legal move fits, or more than one does.

All are ``ValueError``.
"""


class InvalidMoveError(ValueError):
    """The text is not a move in the notation that was expected."""


class IllegalMoveError(ValueError):
    """The move is not legal in the position."""


class AmbiguousMoveError(ValueError):
    """More than one legal move fits."""
