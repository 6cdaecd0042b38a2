#!/usr/bin/env python3
"""Writes the bill of materials of a wheel in CycloneDX 1.5: python3 sbom.py WHEEL --build FOLDER -o FILE.json

Lists the files with their checksums, the libraries that they load, those that lie in the wheel, those that the build FOLDER
linked into it statically, and the headers compiled in, each with its licence by licences.csv. Ends with status 1 if the wheel
holds or loads a library that may not be in it: Gmsh, whose GPL would cover the wheel, or one whose licence is not known.
"""

import argparse
import csv
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

LICENCES = Path(__file__).with_name("licences.csv")
SYSTEM = re.compile(r"ld-linux|lib(m|mvec|dl|rt|pthread|util)\.(so|a)\b")  # parts of the C library
REFUSED = {"Gmsh"}


def known():
    with LICENCES.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def component_of(library, table):
    """The row of a library by its file name, which auditwheel gives a hash; None of an unknown one."""
    rows = [row for row in table if row["library"] and re.match(re.escape(row["library"]) + r"(_serial|_static)?[-.]", library)]
    return max(rows, key=lambda row: len(row["library"]), default=None)


def needed(path):
    """Names of the libraries that a shared object or a program loads."""
    text = subprocess.run(["readelf", "-d", str(path)], capture_output=True, text=True, check=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", text)


def linked(build):
    """Names of the libraries from outside the project that a build by Ninja links statically."""
    text = (build / "build.ninja").read_text(encoding="utf-8")
    lines = re.findall(r"^ +LINK_LIBRARIES = (.*)$", text, re.MULTILINE)
    return sorted({Path(word).name for line in lines for word in line.split() if word.startswith("/") and word.endswith(".a")})


def settings(build):
    """{name: value} of the cache of a build."""
    text = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^(\w+):\w+=(.*)$", text, re.MULTILINE))


def version(row, cache):
    """As the build found it or as Debian's packages have it, without Debian's own additions; "unknown" elsewhere."""
    if cache.get(row["cache"]):
        return cache[row["cache"]]
    if not row["package"] or not shutil.which("dpkg-query"):
        return "unknown"
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", row["package"]], capture_output=True, text=True, check=False)
    return re.sub(r"^\d+:|[-+~].*$|\.dfsg.*$", "", done.stdout) or "unknown"


def contents(wheel, folder):
    """(metadata, [(name, sha256, libraries that it loads)]) of a wheel."""
    files, metadata = [], None
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(n for n in archive.namelist() if not n.endswith("/")):
            data = archive.read(name)
            if name.endswith(".dist-info/METADATA"):
                metadata = Parser().parsestr(data.decode())
            loads = []
            if data[:4] == b"\x7fELF":
                path = folder / "object"
                path.write_bytes(data)
                loads = needed(path)
                path.unlink()
            files.append((name, hashlib.sha256(data).hexdigest(), loads))
    if metadata is None:
        raise ValueError(f"{wheel}: holds no METADATA; name a wheel")
    return metadata, files


def bill(metadata, files, static=(), cache=None):
    """(the document, what is wrong); static: names of the libraries linked in, cache: settings of the build."""
    table, wrong, components = known(), [], {}
    inside = {Path(name).name for name, _, _ in files}

    def add(row, how):
        components[row["component"]] = {"type": "library", "name": row["component"], "version": version(row, cache or {}),
                                        "licenses": [{"expression": row["licence"]}],
                                        "properties": [{"name": "rkdg:part", "value": how}]}  # fmt: skip
        if row["component"] in REFUSED:
            wrong.append(f"{how} {row['component']}, {row['licence']}")

    def add_library(library, name, how):
        row = component_of(library, table)
        if row is None:
            wrong.append(f"{name} needs {library}, whose licence is not in {LICENCES.name}")
        else:
            add(row, how)

    for name, _, loads in files:
        bundled = [Path(name).name] if re.search(r"\.libs/", name) else []
        for library in [*loads, *bundled]:
            if not SYSTEM.match(library):
                add_library(library, name, "bundles" if library in inside else "loads")
    for library in static:
        if not SYSTEM.match(library):
            add_library(library, "the build", "links in")
    if any(loads for _, _, loads in files):
        for row in table:
            if row["header"]:
                add(row, "compiles in")
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "name": metadata["Name"], "version": metadata["Version"],
                                   "licenses": [{"license": {"id": "BSD-3-Clause"}}]}},
        "components": [components[name] for name in sorted(components)]
        + [{"type": "file", "name": name, "hashes": [{"alg": "SHA-256", "content": digest}]} for name, digest, _ in files],
    }  # fmt: skip
    return document, sorted(set(wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--build", type=Path, help="folder of the build, for what it links statically")
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    try:
        folder = arguments.output.resolve().parent
        of_build = (linked(arguments.build), settings(arguments.build)) if arguments.build else ()
        document, wrong = bill(*contents(arguments.wheel, folder), *of_build)
        arguments.output.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    except (OSError, ValueError, zipfile.BadZipFile, subprocess.CalledProcessError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for line in wrong:
        print(f"error: {arguments.wheel}: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
