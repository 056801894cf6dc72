"""The differential test: kernels built in several ways must compute what the fiber oracle does.

    run.py [--seeds 0:100]                 generated kernels
    run.py --files FILE...                 cases in files (case.py), such as kept ones
           [--ways scalar,vector,...]      see WAYS; each batch takes one of a way's options in turn
           [--options OPTIONS]             these instead of the ways' (and what a kept case failed with)
           [--all-options]                 every case with every option of its ways
           [--batch 16]                    kernels in one program
           [--keep DIR]                    where failing kernels go
           [--reduce [SECONDS]]            each is reduced, for 300 seconds
           [--check-generator]             the oracle alone, with checks: is the test itself right?
           [--require-options]             fail if the driver refuses one of the ways' options

Environment: OCL_ICD_VENDORS, KILN_DEVICES and so on choose the device; KILN_FIBERS names
libkiln-fibers.so, KILN_TEST_CLANG the compiler for the oracle. KILN_TEST_SHARE=<i>/<n> leaves the i-th
of n parts: of the seeds, or of the options of each file.
"""
import argparse
import os
import pathlib
import random
import re
import resource
import sys
import time
from collections import Counter

import numpy

from case import Case, DTYPES, read_case
from generator import FEATURES, generate
from workers import Worker, device_process, oracle_process

VECTORIZE = "-cl-kiln-vectorize="
SHARE, SHARES = map(int, os.environ.get("KILN_TEST_SHARE", "0/1").split("/"))

STEP_TABLE = pathlib.Path(__file__).resolve().parents[3] / "modules/compiler/lib/registry/steps.def"


def without_steps():
    """Options to switch optional steps of the compiler off: each step once, with some others.

    The others come from the step's number as the seed, so a failure repeats.
    """
    table = STEP_TABLE.read_text(encoding="utf-8")
    names = re.findall(r'^KILN_\w+\("([\w-]+)",.*\boptional\b', table, re.MULTILINE)
    for number, name in enumerate(names):
        chance = random.Random(number)
        others = [other for other in names if other != name and chance.random() < 0.15]
        vectorize = [VECTORIZE + "always"] if number % 2 else []
        yield ["-cl-kiln-disable-steps=" + ",".join([name, *others]), *vectorize]


# None leaves a batch out.
WAYS = {
    "default": [[]],
    "unoptimized": [["-cl-opt-disable"]],
    "scalar": [[VECTORIZE + "never"], None],
    "vector": [[VECTORIZE + x] if x else [] for x in
               ("", "4", "always", "8", "", "2", "16", "always", "", "32", "8", "64")],
    "steps": list(without_steps()),
}
TRIVIAL = "//@ kernel nothing\n//@ options -cl-std=CL3.0\n//@ arg a int N zero 0\n" \
          "//@ run 1,1,1 1,1,1 0,0,0\nkernel void nothing(global int *a) { a[get_global_id(0)] = %s; }\n"


def difference(case, expected, actual):
    """The first different element, or nothing."""
    buffers = [a for a in case.arguments if a.kind == "buffer"]
    for launch, one, other in zip(case.launches, expected, actual):
        for a, e, f in zip(buffers, one, other):
            if e != f:
                e, f = (numpy.frombuffer(x, DTYPES[a.type]) for x in (e, f))
                bits = "u%d" % e.itemsize
                at = numpy.nonzero(e.view(bits) != f.view(bits))[0]
                grid = " ".join(",".join(map(str, part)) for part in launch)
                return f"{grid}: {a.name}[{at[0]}]: {e[at[0]]} expected, {f[at[0]]} computed " \
                       f"({len(at)} of {len(e)} differ)"
    return None


