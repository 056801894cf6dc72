"""Compares all lists of extensions and features with the one table, mux/target_support/extensions.def.

The documents state each extension with its version and its condition. Names in the code are in
the table: a misspelled one would be an extension of no device.
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "modules/mux/target_support/include/mux/target_support/extensions.def"
DOCUMENT = ROOT / "doc/extensions.md"

CONDITIONS = {
    "0": "all", "halves": "with half", "doubles": "with double", "images": "with images",
    "atomics64": "with 64-bit atomics", "floatAtomics": "with floating-point atomics",
    "groupFunctions": "with work-group functions", "subGroups": "with sub-groups", "clock": "with a clock",
    "fullLibrary": "with the whole library", "counters": "with counters", "sharedMemory": "on the host's memory",
    "bufferAddresses": "with buffer addresses", "compiler": "with the compiler",
    "unifiedMemory": "with addresses that the application knows",
}
# Names in Kiln's tests that no device has.
ABSENT = {"__opencl_c_device_enqueue", "cl_khr_gl_msaa_sharing", "cl_khr_not_there"}
NAME = r"(?:cl_(?:khr|ext|intel|kiln)_|__opencl_c_)\w+"
CODE = ("modules", "source", "targets", "scripts")


def table():
    """Rows (name, version, condition) of extensions, and the names of features."""
    text = TABLE.read_text()
    rows = re.findall(r"^KILN_EXTENSION\((\w+), \((\d+), (\d+), (\d+)\), (\w+), (\d+), (.*)\)$", text, re.M)
    extensions = {name: (".".join(version), "the platform's" if place == "platform" else CONDITIONS[needs])
                  for name, *version, place, _, needs in rows}
    features = re.findall(r"^KILN_FEATURE\((\w+), .*\)$", text, re.M)
    return extensions, features, text


class Extensions(unittest.TestCase):
    def setUp(self):
        self.extensions, self.features, self.text = table()

    def test_each_row_is_read(self):
        macros = re.findall(r"^KILN_(?:EXTENSION|FEATURE)\(", self.text, re.M)
        self.assertEqual(len(macros), len(self.extensions) + len(self.features), "a name comes twice, or a row has another form")
        self.assertEqual(len(self.features), len(set(self.features)))

    def test_document_has_the_table(self):
        documented = {}
        for names, version, condition in re.findall(r"^\| (`cl_.*?`) \| ([\d.]+) \| (.*?) \|", DOCUMENT.read_text(), re.M):
            for name in re.findall(r"`(\w+)`", names):
                documented[name] = (version, condition)
        self.assertEqual(documented, self.extensions)

    def test_names_in_the_code_have_a_row(self):
        known = set(self.extensions) | set(self.features) | ABSENT
        for folder in CODE:
            for file in (ROOT / folder).rglob("*"):
                if file.suffix in (".h", ".cpp", ".def", ".py") and file != TABLE:
                    named = set(re.findall(rf'"({NAME})"', file.read_text(errors="replace")))
                    self.assertEqual(named - known, set(), file)

    def test_no_other_file_lists_them(self):
        """A text with several names is a list of its own. supported.cpp maps SPIR-V's capabilities to them."""
        for folder in (*CODE, "test/builtins"):
            for file in (ROOT / folder).rglob("*"):
                if file.suffix in (".h", ".cpp", ".py") and file.name != "supported.cpp":
                    text = re.sub(r'"\s*\n\s*"', "", file.read_text(errors="replace"))
                    self.assertIsNone(re.search(rf'"[^"\n]*{NAME}[ ,+]+{NAME}[^"\n]*"', text), file)


if __name__ == "__main__":
    unittest.main()
