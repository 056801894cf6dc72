"""Runs all parts of the test command, and sums up failures and times at the end.

    gate.py [--deep] [--seed <number>]

Parts: the build, the runtime's tests under ThreadSanitizer, the fuzz targets for some
seconds each, and the tests. With --deep all cases of all tests, the compiler under AddressSanitizer, and
the fuzz targets for a minute each. The last line is "N passed, N failed".
"""

import argparse
import dataclasses
import json
import re
import subprocess
import sys
import time

from results import ROOT

FAILED_EDGE = re.compile(r"FAILED: (\[code=\d+\] )?(\S+)")


@dataclasses.dataclass
class Part:
    name: str
    folder: str  # of its build
    commands: list
    has_tests: bool = True  # their reports are in the folder
    seconds: float = 0
    failures: list = dataclasses.field(default_factory=list)


def parts_of(options):
    way = ["--deep"] if options.deep else []
    if options.seed is not None:
        way += ["--seed", str(options.seed)]
    # SPIR-V's takes two minutes to build.
    fuzz = ["scripts/fuzz.sh", "60"] if options.deep else ["scripts/fuzz.sh", "5", "build_options", "container", "elf"]
    build = ["cmake", "--build", "--preset", "release"]
    parts = [
        Part("build", "build/release", [["cmake", "--preset", "release", "-DKILN_TESTS=ON"], build], has_tests=False),
        Part("ThreadSanitizer", "build/tsan", [["scripts/test_sanitized.sh", "build/release", *way]]),
        Part("fuzz targets", "build/release", [fuzz], has_tests=False),
        Part("tests", "build/release", [["scripts/run_tests.py", *way]]),
    ]
    if options.deep:
        parts[0].commands.append([*build, "--target", "deep-tests"])
        parts.insert(2, Part("AddressSanitizer", "build/asan", [["scripts/test_sanitized.sh", "--compiler"]]))
    return parts


def run(command):
    """Passes the command's output on; returns its exit code and the files of Ninja's failed edges."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace")
    unmade = []
    for line in process.stdout:
        sys.stdout.write(line)
        sys.stdout.flush()
        if found := FAILED_EDGE.match(line):
            unmade.append(found[2])
    return process.wait(), unmade


def summary_path(part):
    return ROOT / part.folder / "test-results/summary.json"


def summary_of(part):
    path = summary_path(part)
    return json.loads(path.read_text()) if path.exists() and part.has_tests else {"passed": 0, "failures": []}


def run_part(part):
    print(f"== {part.name}", flush=True)
    start = time.monotonic()
    summary_path(part).unlink(missing_ok=True)
    for command in part.commands:
        code, unmade = run(command)
        if code == 0:
            continue
        part.failures += [(f"{file} was not built", f"ninja -C {part.folder} {file}") for file in unmade]
        if not unmade and not summary_of(part)["failures"]:
            part.failures.append((f"{' '.join(command)} ended with {code}", " ".join(command)))
        break
    part.seconds = time.monotonic() - start
    part.failures += [tuple(each) for each in summary_of(part)["failures"]]


def report(parts):
    passed = sum(summary_of(part)["passed"] for part in parts)
    failed = sum(len(part.failures) for part in parts)
    whole = sum(part.seconds for part in parts) or 1
    print("Where the time went:")
    for part in parts:
        print(f"  {part.seconds / 60:5.1f} min {part.seconds / whole:6.1%}  {part.name}")
    for part in parts:
        for text, repeat in part.failures:
            print(f"FAILED {part.name}: {text}\n  to repeat: {repeat}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deep", action="store_true", help="everything there is")
    parser.add_argument("--seed", type=int, help="of an earlier run's shares, to repeat them")
    parts = parts_of(parser.parse_args())
    done = []
    for part in parts:
        run_part(part)
        done.append(part)
        if part.name == "build" and part.failures:
            break  # the others need it
    return report(done)


if __name__ == "__main__":
    sys.exit(main())
