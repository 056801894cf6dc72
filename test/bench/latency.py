#!/usr/bin/env python3
"""Latencies of Kiln beside PoCL, in one run: Debian's, or --pocl <library>.

Each figure is the median of 11 fresh processes of either driver, in turns, each with an
empty cache folder. Prints a Markdown table. Needs pocl-opencl-icd
(scripts/install_deps.sh bench).
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/compiler/growth"))
import programs  # noqa: E402

FIGURES = [
    ("vector-add", "source to the end of the first vector-add, cold, ms", False),
    ("warm", "the same when the process has built another one, ms", False),
    ("file", "300 lines with 48 barriers and math, source to the end of the first run, ms", False),
    ("round-trip", "empty kernel, enqueue + finish, µs", False),
    ("enqueue-rate", "10,000 empty kernels, thousands a second", True),
    ("start", "first call to the end of the first vector-add, when another process has built it, ms", False),
    ("context", "first call to a context, ms", False),
    ("buffer", "buffer of 1 MiB created and released, µs", False),
    ("events", "empty kernel that waits for the event of the one before, µs", False),
    ("copies", "1 KiB written and read, blocking, µs", False),
    ("queues", "10,000 empty kernels from each of four threads, thousands a second", True),
]


def measure(client, vendors, mode):
    with tempfile.TemporaryDirectory() as cache:
        arguments = [client, mode]
        if mode == "file":
            source = pathlib.Path(cache) / "barriers.cl"
            source.write_text(programs.barriers(48))
            arguments.append(source)
        environment = dict(os.environ, OCL_ICD_VENDORS=str(vendors), KILN_CACHE="1", KILN_CACHE_DIR=cache,
                           POCL_CACHE_DIR=cache, XDG_CACHE_HOME=cache)
        for _ in range(2 if mode == "start" else 1):
            done = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=True)
        return float(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--only", help="of the client's modes, those that this is a list of")
    parser.add_argument("--pocl", default="libpocl.so.2", help="the library of the peer's driver")
    parser.add_argument("--peer", default="PoCL 3.1", help="the peer's name in the table")
    options = parser.parse_args()
    client = options.build / "test/bench/latency_client"
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "pocl.icd").write_text(options.pocl + "\n")
        drivers = {"Kiln": options.build / "etc/OpenCL/vendors", options.peer: folder}
        print(f"| | Kiln | {options.peer} | ratio |\n|---|---|---|---|")
        for mode, text, more_is_better in FIGURES:
            if options.only and mode not in options.only.split(","):
                continue
            times = {name: [] for name in drivers}
            for _ in range(options.runs):
                for name, vendors in drivers.items():
                    times[name].append(measure(client, vendors, mode))
            kiln, pocl = (statistics.median(times[name]) for name in drivers)
            ratio = kiln / pocl if more_is_better else pocl / kiln
            verdict = f"{ratio:.1f} times better" if ratio >= 1 else f"{1 / ratio:.1f} times worse"
            print(f"| {text} | {kiln:.3g} | {pocl:.3g} | {verdict} |")


if __name__ == "__main__":
    main()
