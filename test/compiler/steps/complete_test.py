"""Each optional step of Kiln has a lit test of its name here, which also switches it off.

  complete_test.py ROOT_OF_THE_REPOSITORY
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1])
FOLDER = ROOT / "test/compiler/steps"
TABLE = (ROOT / "modules/compiler/lib/registry/steps.def").read_text(encoding="utf-8")
STEPS = re.findall(r'^KILN_(?!LLVM)\w+\("([\w-]+)",.*\boptional\b', TABLE, re.MULTILINE)


def tests():
    return {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.suffix in (".ll", ".cl")}


class Complete(unittest.TestCase):
    def test_each_optional_step_has_a_test(self):
        self.assertGreater(len(STEPS), 30)
        self.assertEqual(sorted(set(STEPS) - set(tests())), [])

    def test_each_test_is_of_a_step(self):
        self.assertEqual(sorted(set(tests()) - set(STEPS)), [])

    def test_each_test_switches_its_step_off(self):
        for name, text in tests().items():
            with self.subTest(step=name):
                self.assertRegex(text, rf"RUN:.*-cl-kiln-disable-steps={name} ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
