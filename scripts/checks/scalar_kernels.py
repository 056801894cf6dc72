#!/usr/bin/env python3
"""Checks that the vectoriser takes the kernels of the repository.

    scalar_kernels.py MUXC [--largest-share 0.03] [--list]

Compiles every kernel below test/ (but test/fuzz) and examples/ with a file of its own (.cl) or a
raw string in a C++ file. Each is compiled as a program without build options, for a CPU with
AVX-512, and the script reads the remarks. A kernel does not count if one work-item of a group does
all the work, or if its work-items take turns by a lock.

The scalar kernels have to be the ones in test/vecz_scalar_kernels.txt. A missing one is an error,
and so is a vectorised one in the list, so the list only shrinks. Its largest share of all kernels
is an argument. Kernels whose reason begins with "only calls" do not count for it: they operate on
pipes, one work-item after the other, and vectors have nothing to do in them. Nor do kernels whose
reason begins with "rows": each work-item writes a row of its own, and the vectors are made along
it, and of those that begin with "turns": they only access memory by atomic operations or volatile,
where lanes take turns. --list prints the list as it would have to be.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / "test/vecz_scalar_kernels.txt"
FOLDERS = ["test", "examples"]
REDUCED = "test/fuzz"  # failures of random kernels, which are kept as they come
MUST_COMPILE = "test/bench"
COMMAND = ["--pipeline=kernel", "--target=host", "--target-properties=cpu=x86-64-v4;features=", "-w",
           "-cl-kiln-remarks", "-o", "/dev/null"]
VERSIONS = [[], ["-cl-std=CL3.0"]]
RAW_STRING = re.compile(r'R"(\w*)\((.*?)\)\1"', re.DOTALL)
KERNEL = re.compile(r"\b(?:__)?kernel\s+(?:__attribute__\s*\(\(.*?\)\)\s*)*void\b")
NOT_FOR_THE_SHARE = ("only calls", "rows", "turns")
NOT_COUNTED = ("it does something for one work-item only",
               "its work-items pass a lock on to each other")
SCALAR = re.compile(r"remark: .*?kernel '(\w+)' is not vectorised: (.*)")
VECTOR = re.compile(r"remark: .*?kernel '(\w+)' is vectorised: ")


def sources():
    """Yields (path in the repository, OpenCL C)."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = str(path.relative_to(ROOT))
            if name.startswith(REDUCED):
                continue
            if path.suffix == ".cl":
                yield name, path.read_text()
            elif path.suffix in {".cpp", ".h"}:
                for match in RAW_STRING.finditer(path.read_text()):
                    if KERNEL.search(match.group(2)):
                        yield name, match.group(2)


def compile_source(muxc, name, source):
    """The remarks, or None if it is no program of its own."""
    folder = str((ROOT / name).parent)
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
        file.write(source)
        file.flush()
        for version in VERSIONS:
            done = subprocess.run([muxc, *COMMAND, *version, "-I" + folder, file.name],
                                  capture_output=True, text=True, timeout=120,
                                  env={**os.environ, "KILN_VECTORIZE": ""})
            if done.returncode == 0:
                return done.stderr
            if "error: " not in done.stderr:
                sys.exit(f"{name}: the compiler ends with {done.returncode}\n{done.stderr[-2000:]}")
    return None


def read_list():
    """{"path:kernel": reason}"""
    entries = {}
    for line in LIST.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            kernel, _, reason = line.partition(" ")
            if not reason.strip():
                sys.exit(f"{LIST.name}: {kernel} has no reason")
            entries[kernel] = reason.strip()
    return entries


def examine(muxc):
    """({"path:kernel": the compiler's reason} of scalar kernels, number of kernels, of sources
    without whole programs)"""
    all_sources = list(sources())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        remarks = list(pool.map(lambda source: compile_source(muxc, *source), all_sources))
    scalar, total, parts = collections.OrderedDict(), 0, 0
    for (name, _), text in zip(all_sources, remarks):
        if text is None:
            if name.startswith(MUST_COMPILE):
                sys.exit(f"{name} does not compile")
            parts += 1
            continue
        found = [each for each in SCALAR.findall(text) if each[1] not in NOT_COUNTED]
        total += len(found) + len(VECTOR.findall(text))
        scalar.update((f"{name}:{kernel}", reason) for kernel, reason in found)
    return scalar, total, parts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("muxc")
    parser.add_argument("--largest-share", type=float, default=0.03)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    scalar, total, parts = examine(arguments.muxc)
    if total == 0:
        sys.exit("no kernel was found: the remarks have changed")
    if arguments.list:
        for kernel, reason in scalar.items():
            print(kernel, reason)
    listed = read_list() if not arguments.list else dict(scalar)
    problems = [f"{kernel} is scalar: {reason}" for kernel, reason in scalar.items()
                if kernel not in listed]
    problems += [f"{kernel} is in {LIST.name} and is vectorised, or gone: remove it"
                 for kernel in listed if kernel not in scalar]
    calls = [kernel for kernel in scalar if listed.get(kernel, "").startswith(NOT_FOR_THE_SHARE)]
    if len(scalar) - len(calls) > arguments.largest_share * (total - len(calls)):
        problems.append(f"more than {arguments.largest_share:.1%} of the kernels are scalar")
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{total} kernels, {len(scalar)} scalar ({len(scalar) / total:.1%}), "
          f"{len(calls)} of them only call or write rows; {parts} sources are no whole programs")
    sys.exit(bool(problems))


main()
