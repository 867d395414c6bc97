"""Boards and pieces as SVG. Pieces are figurines of the reader's fonts."""

from __future__ import annotations

import xml.etree.ElementTree as Xml
from collections.abc import Iterable, Mapping
from math import hypot

from .drawn import DrawnBoard, DrawnPiece, board_text
from .masks import IntoSquareSet, bits_of
from .moves import Move
from .squares import (
    COLOR_NAMES,
    FILE_NAMES,
    PIECE_NAMES,
    PIECE_SYMBOLS,
    RANK_NAMES,
    SQUARE_NAMES,
    SQUARES,
    UNICODE_PIECE_SYMBOLS,
    WHITE,
    Color,
    Square,
)

SQUARE_SIZE = 45
MARGIN = 20

DEFAULT_COLORS = {
    "square light": "#ffce9e",
    "square dark": "#d18b47",
    "square dark lastmove": "#aaa23b",
    "square light lastmove": "#cdd16a",
    "margin": "#212121",
    "inner border": "#111",
    "outer border": "#111",
    "coord": "#e5e5e5",
    "arrow green": "#15781B80",
    "arrow red": "#88202080",
    "arrow yellow": "#e68f00b3",
    "arrow blue": "#00308880",
}
_ARROW_LETTERS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


class SvgWrapper(str):
    """The text of an image, which notebooks show as the image."""

    def _repr_svg_(self) -> str:
        return self


class Arrow:
    """An arrow from a square to another one; from a square to itself it is a circle.

    >>> Arrow(12, 28, color="red").pgn(), Arrow.from_pgn("Ye2")
    ('Re2e4', Arrow(E2, E2, color='yellow'))
    """

    tail: Square
    """Where it begins."""

    head: Square
    """Where it ends."""

    color: str
    """``green``, ``red``, ``yellow``, ``blue``, or any color of CSS."""

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail, self.head, self.color = tail, head, color

    def pgn(self) -> str:
        """The arrow as comments of PGN have it, ``Ga1`` or ``Ya2h2``; other colors become green."""
        letter = {"red": "R", "yellow": "Y", "blue": "B"}.get(self.color, "G")
        head = "" if self.tail == self.head else SQUARE_NAMES[self.head]
        return letter + SQUARE_NAMES[self.tail] + head

    def __str__(self) -> str:
        return self.pgn()

    def __repr__(self) -> str:
        tail, head = SQUARE_NAMES[self.tail].upper(), SQUARE_NAMES[self.head].upper()
        return f"Arrow({tail}, {head}, color={self.color!r})"

    @classmethod
    def from_pgn(cls, pgn: str) -> Arrow:
        """The arrow of a text as comments of PGN have it; green without a letter. Raises ``ValueError``."""
        color = "green"
        if pgn[:1] in _ARROW_LETTERS:
            color, pgn = _ARROW_LETTERS[pgn[0]], pgn[1:]
        tail = SQUARE_NAMES.index(pgn[:2])
        head = SQUARE_NAMES.index(pgn[2:]) if len(pgn) > 2 else tail
        return cls(tail, head, color=color)


def _figurine(symbol: str) -> str:
    """The definition of a piece by its letter: a filled sign, with an outline of the other color."""
    is_white = symbol.isupper()
    color, kind = COLOR_NAMES[is_white], PIECE_NAMES[PIECE_SYMBOLS.index(symbol.lower())]
    fill, stroke = ("#fff", "#000") if is_white else ("#000", "#fff")
    sign = UNICODE_PIECE_SYMBOLS[symbol.lower()]
    return (
        f'<g id="{color}-{kind}" class="{color} {kind}"><text x="22.5" y="24" font-size="38" text-anchor="middle" '
        f'dominant-baseline="central" fill="{fill}" stroke="{stroke}" stroke-width="0.8">{sign}</text></g>'
    )


PIECES = {symbol: _figurine(symbol) for symbol in "PNBRQKpnbrqk"}
XX = (
    '<g id="xx"><path d="M11 11 L34 34 M34 11 L11 34" stroke="#fff" stroke-width="6" stroke-linecap="round" />'
    '<path d="M11 11 L34 34 M34 11 L11 34" stroke="#000" stroke-width="3.5" stroke-linecap="round" /></g>'
)
CHECK_GRADIENT = (
    '<radialGradient id="check_gradient" r="0.5"><stop offset="0%" stop-color="#f00" />'
    '<stop offset="50%" stop-color="#e70000" /><stop offset="100%" stop-color="#9e0000" stop-opacity="0" />'
    "</radialGradient>"
)


