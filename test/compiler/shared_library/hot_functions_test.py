"""The list of functions that lie together: hot_functions_test.py <script> <list> <ordering file> <llvm-nm> <clang>"""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest


def load(path):
    spec = importlib.util.spec_from_file_location("hot_functions", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CALLGRIND = """ob=(1) /usr/lib/libc.so.6
fl=(1) ???
fn=(1) malloc
0 5
ob=(2) /x/libkiln-compiler.so
fn=(2) first
0 7
cob=(1)
cfn=(1)
calls=1 0
0 5
fn=(3) second'2
0 9
ob=(1)
fn=(1)
0 5
fn=(4) free
0 5
"""


class HotFunctions(unittest.TestCase):
    def test_hashes_survive(self):
        for hashes in ({0}, {1, 127, 128, 129, 0xffffff}, {script.hash_of(str(i)) for i in range(5000)}):
            self.assertEqual(script.decode(script.encode(hashes)), hashes)

    def test_only_the_library_s_functions_count(self):
        self.assertEqual(script.functions_run(CALLGRIND.splitlines()), {"first", "second"})

    def test_order_has_what_is_listed(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "a.c"
            source.write_text("void first(void) {}\nvoid other(void) {}\nvoid second(void) {}\n")
            compiled = source.with_suffix(".o")
            subprocess.run([CLANG, "-c", source, "-o", compiled], check=True)
            hot = pathlib.Path(folder) / "list"
            hot.write_text(script.encode({script.hash_of(name) for name in ("second", "first", "gone")}))
            done = subprocess.run([sys.executable, SCRIPT, "order", hot, NM, compiled], check=True,
                                  capture_output=True, text=True)
        self.assertEqual(done.stdout, "first\nsecond\n")

    def test_the_list_is_of_this_llvm(self):
        hashes = script.decode(pathlib.Path(LIST).read_text())
        found = {script.hash_of(name) for name in pathlib.Path(ORDER).read_text().split("\n")}
        self.assertGreater(len(hashes), 10000)
        self.assertGreater(len(hashes & found), 0.9 * len(hashes))


if __name__ == "__main__":
    SCRIPT, LIST, ORDER, NM, CLANG = sys.argv[1:6]
    script = load(SCRIPT)
    unittest.main(argv=sys.argv[:1])
