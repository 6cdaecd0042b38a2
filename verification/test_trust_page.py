#!/usr/bin/env python3
"""Tests of the trust page, and that the page in this folder is that of its results."""

import math
import unittest
from pathlib import Path

import trust_page
from cases import CASES
from study import Judge

HERE = Path(__file__).resolve().parent
FACTS = ("rkdg 1", "2026-01-02", "a CPU", 3.4)


def judged(value, effort="default"):
    judge = Judge(Path("out"))
    judge.begin("couette")
    judge.near("order | P1", value, 2.0, 0.1, "exact")
    return trust_page.record(judge.sections[0], effort, *FACTS)


class TrustPage(unittest.TestCase):
    def test_a_case_has_number_reference_date_and_machine(self):
        page = trust_page.page({"couette": judged(2.01)}, ("couette", "sod"), HERE.parent)
        self.assertIn("[couette](couette/README.md): 2026-01-02, rkdg 1, default, 3 s, on a CPU.", page)
        self.assertIn("| order \\| P1 | 2.01 | 2 | 0.1 | exact | ok |", page)
        self.assertIn("2 cases, 1 verdicts, 0 failed; 1 cases have no result here.", page)
        self.assertIn("[sod](sod/README.md) has no result on this page", page)

    def test_what_fails_stays_and_is_counted(self):
        for value in (2.5, math.nan):
            page = trust_page.page({"couette": judged(value)}, ("couette",), HERE.parent)
            self.assertIn("**1 of 1 verdicts fail**", page)
            self.assertIn("1 verdicts, 1 failed", page)

    def test_a_quick_run_does_not_replace_a_whole_one(self):
        results = {}
        for value, effort, kept in ((2.01, "default", "2.01"), (2.02, "quick", "2.01"), (2.03, "default", "2.03"), (2.04, "full", "2.04")):
            trust_page.keep(results, "couette", judged(value, effort))
            self.assertEqual(results["couette"]["rows"][0][1], kept)
        skipped = dict(judged(2.0, "full"), rows=[])
        trust_page.keep(results, "couette", skipped)
        self.assertEqual(results["couette"]["rows"][0][1], "2.04")

    def test_what_is_not_verified_comes_from_the_manual(self):
        text = trust_page.not_shown(HERE.parent / "docs/trust.md", HERE)
        self.assertIn("**Experiments.**", text)
        self.assertIn("](sedov/README.md)", text)
        self.assertIn("](../docs/spaces.md#", text)
        self.assertNotIn("## ", text)

    def test_the_page_is_that_of_the_results(self):
        page = trust_page.page(trust_page.load(HERE / "results.json"), CASES, HERE.parent)
        self.assertEqual((HERE / "results.md").read_text(encoding="utf-8"), page, "write it by verification/trust_page.py")


if __name__ == "__main__":
    unittest.main()
