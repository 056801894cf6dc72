#!/usr/bin/env python3
"""Finds the step of the compiler that breaks a kernel, and prints a report that can be filed.

  bisect_kernel.py [--build FOLDER] [--report FILE] <arguments of clrun>
  bisect_kernel.py --build build/release k.cl -g 4096 'float[4096]=random' 'float[4096]' --ulp=4

The arguments are clrun's: a program, the kernel's arguments, sizes, build options, tolerances. The
reference is the same program with -cl-kiln-vectorize=never. The script compares the kernel with the
reference, first with all optional steps, then with the first N of them
(-cl-kiln-opt-bisect-limit=N) until it knows the step that makes the difference. It then switches each
optional step of Kiln off by name, and lists the ones without which the kernel is right.

  --build FOLDER   a build folder of Kiln: its tools and its driver; else clrun and clc are looked for in
                   PATH, and the ICD loader finds the driver
  --report FILE    write the report there as well
  --timeout S      seconds for one run (120); a longer one counts as wrong
  --no-names       leave the switching off by name out

The exit code is 0 if a step was found, 3 if the kernel is right, 1 if no optional step is to blame, and
2 after an error: the reference differs from itself or cannot be run, or clrun is not found.
"""
import argparse
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys

NEVER = "-cl-kiln-vectorize=never"
LIMIT = "-cl-kiln-opt-bisect-limit="
DISABLE = "-cl-kiln-disable-steps="
STEP = re.compile(r"^BISECT: (NOT )?running pass \((\d+)\) (.*?) on (.*)$", re.MULTILINE)
# Words of clrun with one dash that are no build options.
OWN_OPTIONS = {"-g", "-l", "-k", "-d", "-h"}


class Failed(Exception):
    """The bisection cannot go on."""


def is_build_option(word):
    """As clrun decides it: negative numbers are arguments of the kernel."""
    return bool(re.match(r"-[A-Za-z]", word)) and word not in OWN_OPTIONS and word not in ("-inf", "-nan") \
        and word.split("=")[0] not in OWN_OPTIONS


def escaped(word):
    """A word as a part of the text of build options."""
    return re.sub(r'(["\\\s])', r"\\\1", word)


def build_options(words):
    """The build options among clrun's arguments, as one text."""
    options, position = [], 0
    while position < len(words):
        word = words[position]
        position += 1
        if word == "--options" and position < len(words):
            options.append(words[position])
            position += 1
        elif word.startswith("--options="):
            options.append(word.split("=", 1)[1])
        elif is_build_option(word):
            options.append(escaped(word))
            if word in ("-D", "-I", "-x") and position < len(words):
                options.append(escaped(words[position]))
                position += 1
    return " ".join(options)


