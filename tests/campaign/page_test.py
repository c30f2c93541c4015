"""The page of figures is read as it was written, so that runs add up in a new tree too."""

import types
import unittest

import campaign


class PageTest(unittest.TestCase):
    def test_figures_are_read_back(self):
        counts = {"fuzz: csv": 1_234_567, "fuzz: npz": 7, "kills of writers": 1_499}
        coverage = {"lines": [1_857, 2_020], "branches": [2_358, 2_702]}
        text = campaign.figures(types.SimpleNamespace(counts=counts, coverage=coverage))
        read_counts, read_coverage = campaign.read_figures(text)
        self.assertEqual(dict(read_counts), counts)
        self.assertEqual(read_coverage, coverage)

    def test_the_page_of_this_tree(self):
        counts, coverage = campaign.read_page()
        self.assertGreater(counts["fuzz: csv"], 1_000_000)
        self.assertGreater(coverage["lines"][0], 1_000)


if __name__ == "__main__":
    unittest.main()
