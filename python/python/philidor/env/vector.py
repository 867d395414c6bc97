"""Many boards, stepped at once by an array of actions."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .. import _native
from .._native import Game, Position, Positions
from ..encode import moves, planes
from ..words import Color

if TYPE_CHECKING:
    from gymnasium.vector import VectorEnv as _Base
else:
    try:
        from gymnasium.vector import VectorEnv as _Base
    except ImportError:
        _Base = object

__all__ = ["REASONS", "State", "VectorEnv"]

REASONS: tuple[str, ...] = tuple(_native.reasons())
"""Why games end, each at its number in ``infos["reason"]``; 0 stands for a game in progress."""

Starts: TypeAlias = Positions | Position | str | Iterable[Position | str] | None
Seed: TypeAlias = SupportsIndex | Iterable[SupportsIndex | None] | None
Infos: TypeAlias = dict[str, Any]


class State(NamedTuple):
    """What a board continues from: see ``VectorEnv.get_state``."""

    game: Game
    """The start and the moves; a game that has ended is over on the board, too."""
    side: Color
    """The caller's side, if there is an opponent."""
    random: int
    """The seed of the board's random numbers that are still to come."""


def positions_of(starts: Starts) -> Positions | None:
    """Where games begin, as a batch."""
    if starts is None or isinstance(starts, Positions):
        return starts
    given = [starts] if isinstance(starts, Position | str) else list(starts) if isinstance(starts, Iterable) else [None]
    if not all(isinstance(start, Position | str) for start in given):
        raise TypeError(f"`starts` are Positions, a Position, a FEN or a list of these, not {starts!r}")
    fens = [start for start in given if isinstance(start, str)]
    if len(fens) == len(given):
        return Positions.from_fens(fens)
    return Positions.from_positions([Position(start) if isinstance(start, str) else start for start in given])


