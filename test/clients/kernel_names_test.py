"""gdb stops in a kernel by its name and shows it in a backtrace, built with -g with the line of the
source; perf attributes samples to it."""

import os
import pathlib
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
                        "-ex", "continue", "-ex", "bt 1", "-ex", "kill", "--args", client, "1", "-g"])
    frames = [line for line in output.splitlines() if line.startswith("#0")]
    assert code == 0 and len(frames) == 2, output
    assert NAME in frames[0] and ":2" in frames[0].rsplit(" ", 1)[-1], output
    assert frames[1].endswith(":4"), output


def check_perf(client):
    with tempfile.TemporaryDirectory() as folder:
        data = str(pathlib.Path(folder) / "perf.data")
        environment = dict(os.environ, KILN_PERF_MAP="1")
        code, output = run(["perf", "record", "-q", "-e", "cpu-clock", "-o", data, client, "700"], env=environment)
        assert code == 0, output
        code, output = run(["perf", "report", "-i", data, "--stdio", "--sort", "symbol"])
        assert code == 0, output
        lines = [line for line in output.splitlines() if NAME in line]
        assert lines and float(lines[0].split("%")[0]) > 20, output


def main():
    {"gdb": check_gdb, "lines": check_lines, "perf": check_perf}[sys.argv[1]](sys.argv[2])


if __name__ == "__main__":
    sys.exit(main())
