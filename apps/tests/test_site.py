#!/usr/bin/env python3
"""Checks the manual as a site: python3 test_site.py PROJECT. Status 77: there is no MkDocs (./dev docs installs it).

The site must hold every page, picture and file that it leads to, and ask nothing of the network; search must work in pages
that are opened as files, for which a Chromium is asked if there is one.
"""

import html.parser
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
from pathlib import Path

PROJECT = Path(sys.argv.pop(1)).resolve()
OWN = PROJECT / "build/docs/venv/bin/mkdocs"
MKDOCS = os.environ.get("RKDG_MKDOCS") or (str(OWN) if OWN.exists() else shutil.which("mkdocs"))
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


class Addresses(html.parser.HTMLParser):
    """What a page loads and leads to, and the names in it."""

    def __init__(self, page):
        super().__init__()
        self.loads, self.leads, self.names = [], [], set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names.add(found.get("id"))
        if tag in ("img", "script") and found.get("src"):
            self.loads.append(found["src"])
        if tag == "link" and found.get("rel") in ("stylesheet", "icon", "preconnect"):
            self.loads.append(found["href"])
        if tag == "a" and found.get("href"):
            self.leads.append(found["href"])


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        tree = Path(cls.holder.name)
        stage = [sys.executable, str(PROJECT / "docs/stage_site.py"), str(tree / "build/docs/pages")]
        subprocess.run(stage, check=True, stdout=subprocess.DEVNULL)
        (tree / "docs").mkdir()
        for name in ("mkdocs.yml", "site_hooks.py"):
            shutil.copy(PROJECT / "docs" / name, tree / "docs")
        cls.built = subprocess.run([MKDOCS, "build", "--strict", "-f", str(tree / "docs/mkdocs.yml")], text=True,
                                   env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, check=False)  # fmt: skip
        cls.site = tree / "build/docs/site"
        cls.pages = {page: Addresses(page) for page in cls.site.rglob("*.html") if page.name != "404.html"}

    def test_mkdocs_has_no_objections(self):
        warnings = [line for line in self.built.stderr.splitlines() if "WARNING" in line or "ERROR" in line]
        self.assertEqual((self.built.returncode, warnings), (0, []))
        self.assertGreater(len(self.pages), 40)

    def test_all_that_pages_lead_to_is_in_the_site(self):
        missing = []
        for page, addresses in self.pages.items():
            for address in addresses.loads + addresses.leads:
                path, _, name = urllib.parse.unquote(address).partition("#")
                if "://" in address or address.startswith("mailto:"):
                    continue
                target = (page.parent / path.partition("?")[0]).resolve() if path else page
                if not target.is_file():
                    missing.append(f"{page.relative_to(self.site)}: {address}")
                elif name and target in self.pages and name not in self.pages[target].names and name != "__skip":
                    missing.append(f"{page.relative_to(self.site)}: {address}: no such heading")
        self.assertEqual(missing, [])

    def test_pages_load_nothing_from_the_network(self):
        self.assertEqual([load for addresses in self.pages.values() for load in addresses.loads if "//" in load], [])

    @unittest.skipUnless(BROWSER, "there is no Chromium")
    def test_search_works_in_files(self):
        address = f"file://{self.site}/docs/trust.html?q=venkatakrishnan"
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"]
        profile = f"--user-data-dir={self.holder.name}/profile"
        shown = subprocess.run([BROWSER, *options, profile, address], capture_output=True, text=True, timeout=240, check=False)
        self.assertRegex(shown.stdout, r"[1-9]\d* matching documents?")


if __name__ == "__main__":
    if MKDOCS is None:
        print("skipped: there is no mkdocs; ./dev docs installs it")
        sys.exit(77)
    unittest.main()
