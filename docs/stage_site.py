#!/usr/bin/env python3
"""Stages the pages of the manual, and all files that they lead to, for MkDocs: python3 docs/stage_site.py FOLDER [HEADERS].

Pages keep their places in the tree, so that their links hold in the site as they do in the repository. A folder without a
page of its own gets one that lists its files. The reference of the Python package is made of its sources. HEADERS is what
Doxygen has made of the headers (docs/Doxyfile): it becomes the folder `api`, and links to headers lead there.
"""

import os
import re
import shutil
import sys
import urllib.parse
import xml.etree.ElementTree
from pathlib import Path

import python_reference

PROJECT = Path(__file__).resolve().parent.parent
# An address in a link or a picture; titles of links are not used here.
ADDRESS = re.compile(r"\]\(([^()\s]+)\)")


def targets(page):
    """Files and folders of the project that a page leads to."""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            continue
        for address in ADDRESS.findall(line):
            path = urllib.parse.unquote(address).partition("#")[0]
            if "://" not in address and path:
                yield (page.parent / path).resolve()


def listing(folder):
    """A page in place of a folder: the files in it."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    lines = [f"# {folder.relative_to(PROJECT)}", "", *(f"- [{path.name}]({path.name})" for path in files)]
    return "\n".join(lines) + "\n", files


def folder_links(page, text):
    """The text with links to folders replaced by links to their pages, since a site has no folders to open."""

    def replaced(found):
        path, mark, anchor = found[1].partition("#")
        if "://" in found[1] or not path or not (page.parent / path).is_dir():
            return found[0]
        name = "README.md" if (page.parent / path / "README.md").is_file() else "index.md"
        return f"]({path.rstrip('/')}/{name}{mark}{anchor})"

    return ADDRESS.sub(replaced, text)


def header_pages(headers):
    """Where Doxygen describes each header, by its path in the project."""
    tags = xml.etree.ElementTree.parse(headers / "headers.tag").getroot()
    files = [entry for entry in tags.iter("compound") if entry.get("kind") == "file"]
    return {(PROJECT / entry.findtext("path") / entry.findtext("name")).resolve(): entry.findtext("filename") for entry in files}


def header_links(page, text, described):
    """The text with links to headers that Doxygen describes replaced by links to its pages."""

    def replaced(found):
        name = described.get((page.parent / found[1]).resolve())
        return found[0] if name is None else f"]({os.path.relpath(PROJECT / 'api' / name, page.parent)})"

    return ADDRESS.sub(replaced, text)


def copy_header_page(source, target):
    """Copies a file of Doxygen, without its link to a list of nested classes that it does not show since they are private."""
    shutil.copyfile(source, target)
    if source.endswith(".html"):
        page = Path(target).read_text(encoding="utf-8")
        if '<a href="#nested-classes">' in page and 'name="nested-classes"' not in page:
            Path(target).write_text(re.sub(r'<a href="#nested-classes">Classes</a>( &#124;)?', "", page), encoding="utf-8")


class Stage:
    def __init__(self, folder, headers=None):
        self.folder, self.done = folder, set()
        self.described = header_pages(headers) if headers else {}
        if headers:
            shutil.copytree(headers, folder / "api", ignore=shutil.ignore_patterns("*.tag"), copy_function=copy_header_page)

    def put(self, path):
        """Copies a file with all that it leads to."""
        if path in self.done or PROJECT not in path.parents or not path.exists():
            return  # MkDocs tells of what is missing
        self.done.add(path)
        place = self.folder / path.relative_to(PROJECT)
        if path.is_dir():
            self.put_folder(path, place)
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".md":
            shutil.copyfile(path, place)
            return
        text = folder_links(path, path.read_text(encoding="utf-8"))
        place.write_text(header_links(path, text, self.described), encoding="utf-8")
        for target in targets(path):
            self.put(target)

    def put_folder(self, path, place):
        if (path / "README.md").is_file():
            self.put(path / "README.md")
            return
        text, files = listing(path)
        place.mkdir(parents=True, exist_ok=True)
        (place / "index.md").write_text(text, encoding="utf-8")
        for file in files:
            self.put(file)


def main():
    folder = Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    stage = Stage(folder, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    stage.put(PROJECT / "README.md")
    for page in [*sorted((PROJECT / "docs").glob("*.md")), *(PROJECT / "docs" / name for name in ("offline.js", "site.css"))]:
        stage.put(page)
    (folder / "docs/python-reference.md").write_text(python_reference.page(PROJECT / "apps/python/rkdg"), encoding="utf-8")
    print(f"{len(stage.done)} files in {folder}")


if __name__ == "__main__":
    main()
