"""Cases: the keys and errors of case files."""

import inspect

import numpy as np
import pytest
from conftest import lid_case, rkdg_run, square_case

import rkdg


def line():
    return inspect.currentframe().f_back.f_lineno


def test_keys_are_those_of_files(tmp_path):
    case = square_case()
    assert case["space.degree"] == "2"
    case["space.degree"] = 3
    case["time.cfl"] = np.float64(0.25)
    assert (case["space.degree"], case["time.cfl"]) == ("3", "0.25")
    del case["time.cfl"]
    assert "time.cfl" not in case
    assert "boundary.left.type" in list(case)
    case.check()

    case.write(tmp_path / "c.ini")
    again = rkdg.Case(tmp_path / "c.ini")
    assert dict(again) == dict(case)
    other = again.copy()
    other["space.degree"] = 1
    assert again["space.degree"] == "3"


def test_a_file_gives_the_errors_of_the_program(tmp_path):
    path = tmp_path / "c.ini"
    text = square_case().text.replace("[space]\ndegree = 2", "[space]\ndegre = 2")
    path.write_text(text)
    with pytest.raises(rkdg.InputError) as caught:
        rkdg.Case(path).check()
    assert (caught.value.file, caught.value.line) == (str(path), text.split("\n").index("degre = 2") + 1)
    assert "'degree'" in str(caught.value)
    done = rkdg_run(tmp_path, "check", str(path))
    assert done.stderr == f"error: {caught.value}\n"


def test_what_python_sets_is_blamed_on_the_line_of_the_program():
    case = square_case()
    case["space.degree"] = 99; there = line()  # noqa: E702
    with pytest.raises(rkdg.InputError) as caught:
        case.check()
    assert (caught.value.file, caught.value.line) == (__file__, there)
    assert "99" in str(caught.value)


@pytest.mark.parametrize(("act", "words"), [
    (lambda: rkdg.Case("/nowhere/c.ini"), "cannot read this case file"),
    (lambda: rkdg.Case({"space": {"degree": object()}}), "give a number, text, a bool"),
    (lambda: rkdg.Case({"degree": 3}), "must be 'section.key'"),
    (lambda: rkdg.Case({"space": {"degree": ""}}), "takes a key away"),
    (lambda: rkdg.Simulation(square_case(), backend="gpu"), "backend: there is no 'gpu'"),
    (lambda: rkdg.Simulation(square_case(), threads=-1), "threads"),
    (lambda: rkdg.Simulation(rkdg.Case({"time": {"steps": 1}})), "lacks a section [mesh]"),
    (lambda: rkdg.Simulation(lid_case("lid = x")), "lid"),
    (lambda: rkdg.Simulation(lid_case("gamma = 1")), "'gamma' already means something"),
    (lambda: rkdg.Simulation(lid_case(velocity="lif, 0")), "unknown name 'lif'"),
])  # fmt: skip
def test_errors_are_one_line(act, words):
    with pytest.raises(rkdg.InputError) as caught:
        act()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_keys_that_are_not_set():
    case = square_case()
    with pytest.raises(KeyError):
        case["space.riemann"]
    with pytest.raises(KeyError):
        del case["space.riemann"]
