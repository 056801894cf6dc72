#!/usr/bin/env python3
"""Runs cl-on-demand-leave, and measures the time from its last line to its end.

The background generates code for seconds then. An exit does not wait for it. Unloading the library
waits for one kernel, and cancels the others.
"""

import subprocess
import sys
import time

# A kernel of the program takes several seconds; a wait for threads at exits would take one.
LIMIT = {"exit": 0.7, "release": 0.7, "unload": 60}


def main():
    program, library = sys.argv[1:]
    failed = False
    for way, limit in LIMIT.items():
        best = None
        for _ in range(3):  # of a busy machine, the best
            process = subprocess.Popen([program, library, way], stdout=subprocess.PIPE, text=True)
            line = process.stdout.readline()
            begun = time.monotonic()
            process.stdout.read()
            code = process.wait()
            took = time.monotonic() - begun
            if line != "leaving\n" or code != 0:
                print(f"{way}: exit code {code}, first line {line!r}")
                failed = True
                break
            best = took if best is None else min(best, took)
            if best <= limit:
                break
        print(f"{way}: {best} s")
        failed |= best is None or best > limit
    return failed


if __name__ == "__main__":
    sys.exit(main())
