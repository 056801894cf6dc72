"""debian/ names all installed files, each file in one package, and the versions agree.

  debian_test.py BUILD_FOLDER CMAKE VERSION
"""

import fnmatch
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD, CMAKE, VERSION = sys.argv[1:4]
DEBIAN = ROOT / "debian"


def debian_path(path):
    """The place of a file installed by this build below its prefix, as debian/rules has it."""
    for ours, theirs in (("etc/", "etc/"), ("lib/libkiln-", "usr/lib/*/kiln/libkiln-"), ("lib/", "usr/lib/*/")):
        if path.startswith(ours):
            return theirs + path.removeprefix(ours)
    return "usr/" + path


def patterns():
    """(package, pattern) of debian/*.install."""
    for file in DEBIAN.glob("*.install"):
        for line in file.read_text().splitlines():
            yield file.stem, line.split()[0]


class Debian(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as prefix:
            subprocess.run([CMAKE, "--install", BUILD, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
            cls.files = [debian_path(str(file.relative_to(prefix)))
                         for file in pathlib.Path(prefix).rglob("*") if file.is_file()]

    def test_each_file_is_in_one_package(self):
        for file in self.files:
            found = [package for package, pattern in patterns() if fnmatch.fnmatchcase(file, pattern)]
            self.assertEqual(len(found), 1, f"{file} is in {found}")

    def test_each_line_has_files(self):
        for package, pattern in patterns():
            self.assertTrue(fnmatch.filter(self.files, pattern), f"{package}: {pattern}")

    def test_versions_agree(self):
        self.assertRegex((DEBIAN / "changelog").read_text(), rf"\Akiln \({re.escape(VERSION)}\) ")

    def test_packages_of_lists_exist(self):
        packages = set(re.findall(r"^Package: (\S+)$", (DEBIAN / "control").read_text(), re.M))
        self.assertEqual(packages, {package for package, _ in patterns()})
        for file in DEBIAN.glob("*.docs"):
            self.assertIn(file.stem, packages)
            for name in file.read_text().split():
                self.assertTrue((ROOT / name).exists(), f"{file.name}: {name}")

    def test_what_is_built_with_is_what_install_deps_installs(self):
        control = (DEBIAN / "control").read_text()
        needed = re.search(r"^Build-Depends:\n(( .*\n)+)", control, re.M)[1]
        needed = {line.split()[0].strip(",") for line in needed.splitlines()} - {"debhelper-compat"}
        script = (ROOT / "scripts/install_deps.sh").read_text()
        installed = set(re.search(r"^driver=\((.*?)\)", script, re.S | re.M)[1].split())
        self.assertEqual(needed - installed, set())

    def test_the_kit_recommends_what_drivers_are_linked_with(self):
        control = (DEBIAN / "control").read_text()
        package = re.search(r"^Package: kiln-dev\n(?:.+\n)+", control, re.M)[0]
        recommended = set(re.findall(r"[\w.+-]+", re.search(r"^Recommends:(.*(?:\n .*)*)", package, re.M)[1]))
        needed = set(re.findall(r"^ ((?:clang|lld|llvm|lib\w+)-22(?:-dev)?|zlib1g-dev|libzstd-dev),$", control, re.M))
        self.assertIn("libpolly-22-dev", needed)
        self.assertEqual(needed - recommended, set())

    def test_the_driver_has_a_folder_of_its_own(self):
        self.assertIn("-DKILN_LIBDIR=lib/$(DEB_HOST_MULTIARCH)/kiln", (DEBIAN / "rules").read_text())

    def test_the_test_of_the_build_passes(self):
        subprocess.run([DEBIAN / "tests/runs-kernels", BUILD], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
