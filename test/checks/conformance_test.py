"""Tests scripts/conformance with programs written here in place of the suite's."""

import pathlib
import sys
import tempfile
import types
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/conformance"))
import document  # noqa: E402
import results  # noqa: E402
import run  # noqa: E402
import suites  # noqa: E402

LIST = """\
# A comment, with a comma
Basic things,basic/test_basic
CL_DEVICE_TYPE_CPU, Images (pitch),images/rw/test_rw use_pitches
Images,images/rw/test_rw
Old,old/test_old
Graphics,gl/test_gl
"""
# A sub-test by the name of an outcome has this outcome. "lost" writes no report, "mixed" reports two.
PROGRAM = """\
#!/bin/bash
if [ "$1" = --list ]; then printf 'Test names:\\n\\tpass\\n\\tfail\\n\\tskip\\n\\tcrash\\n\\tlost\\n\\tspin\\n'; exit; fi
name=${@: -1}
case $name in
  crash) kill -SEGV $$ ;;
  spin) while :; do :; done ;;
  lost) echo "Error: out of paper"; exit 3 ;;
  skip) echo "this device does not do it" ;;
esac
echo "{\\"results\\": {\\"$name\\": \\"$name\\"}}" > "$CL_CONFORMANCE_RESULTS_FILENAME"
[ "$name" != fail ] || { echo "1 mismatch"; exit 1; }
"""


class Conformance(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name) / "test_conformance"
        for path in ("basic/test_basic", "images/rw/test_rw", "extensions/cl_x/test_cl_x"):
            program = self.root / path
            program.parent.mkdir(parents=True)
            program.write_text(PROGRAM)
            program.chmod(0o755)
        (self.root / suites.LIST).write_text(LIST)
        self.folder = pathlib.Path(scratch.name) / "run"

    def store(self, driver="one", resume=False):
        options = types.SimpleNamespace(resume=resume, only=None, mode="wimpy", jobs=2)
        return results.Store(self.folder, {"CL_DEVICE_NAME": driver}, options)

    def test_suites_come_from_the_list_and_from_other_programs(self):
        full = {suite.name: suite for suite in suites.find(self.root, "full")}
        self.assertEqual(list(full), ["basic_things", "images_pitch", "images", "old", "cl_x"])
        self.assertEqual(full["images_pitch"].arguments, ("use_pitches",))
        self.assertFalse(full["old"].built(self.root))

    def test_wimpy_mode_shortens_arguments(self):
        wimpy = {suite.name: suite.arguments for suite in suites.find(self.root, "wimpy")}
        self.assertEqual(wimpy, {"basic_things": ("-w",), "images": ("small_images",), "old": ("-w",), "cl_x": ("-w",)})

    def test_conversions_have_all_pairs_of_types(self):
        pairs = dict(suites.conversions())
        self.assertEqual(len(pairs), 121)
        self.assertIn("uchar_sat_rtz_float", pairs["uchar_from_float"])
        self.assertEqual(len(pairs["float_from_int"]), 5)

    def test_outcomes(self):
        suite = next(suites.find(self.root, "wimpy"))
        with mock.patch.dict(run.LIMITS, wimpy=1):
            runner = run.Runner(self.root, self.folder, "wimpy", {})
        reported = []
        tasks = [(suite, name, names) for name, names in suite.sub_tests(self.root)]
        found = {each.test: each for each in runner.run_all(tasks, 2, reported.append)}
        self.assertEqual({name: each.status for name, each in found.items()},
                         {"pass": "pass", "fail": "fail", "skip": "skip", "crash": "crash", "lost": "fail",
                          "spin": "timeout"})
        self.assertEqual(found["skip"].note, "this device does not do it")
        self.assertEqual(found["lost"].note, "Error: out of paper")
        self.assertEqual(found["crash"].note, "SIGSEGV")
        self.assertGreater(found["spin"].processor, 0.5)
        self.assertEqual(len(reported), 6)

    def test_newest_result_counts_and_another_driver_starts_anew(self):
        store = self.store()
        store.add(run.Result("s", "t", "fail", 1, 1, "no"))
        store.add(run.Result("s", "t", "pass", 1, 2, ""))
        store.add(run.Result("s", "u", "not-run", 0, 0, "not chosen"))
        self.assertEqual(self.store(resume=True).passed(), {("s", "t")})
        self.assertFalse(store.failed())
        self.assertEqual(store.summary(), "1 pass, 1 not-run; 2 s of processor time")
        self.assertEqual(self.store("two", resume=True).passed(), set())

    def test_document_groups_reasons(self):
        rows = [run.Result("compiler", "compiler_defines_for_extensions", "fail", 1, 1, "line"),
                run.Result("s", "a", "fail", 1, 1, "x|y"), run.Result("s", "b", "crash", 1, 1, "x|y")]
        groups = list(document.grouped(rows, ("fail", "crash")))
        self.assertIn("ratified", groups[0][3])
        self.assertEqual(groups[1], ("s", 2, "a, b", "the log: x|y"))
        self.assertIn("x\\|y", "\n".join(document.table(("a",), [groups[1][3:]])))


if __name__ == "__main__":
    unittest.main()
