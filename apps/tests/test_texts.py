#!/usr/bin/env python3
"""Checks the texts of the project: python3 test_texts.py PROJECT.

Links must lead to files and headings that exist, pictures must be small, pages short, and words standard.
"""

import re
import sys
import unittest
import urllib.parse
from pathlib import Path

PROJECT = Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(PROJECT / "docs"))
import python_reference  # noqa: E402: needs the path above
from wrap import wrapped  # noqa: E402

PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("**/*.md")), *sorted(PROJECT.glob("*/README.md")),
         *sorted((PROJECT / "verification").glob("*/*.md")), *sorted((PROJECT / "benchmarks").glob("**/*.md"))]  # fmt: skip
MANUAL = [page for page in PAGES if page.parent == PROJECT / "docs"] + [PROJECT / "README.md"]
# Pages that are looked up, not read, as are those of benchmarks/.
REFERENCES = {"docs/case-file.md", "docs/command-line.md", "docs/CHANGELOG.md", "verification/results.md"}
LONGEST = 1500  # words of a page
SENTENCE = 25  # words
GUIDES = 30  # pages at least
LARGEST = 150_000  # bytes of a picture
PICTURES = 1_000_000  # bytes of all pictures of docs/
LINK = re.compile(r"(!?)\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^()\s]+(?:\([^()]*\))?)\)")
# What a term of the glossary stands for. Names of keys, files and functions stand in backquotes, and are not judged.
STANDARD = {
    r"\bsolids?\b(?! walls?)": "3-D", r"\bplane (?:cases?|meshes|mesh|cells?|flows?)\b": "2-D", r"\bin the plane\b(?! of)": "in 2-D",
    r"\b(?:cases?|meshes|runs?|flows?|orders|large) in space\b": "3-D",
    r"\bbreathing\b": "reduced quadrature", r"\bgone on with\b": "continued", r"\bgo(?:es)? on with\b": "continues",
    r"\bmarch(?:es|ed|ing)?\b": "pseudo-time stepping", r"\bhalf-turns?\b": "rotation by 180 degrees",
    r"\brules? the cells?\b": "dominates in the cells", r"\blone\b": "single", r"\b(?:cell|lane)s? in turn\b": "one after the other", r"\blean rule\b": "reduced quadrature",
}  # fmt: skip


def prose(text):
    """The text without indented blocks, code in backquotes, and addresses of links."""
    lines = [line for line in text.splitlines() if not line.startswith("    ")]
    text = re.sub(r"`[^`]*`", "", "\n".join(lines))
    return re.sub(r"\]\([^)]*\)", "]", text)


def sentences(page):
    """Those of paragraphs and lists; code counts as one word. A colon ends one where a capital letter follows."""
    paragraphs = [""]
    for line in [*page.splitlines(), ""]:
        if re.match(r"    |\||#|!\[", line) or not line.strip():
            paragraphs.append("")
            continue
        item = re.match(r" *(?:[-*]|\d+\.) +", line)
        if item:
            paragraphs.append("")
            line = line[item.end() :]
        paragraphs[-1] += " " + line.strip()
    for paragraph in paragraphs:
        text = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "CODE", paragraph.strip()))
        yield from re.split(r"(?<=[.!?:])\s+(?=[A-Z\[*(])", text)


def comments(source):
    """Lists of the lines of each comment, without the marks; a comment beside code may go on in the lines below it."""
    found, column = [], None
    for line in source.splitlines():
        alone = re.match(r"(\s*)//+<? ?(.*)", line)
        beside = None if alone else re.match(r"(.*\S\s+)///?<? (.*)", line)
        text = (alone or beside)[2] if alone or beside else ""
        if not text.strip() or beside or len(alone[1]) != column:
            found.append([])
        found[-1] += [text] if text.strip() else []
        column = len((alone or beside)[1]) if text.strip() else None
    return [lines for lines in found if lines]


def comment_sentences(lines):
    """Those of a comment; names and formulas in backquotes count as one word. Indented formulas and tables are left out."""
    paragraphs, is_item = [""], False
    for line in lines:
        item = re.match(r" *(?:[-*]|\d+\.) +", line)
        is_item = item is not None or (is_item and line.startswith(" "))
        if re.search(r"\S {2,}\S", line) or (line.startswith("  ") and not is_item):
            paragraphs.append("")
            continue
        if item:
            paragraphs.append("")
            line = line[item.end() :]
        paragraphs[-1] += " " + line.strip()
    for paragraph in paragraphs:
        yield from re.split(r"(?<=[.!?:])\s+(?=[A-Z\[*(]|\w+\()", re.sub(r"`[^`]*`", "CODE", paragraph.strip()))


def slug(heading):
    """The anchor of a heading, as GitHub makes it."""
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def headings(text):
    """Anchors of a page; those that come twice are numbered."""
    found = {}
    for line in text.splitlines():
        title = re.match(r"#{1,6} +(.*)", line)
        if title:
            name = slug(title[1])
            count = found.get(name, 0)
            found[name] = count + 1
            if count:
                found[f"{name}-{count}"] = 1
    return set(found)


