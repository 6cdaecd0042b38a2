#!/usr/bin/env python3
"""Checks the manual as a site: python3 test_site.py PROJECT. Status 77: there is no MkDocs (./dev docs installs it).

The site must hold every page, picture and file that it leads to, and ask nothing of the network; search must work in pages
that are opened as files, for which a Chromium is asked if there is one. With Doxygen, the reference of the headers is tested
as a part of the site.
"""

import functools
import html
import html.parser
import http.server
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse
from pathlib import Path

PROJECT = Path(sys.argv.pop(1)).resolve()
OWN = PROJECT / "build/docs/venv/bin/mkdocs"
MKDOCS = os.environ.get("RKDG_MKDOCS") or (str(OWN) if OWN.exists() else shutil.which("mkdocs"))
DOXYGEN = shutil.which("doxygen")
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


# Shows each page in a frame of each width, and says what is wrong: pictures that are not shown, and pages wider than the frame.
BROWSE = """<!DOCTYPE html><body><script>
const faults = [];
const shown = (page, width) => new Promise(done => {
  const frame = document.createElement("iframe");
  frame.style.width = width + "px";
  frame.style.height = "900px";
  frame.onload = async () => {
    const inner = frame.contentDocument;
    const pictures = [...inner.images];
    await Promise.all(pictures.filter(picture => !picture.complete).map(picture => new Promise(over => {
      picture.onload = picture.onerror = over;
    })));
    for (const picture of pictures)
      if (picture.naturalWidth === 0) faults.push(page + ": at " + width + ": no picture " + picture.getAttribute("src"));
    const wide = inner.documentElement.scrollWidth;
    if (wide > width) faults.push(page + ": at " + width + ": " + wide + " pixels wide");
    frame.remove();
    done(pictures.length);
  };
  frame.src = page;
  document.body.append(frame);
});
(async () => {
  let pictures = 0;
  for (const page of PAGES) for (const width of WIDTHS) pictures += await shown(page, width);
  await fetch("/said", {method: "POST", body: JSON.stringify({pictures, faults})});
})();
</script>"""


class Addresses(html.parser.HTMLParser):
    """What a page loads and leads to, and the names in it."""

    def __init__(self, page):
        super().__init__()
        self.loads, self.leads, self.names, self.text = [], [], set(), ""
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names |= {found.get("id"), found.get("name")}
        if tag in ("img", "script") and found.get("src"):
            self.loads.append(found["src"])
        if tag == "link" and found.get("rel") in ("stylesheet", "icon", "preconnect"):
            self.loads.append(found["href"])
        if tag == "a" and found.get("href"):
            self.leads.append(found["href"])

    def handle_data(self, data):
        self.text += data


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files, logs nothing, and keeps what the browser says."""

    def log_message(self, *_):
        pass

    def do_POST(self):
        self.server.said.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder):
        self.said = queue.Queue()
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        tree = Path(cls.holder.name)
        stage = [sys.executable, str(PROJECT / "docs/stage_site.py"), str(tree / "build/docs/pages")]
        if DOXYGEN:
            cls.objections = cls.describe_headers(tree / "build/docs")
            stage.append(str(tree / "build/docs/api"))
        subprocess.run(stage, check=True, stdout=subprocess.DEVNULL)
        (tree / "docs").mkdir()
        for name in ("mkdocs.yml", "site_hooks.py"):
            shutil.copy(PROJECT / "docs" / name, tree / "docs")
        cls.built = subprocess.run([MKDOCS, "build", "--strict", "-f", str(tree / "docs/mkdocs.yml")], text=True,
                                   env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, check=False)  # fmt: skip
        cls.site = tree / "build/docs/site"
        cls.pages = {page: Addresses(page) for page in cls.site.rglob("*.html") if page.name != "404.html"}

    @staticmethod
    def describe_headers(folder):
        """Lets Doxygen fill `api` in this folder; its objections."""
        folder.mkdir(parents=True, exist_ok=True)
        settings = (PROJECT / "docs/Doxyfile").read_text(encoding="utf-8").replace("build/docs", str(folder))
        subprocess.run([DOXYGEN, "-"], input=settings, text=True, cwd=PROJECT, check=True, stdout=subprocess.DEVNULL)
        return (folder / "warnings.log").read_text(encoding="utf-8").splitlines()

    @unittest.skipUnless(DOXYGEN, "there is no Doxygen")
    def test_the_site_has_the_reference_of_the_headers(self):
        self.assertEqual(self.objections, [])
        links = {address for address in self.pages[self.site / "docs/api.html"].leads if address.startswith("../api/")}
        self.assertGreater(len(links), 15)
        self.assertIn("../api/solver_8hpp.html", links)
        # Each header that an installation has: its page says its purpose.
        headers = [path for folder in ("apps", "libdg", "meshes", "quadrature", "reorder") for path in (PROJECT / folder).glob("**/*.hpp")
                   if "tests" not in path.parts and "python" not in path.parts]  # fmt: skip
        self.assertEqual(len(list(self.site.glob("api/*_8hpp.html"))), len(headers))
        solver = (self.site / "api/solver_8hpp.html").read_text(encoding="utf-8")
        self.assertIn((PROJECT / "libdg/solver/solver.hpp").read_text(encoding="utf-8").splitlines()[0].removeprefix("/// "), html.unescape(solver))
        self.assertIn('#include "libdg/solver/solver.hpp"', self.pages[self.site / "api/classdg_1_1SolverOf.html"].text)
        # From each of its pages a tab leads back to the manual; a menu makes it of this script.
        self.assertIn('url:"../docs/api.html"', (self.site / "api/menudata.js").read_text(encoding="utf-8"))

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
        self.assertRegex(self.browse(f"file://{self.site}/docs/trust.html?q=venkatakrishnan", 20), r"[1-9]\d* matching documents?")

    @unittest.skipUnless(BROWSER, "there is no Chromium")
    def test_pages_show_their_pictures_at_two_widths(self):
        names = sorted(str(page.relative_to(self.site)) for page in self.pages)
        names = [name for name in names if name.startswith("docs/") or name in ("README.html", "index.html", "verification/README.html")]
        self.assertGreater(len(names), 30)
        harness = self.site / "browse.html"
        harness.write_text(BROWSE.replace("PAGES", repr(names)).replace("WIDTHS", "[390, 1280]"), encoding="utf-8")
        # Files may not look into frames; pages of one server may.
        with Server(self.site) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.holder.name}/frames"]
            address = f"http://127.0.0.1:{server.server_port}/browse.html"
            browser = subprocess.Popen([BROWSER, *options, "--remote-debugging-port=0", address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                said = server.said.get(timeout=240)
            finally:
                browser.terminate()
                browser.wait(30)
                server.shutdown()
        self.assertEqual(said["faults"], [])
        self.assertGreater(said["pictures"], 40)

    def browse(self, address, seconds):
        """The document that a browser without a screen makes of a page within so many seconds of its own time."""
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
        options += [f"--virtual-time-budget={1000 * seconds}", f"--user-data-dir={self.holder.name}/profile"]
        return subprocess.run([BROWSER, *options, address], capture_output=True, text=True, timeout=400, check=False).stdout


if __name__ == "__main__":
    if MKDOCS is None:
        print("skipped: there is no mkdocs; ./dev docs installs it")
        sys.exit(77)
    unittest.main()
