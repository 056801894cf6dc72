#!/usr/bin/env python3
"""Runs the generators of builtin units, all in one process, and writes the changed sources.

    generate_units.py --list FILE --output DIR

Each line of the list is "<unit> <script> <argument>...": the script prints the unit's source
for DIR/<unit>.cl. A file whose text stays keeps its time, so Ninja compiles the
changed units alone. One process per unit would cost more time than the units' compilation.
"""

import argparse
import contextlib
import io
import pathlib
import runpy
import sys


def generate(script, arguments):
    """The text printed by a generator for these arguments."""
    text = io.StringIO()
    sys.argv = [script, *arguments]
    with contextlib.redirect_stdout(text):
        runpy.run_path(script, run_name="__main__")
    return text.getvalue()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    sys.dont_write_bytecode = True
    for line in options.list.read_text().splitlines():
        unit, script, *arguments = line.split()
        text = generate(script, arguments)
        if not text:
            sys.exit(f"{script} {' '.join(arguments)} prints nothing for {unit}")
        path = options.output / f"{unit}.cl"
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


if __name__ == "__main__":
    main()
