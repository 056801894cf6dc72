"""The suites of a build of the OpenCL-CTS, and how each runs in each mode.

The commands of a submission are read from the list in the build folder. Other suites, mostly of
extensions, are found by their programs.
"""

import dataclasses
import os
import pathlib
import re
import subprocess

LIST = "opencl_conformance_tests_full.csv"

# Arguments of wimpy mode, beside -w, by program. A factor divides the number of values.
WIMPY = {
    "test_conversions": ["-w", "-[1024]"],
    "test_bruteforce": ["-w", "-[256]"],
    "test_half": ["-w", "-[4096]"],
}
ALLOCATIONS = {"single": ["single", "1", "10%"], "multiple": ["multiple", "1", "10%"]}
# Variants of the image suites left out by wimpy mode: rows with padding, largest sizes, mipmaps. A line for
# small images repeats another one there.
IMAGES_IN_FULL_ONLY = {"use_pitches", "max_images", "test_mipmaps", "small_images"}
TYPES = ("uchar", "char", "ushort", "short", "uint", "int", "half", "float", "double", "ulong", "long")
# Suites for a window system or another API.
ELSEWHERE = ("gl/", "gles/", "d3d10/", "d3d11/", "vulkan/", "common/")


@dataclasses.dataclass(frozen=True)
class Suite:
    name: str
    program: str  # below test_conformance
    arguments: tuple

    def built(self, root):
        return os.access(root / self.program, os.X_OK)

    def sub_tests(self, root):
        """(name, names for the program) of each process to run."""
        if self.program.endswith("/test_conversions"):
            return conversions()
        shown = subprocess.run([root / self.program, "--list"], capture_output=True, text=True, cwd=root)
        return [(name, [name]) for name in re.findall(r"^\t([^ \t\n]+)$", shown.stdout, re.MULTILINE)]


def conversions():
    """One process for each pair of types: all roundings, with and without saturation."""
    pairs = []
    for to in TYPES:
        saturations = [""] if to in ("half", "float", "double") else ["", "_sat"]
        for source in TYPES:
            names = [f"{to}{saturation}{rounding}_{source}" for saturation in saturations
                     for rounding in ("", "_rte", "_rtp", "_rtn", "_rtz")]
            pairs.append((f"{to}_from_{source}", names))
    return pairs


def listed(root):
    """(title, command) of each line of the list of a submission."""
    for line in (root / LIST).read_text().splitlines():
        fields = [field.strip() for field in line.split(",")]
        if line.strip() and not line.startswith("#") and len(fields) >= 2:
            yield fields[-2], fields[-1].split()


def unlisted(root, programs):
    for path in sorted(root.rglob("test_*")):
        program = str(path.relative_to(root))
        if path.is_file() and os.access(path, os.X_OK) and program not in programs \
                and "." not in path.name and not program.startswith(ELSEWHERE):
            yield path.name.removeprefix("test_"), [program]


def wimpy_arguments(program, arguments):
    """The arguments in wimpy mode, or None if it leaves the line out."""
    if program.startswith("images/"):
        return None if IMAGES_IN_FULL_ONLY & set(arguments) else [*arguments, "small_images"]
    if program.endswith("/test_allocations"):
        return ALLOCATIONS[arguments[0]]
    return WIMPY.get(pathlib.PurePath(program).name, ["-w"])


def find(root, mode):
    """All suites in a mode, in the order of the list. The name is unique."""
    lines = list(listed(root))
    lines += unlisted(root, {command[0] for _, command in lines})
    for title, (program, *arguments) in lines:
        if program.startswith(ELSEWHERE):
            continue
        # A pattern of sub-tests on the list: all sub-tests run one by one in any case.
        arguments = [argument for argument in arguments if not argument.endswith("*")]
        if mode == "wimpy":
            arguments = wimpy_arguments(program, arguments)
            if arguments is None:
                continue
        yield Suite(short_name(title), program, tuple(arguments))


def short_name(title):
    return re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
