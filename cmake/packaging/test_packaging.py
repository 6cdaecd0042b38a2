#!/usr/bin/env python3
"""Checks the packages against the build that they call: python3 test_packaging.py. None of them is built."""

import json
import re
import subprocess
import sys
import tempfile
import types
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import sbom  # noqa: E402

RECIPES = {name: HERE / name for name in ("conda/recipe.yaml", "docker/Dockerfile", "apptainer/rkdg.def")}
SPACK = HERE / "spack/spack_repo/rkdg/packages/rkdg/package.py"


def options():
    text = (PROJECT / "cmake/RkdgOptions.cmake").read_text()
    return set(re.findall(r"^(?:set|option)\((RKDG_\w+)", text, re.MULTILINE))


def spack_package():
    """The class of package.py, run with stand-ins for Spack's words, and what it said: {word: [arguments]}."""
    said = {}

    def word(name):
        return lambda *values, **settings: said.setdefault(name, []).append((values, settings))

    names = "license version variant depends_on extends requires generator".split()
    package = types.ModuleType("spack.package")
    package.__dict__.update({name: word(name) for name in names}, run_after=lambda phase: lambda f: f)
    modules = {"spack": types.ModuleType("spack"), "spack.package": package}
    for path, base in (("cmake", "CMakePackage"), ("cuda", "CudaPackage")):
        name = f"spack_repo.builtin.build_systems.{path}"
        modules[name] = types.ModuleType(name)
        setattr(modules[name], base, type(base, (), {}))
    for name in ("spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
        modules[name] = types.ModuleType(name)
    kept = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        space = {"__file__": str(SPACK), "__name__": "package"}
        exec(compile(SPACK.read_text(), str(SPACK), "exec"), space)
    finally:
        for name, module in kept.items():
            sys.modules.pop(name) if module is None else sys.modules.__setitem__(name, module)
    return space["Rkdg"], said


class Packages(unittest.TestCase):
    def test_options_exist(self):
        for name, path in [*RECIPES.items(), ("pyproject.toml", PROJECT / "pyproject.toml")]:
            used = set(re.findall(r"-D(RKDG_\w+)=|^(RKDG_\w+) =", path.read_text(), re.MULTILINE))
            used = {a or b for a, b in used}
            self.assertGreater(len(used), 3, name)
            self.assertEqual(used - options(), set(), name)

    def test_no_package_links_gmsh_unasked(self):
        for name, path in RECIPES.items():
            self.assertIn("-DRKDG_GMSH=OFF", path.read_text(), name)
        self.assertIn('RKDG_GMSH = "OFF"', (PROJECT / "pyproject.toml").read_text())

    def test_versions_are_that_of_the_project(self):
        version = re.search(r"project\(rkdg VERSION ([\d.]+)", (PROJECT / "CMakeLists.txt").read_text())[1]
        self.assertIn(f'version: "{version}"', RECIPES["conda/recipe.yaml"].read_text())

    def test_images_install_what_stops_the_build_where_it_lacks(self):
        table = (PROJECT / "dev").read_text()
        wanted = set(re.findall(r"^build +(\S+) +the build stops", table, re.MULTILINE)) - {"libc6-dev", "make"}
        self.assertIn("libeigen3-dev", wanted)
        for name in ("docker/Dockerfile", "apptainer/rkdg.def"):
            there = set(re.findall(r"[\w.+-]+", RECIPES[name].read_text())) | {"pkg-config"}
            self.assertEqual({p for p in wanted if p not in there}, set(), name)

    def test_shell_commands_parse(self):
        image = re.sub(r"\\\n", " ", RECIPES["docker/Dockerfile"].read_text())
        scripts = re.findall(r"^RUN (.*)$", image, re.MULTILINE)
        definition = RECIPES["apptainer/rkdg.def"].read_text()
        scripts += re.findall(r"^%(?:post|environment|test|runscript)\n((?:    .*\n?)+)", definition, re.MULTILINE)
        self.assertEqual(len(scripts), 3 + 4)
        for script in scripts:
            done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, f"{script}\n{done.stderr}")

    def test_files_that_images_copy_exist(self):
        for path in re.findall(r"^COPY (?!--from)(\S+)", RECIPES["docker/Dockerfile"].read_text(), re.MULTILINE):
            self.assertTrue((PROJECT / path).exists(), path)


