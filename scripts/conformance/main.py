"""The command line of scripts/conformance.sh."""

import argparse
import os
import pathlib
import re
import sys
import tempfile
import time

import device
import document
import results
import run
import suites

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNS = ROOT / "build/conformance"
CPU_VARIABLE = {"host": "KILN_HOST_CPU", "riscv": "KILN_RISCV_CPU"}


def parse_arguments():
    parser = argparse.ArgumentParser(prog="scripts/conformance.sh", description="Runs the Khronos OpenCL-CTS.")
    parser.add_argument("build", nargs="?", type=pathlib.Path, help="build folder of the OpenCL-CTS")
    parser.add_argument("--mode", choices=sorted(run.LIMITS), default="wimpy", help="full is that of a submission")
    parser.add_argument("--device", choices=sorted(CPU_VARIABLE), default="host")
    parser.add_argument("--cpu", help="the device's processor, as KILN_HOST_CPU or KILN_RISCV_CPU take it")
    parser.add_argument("--driver", type=pathlib.Path, default=ROOT / "build/release/etc/OpenCL/vendors",
                        help="folder of the driver's .icd file")
    parser.add_argument("--only", action="append", metavar="SUITE[:REGEX]", help="may be given several times")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes side by side")
    parser.add_argument("--resume", action="store_true", help="go on with an earlier run of the same driver")
    parser.add_argument("--output", type=pathlib.Path, help="folder of the run")
    parser.add_argument("--list", action="store_true", help="show the suites")
    parser.add_argument("--document", action="store_true", help="only write doc/conformance.md")
    options = parser.parse_args()
    if options.build is None and not options.document:
        parser.error("the build folder of the OpenCL-CTS is missing")
    return options


def environment_of(options):
    # The suite allocates and clears gigabytes, in half of the time with huge pages.
    changed = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "KILN_DEVICES": options.device,
               "OCL_ICD_VENDORS": str(options.driver.resolve())}
    if options.cpu:
        changed[CPU_VARIABLE[options.device]] = options.cpu
    return dict(os.environ, **changed)


def folder_of(options):
    if options.output:
        return options.output.resolve()
    cpu = "-" + re.sub(r"[^a-z0-9.]+", "-", options.cpu.lower()) if options.cpu else ""
    return RUNS / f"{options.device}{cpu}-{options.mode}"


def wanted(only, suite, test):
    if not only:
        return True
    for each in only:
        name, _, pattern = each.partition(":")
        if suite.name == name and re.fullmatch(pattern or ".*", test):
            return True
    return False


def tasks_of(options, root, store):
    """The sub-tests to run. Suites without a program and sub-tests not chosen go into the store."""
    done, have = store.passed() if options.resume else set(), store.all()
    known = list(suites.find(root, options.mode))
    unknown = {each.partition(":")[0] for each in options.only or []} - {suite.name for suite in known}
    if unknown:
        sys.exit(f"no suite is called {', '.join(sorted(unknown))}; --list shows them")
    for suite in known:
        tests = suite.sub_tests(root) if suite.built(root) else []
        if not tests:
            store.add(run.Result(suite.name, "*", "not-run", 0, 0, f"{suite.program} is not built"))
        for test, names in tests:
            key = (suite.name, test)
            if not wanted(options.only, suite, test):
                if key not in have:
                    store.add(run.Result(*key, "not-run", 0, 0, "not chosen"))
            elif key not in done:
                yield suite, test, names


def show_suites(root, mode):
    for suite in suites.find(root, mode):
        print(suite.name, suite.program, *suite.arguments, "" if suite.built(root) else "(not built)")


def perform(options, root):
    folder, environment = folder_of(options), environment_of(options)
    driver = device.describe(environment, options.driver)
    store = results.Store(folder, driver, options)
    tasks = list(tasks_of(options, root, store))
    print(f"{driver['CL_DEVICE_NAME']}: {len(tasks)} sub-tests in {folder}")

    def tell(result):
        store.add(result)
        if result.status not in ("pass", "skip"):
            print(f"{result.suite} {result.test}: {result.status}, {result.note}", flush=True)

    start = time.monotonic()
    with tempfile.TemporaryDirectory() as cache:  # an empty one, so that builds are tested
        environment["KILN_CACHE_DIR"] = cache
        run.Runner(root, folder, options.mode, environment).run_all(tasks, options.jobs, tell)
    store.finish(time.monotonic() - start)
    device.write_submission(folder, driver)
    print(store.summary())
    return store.failed()


def main():
    options = parse_arguments()
    failed = False
    if not options.document:
        root = options.build.resolve() / "test_conformance"
        if not (root / suites.LIST).exists():
            sys.exit(f"{options.build} is no build folder of the OpenCL-CTS: no {root / suites.LIST}")
        if options.list:
            return show_suites(root, options.mode)
        failed = perform(options, root)
    if options.document or not options.output:
        document.write(ROOT / "doc/conformance.md", RUNS)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
