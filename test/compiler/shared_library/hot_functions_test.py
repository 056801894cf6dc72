"""The order of functions in the library: hot_functions_test.py <script> <list> <ordering file> <llvm bin folder> <clang++>"""
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
    def test_names_have_no_arguments_and_no_results(self):
        for demangled, name in {
                "llvm::Type::getInt32Ty(llvm::LLVMContext&)": "llvm::Type::getInt32Ty",
                "void std::vector<int, std::allocator<int>>::push_back(int const&) const": "std::vector::push_back",
                "(anonymous namespace)::Pass::run(llvm::Function&)": "anonymous::Pass::run",
                "bool llvm::operator==<int>(int, int)": "llvm::operator==",
                "llvm::Twine::operator()(int)": "llvm::Twine::operator_call",
                "main": "main"}.items():
            self.assertEqual(script.plain_name(demangled), name)

    def test_only_the_library_s_functions_count(self):
        self.assertEqual(script.functions_run(CALLGRIND.splitlines()), {"first", "second"})

    def test_instances_of_templates_have_exact_names(self):
        for demangled, name in {
                "void std::vector<int, std::allocator<int> >::push_back(int const&)": ("std::vector<int,std::allocator<int>>", "push_back"),
                "bool llvm::all_of<llvm::Use*>(llvm::Use*)": ("llvm", "all_of<llvm::Use*>"),
                "main": ("", "main")}.items():
            self.assertEqual(script.exact_name(demangled), name)

    def test_classes_with_mostly_hot_code_are_taken_whole(self):
        symbols = [script.Symbol(symbol, name.replace("D", "D<int>"), name, size) for symbol, name, size in [
            ("a", "C::hot", 900), ("b", "C::cold", 100), ("c", "D::hot", 300), ("d", "D::cold", 9000),
            ("f", "D::template", 100), ("g", "D::template", 900)]]
        chosen = script.choose(symbols, {"a", "c", "f"})
        self.assertEqual(chosen, {"C": ["*"], "D": ["hot"], "D<int>": ["template"]})
        self.assertEqual(script.read_list(script.write_list(chosen)).keys(),
                         {"C::*", "D::hot", "D<int>::template"})

    def test_long_lines_are_read_back(self):
        chosen = {"": ["main"], "Class": [f"function{number}" for number in range(100)]}
        self.assertEqual(script.read_list(script.write_list(chosen)).keys(),
                         {"main"} | {f"Class::function{number}" for number in range(100)})

    def test_order_has_the_listed_functions(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "a.cpp"
            source.write_text("namespace n { void first() {} void first(int) {} void other() {} }\n"
                              "struct S { void f(); void g(); }; void S::f() {} void S::g() {}\n"
                              "template <class X> struct T { void f() {} }; template struct T<int>; "
                              "template struct T<char>;\n")
            compiled = source.with_suffix(".o")
            subprocess.run([CLANG, "-c", source, "-o", compiled], check=True)
            hot = pathlib.Path(folder) / "list"
            hot.write_text("S: *\nn: first gone\nT<int>: f\n")
            done = subprocess.run([sys.executable, SCRIPT, "order", hot, LLVM, compiled], check=True,
                                  capture_output=True, text=True)
        self.assertEqual(set(done.stdout.split()), {"_ZN1n5firstEv", "_ZN1n5firstEi", "_ZN1S1fEv", "_ZN1S1gEv", "_ZN1TIiE1fEv"})

    def test_the_list_is_of_this_llvm(self):
        listed = script.read_list(pathlib.Path(LIST).read_text()).keys()
        symbols = pathlib.Path(ORDER).read_text()
        demangled = subprocess.run([f"{LLVM}/llvm-cxxfilt"], input=symbols, check=True, capture_output=True,
                                   text=True).stdout.splitlines()
        names = {script.plain_name(name) for name in demangled}
        exact = {"::".join(part for part in script.exact_name(name) if part) for name in demangled}
        found = names | exact | {script.class_of(name) + "::*" for name in names}
        self.assertGreater(len(listed), 3000)
        self.assertGreater(len(listed & found), 0.9 * len(listed),
                           "LLVM has renamed many of its functions: make hot_functions.txt anew (see hot_functions.py)")


if __name__ == "__main__":
    SCRIPT, LIST, ORDER, LLVM, CLANG = sys.argv[1:6]
    script = load(SCRIPT)
    unittest.main(argv=sys.argv[:1])
