#!/usr/bin/env python3
"""Puts the functions that builds of programs run next to each other in libkiln-compiler.so.

    hot_functions.py order <list> <llvm-nm> <archive>... > <symbol ordering file for lld>
    hot_functions.py record <callgrind output>... > <list>

Of the library's 60 MB of code a small build runs through a tenth, spread over all of it: nearly each
window of 64 KB that the kernel maps at a page fault has some. The list says which functions these are.
It holds no names but the first 24 bits of their CRC-32, sorted, as differences in LEB128 and base64: a
hundredth of other functions that are taken for one of them do no harm, nor do missing ones, of another
release of LLVM say.

How the list is made: link the library with --strip-debug in place of --strip-all; for programs that are
typical (small, with barriers, with mathematics), run
    valgrind --tool=callgrind --demangle=no build/release/test/bench/latency_client ...
and give what that writes to `record`.
"""
import base64
import re
import subprocess
import sys
import textwrap
import zlib

LIBRARY = "libkiln-compiler"


def hash_of(name):
    return zlib.crc32(name.encode()) >> 8


def encode(hashes):
    data = bytearray()
    before = 0
    for value in sorted(hashes):
        difference, before = value - before, value
        while difference >= 128:
            data.append(difference & 127 | 128)
            difference >>= 7
        data.append(difference)
    return "\n".join(textwrap.wrap(base64.b64encode(data).decode(), 120)) + "\n"


def decode(text):
    hashes, value, difference, shift = set(), 0, 0, 0
    for byte in base64.b64decode(text):
        difference |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            value += difference
            hashes.add(value)
            difference = shift = 0
    return hashes


def functions_run(file):
    """Of the library, by callgrind's own numbers for files and functions."""
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


def record(paths):
    names = set()
    for path in paths:
        with open(path, errors="replace") as file:
            names |= functions_run(file)
    sys.stdout.write(encode({hash_of(name) for name in names}))


def order(list_path, nm, archives):
    with open(list_path) as file:
        hot = decode(file.read())
    symbols = subprocess.run([nm, "--defined-only", "--format=just-symbols", *archives], check=True,
                             capture_output=True, text=True).stdout.split("\n")
    names = dict.fromkeys(symbol for symbol in symbols if hash_of(symbol) in hot)
    sys.stdout.write("".join(name + "\n" for name in names))


def main():
    mode, *arguments = sys.argv[1:] or [""]
    if mode == "record" and arguments:
        record(arguments)
    elif mode == "order" and len(arguments) > 2:
        order(arguments[0], arguments[1], arguments[2:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
