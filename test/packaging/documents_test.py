"""Manual pages and completion say what the tools say, and the tools take what they say.

  documents_test.py BUILD_FOLDER
"""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "scripts/manual"))
import help_text  # noqa: E402

# Where each tool takes its options apart.
SOURCES = {
    "clc": "modules/compiler/tools/clc/options.cpp",
    "clrun": "source/cl/tools/clrun/options.cpp",
    "kiln-cache": "source/cl/tools/kiln_cache.cpp",
    "muxc": "modules/compiler/tools/muxc/options.cpp",
    "veczc": "modules/compiler/tools/veczc/options.cpp",
    "spirv-ll-tool": "modules/spirv-ll/tools/spirv_ll_tool.cpp",
}
# Other spellings of options that --help has, numbers, and what veczc says to muxc.
SYNONYMS = {"-fdiagnostics-color", "-fno-diagnostics-color", "-h", "-x", "-inf", "-nan", "-cl-kiln-vectorize",
            "-cl-kiln-remarks"}
COMPLETION = ROOT / "scripts/completion/kiln.bash"


def help_of(tool):
    result = subprocess.run([BUILD / "bin" / tool, "--help"], check=True, capture_output=True, text=True)
    return help_text.parse(tool, result.stdout)


def name_of(option):
    return option.removesuffix("=")


class Manuals(unittest.TestCase):
    def each(self):
        return [(tool, help_of(tool)) for tool in SOURCES]

    def test_help_has_all_options_that_are_parsed(self):
        for tool, help_ in self.each():
            source = (ROOT / SOURCES[tool]).read_text()
            code = re.sub(r'R"\(.*?\)"', "", source, flags=re.S)
            parsed = {name_of(text) for text in re.findall(r'"(--?[A-Za-z][A-Za-z-]*=?)"', code)} - SYNONYMS
            told = {name_of(option) for option in help_.options()}
            self.assertEqual(parsed - told, set(), tool)

    def test_options_that_help_names_are_parsed(self):
        for tool, help_ in self.each():
            for option in help_.options():
                if option.startswith("--") and option != "--help":
                    word = option + "0" if option.endswith("=") else option
                    result = subprocess.run([BUILD / "bin" / tool, word, "/nowhere"], capture_output=True, text=True)
                    self.assertNotRegex(result.stderr, "unknown option|not expected", option)

    def test_pages_have_all_options(self):
        for tool, help_ in self.each():
            page = (BUILD / "share/man" / f"{tool}.1").read_text().replace("\\-", "-")
            for option in help_.options():
                self.assertIn(option, page, tool)
            for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"):
                self.assertIn(f"\n.SH {section}\n", page)

    def test_the_driver_has_a_page_with_its_environment(self):
        page = (BUILD / "share/man/kiln.7").read_text()
        for definitions in ROOT.glob("**/environment.def"):
            if "build" not in definitions.relative_to(ROOT).parts and "test" not in definitions.parts:
                for variable in re.findall(r"^KILN_OPTION\(\w+, (\w+)", definitions.read_text(), re.M):
                    self.assertIn(f"\\fB{variable} (", page)

    @unittest.skipUnless(shutil.which("groff"), "man-db's groff is not installed")
    def test_pages_are_formatted_without_warnings(self):
        for page in (BUILD / "share/man").iterdir():
            result = subprocess.run(["groff", "-man", "-Tutf8", "-ww", page], capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr), (0, ""), page.name)

    def test_what_is_not_of_the_form_is_refused(self):
        for text in ("", "other [options]\nDoes.\n", "tool [options]\n\n", "tool x\nDoes.\n\n  -a  b\nText behind items.\n"):
            with self.assertRaises(ValueError, msg=text):
                help_text.parse("tool", text)


