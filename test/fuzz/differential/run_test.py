"""The differential test can fail: defects that only the device's build has are found and reduced."""
import glob
import os
import subprocess
import sys
import tempfile
import unittest

from case import read_case
from generator import generate
from reduce import parse, render

HERE = os.path.dirname(os.path.abspath(__file__))
WRONG = "if (gi % 16 == 13) h ^= 1UL;"
CRASH = "if (gi == 3) *(volatile global int *)4096 = 1;"


class Planted(unittest.TestCase):
    def run_file(self, defect, *arguments, seed=16):
        """The run's exit code and output, and the folder of its kept cases."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "case.cl")
        text = generate(seed).text.replace("  ulong h = gl;\n", "  ulong h = gl;\n#ifdef PLANTED\n"
                                           f"  {defect}\n#endif\n")
        self.assertIn("PLANTED", text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        kept = os.path.join(folder.name, "kept")
        done = subprocess.run([sys.executable, os.path.join(HERE, "run.py"), "--files", path, "--keep", kept,
                               *arguments], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr, kept

    def test_without_the_defect_nothing_is_wrong(self):
        code, output, _ = self.run_file(WRONG, "--options=")
        self.assertEqual(code, 0, output)
        self.assertIn("1 kernels, 0 wrong, 0 invalid", output)

    def test_a_wrong_result_is_found_and_reduced(self):
        code, output, kept = self.run_file(WRONG, "--options=-DPLANTED", "--reduce=3000")
        self.assertEqual(code, 1, output)
        self.assertIn("FAILED", output)
        self.assertIn("hashes[13]", output)
        case = read_case(*glob.glob(kept + "/*.cl"))
        self.assertEqual(case.vary, ["-DPLANTED"])
        self.assertLess(len(case.text.splitlines()), 45, case.text)
        self.assertIn("h ^= 1UL;", case.text)

    def test_the_end_of_the_process_is_a_failure(self):
        code, output, _ = self.run_file(CRASH, "--options=-DPLANTED")
        self.assertEqual(code, 1, output)
        self.assertRegex(output, "FAILED .*: ")

    def test_what_does_not_build_is_a_failure(self):
        code, output, _ = self.run_file("nothing;", "--options=-DPLANTED")
        self.assertEqual(code, 1, output)
        self.assertIn("undeclared", output)

    def test_refused_options_are_named(self):
        code, output, _ = self.run_file(WRONG, "--options=-cl-kiln-no-such-option")
        self.assertEqual(code, 1, output)
        self.assertIn("no-such-option", output)

    def test_files_that_are_no_cases_are_errors(self):
        for text in ("", "//@ kernel k\n", "//@ run 1,1,1 1,1,1 0,0,0\n//@ arg\n", "//@ nothing x\n"):
            with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
                file.write(text)
                file.flush()
                done = subprocess.run([sys.executable, os.path.join(HERE, "run.py"), "--files", file.name],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertIn("no case", done.stdout + done.stderr)


class Trees(unittest.TestCase):
    def test_parse_and_render_agree(self):
        for seed in range(20):
            lines = generate(seed).text.splitlines()
            self.assertEqual(list(render(parse(lines))), lines)


if __name__ == "__main__":
    unittest.main()
