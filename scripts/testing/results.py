"""Results of the tests of one build folder, from the reports of CTest, GoogleTest and lit."""

import dataclasses
import json
import pathlib
import re
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Test:
    """One CTest test, with the names of its cases by outcome. Times are seconds."""
    name: str
    wall: float
    processor: float
    passed: list
    failed: list
    skipped: list


def gtest_cases(path):
    """(name, outcome) of each test in a report of GoogleTest."""
    for case in ET.parse(path).getroot().iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        if case.find("failure") is not None:
            yield name, "failed"
        elif case.get("result") == "suppressed" or case.get("status") == "notrun":
            continue
        else:
            yield name, "skipped" if case.find("skipped") is not None else "passed"


def lit_cases(path):
    """(name, outcome) of each test in a report of lit."""
    outcomes = {"PASS": "passed", "XFAIL": "passed", "FLAKYPASS": "passed", "UNSUPPORTED": "skipped"}
    for case in json.loads(path.read_text())["tests"]:
        if case["code"] != "EXCLUDED":
            yield case["name"], outcomes.get(case["code"], "failed")


def cases_of(folder, name):
    for suffix, read in ((".gtest.xml", gtest_cases), (".lit.json", lit_cases)):
        path = folder / f"{name}{suffix}"
        if path.exists():
            return list(read(path))
    return []


def read_test(folder, case):
    name = case.get("name")
    test = Test(name, float(case.get("time", 0)), 0, [], [], [])
    usage = folder / f"{name}.usage.json"
    if usage.exists():
        test.processor = json.loads(usage.read_text())["processor"]
    for each, outcome in cases_of(folder, name):
        getattr(test, outcome).append(each)
    status = case.get("status")
    if status == "fail" and not test.failed:
        test.failed.append("(the whole test)")
    elif status != "fail" and not test.passed and not test.skipped:
        (test.passed if status == "run" else test.skipped).append(name)
    return test


def skip_reasons():
    lines = (ROOT / "test/skips.txt").read_text().splitlines()
    return [line.split(None, 1)[0] for line in lines if line.strip() and not line.startswith("#")]


def judge_skips(test, reasons):
    """A skipped case without a reason in test/skips.txt has failed."""
    for name in list(test.skipped):
        if not any(re.fullmatch(pattern, name) for pattern in reasons):
            test.skipped.remove(name)
            test.failed.append(f"{name} (skipped without a reason in test/skips.txt)")


def read_results(folder):
    """The tests that ran, from the folder of their reports."""
    report = folder / "ctest.xml"
    if not report.exists():
        return []
    tests = [read_test(folder, case) for case in ET.parse(report).getroot().iter("testcase")]
    reasons = skip_reasons()
    for test in tests:
        judge_skips(test, reasons)
    return tests


def print_slowest(tests, count):
    whole = sum(test.wall for test in tests) or 1
    print(f"The {min(count, len(tests))} slowest tests (seconds, seconds of the processor, share of all tests' time):")
    for test in sorted(tests, key=lambda test: -test.wall)[:count]:
        print(f"  {test.wall:7.1f} {test.processor:7.1f} {test.wall / whole:6.1%}  {test.name}")


def total(tests, outcome):
    return sum(len(getattr(test, outcome)) for test in tests)
