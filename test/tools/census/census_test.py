"""scripts/kernel_census.py runs what it can, and says why it skips the rest.

  census_test.py <kernel_census.py>
"""
import pathlib
import subprocess
import sys
import unittest

SCRIPT = sys.argv[1]
FOLDER = pathlib.Path(__file__).parent


def census(*words):
    return subprocess.run([sys.executable, "-B", SCRIPT, "--skipped", "--repeat=2", *words, str(FOLDER)],
                          stdout=subprocess.PIPE, text=True, timeout=300, check=False)


class Census(unittest.TestCase):
    def test_kernels_run_and_are_compared(self):
        done = census("--limit=1000000")
        self.assertRegex(done.stdout, r"(?m)^2 kernels, .*; 0 slower than 1000000\.0, 0 wrong; 3 skipped$")
        self.assertEqual(done.returncode, 0)

    def test_skipped_kernels_have_a_reason(self):
        text = census("--limit=1000000").stdout
        self.assertIn("| kernels.cl:of_pairs | a parameter of type pair |", text)
        self.assertRegex(text, r"\| kernels.cl:crashes \| the reference ends: exit code -\d+ \|")
        self.assertRegex(text, r"wrong\.cl \| .*BUILD_PROGRAM_FAILURE")

    def test_a_slower_kernel_fails(self):
        done = census("--limit=0.000001", "--only=^add$")
        self.assertRegex(done.stdout, r"\| kernels.cl:add \| \d+\.\d\d \|")
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