class Test:
    def __init__(self, arguments):
        self.arguments = arguments
        self.oracle, self.device = Worker(oracle_process, 240), Worker(device_process, 240)
        self.counts, self.failures, self.invalid, self.refused, self.lacking = Counter(), [], [], [], []
        self.seconds, self.widths = Counter(), Counter()
        self.ways, self.features = {}, list(FEATURES)
        if not arguments.check_generator:
            self.probe()
            self.probe_features()

    def probe(self):
        """Leaves out the options unknown to the driver."""
        self.ways = {way: WAYS[way] for way in self.arguments.ways.split(",")}
        if self.arguments.options is not None:
            self.ways = {"options": [self.arguments.options.split()]}
        errors = {}
        for options in {" ".join(o) for choices in self.ways.values() for o in choices if o is not None}:
            errors[options] = self.device.ask([Case(TRIVIAL % 1)], options=options.split())[0].error
        self.refused = [(o, e) for o, e in sorted(errors.items()) if e]
        self.ways = {way: [o for o in choices if o is None or not errors[" ".join(o)]]
                     for way, choices in self.ways.items()}
        if all(errors.values()):
            raise SystemExit("the driver builds nothing: " + "; ".join(e for _, e in self.refused))

    def probe_features(self):
        """Leaves out features missing on the device."""
        for feature, call in FEATURES.items():
            error = self.device.ask([Case(TRIVIAL % call)])[0].error
            if error:
                self.features.remove(feature)
                self.lacking.append((feature, error))

    def choices(self, way, number):
        """The options for a batch."""
        choices = self.ways[way]
        if self.arguments.all_options:
            all_of_way = sorted({tuple(o) for o in choices if o is not None})
            return [list(o) for k, o in enumerate(all_of_way) if (k + number) % SHARES == SHARE]
        picked = choices[(number + SHARE) % len(choices)] if choices else None
        return [] if picked is None else [picked]

    def timed(self, what, worker, cases, **how):
        start = time.monotonic()
        answers = worker.ask(cases, **how)
        self.seconds[what] += time.monotonic() - start
        return answers

    def check(self, cases, number):
        """All ways of one batch."""
        expected = self.timed("oracle", self.oracle, cases)
        valid = []
        for case, answer in zip(cases, expected):
            if answer.error:
                self.invalid.append((case, answer.error))
            else:
                valid.append((case, answer.launches))
        for way in self.ways:
            for options in self.choices(way, number):
                self.compare(way, options, valid)
        for case, launches in valid:
            if case.vary:
                self.compare("kept", case.vary, [(case, launches)])

    def compare(self, way, options, valid):
        answers = self.timed(way, self.device, [c for c, _ in valid], options=options)
        for (case, expected), answer in zip(valid, answers):
            self.counts[" ".join(options) or "no options"] += 1
            self.widths[answer.width] += 1
            found = answer.error or difference(case, expected, answer.launches)
            if found:
                self.fail(case, options, found)

    def fail(self, case, options, found):
        self.failures.append((case.name, options))
        print(f"FAILED {case.name} '{' '.join(case.options + options)}': {found}", flush=True)
        folder = self.arguments.keep
        if not folder:
            return
        os.makedirs(folder, exist_ok=True)
        if self.arguments.reduce:
            import reduce  # pylint: disable=import-outside-toplevel
            case = reduce.Reducer(self.oracle, self.device, options, print, self.arguments.reduce).reduce(case)
        path = os.path.join(folder, f"{case.kernel}.cl")
        lines = [x for x in case.text.splitlines() if not x.startswith("//@ vary")]
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([f"// {found}", f"//@ vary {' '.join(options)}".rstrip(), *lines]) + "\n")
        print(f"  kept: {path}; again: run.py --files {path}", flush=True)

    def check_generator(self, cases):
        """Without undefined behaviour, and with the same result in any order of the work-items."""
        from oracle import BACKWARDS, CHECKS, SCATTERED  # pylint: disable=import-outside-toplevel
        zero, pattern = "-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=pattern"
        hows = [dict(flags=(*CHECKS, pattern)), dict(flags=(zero,), order=BACKWARDS, scribble=0),
                dict(order=SCATTERED, scribble=0xff)]
        answers = [self.timed("oracle", self.oracle, cases, **how) for how in hows]
        for case, *results in zip(cases, *answers):
            self.counts["oracle"] += 1
            error = next((a.error for a in results if a.error), None)
            if not error:
                for a in results[1:]:
                    error = error or difference(case, results[0].launches, a.launches)
            if error:
                self.invalid.append((case, error))

    def summary(self, count, start):
        for options, error in self.refused:
            print(f"NOT TESTED: the driver refuses '{options}': {error}")
        for feature, error in self.lacking:
            print(f"not generated: {feature}, which the device does not have: {error}")
        for case, error in self.invalid:
            print(f"INVALID {case.name}: {error}")
        print("runs: " + ", ".join(f"{n} with {o}" for o, n in sorted(self.counts.items())))
        print("widths: " + ", ".join(f"{n} of {w or '?'}" for w, n in sorted(self.widths.items())))
        print("seconds: " + ", ".join(f"{s:.1f} {w}" for w, s in self.seconds.items()))
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        names = len({name for name, _ in self.failures})
        print(f"{count} kernels, {names} wrong, {len(self.invalid)} invalid, "
              f"{time.monotonic() - start:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of CPU")
        missing = self.refused if self.arguments.require_options else []
        return 1 if self.failures or self.invalid or missing else 0


def batches(arguments, features):
    if arguments.files:
        for path in arguments.files:
            yield [read_case(path)]
        return
    first, last = map(int, arguments.seeds.split(":"))
    # Kernels of a program are built with the same options: kernels of one standard go together.
    waiting = {}
    for seed in range(first + SHARE, last, SHARES):
        case = generate(seed, features)
        group = waiting.setdefault(tuple(case.options), [])
        group.append(case)
        if len(group) == arguments.batch:
            yield waiting.pop(tuple(case.options))
    yield from waiting.values()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", default="0:40")
    parser.add_argument("--files", nargs="*")
    parser.add_argument("--ways", default="scalar,vector")
    parser.add_argument("--options")
    parser.add_argument("--all-options", action="store_true")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--keep")
    parser.add_argument("--reduce", type=int, nargs="?", const=300, default=0, metavar="SECONDS",
                        help="reduce failing kernels; 300 seconds each without a number")
    parser.add_argument("--check-generator", action="store_true")
    parser.add_argument("--require-options", action="store_true")
    parser.add_argument("--failures", type=int, default=10, help="end after so many")
    arguments = parser.parse_args()
    start, count = time.monotonic(), 0
    test = Test(arguments)
    for number, cases in enumerate(batches(arguments, test.features)):
        if arguments.check_generator and arguments.files and number % SHARES != SHARE:
            continue
        count += len(cases)
        if arguments.check_generator:
            test.check_generator(cases)
        else:
            test.check(cases, number)
        if len(test.failures) >= arguments.failures:
            print("too many failures")
            break
    test.oracle.stop()
    test.device.stop()
    return test.summary(count, start)


if __name__ == "__main__":
    sys.exit(main())
