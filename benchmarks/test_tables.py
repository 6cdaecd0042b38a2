#!/usr/bin/env python3
"""Tests of the tables that are made from files of measurements."""

import unittest

import tables


def row(kind, degree, assembly, dof_per_second, backend="cuda", name="stage", spread=0.01):
    return {"backend": backend, "precision": "double", "kind": kind, "degree": degree, "assembly": assembly, "pass": name, "cells": "100",
            "spread": str(spread), "dof_per_second": str(dof_per_second), "bytes_per_dof": "78.0", "flops_per_dof": "241.2",
            "copy_fraction": "0.683", "vector_fraction": "0.275"}  # fmt: skip


class Tables(unittest.TestCase):
    def test_the_fastest_of_the_others_stands_in_brackets(self):
        rows = [row("triangle", "1", "gather", 23.04e9), row("triangle", "1", "tiles", 37.23e9, spread=0.076),
                row("triangle", "1", "fused", 27.66e9), row("triangle", "1", "tiles", 9e9, name="store faces"),
                row("triangle", "2", "tiles", 43.6e9)]  # fmt: skip
        text = tables.speed(rows)
        self.assertIn("| triangles, double | 37.2 (27.7) | 43.6 |", text)
        self.assertIn("by the fastest assembly (tiles)", text)
        self.assertIn("spread to 7.6 %", text)

    def test_one_core_is_in_millions(self):
        rows = [row("quadrilateral-Q", "1", "gather", 90e6, "cpu"), row("quadrilateral-Q", "1", "fused", 96e6, "cpu")]
        self.assertIn("| quadrilaterals Q, double | 96 (90) |", tables.speed(rows))

    def test_passes_stand_side_by_side(self):
        rows = [row("triangle", "1", "tiles", 37.23e9), row("triangle", "1", "gather", 23.04e9)]
        self.assertIn("| 1 | both | 78, 241 | 37.2 | 68 % | 28 % | 78, 241 | 23.0 | 68 % | 28 % |", tables.passes(rows))

    def test_pyfr_is_compared_with_the_fastest(self):
        other = [{"kind": "triangle", "precision": "double", "degree": "1", "plain": "8.0", "with_dealiasing": "7.4"}]
        rows = [row("triangle", "1", "gather", 20e9), row("triangle", "1", "tiles", 40e9)]
        self.assertIn("| triangles, double | 8.0, 7.4: 5.0, 5.4 |", tables.pyfr(rows, other))

    def test_gains_are_over_the_first_order(self):
        rows = [{**row("", "1", "fused", 10e6, "cpu"), "ordering": "random", "seconds_per_step": "3"},
                {**row("", "1", "fused", 30e6, "cpu"), "ordering": "layers", "seconds_per_step": "1"}]  # fmt: skip
        self.assertIn("| cpu | layers | 30, 3.00 |", tables.orderings(rows))


if __name__ == "__main__":
    unittest.main()
