#!/usr/bin/env python3
"""Checks the style budgets and the dependency rules (doc/style.md).

Prints one line per violation and a summary of the measures; exits 1 if a violation
is not in exceptions.txt, or if an exception there is no longer needed.
"""

import fnmatch
import pathlib
import re
import statistics
import subprocess
import sys

import classes
import rooms

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXCEPTIONS = pathlib.Path(__file__).with_name("exceptions.txt")

FILE_LINES = 1000
FUNCTION_LINES = 80
ENTRY_POINT_LINES = 40
CLASS_LINES = 250
CLASS_MEMBERS = 15
TOP_CMAKE_LINES = 150
LIT_LINES = 100
DEFINES_PER_KLOC = 3.0

# (folders as fnmatch has them, pattern of a forbidden #include, why)
INCLUDE_RULES = [
    ("modules/compiler/lib/ir", r'"(passes|pipeline|vecz)/', "ir lies below the passes and the vectoriser"),
    ("modules/compiler/vecz",
     r'"(base|codegen|frontend|il|isolation|llvm_support|native_target|operations|passes|pipeline|thread)/',
     "the vectoriser includes of lib only ir and registry"),
    ("modules/compiler/lib/passes", r'"(pipeline/|vecz/(?!model/|unroll_and_jam/))', "the pipelines lie above"),
    ("modules", r'"(api|core|icd)/', "modules do not know source/cl"),
    ("modules", r'"(targets/|host/|riscv/)', "modules do not know a target"),
    ("source", r'"(targets/|host/|riscv/)', "source/cl does not know a target"),
    ("source/cl/core", r'"(api|icd)/', "core does not include api"),
    ("source/cl", r'[<"](llvm|clang|lld)/', "libkiln-cl.so holds no LLVM"),
    ("modules/mux", r'[<"](llvm|clang|lld)/', "mux holds no LLVM"),
    ("modules/support", r'[<"](llvm|clang|lld)/', "support holds no LLVM"),
    ("modules/builtins/include", r'[<"](llvm|clang|lld)/', "the interface holds no LLVM"),
    ("modules/compiler/include/compiler/target", r'[<"](clang|lld)/', "targets see no Clang and no lld"),
    ("modules/compiler/include/compiler/target", r'"(base|codegen|frontend|il|isolation|llvm_support|operations|thread)/',
     "targets see nothing private"),
    ("modules/compiler/include", r'[<"](llvm|clang|lld|compiler/target)/', "the interface holds no LLVM"),
    ("modules/compiler/common", r'[<"](llvm|clang|lld)/', "used by both libraries"),
    ("modules/hal", r'[<"](llvm|clang|lld)/', "the HAL and its runtime hold no LLVM"),
    ("targets/*/runtime", r'[<"](llvm|clang|lld)/', "runtime halves hold no LLVM"),
    ("targets/*/common", r'[<"](llvm|clang|lld)/', "runtime halves hold no LLVM"),
    ("targets/*/hal", r'[<"](llvm|clang|lld)/', "runtime halves hold no LLVM"),
]
# Folders inside of a rule's folder without the rule.
EXEMPT = {"modules/compiler/include": "modules/compiler/include/compiler/target"}
TARGET_NAME = re.compile(r"targets/(host|riscv)\b|\bkiln_(host|riscv)_|\bkiln-(host|riscv)-")
CONTROL = re.compile(r"^\s*(namespace|class|struct|union|enum|extern|if|else|for|while|switch|do|try|catch|typedef)\b")


def tracked():
    out = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [pathlib.Path(line) for line in out.stdout.splitlines() if (ROOT / line).is_file()]


def is_source(path):
    return path.suffix in {".cpp", ".h", ".c", ".cl", ".py", ".sh", ".inc", ".def"}


def functions(lines):
    """Yields (line number, length) of function bodies in clang-formatted C++."""
    start = end = None
    for number, line in enumerate(lines):
        text = line.rstrip()
        if start is None:
            if not text.endswith("{") or CONTROL.match(text):
                continue
            head = number
            while head > 0 and not re.search(r"[;{}:],?\s*$|^\s*$|^\s*(#|//)", lines[head - 1]):
                head -= 1
            signature = " ".join(lines[head:number + 1])
            if "(" not in signature or CONTROL.match(lines[head]) or re.search(r"=\s*\{$", signature):
                continue
            if re.search(r"\)\s*(const|noexcept|override|final|->.*|:.*|\s)*\{$", signature) is None:
                continue
            # A function ends at the indentation of its first line; a lambda at its own indentation.
            start = head
            end = re.compile("(%s|%s)}" % (re.match(r"\s*", lines[head]).group(), re.match(r"\s*", text).group()))
        elif end.match(text):
            yield start + 1, number - start + 1
            start = None


