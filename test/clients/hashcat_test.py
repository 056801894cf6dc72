"""hashcat finds words by their hashes: its self-tests pass, and the words found are right.

Three of its kernels, of about 1,000 to 8,000 lines each with their headers.
"""

import hashlib
import os
import pathlib
import subprocess
import tempfile
import unittest

WORD = "kiln7"
MASK = "?l?l?l?l?d"
HASHES = {
    "0": hashlib.md5(WORD.encode()).hexdigest(),
    "100": hashlib.sha1(WORD.encode()).hexdigest(),
    "1400": hashlib.sha256(WORD.encode()).hexdigest(),
}


SHARE, SHARES = map(int, os.environ.get("KILN_TEST_SHARE", "0/1").split("/"))
CHOSEN = dict(list(HASHES.items())[SHARE::SHARES])


class HashcatTest(unittest.TestCase):
    def run_hashcat(self, folder, mode, *options):
        return subprocess.run(
            ["hashcat", "-m", mode, "-D", "1", "--force", "--session", "kiln", *options],
            capture_output=True, text=True, timeout=500,
            env={**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"),
                 "XDG_DATA_HOME": str(folder / "data")})

    def crack(self, folder, mode, target):
        return self.run_hashcat(folder, mode, "-a", "3", "--quiet", "--potfile-disable", "-o",
                                folder / "found", target, MASK)

    def test_words_are_found(self):
        for mode, target in CHOSEN.items():
            with self.subTest(mode), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                done = self.crack(folder, mode, target)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertEqual((folder / "found").read_text().strip(), f"{target}:{WORD}")

    def test_what_is_not_there_is_not_found(self):
        with tempfile.TemporaryDirectory() as name:
            done = self.crack(pathlib.Path(name), "0", hashlib.md5(b"no such word").hexdigest())
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)  # exhausted

    def test_benchmarks_run(self):
        for mode in CHOSEN:
            with self.subTest(mode), tempfile.TemporaryDirectory() as name:
                done = self.run_hashcat(pathlib.Path(name), mode, "-b", "--machine-readable")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                # device:mode:two clocks:ms of a run:hashes a second
                result = next(line for line in done.stdout.splitlines() if line.startswith(f"1:{mode}:"))
                self.assertGreater(int(result.split(":")[5]), 0)


if __name__ == "__main__":
    unittest.main()