def links(page):
    """Pairs of '!' for a picture or '', and the address."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if not line.startswith("    ")]
    return [(mark, address) for mark, address in LINK.findall("\n".join(lines)) if "://" not in address and "mailto:" not in address]


def words(text):
    """How many words a page has, with those of its tables and its code."""
    return sum(bool(re.search(r"\w", word)) for word in text.split())


class Texts(unittest.TestCase):
    def test_links_lead_somewhere(self):
        wrong, seen = [], 0
        for page in PAGES:
            for _, address in links(page):
                seen += 1
                path, _, anchor = urllib.parse.unquote(address).partition("#")
                target = (page.parent / path).resolve() if path else page
                if not target.exists():
                    wrong.append(f"{page.relative_to(PROJECT)}: {address}: there is no such file")
                elif anchor and target.suffix == ".md" and anchor not in headings(target.read_text(encoding="utf-8")):
                    wrong.append(f"{page.relative_to(PROJECT)}: {address}: there is no such heading")
        self.assertEqual(wrong, [])
        self.assertGreater(seen, 200)

    def test_every_page_of_the_manual_is_linked(self):
        linked = {(page.parent / address.partition("#")[0]).resolve() for page in MANUAL for _, address in links(page)}
        self.assertEqual([page.name for page in MANUAL if page not in linked and page.name != "README.md"], [])

    def test_pictures_are_small_and_have_a_text(self):
        shown = {(page.parent / address).resolve() for page in MANUAL for mark, address in links(page) if mark}
        self.assertGreater(len(shown), 10)
        self.assertEqual([path.name for path in sorted(shown) if path.stat().st_size > LARGEST], [])
        docs = [path for path in (PROJECT / "docs").glob("**/*") if path.suffix in (".png", ".svg", ".jpg")]
        self.assertLess(sum(path.stat().st_size for path in docs), PICTURES)
        self.assertEqual([path.name for path in docs if path.resolve() not in shown], [])
        bare = [page.name for page in MANUAL if "![](" in page.read_text(encoding="utf-8")]
        self.assertEqual(bare, [])

    def test_pages_are_short(self):
        counts = {str(page.relative_to(PROJECT)): words(page.read_text(encoding="utf-8")) for page in PAGES
                  if str(page.relative_to(PROJECT)) not in REFERENCES and PROJECT / "benchmarks" not in page.parents}  # fmt: skip
        self.assertEqual({name: count for name, count in counts.items() if count > LONGEST}, {})

    def test_sentences_are_short(self):
        others = [PROJECT / f"{folder}/README.md" for folder in ("meshes", "quadrature", "reorder", "verification")]
        others += sorted((PROJECT / "apps/gallery").glob("*/README.md"))
        pages = [page for page in MANUAL + others if page.name != "CHANGELOG.md"]
        self.assertGreater(len(pages), 70)
        long = [f"{page.relative_to(PROJECT)}: {words(text)} words: {text}"
                for page in pages for text in sentences(page.read_text(encoding="utf-8")) if words(text) > SENTENCE]  # fmt: skip
        self.assertEqual(long, [])

    def test_sentences_are_found(self):
        page = "# A title\n\nOne `a. B` is\nlong. Two\n\n- Three: (four) five\n- six\n\n    No. Code.\n| no. Table. |\n"
        self.assertEqual([text for text in sentences(page) if text], ["One CODE is long.", "Two", "Three:", "(four) five", "six"])

    def test_sentences_of_headers_are_short(self):
        seen, long = 0, []
        for folder in ("apps", "libdg", "meshes", "quadrature", "reorder"):
            for path in sorted((PROJECT / folder).glob("**/*")):
                if path.suffix not in (".hpp", ".cuh"):
                    continue
                found = [text for lines in comments(path.read_text(encoding="utf-8")) for text in comment_sentences(lines)]
                seen += len(found)
                long += [f"{path.relative_to(PROJECT)}: {words(text)} words: {text}" for text in found if words(text) > SENTENCE]
        self.assertEqual(long, [])
        self.assertGreater(seen, 5000)

    def test_sentences_of_headers_are_found(self):
        header = """/// One `a. B` is
/// long: two. get() three.
///   x = 1. Y.
/// Four.
///
/// - five
///   six
#pragma once
int a;   ///< seven
         ///< eight