class Spack(unittest.TestCase):
    def test_definitions_lead_from_variants_to_options(self):
        package, said = spack_package()
        variants = {values[0] for values, _ in said["variant"]} | {"cuda", "cuda_arch"}  # the latter two of CudaPackage
        self.assertLessEqual({"mpi", "gmsh", "python"}, variants)
        self.assertIn("CudaPackage", [base.__name__ for base in package.__mro__])
        made = type("Made", (package,), {})()
        spec = types.SimpleNamespace(satisfies=lambda text: True, target=types.SimpleNamespace(generic="x86_64_v3"))
        spec = type("Spec", (types.SimpleNamespace,), {"__getitem__": lambda s, name: s})(
            **vars(spec), command=types.SimpleNamespace(path="/python"))  # fmt: skip
        made.spec = spec
        given = {}
        made.define = lambda name, value: given.__setitem__(name, value)
        made.define_from_variant = lambda name, variant: given.__setitem__(name, variant)
        made.cmake_args()
        self.assertEqual(given.pop("Python_EXECUTABLE"), "/python")
        self.assertEqual(set(given) - options(), set())
        self.assertEqual(given["RKDG_CPU_ARCH"], "x86-64-v3")
        for name in ("RKDG_CUDA", "RKDG_MPI", "RKDG_GMSH", "RKDG_CGNS", "RKDG_PYTHON"):
            self.assertIn(given[name], variants)

    def test_it_builds_this_checkout(self):
        package, said = spack_package()
        self.assertEqual(package.git, PROJECT.as_uri())
        self.assertEqual([settings for values, settings in said["variant"] if values[0] == "gmsh"][0]["default"], False)


class Bill(unittest.TestCase):
    metadata = {"Name": "rkdg", "Version": "1.2"}

    def bill(self, *libraries, name="rkdg/_core.abi3.so"):
        return sbom.bill(self.metadata, [(name, "00", list(libraries))])

    def test_a_wheel_with_gmsh_is_refused(self):
        _, wrong = self.bill("libgmsh.so.4.8", "libc.so.6")
        self.assertEqual(wrong, ["loads Gmsh, GPL-2.0-or-later"])

    def test_an_unknown_licence_is_refused(self):
        _, wrong = self.bill("libmystery.so.1")
        self.assertEqual(len(wrong), 1)
        self.assertIn("libmystery.so.1", wrong[0])

    def test_libraries_that_auditwheel_copies_are_bundled(self):
        files = [("rkdg/_core.abi3.so", "00", ["libhdf5_serial-1a2b3c.so.103"]), ("rkdg.libs/libhdf5_serial-1a2b3c.so.103", "11", ["libz.so.1"])]
        document, wrong = sbom.bill(self.metadata, files)
        parts = {c["name"]: c["properties"][0]["value"] for c in document["components"] if c["type"] == "library"}
        self.assertEqual((wrong, parts["HDF5"], parts["zlib"], parts["Eigen"]), ([], "bundles", "loads", "compiles in"))

    def test_libraries_linked_in_are_listed_with_their_versions(self):
        with tempfile.TemporaryDirectory() as folder:
            build = Path(folder)
            (build / "build.ninja").write_text("build x: link\n  LINK_LIBRARIES = -lm  meshes/libown.a  /usr/lib/libhdf5.a  /usr/lib/libz.so\n"
                                               "build y: link\n  LINK_LIBRARIES = /opt/cuda/libcudart_static.a  /lib/librt.a  /lib/libsz.a\n")  # fmt: skip
            (build / "CMakeCache.txt").write_text("// a comment\nRKDG_CUDA_VERSION:INTERNAL=13.0.1\n")
            static, cache = sbom.linked(build), sbom.settings(build)
        self.assertEqual(static, ["libcudart_static.a", "libhdf5.a", "librt.a", "libsz.a"])
        document, wrong = sbom.bill(self.metadata, [("rkdg/bin/rkdg", "00", ["libc.so.6"])], static, cache)
        parts = {c["name"]: c for c in document["components"] if c["type"] == "library"}
        self.assertEqual(wrong, [])
        self.assertEqual({parts[name]["properties"][0]["value"] for name in ("HDF5", "libaec", "CUDA runtime")}, {"links in"})
        self.assertEqual(parts["CUDA runtime"]["version"], "13.0.1")

    def test_an_unknown_library_linked_in_is_refused(self):
        _, wrong = sbom.bill(self.metadata, [], ["libcurl.a"])
        self.assertEqual(wrong, ["the build needs libcurl.a, whose licence is not in licences.csv"])

    def test_files_of_a_wheel_are_listed_with_what_programs_load(self):
        with tempfile.TemporaryDirectory() as folder:
            wheel, out = Path(folder) / "rkdg-1.2-x.whl", Path(folder) / "bill.json"
            with zipfile.ZipFile(wheel, "w") as archive:
                archive.write("/bin/true", "rkdg-1.2.data/scripts/rkdg")
                archive.writestr("rkdg-1.2.dist-info/METADATA", "Name: rkdg\nVersion: 1.2\n\n")
            done = subprocess.run([sys.executable, HERE / "sbom.py", wheel, "-o", out], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            document = json.loads(out.read_text())
        self.assertEqual(document["metadata"]["component"]["version"], "1.2")
        files = {c["name"]: c["hashes"][0]["content"] for c in document["components"] if c["type"] == "file"}
        self.assertEqual(sorted(files), ["rkdg-1.2.data/scripts/rkdg", "rkdg-1.2.dist-info/METADATA"])
        self.assertEqual(len(files["rkdg-1.2.data/scripts/rkdg"]), 64)
        self.assertIn("GNU C library", [c["name"] for c in document["components"]])

    def test_what_is_no_wheel_is_refused_in_one_line(self):
        done = subprocess.run([sys.executable, HERE / "sbom.py", __file__, "-o", "/dev/null"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))


if __name__ == "__main__":
    unittest.main()
