#!/usr/bin/env python3
"""Runs the tests of a build folder through CTest and counts their cases.

    scripts/run_tests.py [--build <folder>] [--deep] [--seed <number>] [ctest's arguments]

Without --deep, some tests are left out, and others run a share of their cases, chosen by the seed. The
run prints its seed; without --seed it changes with every commit.

Cases of GoogleTest and lit are counted one by one; every other test counts as one. The run fails if a
case fails, if a skipped case has no reason in test/skips.txt, or if fewer cases ran than
test/minimum_count.txt says. The last line is "N passed, N failed".
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from testing import results as reports  # noqa: E402

ROOT = reports.ROOT


def seed_of_commit():
    """A number that changes with the commit; 0 outside of a repository."""
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True)
    return int(done.stdout[:7], 16) if done.returncode == 0 else 0


def environment_of(options, folder):
    environment = dict(os.environ, KILN_TEST_RESULTS=str(folder))
    environment.pop("KILN_TEST_SEED", None)
    if not options.deep:
        environment["KILN_TEST_SEED"] = str(options.seed)
    return environment


def run_ctest(options, folder):
    command = ["ctest", "--test-dir", str(options.build), "--output-on-failure", "--no-tests=error",
               "--output-junit", str(folder / "ctest.xml")]
    if options.deep:
        command += ["-C", "deep"]
    return subprocess.run(command + (options.ctest or [f"-j{os.cpu_count() + 2}"]),
                          env=environment_of(options, folder)).returncode


def minimum_count(deep):
    quick, whole = (ROOT / "test/minimum_count.txt").read_text().split()[:2]
    return int(whole if deep else quick)


def failures_of(tests, options):
    """(text, command to repeat it) of each failed case."""
    way = "--deep" if options.deep else f"--seed {options.seed}"
    for test in tests:
        for case in test.failed:
            yield f"{test.name}: {case}", \
                  f"scripts/run_tests.py --build {options.build} {way} -R '^{test.name}$'"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build/release", type=pathlib.Path)
    parser.add_argument("--deep", action="store_true", help="everything")
    parser.add_argument("--seed", type=int, help="of an earlier run, to repeat it")
    options, options.ctest = parser.parse_known_args()
    if options.seed is None:
        options.seed = seed_of_commit()
    return options


def main():
    options = parse_arguments()
    folder = options.build.resolve() / "test-results"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print("All cases of all tests" if options.deep else f"Shares of tests by --seed {options.seed}", flush=True)
    code = run_ctest(options, folder)
    tests = reports.read_results(folder)
    passed, skipped = reports.total(tests, "passed"), reports.total(tests, "skipped")
    failures = list(failures_of(tests, options))
    again = "scripts/run_tests.py" + (" --deep" if options.deep else "")
    if code != 0 and not failures:
        failures.append((f"ctest ended with {code}", again))
    ran = passed + skipped + len(failures)
    if not options.ctest and ran < minimum_count(options.deep):
        failures.append((f"only {ran} cases ran; test/minimum_count.txt wants more", again))
    (folder / "summary.json").write_text(json.dumps({"passed": passed, "failures": failures}))
    reports.print_slowest(tests, 20)
    if skipped:
        print(f"{skipped} skipped, each with a reason in test/skips.txt")
    for text, repeat in failures:
        print(f"FAILED {text}\n  to repeat: {repeat}")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