class Report:
    def __init__(self):
        self.found = {}
        self.lengths, self.function_lengths, self.class_lengths = [], [], []
        self.lines = self.comments = self.defines = 0

    def add(self, rule, path, detail):
        self.found.setdefault((rule, str(path)), []).append(detail)

    def measure(self, path, lines):
        self.lengths.append(len(lines))
        self.lines += len(lines)
        self.comments += sum(1 for line in lines if re.match(r"\s*(//|/\*|\*)", line))
        self.defines += sum(1 for line in lines if re.match(r"\s*#\s*define\b", line))
        for number, length in functions(lines):
            self.function_lengths.append(length)
            if length > FUNCTION_LINES:
                self.add("function", path, f"line {number}: {length} lines (at most {FUNCTION_LINES})")
            elif str(path).startswith("source/cl/api/") and length > ENTRY_POINT_LINES:
                self.add("entry-point", path, f"line {number}: {length} lines (at most {ENTRY_POINT_LINES})")


def check_includes(report, path, lines):
    for folder, pattern, why in INCLUDE_RULES:
        exempt = folder in EXEMPT and str(path).startswith(EXEMPT[folder] + "/")
        if exempt or not fnmatch.fnmatch(str(path), folder + "/*"):
            continue
        for number, line in enumerate(lines, 1):
            if re.match(r"\s*#\s*include", line) and re.search(pattern, line):
                report.add("include", path, f"line {number}: {line.strip()}: {why}")


def check_target_names(report, path, lines):
    if not str(path).startswith(("modules/", "source/")):
        return
    for number, line in enumerate(lines, 1):
        if TARGET_NAME.search(line):
            report.add("target-name", path, f"line {number}: names a target: {line.strip()}")


def check_classes(report, path, text):
    """Checks the budgets of classes. A record, a struct without private members, may have any number of members."""
    if not str(path).startswith(("modules/", "source/", "targets/")) or path.suffix not in {".cpp", ".h"}:
        return
    for name, line, length, members, is_record in classes.classes(text):
        report.class_lengths.append(length)
        if length > CLASS_LINES:
            report.add("class-lines", path, f"line {line}: {name}: {length} lines (at most {CLASS_LINES})")
        if members > CLASS_MEMBERS and not is_record:
            report.add("class-members", path, f"line {line}: {name}: {members} data members (at most {CLASS_MEMBERS})")


def check_file(report, path):
    text = (ROOT / path).read_text(errors="replace")
    lines = text.splitlines()
    if path == pathlib.Path("CMakeLists.txt") and len(lines) > TOP_CMAKE_LINES:
        report.add("cmake", path, f"{len(lines)} lines (at most {TOP_CMAKE_LINES})")
    if str(path).startswith("test/") and path.suffix in {".ll", ".cl", ".spvasm"} and len(lines) > LIT_LINES:
        report.add("lit", path, f"{len(lines)} lines (at most {LIT_LINES})")
    if not is_source(path):
        return
    if len(lines) > FILE_LINES:
        report.add("file", path, f"{len(lines)} lines (at most {FILE_LINES})")
    check_includes(report, path, lines)
    check_target_names(report, path, lines)
    check_classes(report, path, text)
    # OpenCL C has no templates: the library's sources are macros by necessity.
    if path.suffix in {".cpp", ".h", ".c"} and not str(path).startswith(("test/", "modules/builtins/lib/")):
        report.measure(path, lines)


def read_exceptions():
    result = {}
    for line in EXCEPTIONS.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            rule, path, reason = line.split(None, 2)
            result[(rule, path)] = reason
    return result


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0


def main():
    report = Report()
    for path in tracked():
        check_file(report, path)
    for path, problem in rooms.check(tracked(), lambda path: (ROOT / path).read_text().splitlines()):
        report.add("room", path, problem)
    density = 1000 * report.defines / max(report.lines, 1)
    if density > DEFINES_PER_KLOC:
        report.add("defines", "all", f"{density:.1f} #define per 1000 lines (at most {DEFINES_PER_KLOC})")
    exceptions = read_exceptions()
    failed = 0
    for key, details in sorted(report.found.items()):
        if key not in exceptions:
            failed += 1
            for detail in details:
                print(f"{key[1]}: {key[0]}: {detail}")
    for rule, path in exceptions.keys() - report.found.keys():
        failed += 1
        print(f"exceptions.txt: '{rule} {path}' is not needed any more; remove the line")
    print(f"style: {len(report.lengths)} sources, {report.lines} lines; file median "
          f"{int(statistics.median(report.lengths))}, p90 {percentile(report.lengths, .9)}, max {max(report.lengths)}; "
          f"function median {percentile(report.function_lengths, .5)}, p90 {percentile(report.function_lengths, .9)}; "
          f"class p90 {percentile(report.class_lengths, .9)}, max {max(report.class_lengths, default=0)}; "
          f"comments {100 * report.comments // report.lines} %; {density:.1f} #define/kloc; "
          f"{len(exceptions)} exceptions, {failed} violations")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