def whole(name: str, value: SupportsIndex, least: int = 0) -> int:
    """An argument that counts something."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"`{name}` is a whole number, not {value!r}") from None
    if not least <= number < 2**63:
        raise ValueError(f"`{name}` is a whole number from {least} on, not {number}")
    return number


def seeds_of(seed: Seed, boards: int) -> int | list[int | None] | None:
    """A seed, or one for each board, in 64 bits."""
    if seed is None:
        return None
    if isinstance(seed, SupportsIndex) and not isinstance(seed, np.ndarray):
        return operator.index(seed) % 2**64
    try:
        seeds = [None if one is None else operator.index(one) % 2**64 for one in seed]
    except TypeError:
        raise TypeError(f"`seed` is a whole number or has one for each board, not {seed!r}") from None
    if len(seeds) != boards:
        raise ValueError(f"`seed` has {len(seeds)} seeds for {boards} boards")
    return seeds


def row_of(name: str, values: ArrayLike, kinds: str, words: str, boards: int) -> NDArray[Any]:
    """An argument that has an element for each board."""
    row = np.asarray(values)
    if row.dtype.kind not in kinds:
        raise TypeError(f"`{name}` has {words}, not {row.dtype}")
    if row.shape != (boards,):
        raise ValueError(f"`{name}` has the shape {row.shape} instead of {(boards,)}")
    return row


class VectorEnv(_Base):
    """``num_envs`` games of chess in progress. Each step plays one half-move on each board.

    An action is the number of a legal move in the numbering *actions* (see ``philidor.encode.moves``). What is observed is
    *observation* (see ``philidor.encode.planes``), with the true history of the game; ``None`` observes nothing. *dtype* is
    ``"uint8"``, ``"float16"`` or ``"float32"``.

    Without an *opponent*, the caller moves for both sides, and a reward is that of the side that has just moved: 1 for
    mate, -1 for an illegal action, 0 for a draw. With ``opponent="random"``, random moves reply, and a reward is that
    of the caller, who plays *side*: ``"white"``, ``"black"``, or if it is ``None`` a random one in each game.

    *starts* are where games begin, one of them at random: ``Positions``, a ``Position``, a FEN, or a list of these; without
    them, the start of chess. Games end by mate, stalemate, dead positions, fivefold repetition and 75 moves; with
    ``draws="claimed"`` also by threefold repetition and 50 moves, which the side to move claims. After *max_plies* half-moves a
    game is truncated.

    An action that is not legal raises ``MoveError``, which has the row and the FEN, and nothing is played on any board; with
    ``illegal="lose"`` it loses the game.

    *autoreset* is ``"same_step"``, ``"next_step"`` or ``"disabled"``, as Gymnasium's ``AutoresetMode``. The same *seed*
    makes the same games for any number of *threads* (0 for all that the machine has). A list has a seed for each board,
    which then plays like the first board of an environment with that seed.

    **Nothing is copied.** Observations, masks, rewards and all else are the same arrays in each step, filled anew, and
    read-only: copy what has to last. *out* is an array for the observations, for instance one in pinned memory. It must
    be contiguous and of one of these types, which then takes the place of *dtype*; nothing else may write to it. The
    environment itself can be copied (``copy.deepcopy``) and pickled, in the middle of its games.

    >>> from philidor import Position
    >>> start = Position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    >>> env = VectorEnv(2, starts=start.fen())
    >>> observations, infos = env.reset()
    >>> mate = env.positions().index(np.array([start.digest("Rd8")] * 2, np.uint16), "az73_pettingzoo")
    >>> observations, rewards, terminations, truncations, infos = env.step(mate)
    >>> rewards.tolist(), terminations.tolist(), [REASONS[number] for number in infos["reason"]]
    ([1.0, 1.0], [True, True], ['checkmate', 'checkmate'])
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
        side: int | Literal["white", "black", "w", "b"] | None = None,
        max_plies: int | None = None,
        seed: Seed = None,
        threads: int = 1,
        out: NDArray[Any] | None = None,
    ) -> None:
        num_envs = whole("num_envs", num_envs)
        if actions not in moves:
            raise ValueError(f"actions is one of {', '.join(map(repr, moves))}, not {actions!r}")
        if observation is not None and observation not in planes:
            raise ValueError(f"observation is one of {', '.join(map(repr, planes))} or None, not {observation!r}")
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": autoreset_mode(autoreset), "render_modes": []}
        shape = (num_envs, planes[observation] if observation else 0, 8, 8)
        if not isinstance(out, np.ndarray | None):
            raise TypeError(f"`out` is an array of numpy, not {out!r}")
        type_of = np.dtype(dtype) if out is None else out.dtype
        if type_of not in (np.uint8, np.float16, np.float32):
            raise TypeError(f"observations are of uint8, float16 or float32, not {type_of}")
        if out is None:
            out = np.zeros(shape, type_of)
        elif out.shape != shape:
            raise ValueError(f"`out` has the shape {out.shape} instead of {shape}")
        elif not out.flags.carray:
            raise ValueError("`out` has to be contiguous and writable")
        out[...] = 0
        self._options: dict[str, Any] = {
            "actions": actions, "planes": observation, "starts": positions_of(starts), "draws": draws, "illegal": illegal,
            "autoreset": autoreset, "opponent": opponent, "side": side,
            "max_plies": None if max_plies is None else whole("max_plies", max_plies), "threads": whole("threads", threads),
        }
        seeds = seeds_of(seed, num_envs)
        self._make(out, secrets.randbits(64) if seeds is None else seeds)
        if _Base is not object:
            self._set_spaces(shape[1:], type_of, moves[actions])

    def _make(self, out: NDArray[Any], seeds: int | list[int | None]) -> None:
        """The boards, and what is shown of them; *out* has zeros."""
        mask = np.zeros((self.num_envs, moves[self._options["actions"]]), bool)
        dtypes = (np.float32, bool, bool, np.uint8, np.int8, np.uint8)
        self._arrays = (out, mask, *(np.zeros(self.num_envs, dtype) for dtype in dtypes))
        self._boards = _native.EnvBoards(self._arrays, seed=seeds, **self._options)
        shown = [array.view() for array in self._arrays]
        for array in shown:
            array.flags.writeable = False
        self._observations, mask, self._rewards, self._terminations, self._truncations, reasons, results, players = shown
        self._infos = {"action_mask": mask, "player": players, "reason": reasons, "result": results}

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name not in MADE}
        return kept | {"_made": (self.get_state(), [array.copy() for array in self._arrays])}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        states, arrays = kept.pop("_made")
        self.__dict__.update(kept)
        self._make(np.zeros_like(arrays[0]), 0)
        self._boards.restore(states)
        # The boards have drawn themselves, so what has not been shown yet stays drawn.
        drawn = arrays[0].any(axis=tuple(range(1, arrays[0].ndim)))
        self._arrays[0][drawn] = arrays[0][drawn]
        for array, shown in zip(self._arrays[1:], arrays[1:], strict=True):
            array[...] = shown

    def _set_spaces(self, shape: tuple[int, ...], dtype: Any, actions: int) -> None:
        from gymnasium import spaces
        from gymnasium.vector.utils import batch_space

        self.single_observation_space = spaces.Box(0, 255, shape, dtype)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: Seed = None, options: Mapping[str, Any] | None = None) -> tuple[NDArray[Any], Infos]:
        """Begins new games, with the random numbers of *seed* if there is one; returns observations and infos.

        ``options={"reset_mask": mask}``, an array of ``bool``, begins them only where it is true; *seed* applies to the
        other boards, too, whose games continue. ``options={"starts": starts}`` sets where games begin from now on,
        these and all later ones.

        The infos are ``"action_mask"``, ``bool``, which actions are legal; ``"player"``, ``uint8``, who is to move, 0 for
        White and 1 for Black; ``"reason"``, ``uint8``, why a game has just ended, see ``REASONS``; ``"result"``, ``int8``, 1
        if White has just won, -1 if Black has.
        """
        given = dict(options or {})
        chosen, starts = given.pop("reset_mask", None), positions_of(given.pop("starts", None))
        if given:
            raise ValueError(f"options are 'reset_mask' and 'starts', not {', '.join(map(repr, given))}")
        if chosen is not None:
            chosen = np.ascontiguousarray(row_of("reset_mask", chosen, "b", "truth values", self.num_envs))
        self._boards.reset(seeds_of(seed, self.num_envs), starts, chosen)
        if starts is not None:
            self._options["starts"] = starts
        return self._observations, dict(self._infos)

    def step(self, actions: ArrayLike) -> tuple[
        NDArray[Any], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos
    ]:
        """Plays an action on each board: observations, rewards, terminations, truncations, infos.

        With ``autoreset="same_step"``, ``infos["final_obs"]`` has the last observations of games that have ended, and
        ``infos["_final_obs"]`` says on which boards; both are missing if none has ended.

        Raises ``MoveError`` for the first action that is not legal; no board has changed then.
        """
        given = row_of("actions", actions, "iu", "whole numbers", self.num_envs)
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
        """The current positions as a batch, which is a copy: for other encodings, keys, endgame tables."""
        return Positions(self._boards.rows())

    def game(self, row: int) -> Game:
        """A copy of the game on a board: its start, its moves, its outcome."""
        return self._boards.game(row)

    def get_state(self) -> list[State]:
        """What each board continues from, for ``set_state`` of this environment or of another with the same rules.

        A state has the game, the caller's side and the seed of the random numbers to come, and can be pickled.

        >>> env = VectorEnv(2, seed=1)
        >>> _ = env.reset()
        >>> before = env.get_state()
        >>> _ = env.step(env.sample_actions())
        >>> _ = env.set_state(before)                    # takes the moves back
        >>> [env.game(row).ply for row in range(2)]
        [0, 0]
        >>> game = Game(moves=["e4", "e5"])
        >>> observations, infos = env.set_state([before[0]._replace(game=game), None])
        >>> [env.game(row).ply for row in range(2)]
        [2, 0]
        """
        return [State(*state) for state in self._boards.states()]

    def set_state(self, states: Iterable[State | None]) -> tuple[NDArray[Any], Infos]:
        """Puts each board into a state; where that is ``None``, the board continues as it stands. Returns observations
        and infos.

        The same state may be given to any number of boards. On a board that is given one, no game has just ended: its
        reward is 0, and it is over if its game is.
        """
        self._boards.restore(list(states))
        return self._observations, dict(self._infos)

    def close(self, **kwargs: Any) -> None:
        """Ends the threads that an environment of many boards keeps from step to step; another step starts them again."""
        self._boards.end_threads()
        self.closed = True


MADE = ("_arrays", "_boards", "_observations", "_rewards", "_terminations", "_truncations", "_infos")
"""What ``VectorEnv._make`` sets, and a copy makes anew."""


def autoreset_mode(name: str) -> Any:
    """Gymnasium's word for when games are reset, or the name itself where Gymnasium is not installed."""
    if _Base is object:
        return name
    from gymnasium.vector import AutoresetMode

    names = {"same_step": "SAME_STEP", "next_step": "NEXT_STEP", "disabled": "DISABLED"}
    return AutoresetMode[names[name]] if name in names else name
