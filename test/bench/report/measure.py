"""Runs the forms of a benchmark in turns, each in a process of its own."""

import dataclasses
import json
import os
import pathlib
import selectors
import statistics
import subprocess
import tempfile


@dataclasses.dataclass
class Form:
    """A column: a variant of kernel_bench, and its device."""
    name: str
    form: str = "opencl"            # of kernel_bench: opencl, strict, fast
    vendors: pathlib.Path | None = None
    options: str = ""               # build options of OpenCL programs
    environment: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Result:
    """Times of one form of one benchmark in ms; without any, `problem` says why."""
    times: list = dataclasses.field(default_factory=list)
    problem: str = ""
    skipped: bool = False
    statistic: object = statistics.median  # or min

    @property
    def ms(self):
        return self.statistic(self.times) if self.times else None


class Process:
    """kernel_bench --serve: one variant, prepared and verified, run on request."""

    def __init__(self, program, benchmark, form, threads, small, cache, timeout):
        environment = dict(
            os.environ, OMP_NUM_THREADS=str(threads), KILN_NUM_THREADS=str(threads),
            POCL_MAX_PTHREAD_COUNT=str(threads), OMP_DYNAMIC="false", KMP_BLOCKTIME="1",
            KILN_DEVICES="host", KILN_CACHE_DIR=cache, POCL_CACHE_DIR=cache, XDG_CACHE_HOME=cache,
            **form.environment)
        if form.vendors:
            environment["OCL_ICD_VENDORS"] = str(form.vendors)
        command = [program, "--serve", benchmark, "--form", form.form, "--options", form.options]
        self.timeout = timeout
        self.process = subprocess.Popen(command + ["--small"] * small, env=environment, text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def answer(self):
        """The next line of JSON, or the failure in its place."""
        if not self.selector.select(self.timeout):
            return {"failed": f"no answer in {self.timeout} s"}
        line = self.process.stdout.readline()
        try:
            return json.loads(line)
        except ValueError:
            code = self.process.wait() if not line else 0
            return {"failed": f"ended with {code}" if not line else f"printed {line!r}"}

    def run(self):
        try:
            self.process.stdin.write("\n")
        except OSError:
            pass  # it has ended: answer() says how
        return self.answer()

    def close(self):
        self.process.kill()
        self.process.communicate()
        self.selector.close()


def measure(program, benchmark, forms, runs, threads=2, small=False, statistic=statistics.median, warm_up=1, timeout=60):
    """Times of each form: all forms run once, then again, so other work of the machine disturbs all
    of them alike. Returns {form name: Result}."""
    results = {form.name: Result(statistic=statistic) for form in forms}
    with tempfile.TemporaryDirectory() as cache:
        active = {}
        try:
            for form in forms:
                process = Process(program, benchmark, form, threads, small, cache, timeout)
                active[form.name] = process
                answer = process.answer()
                if "ready" not in answer:
                    stop(active, results, form.name, answer)
            for turn in range(warm_up + runs):
                for name in list(active):
                    answer = active[name].run()
                    if "ms" not in answer:
                        stop(active, results, name, answer)
                    elif turn >= warm_up:
                        results[name].times.append(answer["ms"])
        finally:
            for process in active.values():
                process.close()
    return results


def stop(active, results, name, answer):
    kind, text = next(iter(answer.items()))
    results[name] = Result(problem=text if kind == "skipped" else f"{kind}: {text}", skipped=kind == "skipped")
    active.pop(name).close()
