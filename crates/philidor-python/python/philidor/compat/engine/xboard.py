"""Engines that speak the protocol of XBoard, its second version."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ..board import Board
from ..moves import Move
from ..squares import WHITE, Color
from .analysis import AnalysisResult
from .limits import Info, InfoDict, Limit, Opponent, PlayResult
from .options import ConfigMapping, ConfigValue, EngineError, Option
from .protocol import LOGGER, Answer, Protocol, option_value
from .xboard_lines import best_of, is_reached, level, read_features, read_option, read_thinking

#: An engine that says nothing of its features for so long has none.
_PATIENCE = 2.0


class XBoardProtocol(Protocol):
    """An engine that speaks the protocol of XBoard (CECP 2)."""

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
        """Begins to talk; ``popen_xboard`` has done it."""
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
            for name, value in options.items():
                option_value(self.options, name, value)
            for name, value in options.items():
                self._set_option(name, value)
                if value is not None:
                    self.target_config[name] = value
            answer.set_result(None)

        await self._converse(talk)

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
        """The options of a call: those of earlier calls are what they were before."""
        initial = {name: option.default for name, option in self.options.items() if option.default is not None}
        for name, value in (initial | self.target_config | dict(options)).items():
            if value is None or self.config.get(name) != value:
                self._set_option(name, value)

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Says whom the engine plays, and what rating it has itself; it hears that when the next game begins."""
        _check_name(opponent)
        self._opponent, self._engine_rating = opponent, engine_rating

    # The engine's board.

    def _is_new(self, board: Board, game: object, met: Opponent | None) -> bool:
        return (
            self._board is None
            or self._game != game
            or self._met != met
            or self._met_with != self._engine_rating
            or self._board.chess960 != board.chess960
            or self._board.root() != board.root()
        )

    def _set_up(self, board: Board, game: object, met: Opponent | None) -> None:
        """Gives the engine a position, by as few moves as bring it there from the last one."""
        known = self._board
        self._ponders = False
        if known is None or self._is_new(board, game, met):
            variant = "fischerandom" if board.chess960 else "normal"
            if board.chess960 and variant not in self.features.get("variants", "normal").split(","):
                raise EngineError(f"engine does not support variant {variant}")
            root = board.root()
            fen = root.fen(shredder=board.chess960, en_passant="fen")
            is_start = not board.chess960 and fen == Board.starting_fen
            if not is_start and self.features.get("setboard") != "1":
                raise EngineError("engine does not support other positions than the start (feature setboard)")
            self._game, self._met, self._met_with, self._clock = game, met, self._engine_rating, None
            self.send_line("new")
            if board.chess960:
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

    # Searching.

    async def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = Info.NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
        opponent: Opponent | None = None,
    ) -> PlayResult:
        """The move that the engine plays in a position: see ``Protocol.play``."""
        _check_name(opponent)
        board, met = board.copy(), opponent or self._opponent
        moves = None if root_moves is None else list(root_moves)

        async def talk(answer: Answer) -> None:
            self._check(options)
            replied = ponder and moves is None and not options and self._is_replied(board, game, met)
            if not replied:
                self._set_options(options)
                self._set_up(board, game, met)
                self._choose_from(board, moves)
            self._send_limit(board, limit)
            if not replied:
                self.send_line("post" if info else "nopost")
                self.send_line("hard" if ponder else "easy")
            if draw_offered:
                self.send_line("draw")
            if replied:
                self._send_move(board.peek())
            else:
                self.send_line("go")
            self._searches(answer, self._move_now)
            result = await self._read_move(board, info)
            self._ponders = ponder and result.move is not None
            if not answer.done():
                answer.set_result(result)

        return await self._converse(talk)  # type: ignore[no-any-return]

    def _check(self, options: ConfigMapping) -> None:
        for name, value in options.items():
            option_value(self.options, name, value)

    def _is_replied(self, board: Board, game: object, met: Opponent | None) -> bool:
        """Whether the engine ponders, and its opponent has answered: it plays on by itself."""
        if not self._ponders or self._is_new(board, game, met):
            return False
        assert self._board is not None
        return board.move_stack[:-1] == self._board.move_stack and len(board.move_stack) > len(self._board.move_stack)

    def _move_now(self) -> None:
        self.send_line("?")

    async def _read_move(self, board: Board, wanted: Info) -> PlayResult:
        """Reads what the engine tells, to its move, and to the end of what it says of that."""
        known: InfoDict = {}
        result = PlayResult(None, None)
        result.info = known
        self._pings += 1
        pong = False
        while True:
            line = await self._line()
            word, _, rest = line.partition(" ")
            if pong and line == f"pong {self._pings}":
                return result
            if word == "move" and not pong:
                try:
                    result.move = board.parse_xboard(rest.strip())
                except ValueError as error:
                    raise EngineError(str(error)) from None
                assert self._board is not None
                self._board.push(result.move)
            elif word == "resign" and not pong:
                result.resigned = True
            elif word in ("1-0", "0-1", "1/2-1/2") and not pong:
                pass
            elif line.startswith("offer draw"):
                result.draw_offered = True
                continue
            elif line.startswith(("Illegal move", "Error", "tellusererror")):
                raise EngineError(f"engine sent error: {line}")
            elif word in ("Hint:", "hint:"):
                result.ponder = _hint(board, result.move, rest)
                continue
            else:
                if not pong:
                    known.update(read_thinking(line, board, wanted) or {})
                continue
            # Whatever the engine says of its move comes before its answer.
            if not pong:
                pong = True
                self.send_line(f"ping {self._pings}")
                line_of = known.get("pv", [])
                if result.ponder is None and len(line_of) > 1 and line_of[0] == result.move:
                    result.ponder = line_of[1]

    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = Info.ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> AnalysisResult:
        """Begins an analysis, without a *limit* an endless one. One of time or depth is kept by this side."""
        if multipv is not None and multipv != 1:
            raise EngineError("xboard engines do not support multipv")
        if self.features.get("analyze") == "0":
            raise EngineError("engine does not support analysis (feature analyze)")
        board = board.copy()
        moves = None if root_moves is None else list(root_moves)

        async def talk(answer: Answer) -> None:
            self._check(options)
            self._set_options(options)
            self._set_up(board, game, self._met)
            self._choose_from(board, moves)
            self.send_line("post")
            self.send_line("analyze")
            self.send_line(".")
            result = AnalysisResult(self._exit)
            self._searches(answer, result.stop)
            if not answer.done():
                answer.set_result(result)
            timer = None
            if limit is not None and limit.time is not None:
                timer = self.loop.call_later(limit.time, result.stop)
            try:
                await self._analysed(result, board, limit, info)
                result.set_finished(best_of(result.info.get("pv", [])))
            except Exception as error:
                result.set_exception(error)
            finally:
                if timer is not None:
                    timer.cancel()

        return await self._converse(talk)  # type: ignore[no-any-return]

    def _exit(self) -> None:
        self._pings += 1
        self.send_line("exit")
        self.send_line(f"ping {self._pings}")

    async def _analysed(self, result: AnalysisResult, board: Board, limit: Limit | None, wanted: Info) -> None:
        """Reads what the engine tells, until it has been stopped."""
        before = self._pings
        while True:
            line = await self._line()
            if self._pings != before and line == f"pong {self._pings}":
                return
            # Some do not know ".", and say so.
            if line.startswith(("Error", "tellusererror")) and "unknown command" not in line.lower():
                result.stop()
                raise EngineError(f"engine sent error: {line}")
            told = read_thinking(line, board, Info.ALL)
            if told is None:
                continue
            result.post(told if wanted == Info.ALL else read_thinking(line, board, wanted) or {})
            if limit is not None and is_reached(limit, told):
                result.stop()

    async def send_game_result(
        self,
        board: Board,
        winner: Color | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Says how a game ended: as the board says, or as *winner* and *game_ending* do."""
        if game_ending and any(sign in game_ending for sign in "\n\r{}"):
            raise EngineError(f"invalid line-break or brace in game ending: {game_ending!r}")
        text, ending = "*", game_ending
        if game_complete and (winner is not None or game_ending is not None):
            text = "1/2-1/2" if winner is None else "1-0" if winner else "0-1"
        elif game_complete and (outcome := board.outcome(claim_draw=True)) is not None:
            text = outcome.result()
            ending = outcome.termination.name.lower().replace("_", " ").capitalize()
            if outcome.winner is not None:
                ending = "White mates" if outcome.winner else "Black mates"
        if text != "*" and ending:
            text = f"{text} {{{ending}}}"

        async def talk(answer: Answer) -> None:
            self._set_up(board.copy(), self._game, self._met)
            self.send_line(f"result {text}")
            answer.set_result(None)

        await self._converse(talk)


def _check_name(opponent: Opponent | None) -> None:
    words = () if opponent is None else (opponent.name, opponent.title)
    for word in words:
        if word and ("\n" in word or "\r" in word):
            raise EngineError(f"invalid line-break in opponent info: {word!r}")


def _hint(board: Board, move: Move | None, text: str) -> Move | None:
    """The move that the engine expects after its own."""
    board = board.copy(stack=False)
    try:
        if move is not None:
            board.push(move)
        return board.parse_xboard(text.strip())
    except ValueError:
        return None
