"""Starting engines on asyncio."""

from __future__ import annotations

import asyncio
from typing import Any

from .protocol import started
from .uci import UciProtocol
from .xboard import XBoardProtocol


async def popen_uci(
    command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Starts a UCI engine: the path of a program, or a list of it and its arguments."""
    return await started(UciProtocol, command, setpgrp=setpgrp, **popen_args)


async def popen_xboard(
    command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, XBoardProtocol]:
    """Starts an engine that speaks XBoard: the path of a program, or a list of it and its arguments."""
    return await started(XBoardProtocol, command, setpgrp=setpgrp, **popen_args)


def EventLoopPolicy() -> asyncio.AbstractEventLoopPolicy:  # noqa: N802
    """The event loop policy that Python has anyway; every policy will do."""
    return asyncio.DefaultEventLoopPolicy()  # type: ignore[attr-defined, no-any-return, unused-ignore]
