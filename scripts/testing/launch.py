"""Runs the command of one CTest test.

    launch.py --name <test> [--share <n>] -- <command>...

CTest runs every test through this program (kiln_add_test in cmake/KilnTest.cmake). By itself it only
runs the command. scripts/run_tests.py sets two variables:

KILN_TEST_RESULTS   a folder: the reports of GoogleTest and lit go there, and the time of the processor
KILN_TEST_SEED      a number: it chooses one of n parts of the cases of a test with --share n. GoogleTest and lit choose by themselves; other commands read
                    KILN_TEST_SHARE, "<index>/<n>"
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys


def share_variables(count):
    seed = os.environ.get("KILN_TEST_SEED")
    if seed is None or count < 2:
        return {}
    index = int(seed) % count
    print(f"part {index} of {count} of this test's cases (KILN_TEST_SEED={seed})", flush=True)
    return {"GTEST_TOTAL_SHARDS": str(count), "GTEST_SHARD_INDEX": str(index), "LIT_NUM_SHARDS": str(count),
            "LIT_RUN_SHARD": str(index + 1), "KILN_TEST_SHARE": f"{index}/{count}"}


def report_variables(results, name, program):
    """For the program itself: the programs that a script starts report nothing."""
    kind = pathlib.PurePath(program).name
    if kind == "lit":
        return {"LIT_OPTS": f"{os.environ.get('LIT_OPTS', '')} -o {results}/{name}.lit.json"}
    return {} if kind.startswith("python") else {"GTEST_OUTPUT": f"xml:{results}/{name}.gtest.xml"}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", required=True)
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    environment = dict(os.environ, **share_variables(options.share))
    results = environment.pop("KILN_TEST_RESULTS", None)
    if results:
        environment.update(report_variables(results, options.name, options.command[0]))
    code = subprocess.run(options.command, env=environment).returncode
    if results:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        (pathlib.Path(results) / f"{options.name}.usage.json").write_text(
            json.dumps({"processor": usage.ru_utime + usage.ru_stime}))
    if code < 0:
        print(f"ended by signal {-code}", file=sys.stderr)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
