"""Engines that speak the protocol of XBoard, its second version: playing and analysing."""

from __future__ import annotations

from collections.abc import Iterable

from ..board import Board
from ..moves import Move
from ..squares import Color
from .analysis import AnalysisResult
from .limits import Info, InfoDict, Limit, Opponent, PlayResult
from .options import ConfigMapping, EngineError
from .protocol import Answer
from .xboard_board import XBoardBoard, check_name
from .xboard_lines import best_of, is_reached, read_thinking


class XBoardProtocol(XBoardBoard):
    """An engine that speaks the protocol of XBoard (CECP 2)."""

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
        check_name(opponent)
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

    def _is_replied(self, board: Board, game: object, met: Opponent | None) -> bool:
        """Whether the engine ponders, and its opponent has answered: it plays on by itself."""
        if not self._ponders or self._is_new(board, game, met):
            return False
        assert self._board is not None
        return board.move_stack[:-1] == self._board.move_stack and len(board.move_stack) > len(self._board.move_stack)

    def _move_now(self) -> None:
        self.send_line("?")

    async def _read_move(self, board: Board, wanted: Info) -> PlayResult:
        """Reads what the engine reports, up to its move, and to the end of what it says about that."""
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
        """Begins an analysis, which is endless without a *limit*. This side enforces one of time or depth."""
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
        """Reads what the engine reports, until it has been stopped."""
        before = self._pings
        while True:
            line = await self._line()
            if self._pings != before and line == f"pong {self._pings}":
                return
            # Some do not know ".", and say so.
            if line.startswith(("Error", "tellusererror")) and "unknown command" not in line.lower():
                result.stop()
                raise EngineError(f"engine sent error: {line}")
            info = read_thinking(line, board, Info.ALL)
            if info is None:
                continue
            result.post(info if wanted == Info.ALL else read_thinking(line, board, wanted) or {})
            if limit is not None and is_reached(limit, info):
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


def _hint(board: Board, move: Move | None, text: str) -> Move | None:
    """The move that the engine expects after its own."""
    board = board.copy(stack=False)
    try:
        if move is not None:
            board.push(move)
        return board.parse_xboard(text.strip())
    except ValueError:
        return None
