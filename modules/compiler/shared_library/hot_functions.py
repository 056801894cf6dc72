#!/usr/bin/env python3
"""Puts LLVM's and Clang's functions for typical builds next to each other in libkiln-compiler.so.

    hot_functions.py order <list> <llvm bin folder> <archive>... > <symbol ordering file for lld>
    hot_functions.py record <llvm bin folder> <archives' folder> <callgrind output>... > <list>

A small build runs through a tenth of the library's 60 MB of code, spread over all of it. The kernel maps
64 KB of a file at a page fault, so most of the pages at a fault are of no use. With the hot functions
side by side the first build takes a fifth less time (doc/decisions/appendix/006.md).

The list, hot_functions.txt, has a line for each class or namespace, with the names of its hot functions:

    llvm::SelectionDAG: getNode getConstant
    llvm::DAGTypeLegalizer: *
    llvm::SmallVectorImpl<llvm::Loop*>: insert

A name stands for all overloads and all instances of a template. Of a template with few hot instances,
the line has the arguments. The star stands for the whole class, because most of its code is hot. Names survive releases of LLVM better than mangled symbols. A missing
name costs some page faults and nothing else. The test `hot-functions` fails when a tenth is missing.

To make the list anew, link the library with --strip-debug instead of --strip-all. Run

    valgrind --tool=callgrind --demangle=no build/release/test/bench/latency_client ...

for typical programs (small ones, with barriers, with mathematics), and give the outputs to `record`.
"""
import collections
import dataclasses
import pathlib
import re
import subprocess
import sys
import textwrap

LIBRARY = "libkiln-compiler"
LEAST_CLASS_SHARE = 0.5  # of a class's bytes, for the whole class
LEAST_NAME_SHARE = 0.3  # of the bytes of a name's overloads and instances
CUT = 70  # characters of an exact name's halves
GLOBAL = "(global)"
# Brackets in names, which are no template arguments and no parameters.
OPERATORS = {"operator()": "operator_call", "operator<<": "operator_shl", "operator>>": "operator_shr",
             "operator<=": "operator_le", "operator>=": "operator_ge", "operator->": "operator_arrow",
             "operator<": "operator_lt", "operator>": "operator_gt", "operator[]": "operator_index",
             "(anonymous namespace)": "anonymous"}


def exact_name(demangled):
    """The class and the name with template arguments, without spaces, parameters and result. Both are cut after
    CUT characters, enough to tell instances apart."""
    for text, word in OPERATORS.items():
        demangled = demangled.replace(text, word)
    name, depth, last = "", 0, 0
    for index, character in enumerate(demangled):
        if depth == 0 and character in "([{":
            break
        if depth == 0 and character == " ":
            name, last = "", 0
        elif character != " ":
            name += character
        depth += (character == "<") - (character == ">" and depth > 0)
        if depth == 0 and demangled.startswith("::", index):
            last = len(name) - 1
    return (name[:last][:CUT], name[last + 2:][:CUT]) if last else ("", name[:CUT])


def plain_name(demangled):
    """The qualified name of a function, without template arguments, parameters and result."""
    head = demangled.partition("(")[0]
    if "(anonymous" not in demangled and not any(word in head for word in ("<", "[", "{", "operator")):
        return head.rstrip().rpartition(" ")[2]
    for text, word in OPERATORS.items():
        demangled = demangled.replace(text, word)
    name, depth = "", 0
    for character in demangled:
        if character == "<":
            depth += 1
        elif character == ">" and depth:
            depth -= 1
        elif depth == 0 and character in "([{":
            break
        elif depth == 0:
            name += character
    return name.rstrip().rpartition(" ")[2]


def class_of(name):
    """The class or namespace of a plain name."""
    return name.rpartition("::")[0]


@dataclasses.dataclass
class Symbol:
    """A function of the archives. Instances of a template have one plain name and several exact ones."""
    symbol: str
    demangled: str
    plain: str
    size: int  # bytes

    @property
    def exact(self):
        return exact_name(self.demangled)


