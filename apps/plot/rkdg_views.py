"""What charts show where nothing is said: the neighbourhood of bodies in a stream, and series without their start."""

from __future__ import annotations

import numpy as np
import rkdg_fields

AHEAD, BEHIND, BESIDE = 1.0, 3.0, 1.0  # room around bodies, in their longest extent
FAR = 4.0  # a mesh that reaches less far than so many of their extents is shown as a whole


def edges_of(file):
    """Both ends of the sides of all 2-D cells, [side][end][axis]; a side between two cells is there twice."""
    places = file.array("points")[:, :2].astype(float)
    sides = []
    for shape, _, cells in file.cells():
        corners = 3 if shape == "triangle" else 4  # which come first among the points of a cell
        sides.append(np.stack([places[cells[:, :corners]], places[np.roll(cells[:, :corners], -1, axis=1)]], axis=2))
    return np.concatenate([side.reshape(-1, 2, 2) for side in sides])


def single(points, size):
    """Whether a point has no other one in its place. Cells do not share their points, whose last bits may differ."""
    alone = np.ones(len(points), bool)
    for offset in (0.0, 0.5):  # what one grid tells apart the other one does not
        keys = np.floor(points / (1e-10 * size) + offset).astype(np.int64)
        order = np.lexsort(keys.T)
        equal = (keys[order[1:]] == keys[order[:-1]]).all(axis=1)
        alone[order[1:][equal]] = alone[order[:-1][equal]] = False
    return alone


def boxes_of_loops(edges, size):
    """The boxes (x0, x1, y0, y1) of what edges that meet at their ends form."""
    parent = {}

    def root(key):
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    ends = [[tuple(key) for key in pair] for pair in np.rint(edges / (1e-7 * size)).astype(np.int64).tolist()]
    for a, b in ends:
        parent.setdefault(a, a)
        parent.setdefault(b, b)
        parent[root(a)] = root(b)
    loops = {}
    for k, (a, _) in enumerate(ends):
        loops.setdefault(root(a), []).append(k)
    for members in loops.values():
        points = edges[members].reshape(-1, 2)
        yield points[:, 0].min(), points[:, 0].max(), points[:, 1].min(), points[:, 1].max()


def around_bodies(file):
    """The neighbourhood of the bodies that a 2-D mesh surrounds; None without one, or where the mesh ends close to them."""
    edges = edges_of(file)
    points = edges.reshape(-1, 2)
    low, high = points.min(axis=0), points.max(axis=0)
    size = float((high - low).max())
    outer = edges[single(edges.mean(axis=1), size)]
    margin = 1e-6 * size
    bodies = [box for box in boxes_of_loops(outer, size)
              if box[0] > low[0] + margin and box[1] < high[0] - margin
              and box[2] > low[1] + margin and box[3] < high[1] - margin]  # fmt: skip
    if not bodies:
        return None
    x0, x1, y0, y1 = (pick(box[k] for box in bodies) for k, pick in enumerate((min, max, min, max)))
    extent = max(x1 - x0, y1 - y0)
    if size < FAR * extent:
        return None
    window = x0 - AHEAD * extent, x1 + BEHIND * extent, y0 - BESIDE * extent, y1 + BESIDE * extent
    return max(window[0], low[0]), min(window[1], high[0]), max(window[2], low[1]), min(window[3], high[1])


def window_of(file, wanted):
    """What of a field is shown: as wanted, else the neighbourhood of bodies in a 2-D mesh; None for all."""
    if wanted is not None:
        return None if wanted == "all" else wanted
    if isinstance(file, rkdg_fields.ImageFile) or file.is_3d():
        return None
    return around_bodies(file)


def settled_limits(series):
    """Ends of the axis of pairs (x, values) that show their second halves with room; None where the starts fit, too."""
    ends, whole = [], []
    for x, values in series:
        if len(x) < 4 or not np.isfinite(values).all():
            return None
        late = values[x >= (x[0] + x[-1]) / 2]
        ends += [late.min(), late.max()]
        whole += [values.min(), values.max()]
    if not ends:
        return None
    low, high = min(ends), max(ends)
    room = 0.5 * (high - low) + 0.02 * max(abs(low), abs(high))
    if room == 0.0 or max(whole) - min(whole) < 2 * (high - low + 2 * room):
        return None
    return low - room, high + room