class Completion(unittest.TestCase):
    def complete(self, *words, folder="/"):
        """What the script offers for the last word; = is a word, as readline has it."""
        script = (f'source {COMPLETION}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kiln "$1"; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        environment = dict(os.environ, PATH=f"{BUILD}/bin:{os.environ['PATH']}",
                           OCL_ICD_VENDORS=str(BUILD / "etc/OpenCL/vendors"))
        result = subprocess.run(["bash", "--norc", "-c", script, "bash", *words], capture_output=True, text=True,
                                check=True, env=environment, cwd=folder)
        self.assertEqual(result.stderr, "")
        return set(result.stdout.split())

    def test_offers_all_options_of_help(self):
        for tool in SOURCES:
            told = {name_of(option) for option in help_of(tool).options() if option.startswith("--")}
            self.assertEqual({name_of(option) for option in self.complete(tool, "--")}, told, tool)

    def test_offers_what_begins_as_the_word(self):
        self.assertEqual(self.complete("clc", "-emit-"), {"-emit-llvm", "-emit-spirv"})
        self.assertEqual(self.complete("clc", "--cp"), {"--cpu="})
        self.assertEqual(self.complete("clc", "--nothing"), set())

    def test_offers_values(self):
        self.assertEqual(self.complete("clc", "-cl-kiln-vectorize", "="), {"auto", "always", "never"})
        self.assertEqual(self.complete("muxc", "--emit", "=", "b"), {"bc", "binary"})
        self.assertEqual(self.complete("muxc", "--emit=b"), {"--emit=bc", "--emit=binary"})
        self.assertEqual(self.complete("spirv-ll-tool", "--api", "="), {"opencl", "vulkan"})

    def test_offers_targets_and_devices(self):
        targets = self.complete("clc", "--target", "=")
        listed = subprocess.run([BUILD / "bin/clc", "--list-targets"], capture_output=True, text=True, check=True)
        self.assertEqual(targets, set(re.findall(r"^(\w+)$", listed.stdout, re.M)))
        self.assertIn("0", self.complete("clc", "--device", "="))
        self.assertIn("0", self.complete("clrun", "-d", ""))

    def test_offers_commands(self):
        self.assertEqual(self.complete("kiln-cache", ""), {"list", "verify", "prune", "clear"})
        self.assertEqual(self.complete("kiln-cache", "c"), {"clear"})

    def test_offers_files_that_the_tool_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.cl", "a.spv", "a.ll", "a.txt", "x.kbin"):
                (pathlib.Path(folder) / name).touch()
            (pathlib.Path(folder) / "apart").mkdir()
            self.assertEqual(self.complete("clc", "a", folder=folder), {"a.cl", "a.spv", "apart"})
            self.assertEqual(self.complete("muxc", "a", folder=folder), {"a.cl", "a.ll", "apart"})
            self.assertEqual(self.complete("clc", "-o", "a.", folder=folder), {"a.cl", "a.spv", "a.ll", "a.txt"})

    def test_a_tool_that_is_not_there_offers_nothing(self):
        self.assertEqual(self.complete("/nowhere/clc", "--"), set())

    def test_works_in_a_terminal(self):
        """A bash that is typed at: options, then a value behind '='."""
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(PATH=f"{BUILD}/bin:{os.environ['PATH']}", TERM="dumb", PS1="$ ")
            os.execlp("bash", "bash", "--norc", "--noprofile", "-i")
        try:
            self.type(terminal, "", "$ ")
            self.type(terminal, f"source {COMPLETION}\n", "$ ")
            self.type(terminal, "clc --dum", "clc --dum")
            self.type(terminal, "\t", "p ")
            self.type(terminal, "--hel", "--hel")
            self.type(terminal, "\t", "p ")
            self.type(terminal, "| grep -c -e -emit\n", "\n3\n")
            self.type(terminal, "muxc --emit=as", "--emit=as")
            self.type(terminal, "\t", "m ")
        finally:
            os.close(terminal)
            os.waitpid(child, 0)

    def type(self, terminal, keys, expected, seconds=20):
        """Types keys and waits for what the terminal is to show then."""
        os.write(terminal, keys.encode())
        shown, end = "", time.monotonic() + seconds
        while expected not in shown and time.monotonic() < end:
            if select.select([terminal], [], [], 1)[0]:
                shown += re.sub(r"\x1b\[[0-9?]*[a-z]|\x07|\r", "", os.read(terminal, 4096).decode(errors="replace"))
        self.assertIn(expected, shown, f"after {keys!r}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
