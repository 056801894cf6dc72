"""doc/conformance.md from the folders of runs."""

import collections
import json
import pathlib
import re

import reasons
import results

REASONS = pathlib.Path(__file__).with_name("reasons.txt")
OTHERS = pathlib.Path(__file__).with_name("other_suites.md")

HEAD = """\
# Conformance

Kiln is tested with the Khronos [OpenCL-CTS](https://github.com/KhronosGroup/OpenCL-CTS). No test of this
repository depends on it; a build of it beside the repository runs by

    scripts/conformance.sh <CTS build> [--mode full] [--device riscv] [--cpu <processor>]

Each sub-test is a process of its own. Wimpy mode is the suite's own shorter mode, with fewer values and smaller
images; full mode is that of a submission. `build/conformance/<run>` holds the logs, the suite's reports and
the form of a submission. Kiln has not been submitted to Khronos. `scripts/conformance.sh --document` writes
this page from the runs of that folder, and appends `scripts/conformance/other_suites.md`.
"""
COLUMNS = ("pass", "skip", "fail", "timeout", "crash", "not-run")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows] + [""]


def by_suite(rows):
    suites = collections.defaultdict(list)
    for row in rows:
        suites[row.suite].append(row)
    return suites


def counts_of(rows):
    counts = results.count(rows)
    return [counts[column] or "" for column in COLUMNS]


def seconds(rows):
    return f"{sum(row.processor for row in rows):.0f}"


def overview(runs):
    lines = ["## Runs", ""]
    return lines + table(
        ("run", "mode", "date", *COLUMNS, "processor seconds"),
        [(name, header["mode"], header["date"], *counts_of(rows), seconds(rows)) for name, header, rows in runs])


NOT_CHOSEN = "not chosen"


def reason_of(row, known):
    is_chosen = row.status != "not-run" or row.note != NOT_CHOSEN
    for pattern, reason in known:
        # A sub-test that was not chosen has a reason of its own at most for that.
        if re.fullmatch(pattern, f"{row.suite} {row.test}") and (is_chosen or reason.startswith("not run")):
            return reason
    if row.status == "not-run":
        return row.note
    return f"the log: {row.note}" if row.note else "no reason in the log"


def grouped(rows, statuses):
    """(suite, number, sub-tests, reason) of equal reasons."""
    known, groups = reasons.read(REASONS), collections.defaultdict(list)
    for row in rows:
        if row.status in statuses:
            groups[row.suite, reason_of(row, known)].append(row.test)
    for (suite, reason), tests in groups.items():
        shown = ", ".join(tests[:3]) + (", …" if len(tests) > 3 else "")
        yield suite, len(tests), shown, reason


def without_left_out(rows):
    """The rows of suites of which something was chosen, or has a reason; and a table that names the other suites."""
    known, kept, left_out = reasons.read(REASONS), [], []
    for suite, part in by_suite(rows).items():
        if all(row.status == "not-run" and reason_of(row, known) == NOT_CHOSEN for row in part):
            left_out.append(f"{suite} ({len(part)})")
        else:
            kept += part
    return kept, (table(("suites not chosen, with the number of sub-tests",), [(", ".join(left_out),)]) if left_out else [])


def section(name, header, rows):
    driver = header["driver"]
    rows, left_out = without_left_out(rows)
    lines = [f"## {name}", "",
             f"{driver['CL_DEVICE_NAME']}, {driver['CL_DRIVER_VERSION']} (build {driver['build_id']}), {header['mode']} "
             f"mode, {header['jobs']} processes side by side.", "", *left_out]
    lines += table(("suite", *COLUMNS, "processor seconds"),
                   [(suite, *counts_of(part), seconds(part)) for suite, part in by_suite(rows).items()])
    for title, statuses in (("Not passed", ("fail", "timeout", "crash")), ("Skipped", ("skip",)),
                            ("Not run", ("not-run",))):
        part = list(grouped(rows, statuses))
        if part:
            lines += [f"### {title}: {name}", ""]
            lines += table(("suite", "number", "sub-tests", "reason"), part)
    return lines


def write(path, folder):
    runs = [(each.parent.name, json.loads(each.read_text()), results.read(each.parent))
            for each in sorted(folder.glob("*/run.json"))]
    lines = [HEAD] + overview(runs)
    for run in runs:
        lines += section(*run)
    lines.append(OTHERS.read_text(encoding="utf-8"))
    path.write_text("\n".join(lines).rstrip() + "\n")
