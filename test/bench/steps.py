#!/usr/bin/env python3
"""Measures each optional step of the compiler: the kernels that it makes faster or slower, and its time of a build.

For each step, all benchmarks of test/bench/kernels are compiled with the step and with the step switched off
(-cl-kiln-disable-steps=). Kernels with the same assembly are not affected. The others run in both forms, in turns, and
every result is verified. Prints a Markdown table with a row for each step. See doc/benchmarks.md.

  steps.py                                       all steps of Kiln
  steps.py --steps 'contiguous|interleave'       some of them
  steps.py --only 'matmul|fft' --runs 3          some benchmarks, roughly
  steps.py --code-only                           the affected kernels and build times; runs nothing
  steps.py --llvm                                LLVM's passes too
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from report import measure, table  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ROOT / "test/bench/kernels"
LIMIT = 1.05
NAMED = 4  # kernels in a cell


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="build folder")
    parser.add_argument("--steps", default="", metavar="REGEX", help="steps whose names it matches")
    parser.add_argument("--only", default="", metavar="REGEX", help="benchmarks whose names it matches")
    parser.add_argument("--llvm", action="store_true", help="LLVM's passes too")
    parser.add_argument("--runs", type=int, default=7, help="measured runs of each form (7)")
    parser.add_argument("--builds", type=int, default=5, help="timed builds of each file (5; 0: none); the fastest counts")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--best", action="store_true", help="the fastest run, not the median: on a loaded machine")
    parser.add_argument("--small", action="store_true", help="small sizes: tries the script, measures nothing")
    parser.add_argument("--code-only", action="store_true", help="do not run kernels")
    return parser.parse_args()


def environment(build):
    return dict(os.environ, KILN_CACHE="0", KILN_DEVICES="host", OCL_ICD_VENDORS=str(build / "etc/OpenCL/vendors"))


def optional_steps(options):
    lines = subprocess.run([options.build / "bin/clc", "--list-steps"], env=environment(options.build),
                           capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split()[0] for line in lines if line.split()[1] == "optional"
            and (options.llvm or not line.endswith("(LLVM)")) and re.search(options.steps, line.split()[0])]


def benchmarks_by_file(options):
    """{kernel file: names of its benchmarks}: a loop of the C++ form names its benchmark."""
    files = {}
    for source in sorted(KERNELS.glob("*.cpp")):
        names = re.findall(r"// hot: (\S+)", source.read_text(encoding="utf-8"))
        names = [name for name in dict.fromkeys(names) if re.search(options.only, name)]
        if source.with_suffix(".cl").exists() and names:
            files[source.with_suffix(".cl")] = names
    return files


class Compiler:
    """clc on this machine's CPU."""

    def __init__(self, options, folder):
        self.program, self.builds = options.build / "bin/clc", options.builds
        self.environment = environment(options.build)
        self.output = pathlib.Path(folder) / "out"

    def command(self, file, step, form):
        words = [self.program, *form, "--target=host", "--cpu=native", file, "-o", self.output]
        return words + ([f"-cl-kiln-disable-steps={step}"] if step else [])

    def run(self, file, step, form):
        start = time.perf_counter()
        subprocess.run(self.command(file, step, form), env=self.environment, check=True, capture_output=True)
        return 1000 * (time.perf_counter() - start)

    def assembly(self, file, step=None):
        self.run(file, step, ["-S"])
        return self.output.read_bytes()

    def ms(self, files, step=None):
        """Of all files, with the start of the compiler; the fastest build of each."""
        form = ["--no-ir", "--no-portable"]
        return sum(min(self.run(file, step, form) for _ in range(self.builds)) for file in files)


def kernels_text(ratios):
    """Names with ratios, the largest first."""
    ratios = sorted(ratios, key=lambda pair: -abs(pair[1] - 1))
    text = ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios[:NAMED])
    return f"{len(ratios)}: {text}{', …' if len(ratios) > NAMED else ''}" if ratios else "0"


def measure_step(options, step, names):
    """{benchmark: time without the step / time with it}, and problems."""
    ratios, problems = {}, []
    forms = [measure.Form("on", vendors=options.build / "etc/OpenCL/vendors"),
             measure.Form("off", vendors=options.build / "etc/OpenCL/vendors",
                          options=f"-cl-kiln-disable-steps={step}")]
    program = options.build / "test/bench/kernels/kernel_bench"
    for name in names:
        row = measure.measure(program, name, forms, options.runs, options.threads, options.small,
                              min if options.best else statistics.median)
        problems += [f"* {name}, {step} {form}: {result.problem}" for form, result in row.items()
                     if result.problem and not result.skipped]
        if row["on"].ms and row["off"].ms:
            ratios[name] = row["off"].ms / row["on"].ms
    return ratios, problems


def line_of(step, affected, files, ratios, build):
    """One row of the table."""
    wins = [(name, ratio) for name, ratio in ratios.items() if ratio > LIMIT]
    losses = [(name, ratio) for name, ratio in ratios.items() if ratio < 1 / LIMIT]
    mean = f"{table.mean(list(ratios.values())):.2f}" if ratios else "–"
    return (f"| `{step}` | {len(affected)} of {files} | {kernels_text(wins) if ratios else '–'} | "
            f"{kernels_text(losses) if ratios else '–'} | {mean} | {'–' if build is None else f'{build:+.0f}'} |")


def main():
    options = arguments()
    options.build = options.build.resolve()
    files = benchmarks_by_file(options)
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options, folder)
        with_all = {file: compiler.assembly(file) for file in files}
        print(f"| step | files with other code | kernels that win | kernels that lose | mean | build, ms of {len(files)} files |")
        print("|---|---:|---|---|---:|---:|")
        problems, idle = [], []
        for step in optional_steps(options):
            print(f"{step} …", file=sys.stderr)
            affected = [file for file in files if compiler.assembly(file, step) != with_all[file]]
            names = [name for file in affected for name in files[file]]
            ratios, found = ({}, []) if options.code_only else measure_step(options, step, names)
            problems += found
            # On and off in turns: the machine's other work disturbs both.
            build = compiler.ms(files) - compiler.ms(files, step) if options.builds else None
            print(line_of(step, affected, len(files), ratios, build), flush=True)
            if not affected or (ratios and max(ratios.values()) <= LIMIT):
                idle.append(step)
    print()
    print("* a number behind a kernel: its time without the step divided by its time with it; mean: of all affected kernels")
    print(f"* no kernel is more than {LIMIT - 1:.0%} faster with: {', '.join(idle) or 'none'}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
