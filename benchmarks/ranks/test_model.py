#!/usr/bin/env python3
"""Tests of the performance model of many GPUs: its limits, and what was measured without being fitted."""

import dataclasses
import unittest

import model
from measured import H200, Pair, families, pairs, rows

IDEAL = dataclasses.replace(model.Machine(), kernels=0, start=0, level=0, network_level=0, network_message=0, scatter=0,
                            bandwidth=1e12, network_bandwidth=1e12)  # fmt: skip


class Model(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kinds, cls.pairs = families(), pairs()
        cls.machine = model.fit(model.Machine(), cls.kinds, cls.pairs)

    def error(self, run, cards, start_up=0.0):
        return model.error(run, self.machine, self.kinds, self.pairs, cards, start_up)

    def test_one_card_takes_the_measured_time(self):
        for family in self.kinds.values():
            for cells, time in family.curve:
                self.assertAlmostEqual(model.step_time(self.machine, family, 1, cells), time)
        pair = self.pairs[0]
        self.assertAlmostEqual(model.step_time(self.machine, self.kinds[pair.family], 1, pair.cells[0], (pair.cells[0], pair.one)), pair.one)

    def test_whole_runs_on_two_cards_lie_within_the_stated_error(self):
        measured = {(r["mesh"], r["scaling"]): float(r["of_ideal"]) for r in rows(H200 / "ranks-whole-runs.csv")}
        self.assertEqual(len(measured), len(model.RUNS))
        for run in model.RUNS:
            predicted = run.efficiency(self.machine, self.kinds, 2, model.START_UP)
            error = self.error(run, 2, model.START_UP)
            self.assertLess(error, 0.04)
            self.assertLess(abs(predicted - measured[run.family, run.scaling]), error, run)

    def test_four_cards_that_were_not_fitted_lie_within_the_stated_error(self):
        table = {(r["run"], r["ranks"], r["overlap"], r["cells"]): float(r["us_per_step"]) for r in rows(H200 / "ranks.csv")}
        for run, one, four in ((model.RUNS[0], ("strong earlier build", "1", "on", "1201250"), ("strong earlier build", "4", "on", "1201250")),
                               (model.RUNS[4], ("weak earlier build", "1", "on", "999698"),
                                ("face pass in blocks of 32 tiles a warp", "4", "on", "3998792"))):  # fmt: skip
            predicted = model.step_time(self.machine, self.kinds["triangles"], 4, int(four[3]), (int(one[3]), table[one]))
            self.assertLess(abs(predicted / table[four] - 1), self.error(run, 4) / run.efficiency(self.machine, self.kinds, 4))

    def test_the_fitted_share_is_that_of_the_timeline(self):
        """Interior cells took 499 us beside the exchange and 470 alone, faces 311 and 306, of 782 us on one card."""
        self.assertAlmostEqual(self.machine.share, (499 - 470 + 311 - 306) / 782, delta=0.01)

    def test_the_fit_finds_the_parameters_that_made_the_data(self):
        known = dataclasses.replace(model.Machine(), share=0.03, border=0.7)
        made = []
        for name, cells in (("triangles", 900000), ("tetrahedra", 400000), ("hexahedra-Q", 200000), ("hexahedra-Q", 600000)):
            one = self.kinds[name].one_card(cells)
            made.append(Pair(name, (cells, cells), 1.1 * one, model.step_time(known, self.kinds[name], 2, cells, (cells, 1.1 * one))))
        found = model.fit(model.Machine(), self.kinds, made)
        self.assertAlmostEqual(found.share, known.share, places=9)
        self.assertAlmostEqual(found.border, known.border, places=7)

    def test_nothing_is_lost_where_nothing_costs(self):
        for run in model.RUNS[4:]:
            cells = run.cells * model.cut(self.kinds[run.family], 64, run.cells)[0]
            self.assertAlmostEqual(run.time(IDEAL, self.kinds, 64), self.kinds[run.family].one_card(cells))

    def test_more_cards_never_use_each_card_better(self):
        cards = [2**k for k in range(15)]
        for run in model.RUNS:
            parts = [run.efficiency(self.machine, self.kinds, n) for n in cards]
            self.assertTrue(all(b <= a + 1e-12 for a, b in zip(parts, parts[1:])), (run, parts))

    def test_larger_meshes_scale_better_and_slower_networks_worse(self):
        run = model.RUNS[0]
        larger = dataclasses.replace(run, cells=20 * run.cells)
        self.assertGreater(larger.efficiency(self.machine, self.kinds, 64), run.efficiency(self.machine, self.kinds, 64))
        for name, factor in (("network_message", 2), ("network_level", 2), ("network_bandwidth", 0.5)):
            slower = dataclasses.replace(self.machine, **{name: factor * getattr(self.machine, name)})
            self.assertLess(run.efficiency(slower, self.kinds, 64), run.efficiency(self.machine, self.kinds, 64), name)

    def test_the_tree_grows_by_one_level_when_the_hosts_double(self):
        for cards in (16, 64, 1024, 8192):
            more = model.agreement(self.machine, 2 * cards) - model.agreement(self.machine, cards)
            self.assertAlmostEqual(more, 2 * self.machine.network_level)


if __name__ == "__main__":
    unittest.main()
