"""Random modules (generator.py), built in several ways, have to agree with the oracle.

    run.py [--seeds 0:40] [--keep DIR]

Environment: OCL_ICD_VENDORS, KILN_DEVICES and so on choose the devices.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
import warnings

import numpy
import pyopencl as cl

from generator import Module
from oracle import Oracle

VECTORIZE = "-cl-kiln-vectorize="
WAYS = [["-cl-opt-disable", VECTORIZE + "never"], [VECTORIZE + "never"], [], [VECTORIZE + "always"]]
ITEMS, LOCAL, INPUTS = 48, 16, 48 + 16 * 5


def assembled(text, folder):
    path = os.path.join(folder, "module")
    with open(path + ".spvasm", "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run(["spirv-as", "--target-env", "spv1.2", path + ".spvasm", "-o", path + ".spv"], check=True)
    with open(path + ".spv", "rb") as file:
        return file.read()


class Device:
    def __init__(self, device):
        self.context = cl.Context([device])
        self.queue = cl.CommandQueue(self.context)

    def run(self, module, options, numbers):
        kernel = cl.Kernel(cl.Program(self.context, module).build(options), "test")
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        result = numpy.zeros(ITEMS, "Q")
        source, target = (cl.Buffer(self.context, flags, hostbuf=x) for x in (numbers, result))
        kernel.set_args(source, target)
        cl.enqueue_nd_range_kernel(self.queue, kernel, (ITEMS,), (LOCAL,))
        cl.enqueue_copy(self.queue, result, target)
        return result


def check(devices, seed, folder, report):
    """How many ways fail."""
    text = Module(seed).make()
    module, r = assembled(text, folder), random.Random(seed)
    numbers = numpy.array([r.choice((0, 1, r.getrandbits(64), r.getrandbits(8), (1 << 64) - 1))
                           for _ in range(INPUTS)], "Q")
    oracle, failures = Oracle(text), 0
    expected = numpy.array([oracle.run(item, numbers) for item in range(ITEMS)], "Q")
    for device in devices:
        for options in WAYS:
            try:
                found = device.run(module, options, numbers)
                wrong = numpy.nonzero(found != expected)[0]
                what = f"{len(wrong)} of {ITEMS} differ, first {wrong[0]}" if len(wrong) else None
            except cl.Error as error:
                what = next((x for x in str(error).splitlines() if "error:" in x), str(error)[:300])
            if what:
                failures += 1
                report(seed, text, f"seed {seed}, {device.context.devices[0].name}, '{' '.join(options)}': {what}")
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", default="0:40")
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    first, last = map(int, arguments.seeds.split(":"))

    def report(seed, text, what):
        print(what, flush=True)
        if arguments.keep:
            with open(os.path.join(arguments.keep, f"{seed}.spvasm"), "w", encoding="utf-8") as file:
                file.write(text)

    share, shares = map(int, os.environ.get("KILN_TEST_SHARE", "0/1").split("/"))
    seeds = range(first + share, last, shares)
    devices, start = [Device(x) for x in cl.get_platforms()[0].get_devices()], time.time()
    with tempfile.TemporaryDirectory(prefix="kiln-modules-") as folder:
        failures = sum(check(devices, seed, folder, report) for seed in seeds)
    print(f"{len(seeds)} modules, {failures} failures, {time.time() - start:.1f} s")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
