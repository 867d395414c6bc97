"""Many boards, stepped at once by an array of actions."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .. import _native
from .._native import Game, Positions
from ..encode import moves, planes
from ..words import Color

if TYPE_CHECKING:
    from gymnasium.vector import VectorEnv as _Base
else:
    try:
        from gymnasium.vector import VectorEnv as _Base
    except ImportError:
        _Base = object

__all__ = ["REASONS", "VectorEnv"]

REASONS: tuple[str, ...] = tuple(_native.reasons())
"""Why games end, each at its number in ``infos["reason"]``; 0 stands for a game that goes on."""

Starts: TypeAlias = Positions | str | Sequence[str] | None
Infos: TypeAlias = dict[str, Any]


def positions_of(starts: Starts) -> Positions | None:
    """Where games begin, as a batch."""
    if starts is None or isinstance(starts, Positions):
        return starts
    return Positions.from_fens([starts] if isinstance(starts, str) else list(starts))


class VectorEnv(_Base):
    """``num_envs`` games of chess in progress. Each step plays one half-move on each board.

    An action is the number of a legal move in the numbering *actions* (see ``philidor.encode.moves``). What is observed is
    *observation* (see ``philidor.encode.planes``), with the true history of the game; ``None`` observes nothing. *dtype* is
    ``"uint8"``, ``"float16"`` or ``"float32"``.

    Without an *opponent*, the caller moves for both sides, and a reward is that of the side that has just moved: 1 for mate,
    -1 for an illegal action, 0 for a draw. With ``opponent="random"``, random moves answer, and a reward is the caller's,
    who has the *side* ``Color.WHITE``, ``Color.BLACK`` or, if it is ``None``, one by chance in each game.

    *starts* are the FENs or ``Positions`` where games begin, one of them by chance; without them, the start of chess. Games
    end by mate, stalemate, dead positions, fivefold repetition and 75 moves; with ``draws="claimed"`` also by threefold
    repetition and 50 moves, which the side to move claims. After *max_plies* half-moves a game is truncated.

    An action that is not legal raises ``MoveError``, which has the row and the FEN, and nothing is played on any board; with
    ``illegal="lose"`` it loses the game.

    *autoreset* is ``"same_step"``, ``"next_step"`` or ``"disabled"``, as Gymnasium's ``AutoresetMode``. The same *seed* makes
    the same games for any number of *threads*, of which 0 stands for all of the machine.

    **Nothing is copied.** Observations, masks, rewards and all else are the same arrays in each step, filled anew, and
    read-only: copy what has to last. *out* is an array for the observations, for instance one in pinned memory; nothing else
    may write to it.

    >>> from philidor import Position
    >>> start = Position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    >>> env = VectorEnv(2, starts=start.fen())
    >>> observations, infos = env.reset()
    >>> mate = env.positions().index(np.array([start.digest("Rd8")] * 2, np.uint16), "az73_pettingzoo")
    >>> observations, rewards, terminations, truncations, infos = env.step(mate)
    >>> rewards.tolist(), terminations.tolist(), [REASONS[number] for number in infos["reason"]]
    ([1.0, 1.0], [True, True], ['mate', 'mate'])
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        actions: str = "az73_pettingzoo",
        observation: str | None = "alphazero_119",
        dtype: DTypeLike = "uint8",
        starts: Starts = None,
        draws: Literal["automatic", "claimed"] = "automatic",
        illegal: Literal["raise", "lose"] = "raise",
        autoreset: Literal["same_step", "next_step", "disabled"] = "same_step",
        opponent: Literal["random"] | None = None,
        side: Color | None = None,
        max_plies: int | None = None,
        seed: int | None = None,
        threads: int = 1,
        out: NDArray[Any] | None = None,
    ) -> None:
        if actions not in moves:
            raise ValueError(f"actions is one of {', '.join(map(repr, moves))}, not {actions!r}")
        if observation is not None and observation not in planes:
            raise ValueError(f"observation is one of {', '.join(map(repr, planes))} or None, not {observation!r}")
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": autoreset_mode(autoreset), "render_modes": []}
        shape = (num_envs, planes[observation] if observation else 0, 8, 8)
        if out is None:
            out = np.zeros(shape, dtype)
        elif out.shape != shape:
            raise ValueError(f"`out` has the shape {out.shape} instead of {shape}")
        out[...] = 0
        mask = np.zeros((num_envs, moves[actions]), bool)
        dtypes = (np.float32, bool, bool, np.uint8, np.int8, np.uint8)
        arrays = (out, mask, *(np.zeros(num_envs, dtype) for dtype in dtypes))
        self._boards = _native.EnvBoards(
            arrays, actions=actions, planes=observation, starts=positions_of(starts), draws=draws, illegal=illegal,
            autoreset=autoreset, opponent=opponent, side=side, max_plies=max_plies, threads=threads,
        )
        shown = [array.view() for array in arrays]
        for array in shown:
            array.flags.writeable = False
        self._observations, mask, self._rewards, self._terminations, self._truncations, reasons, results, players = shown
        self._infos = {"action_mask": mask, "player": players, "reason": reasons, "result": results}
        self._is_same_step = autoreset == "same_step"
        self._seed = secrets.randbits(64) if seed is None else seed % 2**64
        self._is_seeded = False
        if _Base is not object:
            self._set_spaces(shape[1:], out.dtype, moves[actions])

    def _set_spaces(self, shape: tuple[int, ...], dtype: Any, actions: int) -> None:
        from gymnasium import spaces
        from gymnasium.vector.utils import batch_space

        self.single_observation_space = spaces.Box(0, 255, shape, dtype)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[Any], Infos]:
        """Begins new games, with the random numbers of *seed* if there is one; returns observations and infos.

        ``options={"reset_mask": mask}``, an array of ``bool``, begins them where it is true.

        The infos are ``"action_mask"``, ``bool``, which actions are legal; ``"player"``, ``uint8``, who is to move, 0 for
        White and 1 for Black; ``"reason"``, ``uint8``, why a game has just ended, see ``REASONS``; ``"result"``, ``int8``, 1
        if White has just won, -1 if Black has.
        """
        chosen = (options or {}).get("reset_mask")
        if seed is None and not self._is_seeded:
            seed = self._seed
        self._is_seeded = True
        self._boards.reset(None if seed is None else seed % 2**64, chosen)
        return self._observations, dict(self._infos)

    def step(self, actions: ArrayLike) -> tuple[
        NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos
    ]:
        """Plays an action on each board: observations, rewards, terminations, truncations, infos.

        With ``autoreset="same_step"``, ``infos["final_obs"]`` has what is last seen of games that have ended, and
        ``infos["_final_obs"]`` where they are; both are missing if none has.

        Raises ``MoveError`` for the first action that is not legal; no board has changed then.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        last = self._boards.step(np.ascontiguousarray(given, np.int64))
        infos: Infos = dict(self._infos)
        if last is not None:
            ended = self._terminations | self._truncations
            final = np.full(self.num_envs, None, object)
            for row, seen in zip(ended.nonzero()[0], last.reshape(-1, *self._observations.shape[1:]), strict=True):
                final[row] = seen
            infos |= {"final_obs": final, "_final_obs": ended}
        return self._observations, self._rewards, self._terminations, self._truncations, infos

    def sample_actions(self) -> NDArray[np.int64]:
        """A random legal action for each board, of the board's own random numbers; 0 where the game is over."""
        return self._boards.sample()

    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions of all boards: ``(offsets, actions)``; those of board ``i`` are
        ``actions[offsets[i]:offsets[i + 1]]``, in the order of ``Position.legal_moves``.
        """
        return self._boards.legal_actions()

    def positions(self) -> Positions:
        """The positions now, as a batch, which is a copy: for other encodings, keys, tables."""
        return Positions(self._boards.rows())

    def game(self, row: int) -> Game:
        """A copy of the game on a board: its start, its moves, its outcome."""
        return self._boards.game(row)

    def close(self, **kwargs: Any) -> None:
        """There is nothing to close."""
        self.closed = True


def autoreset_mode(name: str) -> Any:
    """Gymnasium's word for when games are reset, or the name itself where Gymnasium is not installed."""
    if _Base is object:
        return name
    from gymnasium.vector import AutoresetMode

    names = {"same_step": "SAME_STEP", "next_step": "NEXT_STEP", "disabled": "DISABLED"}
    return AutoresetMode[names[name]] if name in names else name
