"""Chess for reinforcement learning: thousands of boards stepped at once, or one for Gymnasium or PettingZoo.

``VectorEnv`` needs numpy alone, and is a vector environment of Gymnasium where that is installed. ``ChessEnv`` is an
environment of Gymnasium, ``aec_env`` makes one of PettingZoo; ``pip install philidor[env]`` installs both. Once this
module is imported, ``gymnasium.make("philidor/Chess-v0")`` and ``gymnasium.make_vec("philidor/Chess-v0", num_envs=1024)`` know them.

>>> env = VectorEnv(1024, seed=1)
>>> observations, infos = env.reset()
>>> observations.shape, infos["action_mask"].shape, int(infos["action_mask"][0].sum())
((1024, 119, 8, 8), (1024, 4672), 20)
>>> observations, rewards, terminations, truncations, infos = env.step(env.sample_actions())
>>> infos["player"][:4].tolist()                     # Black is to move
[1, 1, 1, 1]
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from .vector import REASONS, State, VectorEnv

if importlib.util.find_spec("gymnasium"):
    from .single import register

    register()
if TYPE_CHECKING:
    from .players import aec_env
    from .single import ChessEnv

__all__ = ["REASONS", "ChessEnv", "State", "VectorEnv", "aec_env"]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """What needs Gymnasium or PettingZoo is imported when it is asked for."""
        if name == "ChessEnv":
            from .single import ChessEnv

            return ChessEnv
        if name == "aec_env":
            from .players import aec_env

            return aec_env
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
