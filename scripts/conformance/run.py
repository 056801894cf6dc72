"""Runs sub-tests of the OpenCL-CTS, each in a process of its own: a crash or a hang costs one result."""

import concurrent.futures
import dataclasses
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time

# Seconds of processor time for one process, all its threads together. Wall time: ten times as much.
LIMITS = {"wimpy": 600, "full": 6 * 3600}
TROUBLE = re.compile(r"error|fail|mismatch|assert|terminate", re.IGNORECASE)
SKIPPED = re.compile(r"skip|not support|unsupported|does not|only for|no .* support", re.IGNORECASE)


@dataclasses.dataclass
class Result:
    suite: str
    test: str
    status: str  # pass, fail, skip, timeout, crash or not-run
    wall: float  # seconds
    processor: float  # seconds
    note: str  # the log's first line with a reason, unless the test passed


def first_line(log, pattern):
    for line in log.read_text(errors="replace").splitlines():
        if pattern.search(line):
            return " ".join(line.split())[:200]
    return ""


def outcomes(path):
    """The set of outcomes in a program's own report; empty if it wrote none."""
    try:
        return set(json.loads(path.read_text())["results"].values())
    except (OSError, ValueError, KeyError):
        return set()


def judge(code, report, log, used, limit):
    """(status, note) of one process."""
    found = outcomes(report)
    if code == -signal.SIGXCPU or used >= limit:
        return "timeout", f"limit of {limit} s of processor time"
    if code == -signal.SIGKILL:
        return "timeout", "limit of wall time"
    if code < 0:
        return "crash", signal.Signals(-code).name
    if found == {"pass"} and code == 0:
        # The program of conversions passes over missing types without a word.
        if log.parent.name == "conversions" and "Testing..." not in log.read_text(errors="replace"):
            return "skip", "a type that the device lacks"
        return "pass", ""
    if found and found <= {"pass", "skip"} and code == 0:
        return "skip", first_line(log, SKIPPED)
    return "fail", first_line(log, TROUBLE) or f"exit status {code}"


def limited(seconds):
    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return apply


def wait(process, seconds):
    """(exit status, processor seconds) of a process, killed after some seconds."""
    deadline = time.monotonic() + seconds
    pause = 0.002
    while True:
        found, status, usage = os.wait4(process.pid, os.WNOHANG)
        if found:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime
        if time.monotonic() > deadline:
            process.kill()
        time.sleep(pause)
        pause = min(pause * 1.2, 0.1)


class Runner:
    def __init__(self, root, folder, mode, environment):
        self.root, self.folder, self.limit, self.environment = root, folder, LIMITS[mode], environment

    def run(self, suite, test, names):
        log = self.folder / "logs" / suite.name / f"{test}.txt"
        log.parent.mkdir(parents=True, exist_ok=True)
        program = self.root / suite.program
        with tempfile.TemporaryDirectory() as scratch:
            report = log.parent / f"{test}.json"
            report.unlink(missing_ok=True)
            start = time.monotonic()
            with open(log, "w") as output:
                process = subprocess.Popen(
                    [program, *suite.arguments, *names], cwd=program.parent, stdin=subprocess.DEVNULL, stdout=output,
                    stderr=subprocess.STDOUT, preexec_fn=limited(self.limit),
                    env=dict(self.environment, CL_CONFORMANCE_RESULTS_FILENAME=str(report), TMPDIR=scratch))
                code, used = wait(process, 10 * self.limit)
        status, note = judge(code, report, log, used, self.limit)
        return Result(suite.name, test, status, time.monotonic() - start, used, note)

    def run_all(self, tasks, jobs, tell):
        """The results of all (suite, test, names), in their order."""
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            futures = [pool.submit(self.run, *task) for task in tasks]
            for future in concurrent.futures.as_completed(futures):
                tell(future.result())
            return [future.result() for future in futures]
