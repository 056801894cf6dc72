#!/usr/bin/env python3
"""Runs all tests of a build folder through CTest and counts them one by one.

gtest programs and lit report each of their tests; every other CTest test counts as one.
Fails if a test fails, if a skipped test is not listed with a reason in test/skips.txt,
or if fewer tests ran than test/minimum_count.txt says. The last line is
"N passed, N failed".
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[1]


class Counts:
    def __init__(self):
        self.passed, self.failed, self.skipped = [], [], []

    def add(self, name, outcome):
        {"pass": self.passed, "fail": self.failed, "skip": self.skipped}[outcome].append(name)

    @property
    def total(self):
        return len(self.passed) + len(self.failed) + len(self.skipped)


def run_ctest(build, results, arguments):
    environment = dict(os.environ, LIT_OPTS=f"-o {results}/lit.json --use-unique-output-file-name")
    command = ["ctest", "--test-dir", str(build), "--output-on-failure", "--no-tests=error",
               "--test-output-size-passed", "10000000", "--test-output-size-failed", "10000000",
               "--output-junit", str(results / "ctest.xml"), *arguments]
    return subprocess.run(command, env=environment).returncode


def count_gtest(program, text, counts):
    """Counts what a gtest program printed at its end; False if it is none, or did not get there."""
    passed = re.findall(r"^\[  PASSED  \] (\d+) tests?\.", text, re.M)
    if not passed:
        return False
    failed = sorted(set(re.findall(r"^\[  FAILED  \] (\w\S*\.\w[^,\s]*)", text, re.M)))
    skipped = sorted(set(re.findall(r"^\[  SKIPPED \] (\w\S*\.\w[^,\s]*)", text, re.M)))
    for index in range(int(passed[-1])):
        counts.add(f"{program} {index}", "pass")
    for name in failed:
        counts.add(f"{program} {name}", "fail")
    for name in skipped:
        counts.add(name, "skip")
    return True


def count_lit(results, counts):
    found = False
    for path in sorted(results.glob("lit*.json")):
        found = True
        for test in json.loads(path.read_text())["tests"]:
            code = test["code"]
            outcome = "pass" if code in {"PASS", "XFAIL", "FLAKYPASS"} else "skip" if code in {"UNSUPPORTED", "SKIPPED"} else "fail"
            counts.add(test["name"], outcome)
    return found


def count_ctest(results, counts):
    lit_found = count_lit(results, counts)
    for case in ET.parse(results / "ctest.xml").getroot().iter("testcase"):
        name, status = case.get("name"), case.get("status")
        failed_before = len(counts.failed)
        counted = (lit_found and name.startswith("lit")) or count_gtest(name, case.findtext("system-out") or "", counts)
        if status == "fail" and len(counts.failed) == failed_before:
            counts.add(name, "fail")
        elif not counted:
            counts.add(name, "pass" if status == "run" else "skip")


def read_skips():
    reasons = {}
    for line in (ROOT / "test/skips.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, reason = line.split(None, 1)
            reasons[name] = reason
    return reasons


def judge_skips(counts):
    reasons = read_skips()
    for name in list(counts.skipped):
        if not any(re.fullmatch(pattern, name) for pattern in reasons):
            print(f"skipped without a reason in test/skips.txt: {name}")
            counts.skipped.remove(name)
            counts.add(name, "fail")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=ROOT / "build/release", type=pathlib.Path)
    parser.epilog = "All other arguments are ctest's, e.g. -R name."
    options, options.ctest = parser.parse_known_args()
    results = options.build.resolve() / "test-results"
    shutil.rmtree(results, ignore_errors=True)
    results.mkdir(parents=True)

    code = run_ctest(options.build, results, options.ctest or [f"-j{os.cpu_count()}"])
    counts = Counts()
    if (results / "ctest.xml").exists():
        count_ctest(results, counts)
    if code != 0 and not counts.failed:
        counts.add("ctest", "fail")
    judge_skips(counts)
    minimum = int((ROOT / "test/minimum_count.txt").read_text().split()[0])
    if not options.ctest and counts.total < minimum:
        print(f"only {counts.total} tests ran; test/minimum_count.txt wants {minimum}")
        counts.add("number of tests", "fail")
    for name in counts.failed:
        print(f"FAILED {name}")
    if counts.skipped:
        print(f"{len(counts.skipped)} skipped, each with a reason in test/skips.txt")
    print(f"{len(counts.passed)} passed, {len(counts.failed)} failed")
    return 1 if counts.failed else 0


if __name__ == "__main__":
    sys.exit(main())