def _image(size: float, shown: int | None) -> Xml.Element:
    sizes = {} if shown is None else {"width": str(shown), "height": str(shown)}
    box = f"0 0 {size:g} {size:g}"
    namespaces = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}
    return Xml.Element("svg", namespaces | {"viewBox": box} | sizes)


def _text(image: Xml.Element) -> SvgWrapper:
    return SvgWrapper(Xml.tostring(image, encoding="unicode"))


def _painted(color: str, name: str = "fill") -> dict[str, str]:
    """A color as an attribute; one of eight digits as color and opacity, which more readers know."""
    if color.startswith("#") and len(color) == 9:
        share = int(color[7:], 16) / 255
        return {name: color[:7], "opacity" if name == "stroke" else f"{name}-opacity": f"{share:.4g}"}
    return {name: color}


def piece(piece: DrawnPiece, size: int | None = None) -> str:
    """A piece as an image."""
    image = _image(SQUARE_SIZE, size)
    image.append(Xml.fromstring(PIECES[piece.symbol()]))
    return _text(image)


def board(
    board: DrawnBoard | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: Move | None = None,
    check: Square | None = None,
    arrows: Iterable[Arrow | tuple[Square, Square]] = (),
    fill: Mapping[Square, str] = {},
    squares: IntoSquareSet | None = None,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] = {},
    flipped: bool = False,
    borders: bool = False,
    style: str | None = None,
) -> str:
    """A board as an image.

    *orientation* is the color at the bottom, *lastmove* a move whose squares are tinted, *check* a square marked red,
    *fill* colors of squares, *squares* those marked with an X, *size* the width and height in pixels. *colors* replaces
    ``DEFAULT_COLORS``, *borders* draws lines around the board, *style* is a style sheet.
    """
    orientation = orientation ^ flipped
    paint = DEFAULT_COLORS | dict(colors)
    inner, outer = (1, 1) if borders else (0, 0)
    inner = inner if coordinates else 0
    margin = 15 if coordinates else 0
    offset = outer + margin + inner
    full = 2 * offset + 8 * SQUARE_SIZE
    image = _image(full, size)
    if style:
        Xml.SubElement(image, "style").text = style
    pieces: Mapping[Square, DrawnPiece] = {} if board is None else board.piece_map()
    if board is not None:
        Xml.SubElement(Xml.SubElement(image, "desc"), "pre").text = board_text(pieces)
    definitions = Xml.SubElement(image, "defs")
    for symbol in sorted({one.symbol() for one in pieces.values()}):
        definitions.append(Xml.fromstring(PIECES[symbol]))
    marked = 0 if squares is None else bits_of(squares)
    if marked:
        definitions.append(Xml.fromstring(XX))
    if check is not None:
        definitions.append(Xml.fromstring(CHECK_GRADIENT))
    if outer:
        _frame(image, outer / 2, full - outer, outer, paint["outer border"])
    if margin:
        _frame(image, outer + margin / 2, full - 2 * outer - margin, margin, paint["margin"])
    if inner:
        _frame(image, outer + margin + inner / 2, full - 2 * (outer + margin) - inner, inner, paint["inner border"])

    def corner(square: Square) -> tuple[int, int]:
        file, rank = square & 7, square >> 3
        return (file if orientation else 7 - file) * SQUARE_SIZE + offset, (
            7 - rank if orientation else rank
        ) * SQUARE_SIZE + offset

    for square in SQUARES:
        x, y = corner(square)
        names = ["square", "light" if (square + (square >> 3)) & 1 else "dark"]
        if lastmove and square in (lastmove.from_square, lastmove.to_square):
            names.append("lastmove")
        place = {"x": str(x), "y": str(y), "width": str(SQUARE_SIZE), "height": str(SQUARE_SIZE)}
        tint = _painted(paint[" ".join(names)])
        Xml.SubElement(image, "rect", place | {"class": " ".join([*names, SQUARE_NAMES[square]])} | tint)
        if square in fill:
            Xml.SubElement(image, "rect", place | {"class": "fill"} | _painted(fill[square]))
        if square == check:
            Xml.SubElement(image, "rect", place | {"class": "check", "fill": "url(#check_gradient)"})
    for square in SQUARES:
        x, y = corner(square)
        if square in pieces:
            one = pieces[square]
            name = f"#{COLOR_NAMES[one.color]}-{PIECE_NAMES[one.piece_type]}"
            Xml.SubElement(
                image, "use", {"href": name, "xlink:href": name, "transform": f"translate({x}, {y})"}
            )
        if marked >> square & 1:
            Xml.SubElement(image, "use", {"href": "#xx", "xlink:href": "#xx", "x": str(x), "y": str(y)})
    if coordinates:
        _coordinates(image, orientation, offset, margin, outer, full, paint["coord"])
    for given in arrows:
        arrow = given if isinstance(given, Arrow) else Arrow(*given)
        _arrow(image, arrow, corner(arrow.tail), corner(arrow.head), paint)
    return _text(image)


