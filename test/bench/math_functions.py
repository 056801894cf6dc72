#!/usr/bin/env python3
"""Throughput of the math functions beside glibc's libmvec and SLEEF, in one run and on one thread.

Prints nanoseconds for an element, for each function in float and double: in kernels with vector
types of 1, 4, 8 and 16 lanes without further vectorisation, in a plain kernel, and of the peers;
the ratio is the best peer's time by the plain kernel's, so more than 1 is faster than the peer.
Peers: libmvec where it has the function; libm, one number at a time, where it has not. See
doc/benchmarks.md.

  math_functions.py [--build <folder>] [--only <function>,...] [--quick]
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORMS = ["1", "4", "8", "16", "kernel", "libmvec", "sleef", "libm"]


def measure(options, names):
    """{(function, type): {form: (nanoseconds, error)}}"""
    environment = dict(os.environ, OCL_ICD_VENDORS=str(options.build / "etc/OpenCL/vendors"),
                       KILN_NUM_THREADS="1", KILN_DEVICES="host")
    rows = {}
    for name in names or [""]:
        command = [options.build / "test/bench/math/math_client"]
        command += ["--only", name] if name else []
        command += ["--check"] if options.quick else []
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
        for line in done.stdout.splitlines():
            function, kind, form, time, error = line.split()
            rows.setdefault((function, kind), {})[form] = (float(time), float(error))
        if done.returncode:
            sys.exit(f"math_client {name}: exit code {done.returncode}")
    return rows


def print_table(rows):
    print("| function | type |" + "".join(f" {form} |" for form in FORMS) + " ratio | error | libmvec's |")
    print("|---|---|" + "---|" * (len(FORMS) + 3))
    ratios = []
    for (function, kind), forms in rows.items():
        peer = forms.get("libmvec") or forms.get("libm")
        ratio = peer[0] / forms["kernel"][0] if peer and forms["kernel"][0] else None
        if ratio and "libmvec" in forms:
            ratios.append(ratio)
        cells = [f"{forms[form][0]:.2f}" if form in forms else "" for form in FORMS]
        cells += [f"{ratio:.2f}" if ratio else "", f"{max(forms[f][1] for f in FORMS[:5] if f in forms):.2f}",
                  f"{forms['libmvec'][1]:.2f}" if "libmvec" in forms else ""]
        print(f"| {function} | {kind} | " + " | ".join(cells) + " |")
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\nBeside libmvec: geometric mean {mean:.2f}, worst {min(ratios):.2f}, {len(ratios)} functions")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--only", default="", help="functions, separated by commas")
    parser.add_argument("--quick", action="store_true", help="verify alone, measure nothing")
    options = parser.parse_args()
    print_table(measure(options, [name for name in options.only.split(",") if name]))


if __name__ == "__main__":
    main()
