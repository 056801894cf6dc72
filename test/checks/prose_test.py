#!/usr/bin/env python3
"""Tests scripts/checks/prose.py on small trees and on malformed tables."""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location("prose", SCRIPT)
prose = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(prose)

HEADER = "# folder relatives long comments headers clauses\n"


class ProseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "tree"
        self.root.mkdir()
        self.table = pathlib.Path(folder.name) / "prose.txt"
        subprocess.run(["git", "init", "-q"], cwd=self.root, check=True)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        subprocess.run(["git", "add", path], cwd=self.root, check=True)

    def run_check(self, *options, table=HEADER):
        if table is not None:
            self.table.write_text(table)
        done = subprocess.run([sys.executable, SCRIPT, "--root", self.root, "--table", self.table,
                               *options], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_empty_tree(self):
        self.assertEqual(self.run_check()[0], 0)

    def test_relative_words_of_each_language(self):
        sentence = "It is that. " * 60
        for path, text in (("a/a.cpp", "// " + sentence), ("b/b.py", "# " + sentence),
                           ("c/c.py", f'"""{sentence}"""'), ("d/d.cmake", "# " + sentence),
                           ("e/CMakeLists.txt", "# " + sentence), ("f/f.sh", "# " + sentence),
                           ("g/g.md", sentence), ("h/h.h", f"/* {sentence} */")):
            self.write(path, text + "\n")
        code, out = self.run_check()
        self.assertEqual(code, 1)
        for folder in "abcdefgh":
            self.assertIn(f"{folder}: relatives: 33.3 (at most 2)", out)

    def test_code_is_no_prose(self):
        words = "that " * 200
        self.write("a/a.cpp", f'const char *s = "// {words}";\n')
        self.write("b/b.md", f"```\n{words}\n```\n\n    {words}\n\n| {words} |\n\nSee `{words}`.\n")
        self.write("c/c.py", f"s = '''{words}'''\n")
        self.assertEqual(self.run_check()[0], 0)

    def test_long_sentence(self):
        self.write("a/a.md", "word " * 31 + ".\n")
        code, out = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn("a: long: 1 (at most 0)", out)
        self.assertIn("31 words", self.run_check("-v", "a")[1])

    def test_thirty_words_are_short(self):
        self.write("a/a.md", ("word " * 29 + "end. ") * 2 + "\n")
        self.assertEqual(self.run_check()[0], 0)

    def test_items_are_sentences_of_their_own(self):
        self.write("a/a.md", "".join("* " + "word " * 12 + "\n" for _ in range(4)))
        self.assertEqual(self.run_check()[0], 0)

    def test_comment_lines(self):
        self.write("a/a.h", "// A comment.\nint x;\n" * 100)
        self.write("b/b.h", "// A comment.\nint x;\nint y;\nint z;\n" * 100)
        code, out = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn("b: headers: 25 (at least 40)", out)
        self.assertNotIn("a: headers", out)

    def test_clauses(self):
        cited = ("// CL 3.0 §5.8.2.\nint f() {\n  return Error{CL_INVALID_VALUE};\n}\n\n"
                 "int g() {\n  // CL 3.0 §5.1: none.\n  return Error{CL_INVALID_EVENT};\n}\n\n"
                 "// cl_khr_semaphore, clRetainSemaphoreKHR.\nint k() {\n  return Error{CL_INVALID_VALUE};\n}\n\n"
                 "int declared(int x) {\n  return Error{CL_INVALID_VALUE};\n}\n")
        self.write("source/cl/a.cpp", cited)
        self.write("source/cl/a.h", "/// CL 3.0 §5.2.\nint declared(int x);\n")
        self.assertEqual(self.run_check()[0], 0)
        self.write("source/cl/a.cpp", cited + "\nint h() {\n  return Error{CL_INVALID_KERNEL};\n}\n")
        code, out = self.run_check()
        self.assertEqual(code, 1)
        self.assertIn("source/cl: clauses: 80 (at least 100)", out)

    def test_kept_figures_may_stay_and_not_rise(self):
        self.write("a/a.md", "word " * 95 + ". It is that which, such. \n")
        self.assertEqual(self.run_check("--update", table=None)[0], 0)
        self.assertEqual(self.run_check(table=None)[0], 0)
        self.write("a/a.md", "word " * 31 + ". " + "word " * 31 + ". It is that which, such. \n")
        self.assertEqual(self.run_check(table=None)[0], 1)

    def test_row_without_folder(self):
        self.assertIn("a folder without prose", self.run_check(table="gone 1 0 - - -\n")[1])

    def test_malformed_tables(self):
        for line, message in (("a 1 0 - -", "5 fields"), ("a 1 0 - - - -", "7 fields"),
                              ("a x 0 - - -", "could not convert"), ("a nan 0 - - -", "cannot be"),
                              ("a -1 0 - - -", "cannot be"), ("a 101 0 - - -", "cannot be"),
                              ("a 1 0 - - -\na 1 0 - - -", "has a row already"), ("a", "1 fields")):
            code, out = self.run_check(table=line + "\n")
            self.assertEqual(code, 2, line)
            self.assertIn(message, out)

    def test_missing_table(self):
        self.assertEqual(self.run_check(table=None)[0], 2)

    def test_malformed_sources(self):
        self.write("a/a.py", "def broken(:\n  # A comment.\n")
        self.write("a/b.cpp", b"// \xff\xfe\x00\n/* never closed\n")
        self.write("a/c.md", "```\nnever closed\n")
        self.write("a/d.h", "")
        self.write("a/e.py", b"x = 1\x00\n")
        self.assertEqual(self.run_check()[0], 0)


if __name__ == "__main__":
    unittest.main()
