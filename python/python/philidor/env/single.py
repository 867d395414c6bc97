"""One board, as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._native import Game
from .vector import REASONS, VectorEnv

__all__ = ["ChessEnv", "drawn", "register"]


def drawn(game: Game) -> str:
    """The board as text: eight lines, the eighth rank first, with dots for empty squares."""
    board = game.position.fen().split()[0]
    return " ".join("".join("." * int(sign) if sign.isdigit() else sign for sign in board)).replace(" / ", "\n")


class ChessEnv(gymnasium.Env[NDArray[Any], int]):
    """A game of chess. The options are those of ``VectorEnv``; without an *opponent*, the caller moves for both sides.

    ``info`` has ``"action_mask"``, ``int8``, which ``action_space.sample`` takes as its mask; ``"player"``, 0 for White and 1 for
    Black; and after the end ``"reason"``, in words, and ``"result"``. An action that is not legal loses, unless
    ``illegal="raise"``.

    >>> from philidor import Color
    >>> env = ChessEnv(opponent="random", side=Color.WHITE)
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
    >>> env.game.ply, reward, terminated
    (2, 0.0, False)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, *, render_mode: str | None = None, illegal: Literal["raise", "lose"] = "lose", **options: Any) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self.render_mode = render_mode
        self._env = VectorEnv(1, illegal=illegal, autoreset="disabled", **options)
        self.observation_space: spaces.Box = self._env.single_observation_space
        self.action_space: spaces.Discrete = self._env.single_action_space

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins a new game; the *options* are those of ``VectorEnv.reset``."""
        super().reset(seed=seed)
        observations, infos = self._env.reset(seed=seed, options=options)
        return observations[0].copy(), self._info(infos)

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponent's reply if there is one."""
        observations, rewards, terminations, truncations, infos = self._env.step(np.array([action]))
        return (
            observations[0].copy(), float(rewards[0]), bool(terminations[0]), bool(truncations[0]), self._info(infos)
        )

    def _info(self, infos: dict[str, Any]) -> dict[str, Any]:
        info = {"action_mask": infos["action_mask"][0].astype(np.int8), "player": int(infos["player"][0])}
        if infos["reason"][0]:
            info |= {"reason": REASONS[infos["reason"][0]], "result": int(infos["result"][0])}
        return info

    def render(self) -> str | None:
        """The board as text, if ``render_mode`` is ``"ansi"``."""
        return drawn(self.game) if self.render_mode == "ansi" else None

    @property
    def game(self) -> Game:
        """A copy of the game."""
        return self._env.game(0)


def register() -> None:
    """Makes ``philidor/Chess-v0`` known to Gymnasium."""
    gymnasium.register(
        "philidor/Chess-v0", "philidor.env.single:ChessEnv", vector_entry_point="philidor.env.vector:VectorEnv"
    )
