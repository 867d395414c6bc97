"""Any engine that speaks UCI, as a process of its own.

``popen`` starts an engine whose calls wait; ``popen_async`` one whose calls are awaited. Both answer with the objects of
``philidor.analysis``, as philidor's own engine does (``philidor.Engine``).

.. code-block:: python

    with philidor.uci.popen(["stockfish"], options={"Threads": 2}) as engine:
        found = engine.analyze(philidor.Position(), time=0.5, lines=3)
        print(found.best, found.score, found.lines[0].san(found.position))

    async with await philidor.uci.popen_async("stockfish") as engine:
        async for so_far in engine.stream(game, depth=20):
            print(so_far.depth, so_far.score)

========================  ======================================================================
file                      what it is
========================  ======================================================================
``protocol.py``           what is written to an engine and read from it, without reading or writing
``options.py``            what can be set
``plain.py``              a process and a thread that reads it
``asynchronous.py``       a process of ``asyncio``
========================  ======================================================================
"""

from .asynchronous import AsyncEngine, popen_async
from .options import Option
from .plain import Engine, popen

__all__ = ["AsyncEngine", "Engine", "Option", "popen", "popen_async"]
