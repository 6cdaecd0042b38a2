"""Fields as functions of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import InputError

Array = npt.NDArray[np.float64]
AtPoints = Callable[[Array, float], Array]


def at_points(function: Callable[..., Any], names: Sequence[str], positive: Sequence[str], with_time: bool, what: str) -> AtPoints:
    """A function of x, y(, z)(, t) that gives a value for each name, as one of an array of points, shape (points, dim), and the
    time, that gives an array of shape (points, names). Raises InputError for values that are none."""

    def checked(points: Array, time: float) -> Array:
        columns = tuple(points.T)
        given = function(*columns, time) if with_time else function(*columns)
        values = list(given) if isinstance(given, (tuple, list, np.ndarray)) else [given]
        if len(values) != len(names):
            raise InputError(f"{what}: the function gives {len(values)} values; it must give {len(names)}: {', '.join(names)}")
        result = np.empty((len(points), len(names)))
        for column, (name, value) in enumerate(zip(names, values)):
            try:
                result[:, column] = value
            except (TypeError, ValueError):
                raise InputError(f"{what}: {name} has shape {np.shape(value)}; it must be that of x, {(len(points),)}, "
                                 "or a number") from None  # fmt: skip
            wrong = ~np.isfinite(result[:, column])
            if name in positive:
                wrong |= result[:, column] <= 0
            if wrong.any():
                first = int(np.flatnonzero(wrong)[0])
                place = ", ".join(f"{axis} = {x:g}" for axis, x in zip("xyz", points[first]))
                raise InputError(f"{what}: {name} is {result[first, column]:g} at {place}; it must be "
                                 f"{'positive' if name in positive else 'finite'}")  # fmt: skip
        return result

    return checked
