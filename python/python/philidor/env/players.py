"""One board for two agents, as an environment of PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .._native import Game
from .single import drawn
from .vector import REASONS, VectorEnv

__all__ = ["ChessAECEnv", "aec_env"]

AGENTS = ["player_0", "player_1"]


class ChessAECEnv(AECEnv[str, dict[str, Any], int]):
    """Chess for ``player_0``, who is White unless the game begins with Black to move, and ``player_1``.

    What an agent observes is a dictionary of ``"observation"``, planes as the side to move sees them, and ``"action_mask"``,
    ``int8``. Actions are numbered as in PettingZoo's chess, unless *actions* says otherwise; the options are those of
    ``VectorEnv``. An action that is not legal raises ``MoveError``; ``aec_env`` makes it lose.
    """

    metadata = {"render_modes": ["ansi"], "name": "philidor_chess_v0", "is_parallelizable": False, "render_fps": 1}

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is 'ansi' or None, not {render_mode!r}")
        if options.get("opponent") is not None:
            raise ValueError("both sides are agents: there is no opponent")
        self.render_mode = render_mode
        self._env = VectorEnv(1, autoreset="disabled", **options)
        self.possible_agents = AGENTS[:]
        self.agents = AGENTS[:]
        seen = spaces.Dict({
            "observation": self._env.single_observation_space,
            "action_mask": spaces.Box(0, 1, (int(self._env.single_action_space.n),), np.int8),
        })
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = dict.fromkeys(AGENTS, self._env.single_action_space)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of moves."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes of the side to move, and the mask, which is empty for an agent that is not to move."""
        mask = self._mask if agent == self.agent_selection else np.zeros_like(self._mask)
        return {"observation": self._planes.copy(), "action_mask": mask.copy()}

    def _look(self, observations: Any, infos: dict[str, Any]) -> None:
        self._planes, self._mask = observations[0].copy(), infos["action_mask"][0].astype(np.int8)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. ``options["starts"]``, if given, are where games begin from now on; other *options* are
        ignored."""
        starts = (options or {}).get("starts")
        self._look(*self._env.reset(seed=seed, options={"starts": starts}))
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]

    def step(self, action: int | None) -> None:
        """Plays the action of the agent that is to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        observations, rewards, terminations, truncations, infos = self._env.step(np.array([action]))
        self._look(observations, infos)
        other = AGENTS[1 - AGENTS.index(agent)]
        self.rewards = {agent: float(rewards[0]), other: -float(rewards[0])}
        self.terminations = dict.fromkeys(AGENTS, bool(terminations[0]))
        self.truncations = dict.fromkeys(AGENTS, bool(truncations[0]))
        if infos["reason"][0]:
            self.infos = {one: {"reason": REASONS[infos["reason"][0]]} for one in AGENTS}
        self._accumulate_rewards()
        self.agent_selection = other

    def render(self) -> str | None:
        """The board as text, if ``render_mode`` is ``"ansi"``."""
        return drawn(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    @property
    def game(self) -> Game:
        """A copy of the game."""
        return self._env.game(0)


def aec_env(**options: Any) -> AECEnv[str, dict[str, Any], int]:
    """A ``ChessAECEnv`` in which an action that is not legal loses, in the wrappers that PettingZoo puts around its own.

    >>> env = aec_env()
    >>> env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.agent_selection, int(observation["action_mask"].sum())
    ('player_0', 20)
    """
    env: AECEnv[str, dict[str, Any], int] = wrappers.TerminateIllegalWrapper(ChessAECEnv(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
