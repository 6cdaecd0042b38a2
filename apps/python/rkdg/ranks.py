"""Simulations that several processes ("ranks") solve together, each of which runs the same program."""

from __future__ import annotations

import functools
import pickle
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any

from . import _core
from .errors import InputError, RunError, translated

# What a core says without the other ranks, and what all ranks do at once, each with arguments and results of its own.
_KNOWN_TO_ALL = frozenset({"dim", "time", "info", "is_steady", "is_newton", "end_of_case", "steps_of_case", "notes", "parameters"})
_TOGETHER = frozenset({"batches", "set_state", "set_source", "set_boundary_data", "set_parameter"})
# Marks errors that all ranks have raised.
_OF_ALL = "raised_on_all_ranks"


def takes_part(comm: Any) -> bool:
    """Whether a simulation with this `comm` is one of several ranks. Raises InputError for one that holds only some of them."""
    if comm is None:
        return False
    with translated():
        rank, size = _core.rank_and_size()
    if isinstance(comm, str):
        if comm != "world":
            raise InputError(f"comm: must be MPI.COMM_WORLD of mpi4py or \"world\", not {comm!r}")
        return size > 1
    if not (hasattr(comm, "Get_rank") and hasattr(comm, "Get_size")):
        raise InputError(f"comm: must be MPI.COMM_WORLD of mpi4py or \"world\", not {comm!r}")
    if comm.Get_size() == 1:
        return False
    if (comm.Get_rank(), comm.Get_size()) != (rank, size):
        raise InputError(f"comm: must hold all {size} ranks that mpirun has started, in their order; this one holds {comm.Get_size()}")
    return True


class CoreOnRanks:
    """A core that all ranks call at the same time, in the same order. Rank 0 does what is asked and the others their part of it. All
    have its result, or raise its error."""

    def __init__(self, make: Callable[[], _core.SimulationCore]) -> None:
        self._rank = _core.rank_and_size()[0]
        _end_all_on_errors()
        core, error = _tried(make)
        self._agree(error)
        self._core: Any = core

    def __getattr__(self, name: str) -> Any:
        if name in _KNOWN_TO_ALL:
            return getattr(self._core, name)
        if isinstance(getattr(type(self._core), name), property):
            return self._led(lambda: getattr(self._core, name))
        if name in _TOGETHER:
            return lambda *arguments: self._together(lambda: getattr(self._core, name)(*arguments))
        return lambda *arguments: self._led(lambda: getattr(self._core, name)(*arguments))

    def close(self) -> None:
        self._core.close()

    def _together(self, call: Callable[[], Any]) -> Any:
        result, error = _tried(call)
        self._agree(error)
        return result

    def _led(self, call: Callable[[], Any]) -> Any:
        result, error = None, None
        if self._rank == 0:
            self._core.lead()
            result, error = _tried(call)
            self._core.release()
        else:
            error = _tried(self._core.follow)[1]
        self._agree(error)
        return pickle.loads(_core.broadcast(pickle.dumps(result), 0))

    def _agree(self, error: BaseException | None) -> None:
        """Raises, on all ranks, the error of the first that has one."""
        first = _core.first_failed(error is not None and not isinstance(error, _core.CoreFailedElsewhere))
        if first < 0:
            return
        shared = pickle.loads(_core.broadcast(_pickled(error) if first == self._rank else b"", first))
        raised: BaseException = error if error is not None and first == self._rank else shared
        setattr(raised, _OF_ALL, True)
        raise raised


def is_of_all(error: BaseException | None) -> bool:
    """Whether all ranks have raised this error."""
    return bool(getattr(error, _OF_ALL, False))


def _tried(call: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        with translated():
            return call(), None
    except BaseException as error:  # the other ranks hear of it before it goes on
        return None, error


def _pickled(error: BaseException | None) -> bytes:
    try:
        pickled = pickle.dumps(error)
        pickle.loads(pickled)
        return pickled
    except Exception:
        return pickle.dumps(RunError(f"{type(error).__name__}: {error}"))


@functools.cache  # once
def _end_all_on_errors() -> None:
    """A rank whose program ends by an error ends the others, too, which would wait for it forever. Of an error that all have raised,
    rank 0 prints what Python says."""
    hook = sys.excepthook

    def end_all(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        rank = _core.rank_and_size()[0]
        if not isinstance(error, _core.CoreOtherRankFailed) and (rank == 0 or not is_of_all(error)):
            hook(kind, error, trace)
            sys.stderr.flush()
        _core.end_all(f"rank {rank} has ended by {kind.__name__}: {error}")

    sys.excepthook = end_all
