"""gdb stops in a kernel by its name and shows it in a backtrace, built with -g with the line of the
source; perf attributes samples to it, and to its lines."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

NAME = "a_kernel_to_look_for"


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **more)
    return done.returncode, done.stdout + done.stderr


def check_gdb(client):
    code, output = run(["gdb", "-batch", "-nx", "-ex", "set breakpoint pending on", "-ex", "set debuginfod enabled off",
                        "-ex", f"break {NAME}", "-ex", "run", "-ex", "bt", "-ex", "kill", "--args", client, "1"])
    frames = [line for line in output.splitlines() if line.startswith("#0")]
    assert code == 0 and frames and NAME in frames[0], output


def check_lines(client):
    code, output = run(["gdb", "-batch", "-nx", "-ex", "set breakpoint pending on", "-ex", "set debuginfod enabled off",
                        "-ex", f"break {NAME}", "-ex", "run", "-ex", "bt 1", "-ex", "delete", "-ex", "break 4",
                        "-ex", "continue", "-ex", "bt", "-ex", "kill", "--args", client, "1", "-g"])
    frames = [line for line in output.splitlines() if line.startswith("#0")]
    assert code == 0 and len(frames) == 2, output
    assert NAME in frames[0] and ":2" in frames[0].rsplit(" ", 1)[-1], output
    assert frames[1].endswith(":4"), output
    assert re.search("^#1 .*runChunks", output.split(frames[1])[1], re.M), output  # the backtrace goes on


def check_variables(clrun):
    """Of a work-item of its own choice, before a barrier and behind it."""
    source = pathlib.Path(__file__).with_name("variables.cl")
    lines = {text.split("// ")[1].strip(): number
             for number, text in enumerate(source.read_text().splitlines(), 1) if "// " in text}
    code, output = run(["gdb", "-batch", "-nx", "-ex", "set breakpoint pending on", "-ex", "set debuginfod enabled off",
                        "-ex", f"break variables.cl:{lines['before']}", "-ex", "run", "-ex", "delete",
                        "-ex", f"break variables.cl:{lines['before']} if i == 3", "-ex", "continue",
                        "-ex", "info args", "-ex", "info locals", "-ex", "print both.number", "-ex", "delete",
                        "-ex", f"break variables.cl:{lines['behind']} if i == 2", "-ex", "continue",
                        "-ex", "info args", "-ex", "info locals", "-ex", "delete",
                        "-ex", "kill", "--args", clrun, "-g", "8", "-l", "4",
                        "--options=-g -cl-opt-disable", str(source), "int[8]", "local:64", "100", "1,2,3,4"],
                       env=dict(os.environ, KILN_DEVICES="host"))
    assert code == 0, output
    before, behind = (output.split(f"\n{lines[name]}\t", 1)[1] for name in ("before", "behind"))
    before = output[output.index(before):].split("Breakpoint 3", 1)[0]
    for wanted in ("add = 100", "v = {1, 2, 3, 4}", "i = 3", "mine = 121", "both = {number = 30, value = 2.5}", "$1 = 30"):
        assert wanted in before, (wanted, output)
    for wanted in ("add = 100", "v = {1, 2, 3, 4}", "i = 2", "mine = 114", "theirs = 121",
                   "both = {number = 20, value = 2.5}"):
        assert wanted in behind, (wanted, output)


def report(data, *options):
    code, output = run(["perf", *options, "-i", data, "--stdio"])
    assert code == 0, output
    return output


def check_perf(client):
    """The kernel; with -g the line with the time spent, and the instructions."""
    environment = dict(os.environ, KILN_PERF_MAP="1")
    with tempfile.TemporaryDirectory() as folder:
        data = str(pathlib.Path(folder) / "perf.data")
        for options in [], ["-g"]:
            code, output = run(["perf", "record", "-q", "-e", "cpu-clock", "-o", data, client, "700", *options],
                               env=environment)
            assert code == 0, output
            output = report(data, "report", "--sort", "dso,symbol,srcline")
            try:
                lines = [line for line in output.splitlines() if NAME in line]
                if options:
                    assert lines and re.search(r":5\b", lines[0]), output
                    listing = report(data, "annotate", "-s", NAME)
                    assert re.search(r"\d\.\d\d +: +[0-9a-f]+:", listing), listing
                else:
                    assert sum(float(line.split("%")[0]) for line in lines) > 20, output
            finally:
                for name in set(re.findall(r"\bkiln-\d+-\d+\.so\b", output)):
                    pathlib.Path("/tmp", name).unlink()


def main():
    {"gdb": check_gdb, "lines": check_lines, "variables": check_variables, "perf": check_perf}[sys.argv[1]](sys.argv[2])


if __name__ == "__main__":
    sys.exit(main())
