"""Lattice Boltzmann from Python, against the exact decay of vortices."""

import threading

import numpy as np
import pytest

import rkdg


def box(n=32, reynolds=100, speed=0.02, **more):
    case = rkdg.Case({
        "lattice.cells": [n, n, 1],
        "fluid": {"reynolds": reynolds, "speed": speed},
        "time.steps": 100,
        **{f"boundary.{side}.type": "periodic" for side in ("left", "right", "bottom", "top", "back", "front")},
    })  # fmt: skip
    for key, value in more.items():
        case[key.replace("__", ".")] = value
    return case


def vortices(x, y, z, t=0.0, reynolds=100):
    """Taylor and Green's, with wave length 1, the side of the box."""
    k = 2 * np.pi
    fall = np.exp(-2 * k**2 * t / reynolds)
    p = -0.25 * (np.cos(2 * k * x) + np.cos(2 * k * y)) * fall**2
    return p, -np.cos(k * x) * np.sin(k * y) * fall, np.sin(k * x) * np.cos(k * y) * fall, 0 * x


def error(n, speed):
    with rkdg.lbm.Lattice(box(n, speed=speed), backend="cpu", threads=1) as lattice:
        lattice.set_state(vortices)
        lattice.advance(time=0.5)
        assert 0.5 <= lattice.time < 0.5 + 2 * speed / n
        exact = vortices(*lattice.centres, t=lattice.time)
        return np.sqrt(np.mean((lattice.velocity[..., 0] - exact[1]) ** 2))


def test_vortices_decay_with_second_order():
    coarse, fine = error(16, 0.04), error(32, 0.02)
    assert fine < 0.005
    assert np.log2(coarse / fine) > 1.7


def test_the_state_is_what_was_set():
    with rkdg.lbm.Lattice(box(8), backend="cpu") as lattice:
        assert lattice.cells == (8, 8, 1)
        assert lattice.step == 0
        assert lattice.tau == pytest.approx(0.5 + 3 * 0.02 * 8 / 100)
        assert lattice.info["backend"] == "cpu"
        assert np.abs(lattice.velocity).max() == 0
        p, u, v, _ = vortices(*lattice.centres)
        lattice.set_state(vortices)
        assert lattice.velocity.shape == (1, 8, 8, 3)
        assert np.allclose(lattice.velocity[..., 0], u, atol=1e-12)
        assert np.allclose(lattice.velocity[..., 1], v, atol=1e-12)
        assert np.allclose(lattice.pressure, p, atol=1e-12)
        assert np.allclose(lattice.populations.sum(axis=0), 3 * 0.02**2 * p, atol=1e-12)  # rho - 1 = p / c_s^2
        lattice.advance()
        assert lattice.step == 100


@pytest.mark.parametrize("streaming", ["esoteric-pull", "swap", "two-lattices"])
def test_populations_carry_a_run_on_to_the_last_bit(streaming):
    one, other = (rkdg.lbm.Lattice(box(8, lattice__streaming=streaming), backend="cpu") for _ in range(2))
    with one, other:
        one.set_state(vortices)
        one.advance(steps=7)
        assert one.populations.shape == (19, 1, 8, 8)
        other.populations = one.populations
        one.advance(steps=8)
        other.advance(steps=8)
        assert (one.populations == other.populations).all()


def test_mistakes():
    with pytest.raises(rkdg.InputError, match="'reinolds'.*'reynolds'"):
        rkdg.lbm.Lattice(box(8, fluid__reinolds=3))
    with pytest.raises(rkdg.InputError, match="boundary"):
        box(8, boundary__wall__type="wall").check()
    with pytest.raises(rkdg.InputError, match="backend"):
        rkdg.lbm.Lattice(box(8), backend="gpu")
    lattice = rkdg.lbm.Lattice(box(8), backend="cpu")
    with pytest.raises(rkdg.InputError, match="not p, u, v and w"):
        lattice.set_state(lambda x, y, z: (0, 0, 0))
    with pytest.raises(rkdg.InputError, match="finite"):
        lattice.set_state(lambda x, y, z: (0, np.nan, 0, 0))
    with pytest.raises(rkdg.InputError, match="expected 1216 numbers, not 3"):
        lattice.populations = [1, 2, 3]
    with pytest.raises(rkdg.InputError, match="whole number"):
        lattice.advance(steps=0)
    with pytest.raises(rkdg.InputError, match="not later"):
        lattice.advance(time=0)
    lattice.close()
    with pytest.raises(rkdg.InputError, match="closed"):
        lattice.advance(steps=1)


def test_other_threads_run_meanwhile():
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    with rkdg.lbm.Lattice(box(64), backend="cpu", threads=1) as lattice:
        thread.start()
        before = counted[0]
        lattice.advance(steps=2000)
        during = counted[0] - before
        done.set()
        thread.join()
    assert during > 100
