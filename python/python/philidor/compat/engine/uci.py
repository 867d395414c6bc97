"""Engines that speak UCI."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..board import Board
from ..moves import Move
from ..squares import BLACK, WHITE, Color
from .analysis import AnalysisResult
from .information import read_info
from .limits import BestMove, Info, Limit, Opponent, PlayResult
from .options import ConfigMapping, ConfigValue, EngineError, Option, UciOptionMap, read_option
from .protocol import LOGGER, Answer, Protocol, option_value


@dataclass
class Play:
    """A move that a caller waits for."""

    answer: Answer
    board: Board
    limit: Limit
    info: Info
    ponder: bool
    since: float


@dataclass
class Pondering:
    """A search on the opponent's time, which assumes that it plays the last move of the board."""

    board: Board
    hit: Play | None = None


class UciProtocol(Protocol):
    """An engine that speaks the Universal Chess Interface."""

    def __init__(self) -> None:
        super().__init__()
        self.options: UciOptionMap[Option] = UciOptionMap()
        self.config: UciOptionMap[ConfigValue] = UciOptionMap()
        #: What ``configure`` has set; other options are what they were at the start.
        self.target_config: UciOptionMap[ConfigValue] = UciOptionMap()
        self._game: object = None
        self._met: Opponent | None = None
        self._first = True
        self._mode_is_set = False
        self._pondering: Pondering | None = None

    async def initialize(self) -> None:
        """Starts the conversation; ``popen_uci`` has done so."""
        await self._converse(self._initialize, first=True)

    async def _initialize(self, answer: Answer) -> None:
        self.send_line("uci")
        while (line := await self._line()) != "uciok":
            word, _, rest = line.partition(" ")
            if word == "id":
                name, _, value = rest.strip().partition(" ")
                self.id[name] = value.strip()
            elif word == "option":
                option = read_option(rest.split())
                self.options[option.name] = option
                if option.default is not None:
                    self.config[option.name] = option.default
                    if not option.is_managed():
                        self.target_config[option.name] = option.default
        self.initialized = True
        answer.set_result(None)

    def debug(self, on: bool = True) -> None:
        """Switches the debug mode of the engine."""
        self.send_line("debug on" if on else "debug off")

    async def ping(self) -> None:
        """Waits until the engine answers."""
        await self._converse(self._ping)

    async def _ping(self, answer: Answer) -> None:
        await self._ready()
        if not answer.done():
            answer.set_result(None)

    async def _ready(self) -> None:
        self.send_line("isready")
        await self._until("readyok")

    # Options.

    async def configure(self, options: ConfigMapping) -> None:
        """Sets options. Raises ``EngineError`` for options that the engine does not have, and for managed ones."""

        async def talk(answer: Answer) -> None:
            self._check(options)
            for name, value in options.items():
                self._set_option(name, value)
                if self.options[name].type != "button":
                    self.target_config[name] = self.options[name].parse(value)
                self._mode_is_set |= name.lower() == "uci_analysemode"
            answer.set_result(None)

        await self._converse(talk)

    def _check(self, options: ConfigMapping) -> None:
        """Checks that all options exist and none is managed, before the first one is set."""
        for name, value in options.items():
            if option_value(self.options, name, value)[0].is_managed():
                raise EngineError(f"cannot set {name} which is automatically managed")

    def _differs(self, name: str, value: ConfigValue) -> bool:
        if name in self.config and self.config[name] == value:
            return False  # what the engine says of itself need not keep to its own bounds
        option, parsed = option_value(self.options, name, value)
        return option.type == "button" or name not in self.config or self.config[name] != parsed

    def _set_option(self, name: str, value: ConfigValue) -> None:
        if not self._differs(name, value):
            return
        option, parsed = option_value(self.options, name, value)
        text = {True: "true", False: "false"}[parsed] if isinstance(parsed, bool) else str(parsed)
        self.send_line(f"setoption name {option.name}" + ("" if parsed is None else f" value {text or '<empty>'}"))
        if option.type != "button":
            self.config[name] = parsed

    def _wanted(self, board: Board, options: ConfigMapping, multipv: int, ponder: bool, analyse: bool) -> ConfigMapping:
        """The options of a search: what the user has set, what is managed, and what holds for this call."""
        wanted: UciOptionMap[ConfigValue] = UciOptionMap(self.target_config)
        wanted.pop("UCI_Opponent", None)  # the next game says it
        variant = type(board).uci_variant
        managed: dict[str, ConfigValue] = {"Ponder": ponder, "UCI_Variant": variant, "UCI_Chess960": board.chess960}
        if not self._mode_is_set:
            managed["UCI_AnalyseMode"] = analyse
        wanted.update({name: on for name, on in managed.items() if name in self.options})
        if board.chess960 and "UCI_Chess960" not in self.options:
            raise EngineError("engine does not support UCI_Chess960")
        if variant != Board.uci_variant and "UCI_Variant" not in self.options:
            raise EngineError("engine does not support UCI_Variant")
        if multipv != 1 or "MultiPV" in self.options:
            wanted["MultiPV"] = multipv
        self._check(options)
        wanted.update(options)
        return wanted

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Names the engine's opponent; the engine gets that when the next game begins, if it has the option for it."""
        if opponent is not None:
            self._described(opponent)
        self._opponent, self._engine_rating = opponent, engine_rating

    def _described(self, opponent: Opponent) -> ConfigMapping:
        if "UCI_Opponent" not in self.options:
            return {}
        kind = "computer" if opponent.is_engine else "human"
        text = f"{opponent.title or 'none'} {opponent.rating or 'none'} {kind} {opponent.name or '(none)'}"
        return {"UCI_Opponent": self.options["UCI_Opponent"].parse(text)}

    async def send_game_result(
        self,
        board: Board,
        winner: Color | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Does nothing: no command of UCI says how a game ended."""

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
        board, met = board.copy(), opponent or self._opponent
        moves = None if root_moves is None else list(root_moves)

        async def talk(answer: Answer) -> None:
            await self._set_up(board, game, met, self._wanted(board, options, 1, ponder, False))
            if answer.cancelled():
                return
            self.send_line(go(limit, board, moves))
            self._searches(answer, self._stop)
            await self._played(Play(answer, board, limit, info, ponder, time.monotonic()))

        pondering = self._pondering
        if pondering is not None and self._stopper is not None and moves is None:
            wanted = self._wanted(board, options, 1, ponder, False)
            is_same = not self._is_new(game, met) and _position(board) == _position(pondering.board)
            if is_same and not any(self._differs(*item) for item in wanted.items()):
                return await self._hit(pondering, board, limit, info, ponder)
        return await self._converse(talk)  # type: ignore[no-any-return]

    async def _hit(self, pondering: Pondering, board: Board, limit: Limit, info: Info, ponder: bool) -> PlayResult:
        """A ponder hit: the opponent has played what was expected, and the search continues on the engine's time."""
        answer: Answer = self.loop.create_future()
        pondering.hit, self._pondering = Play(answer, board, limit, info, ponder, time.monotonic()), None
        self.send_line("ponderhit")
        try:
            return await answer  # type: ignore[no-any-return]
        finally:
            if answer.cancelled():
                self._interrupt()

    async def _played(self, play: Play) -> None:
        """Reads the search to its end and answers; then continues for as long as the engine ponders."""
        result = AnalysisResult()
        best = await self._search(result, play.board, play.info)
        while True:
            pondering = self._ponder(play, best)
            if not play.answer.done():
                play.answer.set_result(PlayResult(best.move, best.ponder, result.info))
            if pondering is None:
                return
            result = AnalysisResult()
            try:
                best = await self._search(result, pondering.board, Info.ALL)
            except Exception as error:
                if pondering.hit is not None and not pondering.hit.answer.done():
                    pondering.hit.answer.set_exception(error)
                return
            finally:
                self._pondering = None
            if pondering.hit is None:
                return
            play = pondering.hit

    def _ponder(self, play: Play, best: BestMove) -> Pondering | None:
        """Begins to ponder on the expected answer, if that is wanted and the engine is not wanted for anything else."""
        if not play.ponder or best.move is None or best.ponder is None or play.answer.cancelled() or self._waiting:
            return None
        board = play.board.copy()
        board.push(best.move)
        board.push(best.ponder)
        if board.is_game_over():
            return None
        self._pondering = Pondering(board)
        self.send_line(_position(board))
        self.send_line(go(_later(play, time.monotonic() - play.since), board, None, ponder=True))
        self._stopper = self._stop
        return self._pondering

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
        """Begins an analysis, which is endless without a *limit*."""
        board = board.copy()
        moves = None if root_moves is None else list(root_moves)

        async def talk(answer: Answer) -> None:
            await self._set_up(board, game, self._met, self._wanted(board, options, multipv or 1, False, True))
            if answer.cancelled():
                return
            self.send_line(go(limit, board, moves, endless=True))
            result = AnalysisResult(self._stop)
            self._searches(answer, result.stop)
            if not answer.done():
                answer.set_result(result)
            try:
                result.set_finished(await self._search(result, board, info))
            except Exception as error:
                result.set_exception(error)

        return await self._converse(talk)  # type: ignore[no-any-return]

    def _is_new(self, game: object, met: Opponent | None) -> bool:
        return self._first or self._game != game or self._met != met

    async def _set_up(self, board: Board, game: object, met: Opponent | None, wanted: ConfigMapping) -> None:
        """Sets options, begins a new game if it is one, and sets the position."""
        for name, value in wanted.items():
            self._set_option(name, value)
        if self._is_new(game, met):
            described = {} if met is None else self._described(met)
            self.send_line("ucinewgame")
            self._first, self._game, self._met = False, game, met
            for name, value in described.items():
                self._set_option(name, value)
            await self._ready()
        self.send_line(_position(board))

    def _stop(self) -> None:
        self.send_line("stop")

    async def _search(self, result: AnalysisResult, board: Board, wanted: Info) -> BestMove:
        """Reads what the engine reports, up to the best move."""
        while True:
            word, _, rest = (await self._line()).partition(" ")
            if word == "info":
                result.post(read_info(rest, board, wanted))
            elif word == "bestmove":
                return _best(rest.split(), board)


def _later(play: Play, seconds: float) -> Limit:
    """The limit of a search after the moves of both sides, when the engine has used so much time for its own."""
    changed = {}
    for color, gain, own in (("white_clock", "white_inc", WHITE), ("black_clock", "black_inc", BLACK)):
        left = getattr(play.limit, color)
        if left is not None:
            used = seconds if play.board.turn == own else 0.0
            changed[color] = max(0.0, left - used) + (getattr(play.limit, gain) or 0.0)
    return replace(play.limit, **changed)


def _position(board: Board) -> str:
    """The command that sets a position, with all moves on the stack."""
    root = board.root()
    fen = root.fen(shredder=board.chess960, en_passant="fen")
    is_chess = type(board).uci_variant == Board.uci_variant and not board.chess960
    start = "startpos" if is_chess and fen == Board.starting_fen else f"fen {fen}"
    moves = " ".join(move.uci() for move in board.move_stack)
    return f"position {start}" + (f" moves {moves}" if moves else "")


def go(
    limit: Limit | None,
    board: Board,
    root_moves: Iterable[Move] | None,
    *,
    ponder: bool = False,
    endless: bool = False,
) -> str:
    """The command that begins a search; an *endless* one is infinite if no limit is given."""
    words = ["go"] + (["ponder"] if ponder else [])
    if limit is not None:
        clocks = (
            ("wtime", limit.white_clock, 1),
            ("btime", limit.black_clock, 1),
            ("winc", limit.white_inc, 0),
            ("binc", limit.black_inc, 0),
        )
        for name, seconds, least in clocks:
            if seconds is not None:
                words += [name, str(max(least, round(seconds * 1000)))]
        counts = (
            ("movestogo", limit.remaining_moves),
            ("depth", limit.depth),
            ("nodes", limit.nodes),
            ("mate", limit.mate),
        )
        for name, count in counts:
            if count is not None:
                words += [name, str(max(1, int(count)))]
        if limit.time is not None:
            words += ["movetime", str(max(1, round(limit.time * 1000)))]
    if len(words) == 1 and endless:
        words.append("infinite")
    if root_moves is not None:
        words += ["searchmoves", *(board.uci(move) for move in root_moves)]
    return " ".join(words)


def _best(words: list[str], board: Board) -> BestMove:
    if not words or words[0] in ("(none)", "NULL"):
        return BestMove()
    try:
        move = board.push_uci(words[0])
    except ValueError as error:
        raise EngineError(str(error)) from None
    ponder = None
    if "ponder" in words and len(words) > 2 and words[2] != "(none)":
        try:
            ponder = board.parse_uci(words[2])
        except ValueError:
            LOGGER.warning("engine sent invalid ponder move: %s", words[2])
    board.pop()
    return BestMove(move, ponder)
