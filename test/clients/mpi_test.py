"""Two ranks of an MPI program, each on a sub-device, share one cache of builds."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent


class MpiTest(unittest.TestCase):
    def run_ranks(self, cache):
        done = subprocess.run(
            ["mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe", "-n", "2", sys.executable,
             HERE / "mpi_client.py"],
            capture_output=True, text=True, timeout=300,
            env={**os.environ, "KILN_CACHE": "1", "KILN_CACHE_DIR": cache, "OMPI_MCA_btl": "self,vader,tcp",
                 "OMPI_MCA_rmaps_base_oversubscribe": "1"})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout.count("of 2"), 2, done.stdout)

    def test_ranks_on_sub_devices(self):
        with tempfile.TemporaryDirectory() as cache:
            self.run_ranks(cache)
            entries = sorted(p for p in pathlib.Path(cache).rglob("*") if p.is_file())
            self.assertTrue(entries)
            self.run_ranks(cache)
            self.assertEqual(entries, sorted(p for p in pathlib.Path(cache).rglob("*") if p.is_file()))


if __name__ == "__main__":
    unittest.main()