def _frame(image: Xml.Element, at: float, length: float, width: float, color: str) -> None:
    place = {"x": f"{at:g}", "y": f"{at:g}", "width": f"{length:g}", "height": f"{length:g}"}
    Xml.SubElement(image, "rect", place | {"fill": "none", "stroke-width": str(width)} | _painted(color, "stroke"))


def _coordinates(
    image: Xml.Element, orientation: Color, offset: int, margin: int, outer: int, full: int, color: str
) -> None:
    middle = outer + margin / 2
    for index in range(8):
        along = offset + (index + 0.5) * SQUARE_SIZE
        file = FILE_NAMES[index if orientation else 7 - index]
        rank = RANK_NAMES[7 - index if orientation else index]
        for name, x, y in ((file, along, middle), (file, along, full - middle)):
            _letter(image, name, x, y, color)
        for name, x, y in ((rank, middle, along), (rank, full - middle, along)):
            _letter(image, name, x, y, color)


def _letter(image: Xml.Element, name: str, x: float, y: float, color: str) -> None:
    place = {"x": f"{x:g}", "y": f"{y:g}", "font-size": "11", "text-anchor": "middle", "dominant-baseline": "central"}
    Xml.SubElement(image, "text", place | {"class": "coord"} | _painted(color)).text = name


def _arrow(
    image: Xml.Element, arrow: Arrow, tail: tuple[int, int], head: tuple[int, int], paint: Mapping[str, str]
) -> None:
    color = paint.get(f"arrow {arrow.color}", arrow.color)
    half = SQUARE_SIZE / 2
    (x, y), (to_x, to_y) = (tail[0] + half, tail[1] + half), (head[0] + half, head[1] + half)
    if arrow.tail == arrow.head:
        place = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{SQUARE_SIZE * 0.45:g}", "fill": "none", "class": "circle"}
        Xml.SubElement(image, "circle", place | {"stroke-width": f"{SQUARE_SIZE * 0.1:g}"} | _painted(color, "stroke"))
        return
    length = hypot(to_x - x, to_y - y)
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    size, tip = SQUARE_SIZE * 0.75, SQUARE_SIZE * 0.1
    tip_x, tip_y = to_x - along_x * tip, to_y - along_y * tip
    shaft_x, shaft_y = tip_x - along_x * size, tip_y - along_y * size
    line = {"x1": f"{x:g}", "y1": f"{y:g}", "x2": f"{shaft_x:g}", "y2": f"{shaft_y:g}", "class": "arrow"}
    width = {"stroke-width": f"{SQUARE_SIZE * 0.2:g}", "stroke-linecap": "butt"}
    Xml.SubElement(image, "line", line | width | _painted(color, "stroke"))
    across_x, across_y = -along_y * size / 2, along_x * size / 2
    points = [(tip_x, tip_y), (shaft_x + across_x, shaft_y + across_y), (shaft_x - across_x, shaft_y - across_y)]
    text = " ".join(f"{point_x:g},{point_y:g}" for point_x, point_y in points)
    Xml.SubElement(image, "polygon", {"points": text, "class": "arrow"} | _painted(color))
