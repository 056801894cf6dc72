"""Manual pages and completion agree with the tools' help, and the help with the tools' parsers.

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
sys.path.insert(0, str(ROOT / "scripts/completion"))
import help_text  # noqa: E402
import make_completion  # noqa: E402

TOOLS = ("clc", "clrun", "kiln-cache", "muxc", "veczc", "spirv-ll-tool")
COMPLETION = BUILD / "share/completion"
# The command with an option of its own.
COMMANDS = {"--remove": ["verify"], "--size": ["prune"]}
# A valid value for each of these options; others take any text.
VALUES = {"-cl-std": "CL3.0", "-cl-kiln-vectorize": "auto", "--api": "opencl", "--address-bits": "64",
          "--without": "cl_khr_fp16", "--spec": "1:4:1", "--emit": "ll", "--pipeline": "finalize", "--local-size": "1,1,1",
          "--parameter": "0=1", "--width": "4", "--dimension": "0", "--target": "host", "--output": "0=x",
          "--compare": "0=x", "--dir": "/nowhere", "--size": "1", "-D": "x", "-I": "/", "-o": "/nowhere/x"}


def help_of(tool):
    result = subprocess.run([BUILD / "bin" / tool, "--help"], check=True, capture_output=True, text=True)
    return help_text.parse(tool, result.stdout)


def name_of(option):
    return option.removesuffix("=")


def spelled(option):
    """The option's names without '='."""
    return [name_of(name) for name in option.names]


class Manuals(unittest.TestCase):
    def each(self):
        return [(tool, help_of(tool)) for tool in TOOLS]

    def test_options_are_parsed_by_tables_alone(self):
        for folder in ("modules/compiler/tools", "modules/spirv-ll/tools", "source/cl/tools"):
            for source in (ROOT / folder).rglob("*.cpp"):
                compared = set(re.findall(r'[!=]= "(--?[A-Za-z][^"]*)"', source.read_text()))
                self.assertEqual(compared - {"-inf", "-nan"}, set(), source)

    def test_options_that_help_names_are_parsed(self):
        for tool, help_ in self.each():
            for option in help_.options():
                for name in set(spelled(option)) - {"--help", "-h", "--list-devices", "--list"}:
                    self.check_option(tool, name, option.value)

    def check_option(self, tool, name, value):
        word = [name] if not value else [f"{name}={VALUES.get(name, '0')}"]
        if value and not name.startswith(("--", "-cl-")):
            word = [name, VALUES.get(name, "0")]
        result = subprocess.run([BUILD / "bin" / tool, *COMMANDS.get(name, []), *word, "/nowhere.ll"],
                                capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertNotRegex(result.stderr, "unknown option|invalid build option|not expected: -", f"{tool} {word}")

    def test_unknown_options_are_refused(self):
        for tool in TOOLS:
            command = ["list"] if tool == "kiln-cache" else []
            result = subprocess.run([BUILD / "bin" / tool, *command, "--no-such-option"], capture_output=True, text=True)
            self.assertNotEqual(result.returncode, 0)
            self.assertRegex(result.stderr, f"{tool}: .*--no-such-option")

    def test_pages_have_all_options(self):
        for tool, help_ in self.each():
            page = (BUILD / "share/man" / f"{tool}.1").read_text().replace("\\-", "-")
            for option in help_.options():
                for name in option.names:
                    self.assertIn(name, page, tool)
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

    def test_texts_of_another_format_are_refused(self):
        for text in ("", "other [options]\nDoes.\n", "tool [options]\n\n", "tool x\nDoes.\n\n  -a  b\nText behind items.\n"):
            with self.assertRaises(ValueError, msg=text):
                help_text.parse("tool", text)


class Completion(unittest.TestCase):
    def complete(self, *words, folder="/"):
        """The script's offers for the last word; = is a word, as in readline."""
        script = (f'source {COMPLETION}/kiln.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kiln "$1"; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        environment = dict(os.environ, PATH=f"{BUILD}/bin:{os.environ['PATH']}",
                           OCL_ICD_VENDORS=str(BUILD / "etc/OpenCL/vendors"))
        result = subprocess.run(["bash", "--norc", "-c", script, "bash", *words], capture_output=True, text=True,
                                check=True, env=environment, cwd=folder)
        self.assertEqual(result.stderr, "")
        return set(result.stdout.split())

    def test_offers_all_options_of_help(self):
        for tool in TOOLS:
            named = {name for option in help_of(tool).options() for name in option.names}
            self.assertEqual(self.complete(tool, "-"), named, tool)

    def test_offers_options_with_the_same_beginning(self):
        self.assertEqual(self.complete("clc", "-emit-"), {"-emit-llvm", "-emit-spirv"})
        self.assertEqual(self.complete("clc", "--cp"), {"--cpu="})
        self.assertEqual(self.complete("clc", "--nothing"), set())

    def test_offers_values(self):
        self.assertEqual(self.complete("clc", "-cl-kiln-vectorize", "="), {"auto", "always", "never"})
        self.assertEqual(self.complete("clc", "-cl-std=CLC"), {"-cl-std=CLC++1.0", "-cl-std=CLC++2021"})
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
            self.assertEqual(self.complete("muxc", "a", folder=folder), {"a.cl", "a.ll", "a.spv", "apart"})
            self.assertEqual(self.complete("clc", "-o", "a.", folder=folder), {"a.cl", "a.spv", "a.ll", "a.txt"})

    def test_offers_nothing_without_the_tool(self):
        self.assertEqual(self.complete("/nowhere/clc", "--device", "="), set())
        self.assertEqual(self.complete("other", "--"), set())

    def test_is_made_for_all_shells_of_the_same_tables(self):
        for shell, name in (("bash", "kiln.bash"), ("zsh", "_kiln")):
            made = make_completion.complete(shell, [help_of(tool) for tool in (*TOOLS[0:1], *TOOLS[3:], *TOOLS[2:0:-1])])
            self.assertEqual((COMPLETION / name).read_text(), made)

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_takes_the_script(self):
        result = subprocess.run(["zsh", "-n", COMPLETION / "_kiln"], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_works_in_a_terminal(self):
        """Types into a bash: options, then a value behind '='."""
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(PATH=f"{BUILD}/bin:{os.environ['PATH']}", TERM="dumb", PS1="$ ")
            os.execlp("bash", "bash", "--norc", "--noprofile", "-i")
        try:
            self.type(terminal, "", "$ ")
            self.type(terminal, f"source {COMPLETION}/kiln.bash\n", "$ ")
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
        """Types keys and waits for a text on the terminal."""
        os.write(terminal, keys.encode())
        shown, end = "", time.monotonic() + seconds
        while expected not in shown and time.monotonic() < end:
            if select.select([terminal], [], [], 1)[0]:
                shown += re.sub(r"\x1b\[[0-9?]*[a-z]|\x07|\r", "", os.read(terminal, 4096).decode(errors="replace"))
        self.assertIn(expected, shown, f"after {keys!r}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