def symbols_of(llvm, archives):
    """The defined symbols of the archives, each once."""
    lines = subprocess.run([f"{llvm}/llvm-nm", "--defined-only", "--print-size", "--format=posix", *archives],
                           check=True, capture_output=True, text=True).stdout.splitlines()
    sizes = {}
    for line in lines:
        fields = line.split(" ")
        if len(fields) == 4 and fields[1] in "tTwWvV":
            sizes[fields[0]] = max(int(fields[3] or "0", 16), sizes.get(fields[0], 0))
    names = subprocess.run([f"{llvm}/llvm-cxxfilt"], input="\n".join(sizes), check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return [Symbol(symbol, name, plain_name(name), size) for (symbol, size), name in zip(sizes.items(), names)]


def functions_run(file):
    """The symbols of the library's functions in an output of callgrind, by its numbers for files and functions."""
    names = {}
    in_library = False
    found = set()
    for line in file:
        match = re.match(r"(c?)(ob|fn)=\((\d+)\)(?: (.*))?", line)
        if not match:
            continue
        is_called, kind, number, name = match.groups()
        if name:
            names[kind, number] = name.strip()
        if is_called:
            continue
        if kind == "ob":
            in_library = LIBRARY in names[kind, number]
        elif in_library:
            found.add(re.sub(r"'\d+$", "", names[kind, number]))
    return found


def choose(symbols, hot):
    """The hot names by class, or "*" for a whole class. `symbols` is as from symbols_of, `hot` a set of symbols."""
    total, run = collections.Counter(), collections.Counter()
    for symbol in symbols:
        for key in (symbol.plain, class_of(symbol.plain) + "::*"):
            total[key] += symbol.size
            run[key] += symbol.size if symbol.symbol in hot else 0
    chosen = collections.defaultdict(set)
    for symbol in symbols:
        whole = class_of(symbol.plain) + "::*"
        if symbol.symbol not in hot:
            continue
        if whole != "::*" and run[whole] >= LEAST_CLASS_SHARE * total[whole] > 0:
            chosen[whole[:-3]] = {"*"}
        else:
            key, _, name = symbol.plain.rpartition("::")
            if run[symbol.plain] < LEAST_NAME_SHARE * total[symbol.plain]:
                key, name = symbol.exact
            chosen[key].add(name)
    return {key: sorted(names) for key, names in chosen.items()}


def write_list(chosen):
    return "".join(textwrap.fill(f"{key or GLOBAL}: {' '.join(chosen[key])}", 120, subsequent_indent="  ",
                                 break_long_words=False, break_on_hyphens=False) + "\n" for key in sorted(chosen))


def read_list(text):
    """{name: its last part without template arguments}, for plain and exact names and for "class::*"."""
    names = {}
    for line in re.sub(r"\n\s+", " ", text).splitlines():
        key, _, words = line.partition(": ")
        for word in words.split():
            names[word if key == GLOBAL else f"{key}::{word}"] = word.partition("<")[0]
    return names


def last_name(plain):
    return plain.rpartition("::")[2]


def listed(symbols, names):
    """The symbols with a listed name."""
    # Exact names take time: only those of functions whose last name has a listed instance are compared.
    with_instances = {last for name, last in names.items() if "<" in name}
    for symbol in symbols:
        if symbol.plain in names or class_of(symbol.plain) + "::*" in names:
            yield symbol
        elif last_name(symbol.plain) in with_instances and "::".join(filter(None, symbol.exact)) in names:
            yield symbol


def order(list_path, llvm, archives):
    hot = read_list(pathlib.Path(list_path).read_text())
    sys.stdout.writelines(symbol.symbol + "\n" for symbol in listed(symbols_of(llvm, archives), hot))


def record(llvm, folder, paths):
    hot = set()
    for path in paths:
        with open(path, errors="replace") as file:
            hot |= functions_run(file)
    archives = [path for path in pathlib.Path(folder).glob("lib*.a") if re.match("lib(LLVM|clang|lld)", path.name)]
    sys.stdout.write(write_list(choose(symbols_of(llvm, archives), hot)))


def main():
    mode, *arguments = sys.argv[1:] or [""]
    if mode == "record" and len(arguments) > 2:
        record(arguments[0], arguments[1], arguments[2:])
    elif mode == "order" and len(arguments) > 2:
        order(arguments[0], arguments[1], arguments[2:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
