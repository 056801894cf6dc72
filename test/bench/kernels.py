#!/usr/bin/env python3
"""Speed of OpenCL kernels on Kiln beside C++ loops and Debian's PoCL, in one run.

For each benchmark of test/bench/kernels: Kiln with default options and with
-cl-fast-relaxed-math, PoCL, and the C++ form compiled strictly and with -ffast-math, all with
the same number of threads, every result verified. The forms run in turns; the figure is the
median. Prints a Markdown table. See doc/benchmarks.md.

  kernels.py                                        the table
  kernels.py --only 'matmul|nbody' --quick          some of it, roughly
  kernels.py --plot table.png --json table.json     and a chart, and all times
  kernels.py --compare-options="|-cl-kiln-vectorize=never"
                                                    two forms of Kiln; exit code 1 if the first is
                                                    more than 5 % slower on a kernel
  kernels.py --compare-env="KILN_DEFERRED=1|"       likewise, forms of the environment
"""

import argparse
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from report import measure, plot, remarks, table  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT = 1.05


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="build folder")
    parser.add_argument("--only", default="", metavar="REGEX", help="benchmarks whose names it matches")
    parser.add_argument("--runs", type=int, help="measured runs of each form (5; 2 if quick; 11 to compare options)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="fewer runs, without PoCL: for work on the compiler")
    parser.add_argument("--best", action="store_true", help="the fastest run, not the median: on a loaded machine")
    parser.add_argument("--small", action="store_true", help="small sizes: tries the script, measures nothing")
    parser.add_argument("--no-pocl", action="store_true")
    parser.add_argument("--pocl", default="libpocl.so.2", metavar="LIBRARY", help="another PoCL than Debian's")
    parser.add_argument("--options", default="", help="more build options for Kiln")
    parser.add_argument("--env", action="append", default=[], metavar="KEY=VALUE", help="environment of Kiln")
    parser.add_argument("--compare-options", metavar="A|B", help="build options of two forms of Kiln")
    parser.add_argument("--compare-env", metavar="A|B", help="environments (KEY=VALUE,...) of two forms of Kiln")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--plot", type=pathlib.Path, metavar="FILE.png")
    options = parser.parse_args()
    options.compares = bool(options.compare_options or options.compare_env)
    return options


def pairs(texts):
    return dict(text.split("=", 1) for text in texts if text)


def forms_of(options, pocl_vendors):
    kiln = {"vendors": options.build / "etc/OpenCL/vendors",
            "environment": pairs(options.env)}
    if options.compare_env:
        return [measure.Form(f"`{text or 'default'}`", options=options.options, vendors=kiln["vendors"],
                             environment=kiln["environment"] | pairs(text.split(",")))
                for text in options.compare_env.split("|")]
    if options.compare_options:
        return [measure.Form(f"`{text or 'default'}`", options=f"{options.options} {text}", **kiln)
                for text in options.compare_options.split("|")]
    relaxed = f"{options.options} -cl-fast-relaxed-math"
    forms = [measure.Form("Kiln", options=options.options, **kiln), measure.Form("Kiln relaxed", options=relaxed, **kiln)]
    if not options.no_pocl and not options.quick:
        forms.append(measure.Form("PoCL", vendors=pocl_vendors))
    return forms + [measure.Form("C++ strict", form="strict"), measure.Form("C++ fast", form="fast")]


def benchmarks_of(program, only):
    lines = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split()[0] for line in lines if re.search(only, line.split()[0])]


def measure_all(program, options, forms, results):
    """Adds {form name: Result} for each benchmark to the results."""
    runs = options.runs or (11 if options.compares else 2 if options.quick else 5)
    statistic = min if options.best else statistics.median
    for name in benchmarks_of(program, options.only):
        print(f"{name} …", file=sys.stderr)
        row = measure.measure(program, name, forms, runs, options.threads, options.small, statistic)
        if options.compares and is_slower(row, forms):
            # Once more, with more runs: a single disturbance shall not condemn a kernel.
            row = measure.measure(program, name, forms, 2 * runs, options.threads, options.small, statistic)
        results[name] = row


def is_slower(row, forms):
    a, b = (row[form.name].ms for form in forms)
    return bool(a and b and a / b > LIMIT)


def machine(threads):
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{model.group(1) if model else platform.machine()}, {threads} threads, load {os.getloadavg()[0]:.1f} at the end"


def write_json(path, results, loops):
    text = {benchmark: {"forms": {name: {"ms": result.ms, "times": result.times, "problem": result.problem}
                                  for name, result in row.items()},
                        "loops": {variant: vars(loop) for variant, loop in loops.get(benchmark, {}).items()}}
            for benchmark, row in results.items()}
    path.write_text(json.dumps(text, indent=1) + "\n")


def main():
    options = arguments()
    if options.plot:
        plot.require()
    program = options.build / "test/bench/kernels/kernel_bench"
    if "libomp" not in subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout:
        sys.exit("kernel_bench was built without OpenMP: scripts/install_deps.sh bench, then configure again")
    with tempfile.TemporaryDirectory() as pocl_vendors:
        (pathlib.Path(pocl_vendors) / "pocl.icd").write_text(options.pocl + "\n")
        forms = forms_of(options, pocl_vendors)
        results = {}
        try:
            measure_all(program, options, forms, results)
        except KeyboardInterrupt:
            print("interrupted: what there is", file=sys.stderr)
    if not results:
        sys.exit("no benchmark matches")
    loops = remarks.read(ROOT / "test/bench/kernels", options.build / "test/bench/kernels/CMakeFiles")
    slower = []
    if options.compares:
        text, slower = table.compared(results, forms[0].name, forms[1].name, LIMIT)
        print(text)
        print(f"* more than {LIMIT - 1:.0%} slower: {', '.join(slower) or 'none'}")
    else:
        print(table.markdown(results, loops))
        if options.plot:
            plot.plot(results, options.plot, machine(options.threads))
    print(f"* {machine(options.threads)}")
    if options.json:
        write_json(options.json, results, loops)
    wrong = any(result.problem and not result.skipped for row in results.values()
                for name, result in row.items() if name != "PoCL")
    return 1 if slower or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