class Runner:
    """Runs the kernel beside its reference."""

    def __init__(self, clrun, words, environment, timeout):
        self.clrun, self.words, self.environment, self.timeout = clrun, words, environment, timeout
        reference = f"{build_options(words)} {NEVER}".strip()
        self.against = f"--against-options={reference}"
        self.runs = 0

    def command(self, *options):
        return [self.clrun, *self.words, *options, self.against]

    def line(self, *options):
        return shlex.join(self.command(*options))

    def run(self, *options):
        """Returns (verdict, output): right, different, an error of clrun, a crash or a time-out."""
        self.runs += 1
        try:
            done = subprocess.run(self.command(*options), env=self.environment, timeout=self.timeout, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        except subprocess.TimeoutExpired as late:
            return f"takes more than {self.timeout} s", (late.stdout or b"").decode(errors="replace")
        verdicts = {0: "right", 1: "different", 2: "an error"}
        return verdicts.get(done.returncode, f"a crash ({done.returncode})"), done.stdout


def numbered_steps(output):
    """{number: "name on unit"} of the lines that a bisection prints."""
    return {int(number): f"{name} on {unit}" for _, number, name, unit in STEP.findall(output)}


def without_steps(output):
    """What clrun itself says, at most 20 lines."""
    lines = [line for line in output.splitlines() if line and not line.startswith("BISECT:")]
    return "\n".join(lines[:20])


def check_reference(runner):
    verdict, output = runner.run(NEVER)
    if verdict == "different":
        raise Failed("two runs of the reference differ: the kernel's result depends on the order of its work-items, "
                     "or the tolerance (--ulp, --absolute) is too small\n" + without_steps(output))
    if verdict != "right":
        raise Failed(f"the reference ({NEVER}) cannot be run: {verdict}\n{without_steps(output)}")


def find_step(runner, log):
    """Returns (number, "name on unit") of the first step that makes the kernel wrong, or None."""
    verdict, output = runner.run(LIMIT + "-1")
    steps = numbered_steps(output)
    if verdict == "right":
        log("With a bisection, which compiles on one thread and as one partition, the kernel is right.")
        return None
    verdict, _ = runner.run(LIMIT + "0")
    if verdict != "right":
        log(f"The kernel is wrong without any optional step: {verdict}.")
        return None
    # Invariant: right with `low` steps, wrong with `high`.
    low, high = 0, max(steps, default=0)
    while high - low > 1:
        middle = (low + high) // 2
        verdict, output = runner.run(f"{LIMIT}{middle}")
        steps.update(numbered_steps(output))
        log(f"{middle} steps: {verdict}")
        low, high = (middle, high) if verdict == "right" else (low, middle)
    # Later steps change with the earlier ones, so the name is that of a run with this very limit.
    _, output = runner.run(f"{LIMIT}{high}")
    steps.update(numbered_steps(output))
    return (high, steps[high]) if high in steps else None


def optional_steps(clc, environment):
    """Names of Kiln's optional steps; LLVM's passes are not among them."""
    if not clc:
        return []
    lines = subprocess.run([clc, "--list-steps"], env=environment, capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in lines.splitlines()
            if line.split()[1] == "optional" and not line.endswith("(LLVM)")]


def find_names(runner, names, log):
    """Returns the steps without which the kernel is right."""
    found = []
    for name in names:
        if runner.run(DISABLE + name)[0] == "right":
            log(f"without {name}: right")
            found.append(name)
    return found


def cpu():
    text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8") if os.path.exists("/proc/cpuinfo") else ""
    model = re.search(r"model name\s*: (.*)", text)
    return model.group(1) if model else platform.machine()


def version_of(tool, environment):
    if not tool:
        return "unknown"
    return subprocess.run([tool, "--version"], env=environment, capture_output=True, text=True, check=False).stdout.strip()


def device_of(runner, environment):
    lines = subprocess.run([runner.clrun, "--list"], env=environment, capture_output=True, text=True, check=False).stdout
    return lines.strip()


def program_of(words):
    """The program's text, if it is OpenCL C."""
    for word in words:
        if word.endswith((".cl", ".clcpp")) and os.path.exists(word):
            return word, pathlib.Path(word).read_text(encoding="utf-8", errors="replace")
    return None, ""


def report(runner, clc, found, names, verdict, output):
    """The text to file."""
    program, text = program_of(runner.words)
    settings = " ".join(f"{key}={value}" for key, value in sorted(runner.environment.items())
                        if key.startswith("KILN_") or key == "OCL_ICD_VENDORS")
    number, step = found or (None, None)
    lines = ["# A step of the compiler breaks a kernel", ""]
    if found:
        lines.append(f"* step: {step} (number {number})")
    else:
        lines.append("* step: none of the numbered ones; see above")
    if names:
        lines.append(f"* right without: {', '.join(names)}")
    lines += [f"* symptom: {verdict}", f"* CPU: {cpu()}", f"* devices: {device_of(runner, runner.environment)}",
              f"* build: {version_of(clc, runner.environment)}", f"* environment: {settings}", "",
              "The kernel beside its reference:", "", f"    {runner.line()}", ""]
    if found:
        lines += ["Wrong with this step and right without it:", "", f"    {runner.line(f'{LIMIT}{number}')}",
                  f"    {runner.line(f'{LIMIT}{number - 1}')}", ""]
    lines += ["Output:", "", *("    " + line for line in without_steps(output).splitlines()), ""]
    if program:
        lines += [f"{program}:", "", *("    " + line for line in text.splitlines()), ""]
    return "\n".join(lines)


def tool(name, build):
    path = shutil.which(str(build / "bin" / name)) if build else shutil.which(name)
    return path


def environment_of(build):
    environment = dict(os.environ, KILN_CACHE="0", KILN_SPECIALIZE="never", KILN_BASELINE="never")
    if build:
        environment["OCL_ICD_VENDORS"] = str((build / "etc/OpenCL/vendors").resolve())
    return environment


def bisect(options, words, log):
    clrun, clc = tool("clrun", options.build), tool("clc", options.build)
    if not clrun:
        raise Failed("clrun is not found; --build names a build folder")
    environment = environment_of(options.build)
    runner = Runner(clrun, words, environment, options.timeout)
    check_reference(runner)
    verdict, output = runner.run()
    if verdict == "right":
        print("The kernel computes what its reference does.")
        return 3
    log(f"with all steps: {verdict}")
    found = find_step(runner, log)
    names = [] if options.no_names else find_names(runner, optional_steps(clc, environment), log)
    text = report(runner, clc, found, names, verdict, output)
    print(text)
    if options.report:
        options.report.write_text(text, encoding="utf-8")
    log(f"{runner.runs} runs")
    return 0 if found or names else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     allow_abbrev=False, add_help=False)
    # Not -h: a build option may begin so.
    parser.add_argument("--help", action="help")
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--no-names", action="store_true")
    options, words = parser.parse_known_args()
    if not words:
        parser.error("no program; the arguments are clrun's")
    try:
        return bisect(options, words, lambda text: print(text, file=sys.stderr))
    except Failed as failure:
        print(f"bisect_kernel.py: error: {failure}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
