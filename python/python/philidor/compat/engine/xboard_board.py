"""An engine that speaks XBoard, before it searches: its features and options, and the position on its board."""

from __future__ import annotations

import asyncio

from ..board import Board
from ..moves import Move
from ..squares import WHITE
from .limits import Limit, Opponent
from .options import ConfigMapping, ConfigValue, EngineError, Option
from .protocol import LOGGER, Answer, Protocol, option_value
from .xboard_lines import level, read_features, read_option

#: An engine that does not announce its features within this many seconds has none.
_PATIENCE = 2.0


class XBoardBoard(Protocol):
    """What an engine is and has on its board; ``XBoardProtocol`` lets it search."""

    def __init__(self) -> None:
        super().__init__()
        self.options: dict[str, Option] = {
            "random": Option("random", "check", False, None, None, []),
            "computer": Option("computer", "check", False, None, None, []),
        }
        self.config: dict[str, ConfigValue] = {}
        self.target_config: dict[str, ConfigValue] = {}
        self.features: dict[str, str] = {}
        self._pings = 0
        # What the engine has on its board; nothing before the first game.
        self._board: Board | None = None
        self._game: object = None
        self._met: Opponent | None = None
        self._met_with: int | None = None
        self._clock: object = None
        # It is the opponent's turn, and the engine ponders.
        self._ponders = False

    async def initialize(self) -> None:
        """Starts the conversation; ``popen_xboard`` has done so."""
        await self._converse(self._initialize, first=True)

    async def _initialize(self, answer: Answer) -> None:
        self.send_line("xboard")
        self.send_line("protover 2")
        seconds: float | None = _PATIENCE
        while self.features.get("done") != "1":
            try:
                line = await asyncio.wait_for(self._line(), seconds)
            except asyncio.TimeoutError:
                break
            word, _, rest = line.partition(" ")
            if word == "feature":
                self._take_features(rest)
                if self.features.get("done") == "0":
                    seconds = None  # it asks for more time
            elif word in ("Error", "tellusererror"):
                raise EngineError(f"engine failed to initialize: {line}")
        if self.features.get("ping") != "1":
            raise EngineError("xboard engine does not support feature ping")
        if self.features.get("reuse") == "0":
            LOGGER.warning("%s: engine cannot play several games", self)
        if "myname" in self.features:
            self.id["name"] = self.features["myname"]
        for name, feature, what in (("memory", "memory", 16), ("cores", "smp", 1)):
            if self.features.get(feature) == "1":
                self.options[name] = Option(name, "spin", what, 1, None, [])
        self.config = {
            name: option.default for name, option in self.options.items() if option.default is not None
        }
        self.initialized = True
        answer.set_result(None)

    def _take_features(self, text: str) -> None:
        for name, value in read_features(text):
            if name == "option":
                option = read_option(value)
                self.options[option.name] = option
                continue
            self.features[name] = value
            if name == "egt":
                for table in value.split(","):
                    self.options[f"egtpath {table}"] = Option(f"egtpath {table}", "path", None, None, None, [])
                self.send_line("accepted egt")

    async def ping(self) -> None:
        """Waits until the engine answers."""

        async def talk(answer: Answer) -> None:
            await self._ping()
            if not answer.done():
                answer.set_result(None)

        await self._converse(talk)

    async def _ping(self) -> None:
        self._pings += 1
        self.send_line(f"ping {self._pings}")
        await self._until("pong", str(self._pings))

    # Options.

    async def configure(self, options: ConfigMapping) -> None:
        """Sets options. Raises ``EngineError`` for options that the engine does not have."""

        async def talk(answer: Answer) -> None:
            self._check(options)
            for name, value in options.items():
                self._set_option(name, value)
                if value is not None:
                    self.target_config[name] = value
            answer.set_result(None)

        await self._converse(talk)

    def _check(self, options: ConfigMapping) -> None:
        for name, value in options.items():
            option_value(self.options, name, value)

    def _set_option(self, name: str, value: ConfigValue) -> None:
        option, parsed = option_value(self.options, name, value)
        if name in ("random", "computer"):
            if parsed != self.config.get(name):
                self.send_line(name)
        elif name in ("memory", "cores") or name.startswith("egtpath "):
            self.send_line(f"{name} {parsed}")
        elif parsed is None:
            self.send_line(f"option {name}")
        else:
            self.send_line(f"option {name}={int(parsed) if isinstance(parsed, bool) else parsed}")
        if parsed is not None:
            self.config[name] = parsed

    def _set_options(self, options: ConfigMapping) -> None:
        """Sets the options of a call, and those of earlier calls back to what they were before."""
        initial = {name: option.default for name, option in self.options.items() if option.default is not None}
        for name, value in (initial | self.target_config | dict(options)).items():
            if value is None or self.config.get(name) != value:
                self._set_option(name, value)

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Names the engine's opponent and the engine's own rating; the engine gets both when the next game begins."""
        check_name(opponent)
        self._opponent, self._engine_rating = opponent, engine_rating

    # The engine's board.

    def _is_new(self, board: Board, game: object, met: Opponent | None) -> bool:
        return (
            self._board is None
            or self._game != game
            or self._met != met
            or self._met_with != self._engine_rating
            or self._board.chess960 != board.chess960
            or _variant(self._board) != _variant(board)
            or self._board.root() != board.root()
        )

    def _set_up(self, board: Board, game: object, met: Opponent | None) -> None:
        """Gives the engine a position, by as few moves as bring it there from the last one."""
        known = self._board
        self._ponders = False
        if known is None or self._is_new(board, game, met):
            variant = _variant(board)
            if variant != "normal" and variant not in self.features.get("variants", "normal").split(","):
                raise EngineError(f"engine does not support variant {variant}")
            root = board.root()
            fen = root.fen(shredder=board.chess960, en_passant="fen")
            is_start = variant == "normal" and fen == Board.starting_fen
            if not is_start and self.features.get("setboard") != "1":
                raise EngineError("engine does not support other positions than the start (feature setboard)")
            self._game, self._met, self._met_with, self._clock = game, met, self._engine_rating, None
            self.send_line("new")
            if variant != "normal":
                self.send_line(f"variant {variant}")
            if met is not None:
                self._introduce(met)
            self.send_line("force")
            known = root
            if not is_start:
                self.send_line(f"setboard {fen}")
        else:
            self.send_line("force")
        self._board = known
        same = 0
        for ours, theirs in zip(board.move_stack, known.move_stack, strict=False):
            if ours != theirs:
                break
            same += 1
        while len(known.move_stack) - same >= 2:
            self.send_line("remove")
            known.pop()
            known.pop()
        if len(known.move_stack) > same:
            self.send_line("undo")
            known.pop()
        for move in board.move_stack[same:]:
            self._send_move(move)

    def _send_move(self, move: Move) -> None:
        assert self._board is not None
        word = "usermove " if self.features.get("usermove") == "1" else ""
        self.send_line(word + self._board.xboard(move))
        self._board.push(move)

    def _introduce(self, met: Opponent) -> None:
        if met.name and self.features.get("name") == "1":
            self.send_line(f"name {met.title} {met.name}" if met.title else f"name {met.name}")
        if met.rating is not None or self._engine_rating is not None:
            self.send_line(f"rating {self._engine_rating or 0} {met.rating or 0}")
        if met.is_engine:
            self.send_line("computer")

    def _choose_from(self, board: Board, root_moves: list[Move] | None) -> None:
        if root_moves is None:
            return
        if self.features.get("exclude") != "1":
            raise EngineError("engine does not support root_moves (feature exclude)")
        self.send_line("exclude all")
        for move in root_moves:
            self.send_line(f"include {board.xboard(move)}")

    def _send_limit(self, board: Board, limit: Limit) -> None:
        if limit.mate is not None:
            raise EngineError("xboard engines have no limit for mate")
        clocks = (limit.white_clock, limit.black_clock), (limit.white_inc, limit.black_inc)
        own, gain = (given[0 if board.turn == WHITE else 1] for given in clocks)
        other = clocks[0][1 if board.turn == WHITE else 0]
        if limit.nodes is not None:
            if self.features.get("nps") != "1" or limit.time is not None or own is not None:
                raise EngineError("engine does not support a limit of nodes, or not with one of time (feature nps)")
            self.send_line("nps 1")
            self.send_line(f"st {max(1, int(limit.nodes))}")
        if own is not None:
            if limit.clock_id is None or self._clock != limit.clock_id:
                self.send_line(level(limit.remaining_moves, own, gain))
                self._clock = limit.clock_id
            self.send_line(f"time {max(1, round(own * 100))}")
            if other is not None:
                self.send_line(f"otim {max(1, round(other * 100))}")
        if limit.time is not None:
            self.send_line(f"st {max(0.01, limit.time):g}")
        if limit.depth is not None:
            self.send_line(f"sd {max(1, int(limit.depth))}")


def check_name(opponent: Opponent | None) -> None:
    words = () if opponent is None else (opponent.name, opponent.title)
    for word in words:
        if word and ("\n" in word or "\r" in word):
            raise EngineError(f"invalid line-break in opponent info: {word!r}")


def _variant(board: Board) -> str:
    """What XBoard calls the variant of a board: Chess960 has a name of its own, but not where there is another variant."""
    variant = type(board).xboard_variant or "normal"
    return "fischerandom" if variant == "normal" and board.chess960 else variant
