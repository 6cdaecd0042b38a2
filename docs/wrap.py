#!/usr/bin/env python3
"""Wraps the prose of Markdown pages at 100 columns: python3 docs/wrap.py [--check] PAGE...

Headings, tables, pictures and code stay as they are. With --check it changes nothing, lists the pages that it would change,
and ends with status 1 if there are any.
"""

import re
import sys
from pathlib import Path

WIDTH = 100
ITEM = re.compile(r"( {0,3}(?:[-*+]|\d+[.)])) +(?=\S)")
SOURCE = re.compile(r"\[\d+\] ")  # an entry of a list of references
KEPT = re.compile(r"#{1,6} |\||!\[|<|>|---+$|```|\[[^\]]+\]: ")
# What would begin a list, a heading or a quotation at the start of a line.
MARKER = re.compile(r"(?:[-*+>=|]|#{1,6}|\d+[.)]|=+|-+)$")


def words_of(text):
    """The words. Code in backquotes is one word, and so is one that may not begin a line with the one before."""
    words, closed = [], text.count("`") % 2 == 0
    for word in text.split():
        in_code = words and closed and words[-1].count("`") % 2 == 1
        if words and (in_code or MARKER.match(word) or SOURCE.match(word + " ")):
            words[-1] += " " + word
        else:
            words.append(word)
    return words


def filled(text, first, rest):
    """Lines of the text; `first` begins the first one, `rest` the others."""
    lines, line, empty = [], first, True
    for word in words_of(text):
        if not empty and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line, empty = rest, True
        line += word if empty else " " + word
        empty = False
    return [*lines, line]


class Wrapper:
    def __init__(self):
        self.lines = []  # of the page so far
        self.text, self.first, self.rest = [], "", ""  # of the paragraph

    def end(self):
        if self.text:
            self.lines += filled(" ".join(self.text), self.first, self.rest)
        self.text, self.first, self.rest = [], "", ""

    def keep(self, line):
        self.end()
        self.lines.append(line)

    def begin(self, line, first, rest):
        self.end()
        self.text, self.first, self.rest = [line], first, rest

    def take(self, line, fresh):
        """A line of prose; `fresh` after a blank one."""
        item = ITEM.match(line)
        if item:
            self.begin(line[item.end() :], item[1] + " ", " " * (len(item[1]) + 1))
        elif SOURCE.match(line) and self.text:
            self.keep("")
            self.begin(line, "", "")
        elif self.text:
            self.text.append(line)
        else:
            indent = " " * (len(line) - len(line.lstrip())) if fresh else ""
            self.begin(line, indent, indent)


def wrapped(page):
    """The text of a page with its prose wrapped."""
    wrapper, fresh, fenced = Wrapper(), True, False
    for line in page.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        if fenced or not line.strip() or KEPT.match(line) or (fresh and line.startswith("    ")):
            wrapper.keep(line)
            fresh = fresh and line.startswith("    ") or not line.strip()
            continue
        if fresh and line.startswith("    "):
            wrapper.keep(line)
            continue
        wrapper.take(line, fresh)
        fresh = False
        if line.endswith(("  ", "\\")):
            wrapper.end()
    wrapper.end()
    return "\n".join(wrapper.lines) + "\n"


def main():
    check = sys.argv[1:2] == ["--check"]
    wrong = 0
    for name in sys.argv[2 if check else 1 :]:
        page = Path(name)
        old = page.read_text(encoding="utf-8")
        new = wrapped(old)
        if new == old:
            continue
        wrong += 1
        print(name)
        if not check:
            page.write_text(new, encoding="utf-8")
    return 1 if check and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
