"""Engines that speak UCI or XBoard: playing, analysing, options, scores."""

from ..scores import Cp, Mate, MateGiven, MateGivenType, PovScore, PovWdl, Score, Wdl, WdlModel
from .analysis import AnalysisResult
from .limits import (
    INFO_ALL,
    INFO_BASIC,
    INFO_CURRLINE,
    INFO_NONE,
    INFO_PV,
    INFO_REFUTATION,
    INFO_SCORE,
    BestMove,
    Info,
    InfoDict,
    Limit,
    Opponent,
    PlayResult,
)
from .options import (
    MANAGED_OPTIONS,
    AnalysisComplete,
    ConfigMapping,
    ConfigValue,
    EngineError,
    EngineTerminatedError,
    Option,
    UciOptionMap,
)
from .protocol import LOGGER, Protocol
from .simple import SimpleAnalysisResult, SimpleEngine, run_in_background
from .starting import EventLoopPolicy, popen_uci, popen_xboard
from .uci import UciProtocol
from .xboard import XBoardProtocol

__all__ = [
    "AnalysisComplete",
    "AnalysisResult",
    "BestMove",
    "ConfigMapping",
    "ConfigValue",
    "Cp",
    "EngineError",
    "EngineTerminatedError",
    "EventLoopPolicy",
    "INFO_ALL",
    "INFO_BASIC",
    "INFO_CURRLINE",
    "INFO_NONE",
    "INFO_PV",
    "INFO_REFUTATION",
    "INFO_SCORE",
    "Info",
    "InfoDict",
    "LOGGER",
    "Limit",
    "MANAGED_OPTIONS",
    "Mate",
    "MateGiven",
    "MateGivenType",
    "Opponent",
    "Option",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Protocol",
    "Score",
    "SimpleAnalysisResult",
    "SimpleEngine",
    "UciOptionMap",
    "UciProtocol",
    "Wdl",
    "WdlModel",
    "XBoardProtocol",
    "popen_uci",
    "popen_xboard",
    "run_in_background",
]