int bc;  ///< nine
const char* d = "https://x.org";
"""
        found = [[text for text in comment_sentences(lines) if text] for lines in comments(header)]
        self.assertEqual(found, [["One CODE is long: two.", "get() three.", "Four."], ["five six"], ["seven eight"], ["nine"]])

    def test_prose_has_no_ellipsis(self):
        found = [f"{page.name}: {line}" for page in MANUAL for line in prose(page.read_text(encoding="utf-8")).splitlines() if re.search(r"\.\.\.|\u2026", line)]
        self.assertEqual(found, [])

    def test_pages_list_the_references_that_they_cite(self):
        wrong, seen = [], 0
        for page in MANUAL:
            text = prose(page.read_text(encoding="utf-8"))
            listed = {int(one or other) for one, other in re.findall(r"(?m)^(?:\[(\d+)\]|(\d+)\.) ", text)}
            for cited in re.findall(r"(?<=[\w.)] )\[(\d+(?: ?[-,] ?\d+)*)\]", text):
                seen += 1
                numbers = [int(number) for number in re.findall(r"\d+", cited)]
                wrong += [f"{page.name}: [{cited}]" for number in numbers if number not in listed]
        self.assertEqual(wrong, [])
        self.assertGreater(seen, 15)

    def test_wrapping_moves_words_only(self):
        line = "word " * 30
        page = f"# T\n\n{line}\n- {line}- 3 `{'code ' * 30}`\n\n    {line}\n\n[1] One.\n[2] Two.\n| {line}|\n"
        new = wrapped(page)
        self.assertEqual(new.split(), page.split())
        self.assertEqual(wrapped(new), new)
        for kept in (f"    {line}".rstrip(), f"| {line}|", f"`{'code ' * 30}`".rstrip(), "[1] One.\n\n[2] Two."):
            self.assertIn(kept, new)
        self.assertNotRegex(new, r"(?m)^ +- 3")
        self.assertEqual([row for row in new.splitlines() if len(row) > 100 and not re.match(r"    |\||.*`", row)], [])

    def test_the_site_has_every_page_and_enough_guides(self):
        nav = (PROJECT / "docs/mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
        listed = re.findall(r": (\S+\.md)$", nav, re.MULTILINE)
        self.assertEqual(sorted(set(listed)), sorted(listed))
        self.assertEqual([page.name for page in MANUAL if str(page.relative_to(PROJECT)) not in listed], [])
        guides = nav.partition("- Guides:")[2].partition("\n  - ")[0]
        self.assertGreaterEqual(guides.count(".md"), GUIDES)

    def test_the_reference_of_python_has_what_the_package_exports(self):
        package = PROJECT / "apps/python/rkdg"
        page = python_reference.page(package)
        names = re.findall(r"\"(\w+)\"", (package / "__init__.py").read_text(encoding="utf-8").partition("__all__ = [")[2])
        # These two come from the compiled module.
        missing = [name for name in names if f"\n## {name}\n" not in page and name not in ("cuda_device_name", "has_cuda")]
        self.assertEqual(missing, [])
        parts = "".join((package / name).read_text(encoding="utf-8") for name in ("simulation.py", "stepping.py"))
        methods = re.findall(r"^    def ([a-z]\w+)\(", parts, re.MULTILINE)
        self.assertGreater(len(methods), 20)
        self.assertEqual([name for name in methods if f"\n### Simulation.{name}\n" not in page], [])
        self.assertIn("    Simulation.advance(time: float | None=None, steps: int | None=None) -> None\n", page)

    def test_words_are_standard(self):
        wrong = []
        for page in PAGES:
            if page.name in ("CHANGELOG.md", "glossary.md") or PROJECT / "benchmarks" in page.parents:
                continue
            text = re.sub(r"\s+", " ", prose(page.read_text(encoding="utf-8")))
            for pattern, better in STANDARD.items():
                wrong += [f"{page.name}: '{found[0]}': {better}" for found in re.finditer(pattern, text, re.IGNORECASE)]
        self.assertEqual(wrong, [])

    def test_comments_and_messages_are_standard(self):
        # Words of keys and of STL files are not meant.
        patterns = {pattern: better for pattern, better in STANDARD.items() if "march" not in pattern and "solid" not in pattern}
        patterns[r"\broom\b"] = "space"
        wrong, seen = [], 0
        for folder in ("apps", "libdg", "meshes", "quadrature", "reorder"):
            for path in sorted((PROJECT / folder).glob("**/*")):
                if path.suffix not in (".hpp", ".cpp", ".cuh", ".cu") or "tests" in path.parts:
                    continue
                text = path.read_text(encoding="utf-8")
                said = re.findall(r"//+<? ?(.*)", text) + re.findall(r'"((?:[^"\\\n]|\\.)*)"', text)
                seen += len(said)
                for pattern, better in patterns.items():
                    found = re.search(pattern, re.sub(r"`[^`]*`", "", "\n".join(said)), re.IGNORECASE)
                    wrong += [f"{path.relative_to(PROJECT)}: '{found[0]}': {better}"] if found else []
        self.assertEqual(wrong, [])
        self.assertGreater(seen, 10_000)

    def test_the_manual_page_has_the_commands_of_the_program(self):
        commands = re.findall(r'^      \{"(\w+)", "([^"]+)"', (PROJECT / "apps/main.cpp").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertGreater(len(commands), 15)
        page = (PROJECT / "docs/rkdg.1").read_text(encoding="utf-8")
        listed = page.partition(".SH COMMANDS\n")[2].partition(".SH ")[0]
        self.assertEqual(re.findall(r"^\.TP\n\.B (\w+)\n(.+)$", listed, re.MULTILINE), commands)


if __name__ == "__main__":
    unittest.main()
