"""Tells if the C++ loops are vectorised, from the compiler's remarks.

A comment `// hot: <benchmark> …` stands before the loop with most of the time; the log is
the output of -Rpass=loop-vectorize and its relatives, stored by keep_remarks.sh.
"""

import dataclasses
import re

REMARK = re.compile(r"^(?P<file>[^:]+):(?P<line>\d+):\d+: remark: (?P<text>.*) \[(?P<flag>-Rpass[-a-z]*)", re.M)
DISTANCE = 6  # lines from the comment to the loop: pragmas stand between them


@dataclasses.dataclass
class Loop:
    vectorised: bool
    text: str  # width, or why not


def hot_lines(sources):
    """{benchmark: (file name, line)} of the comments in *.cpp."""
    found = {}
    for path in sorted(sources.glob("*.cpp")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.search(r"// hot: (.*)", line)
            for benchmark in match.group(1).split() if match else []:
                found[benchmark] = (path.name, number)
    return found


def read_remarks(log):
    """[(line, flag, text)] of a log."""
    text = log.read_text() if log.is_file() else ""
    return [(int(m["line"]), m["flag"], m["text"]) for m in REMARK.finditer(text)]


def judge(remarks, line):
    """The remarks about the first loop after the line."""
    near = [r for r in remarks if line < r[0] <= line + DISTANCE]
    for _, flag, text in near:
        match = re.search(r"vectorized loop \(vectorization width: (.*?), interleaved count: (\d+)\)", text)
        if flag == "-Rpass" and match:
            return Loop(True, f"{match.group(1)}×{match.group(2)}")
    reasons = [text.removeprefix("loop not vectorized: ") for _, flag, text in near if flag == "-Rpass-analysis"]
    if near:
        return Loop(False, reasons[0] if reasons else near[0][2])
    return Loop(False, "no remark")


def read(sources, objects):
    """{benchmark: {variant: Loop}}; objects is where the build has the object folders."""
    result = {}
    for benchmark, (file, line) in hot_lines(sources).items():
        result[benchmark] = {
            variant: judge(read_remarks(objects / f"kernel_bench_{variant}.dir" / f"{file}.o.remarks"), line)
            for variant in ("strict", "fast")}
    return result
