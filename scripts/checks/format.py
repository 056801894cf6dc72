#!/usr/bin/env python3
"""Checks that all C and C++ is as clang-format would print it; --fix formats it.

The OpenCL C library (lists of macros, some of them generated) and the templates of
new_target.py (placeholders, no C++ yet) are left out.
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = "clang-format-22"
SUFFIXES = {".c", ".cpp", ".h"}
LEFT_OUT = ("modules/builtins/lib/", "scripts/new_target/")


def sources():
    out = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in out.stdout.splitlines()
            if pathlib.Path(name).suffix in SUFFIXES and not name.startswith(LEFT_OUT)
            and (ROOT / name).is_file()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--fix", action="store_true", help="format in place")
    arguments = parser.parse_args()
    mode = ["-i"] if arguments.fix else ["--dry-run", "-Werror"]
    names = sources()
    try:
        run = subprocess.run([TOOL, *mode, *names], cwd=ROOT, check=False)
    except FileNotFoundError:
        print(f"format: there is no {TOOL}; scripts/install_deps.sh tests installs it")
        return 2
    if run.returncode != 0:
        print("format: run scripts/checks/format.py --fix")
        return 1
    print(f"format: {len(names)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
