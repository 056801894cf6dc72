"""The linker's --wrap takes effect: the functions exist in this LLVM, LLVM calls them, and Kiln replaces them.

  llvm_internals_test.py <llvm-nm> <llvm's folder of archives> <libkiln-compiler-base.a> <wrapped symbol>...

A failure names the lost redirection. modules/compiler/lib/llvm_internals.cmake describes the damage without it.
"""
import pathlib
import subprocess
import sys
import unittest

# Archives with the definitions, and with enough callers.
ARCHIVES = ("LLVMSupport", "LLVMCore", "lldELF", "lldCommon", "clangBasic", "clangSema")
HELP = "; read modules/compiler/lib/llvm_internals.cmake"


def symbols(path):
    """The defined and the undefined symbols of an archive's members, each as a list of members' sets."""
    text = subprocess.run([NM, "--format=posix", path], check=True, capture_output=True, text=True).stdout
    defined, undefined = [], []
    for line in text.splitlines():
        if line.endswith(":"):
            defined.append(set())
            undefined.append(set())
        elif " " in line and defined:
            name, kind, *_ = line.split(" ")
            (undefined if kind == "U" else defined)[-1].add(name)
    return defined, undefined


class LlvmInternals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.defined, cls.called = [], []
        for name in ARCHIVES:
            defined, undefined = symbols(FOLDER / f"lib{name}.a")
            cls.defined += defined
            cls.called += undefined
        own, _ = symbols(BASE)
        cls.own = set().union(*own)

    def test_functions_of_llvm_exist(self):
        for symbol in WRAPPED:
            if symbol.startswith("_ZN4llvm"):
                count = sum(symbol in member for member in self.defined)
                self.assertEqual(count, 1, f"LLVM does not define {symbol} any more: --wrap={symbol} does nothing{HELP}")

    def test_llvm_calls_them_from_other_files(self):
        """A call within the file of the definition is not redirected."""
        for symbol in WRAPPED:
            count = sum(symbol in member for member in self.called)
            self.assertGreater(count, 0, f"LLVM does not call {symbol} any more: --wrap={symbol} does nothing{HELP}")

    def test_each_has_its_replacement(self):
        for symbol in WRAPPED:
            self.assertTrue(f"__wrap_{symbol}" in self.own, f"Kiln has no function for --wrap={symbol}{HELP}")

    def test_each_replacement_has_its_option(self):
        replaced = {name.removeprefix("__wrap_") for name in self.own if name.startswith("__wrap_")}
        optional = {"_ZN4llvm15allocate_bufferEmm", "_ZN4llvm17deallocate_bufferEPvmm"}  # not with sanitizers
        self.assertEqual(replaced - set(WRAPPED) - optional, set(), f"a function without --wrap is never called{HELP}")


if __name__ == "__main__":
    NM, FOLDER, BASE, WRAPPED = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4:]
    unittest.main(argv=sys.argv[:1])
