#!/usr/bin/python3 -B
"""Checks the errors of all OpenCL entry points of Kiln against the specification's own lists.

The calls come from data: the parameters from Khronos' registry (cl.xml), the errors from the text of
the specification (a checkout of KhronosGroup/OpenCL-Docs). Neither is part of Kiln. For each entry
point of the driver's platform, every parameter in turn gets wrong handles, null pointers, unknown
enumerators and extreme numbers. A call fails the check if it crashes or hangs, if the list lacks its
error, or if it accepts a wrong handle. known_errors.txt has the reasoned exceptions.
"""

import argparse
import fnmatch
import json
import os
import pathlib
import select
import signal
import sys

import configurations
import driver as drivers
import objects
import probes
import reasons
import registry as registries
import specification

ROOT = pathlib.Path(__file__).resolve().parents[2]
KNOWN = pathlib.Path(__file__).with_name("known_errors.txt")
SECONDS = 30


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--registry", type=pathlib.Path, required=True, help="cl.xml")
    parser.add_argument("--specification", type=pathlib.Path, required=True, help="folder with api/ and extensions/")
    parser.add_argument("--vendors", type=pathlib.Path, default=ROOT / "build/release/etc/OpenCL/vendors",
                        help="folder of the driver's .icd file")
    parser.add_argument("--header", type=pathlib.Path, default=pathlib.Path("/usr/include/CL/cl_icd.h"),
                        help="the header with the order of the dispatch table")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="entry points, with wildcards")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the result of each call")
    return parser.parse_args()


def lines_of(pipe):
    """The lines from a pipe as values of JSON, until it closes or is silent for too long."""
    text = b""
    while select.select([pipe], [], [], SECONDS)[0] and (more := os.read(pipe, 1 << 16)):
        *lines, text = (text + more).split(b"\n")
        yield from map(json.loads, lines)
    os.close(pipe)


def in_child(work):
    """Runs `work(send)` in a child. Returns its process and an iterator over the sent values."""
    reader, writer = os.pipe()
    process = os.fork()
    if process:
        os.close(writer)
        return process, lines_of(reader)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)
    try:
        work(lambda line: os.write(writer, (json.dumps(line) + "\n").encode()))
    except BaseException as error:  # a child never returns into the parent's code
        os.write(writer, (json.dumps(["failed", f"{type(error).__name__}: {error}"]) + "\n").encode())
    os._exit(0)


def supported(options, registry):
    """The commands of the core and of reported extensions, and other commands with an address."""
    def work(send):
        driver = drivers.Driver(drivers.library_of(options.vendors), options.header)
        device = objects.Objects(driver, registry.values).get("cl_device_id")
        names = driver.extensions(device)
        send([name for name, command in registry.commands.items()
              if driver.address(name) and (not command.extensions or names & set(command.extensions))])
        send([name for name in registry.commands if driver.address(name)])
    process, lines = in_child(work)
    usable, present = lines
    os.waitpid(process, 0)
    return usable, sorted(set(present) - set(usable))


def results_of(command, calls, registry, options):
    """The result of each call: [code, pointer], or a text for a crash, a hang or a failed preparation."""
    def work(send):
        driver = drivers.Driver(drivers.library_of(options.vendors), options.header)
        for probe in calls[len(results):]:
            try:
                send(probes.run(probe, command, registry, driver))
            except RuntimeError as error:
                send(f"no objects: {error}")
    results = []
    while len(results) < len(calls):
        process, lines = in_child(work)
        results += lines
        if len(results) < len(calls):
            os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if len(results) < len(calls):
            number = os.WTERMSIG(status)
            results.append("hangs" if number == signal.SIGKILL else f"crashes with {signal.Signals(number).name}")
    return results


def judge(probe, result, errors, names, valid):
    """Finds the fault of a result: a text, or None. `valid` is the result of the valid call.

    Where the driver refuses even the valid call, any other one may end with the same error, as the
    specification does not order errors.
    """
    if isinstance(result, str):
        return result
    code, pointer = result
    if code is None or probe.demand == probes.RETURNS:
        return None
    if code == drivers.ERROR_NOT_STORED:
        return "stores no error code"
    name = names.get(code, str(code))
    if pointer is not None and (pointer == 0) != (code != 0):
        return f"{name} with {'a' if pointer else 'no'} result"
    if probe.demand != probes.SUCCEEDS and code == valid[0] != 0:
        return None
    if code != 0 and errors.names() and name not in errors.names():
        return f"{name}, which the list lacks"
    if isinstance(probe.demand, set) and name not in probe.demand:
        return f"{name} instead of {' or '.join(sorted(probe.demand))}"
    if probe.demand == probes.REFUSED and code == 0 or probe.demand == probes.SUCCEEDS and code != 0:
        return f"{name} instead of {probe.demand}"
    return None


class Report:
    """Prints findings, counts calls, and keeps track of the exceptions in known_errors.txt: pattern | reason."""

    def __init__(self, verbose):
        self.patterns = [pattern for pattern, _ in reasons.read(KNOWN)]
        self.verbose = verbose
        self.used, self.calls, self.findings = set(), 0, 0

    def add(self, call, result, problem):
        matches = {each for each in self.patterns if problem and fnmatch.fnmatchcase(f"{call}: {problem}", each)}
        self.used |= matches
        self.calls += 1
        if problem and not matches:
            self.findings += 1
            print(f"{call}: {problem}", flush=True)
        elif self.verbose:
            print(f"{call}: {'known, ' + problem if problem else result}", flush=True)

    def unneeded(self):
        return [each for each in self.patterns if each not in self.used]


def main():
    options = parse_arguments()
    registry = registries.read(options.registry)
    listed = specification.read(options.specification, registry)
    names = {0: "CL_SUCCESS", **{value: name for name, value in registry.errors.items()}}
    report = Report(options.verbose)
    usable, unusable = supported(options, registry)
    usable = [name for name in usable if fnmatch.fnmatch(name, options.only)]
    for name in usable:
        command, errors = registry.commands[name], listed.get(name, specification.Errors())
        calls = probes.of_command(command, registry, errors)
        if name == "clUpdateMutableCommandsKHR":
            calls += configurations.Configurations(registry).all()
        results = results_of(command, calls, registry, options)
        for probe, result in zip(calls, results):
            report.add(f"{name} {probe.parameter} {probe.label}", result,
                       judge(probe, result, errors, names, results[0]))
    unneeded = report.unneeded() if options.only == "*" else []
    for pattern in unneeded:
        print(f"known_errors.txt: nothing matches: {pattern}")
    print(f"{len(usable)} entry points, {report.calls} calls, {report.findings} findings; "
          f"{len(unusable)} entry points of missing extensions; without a list: "
          f"{', '.join(name for name in usable if name not in listed) or 'none'}")
    sys.exit(1 if report.findings or unneeded else 0)


if __name__ == "__main__":
    main()
