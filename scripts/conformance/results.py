"""The results of one run of the OpenCL-CTS, kept in its folder as they come."""

import collections
import dataclasses
import json
import time

import run

FIELDS = [field.name for field in dataclasses.fields(run.Result)]
GOOD = ("pass", "skip")


def read(folder):
    """The newest result of each sub-test, in the order of the first ones."""
    rows = {}
    path = folder / "results.tsv"
    for line in path.read_text().splitlines()[1:] if path.exists() else []:
        values = dict(zip(FIELDS, line.split("\t")))
        values.update(wall=float(values["wall"]), processor=float(values["processor"]))
        rows[values["suite"], values["test"]] = run.Result(**values)
    return list(rows.values())


def count(rows):
    return collections.Counter(row.status for row in rows)


class Store:
    """Appends to results.tsv. A run of another driver empties it first, and so does a run from the start."""

    def __init__(self, folder, driver, options):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.header_path = folder / "run.json"
        old = json.loads(self.header_path.read_text()) if self.header_path.exists() else {}
        keeps = (options.resume or options.only) and old.get("driver") == driver
        self.header = old if keeps else {"driver": driver, "mode": options.mode, "seconds": 0}
        self.header.update(jobs=options.jobs, date=time.strftime("%Y-%m-%d"))
        self.header_path.write_text(json.dumps(self.header, indent=2) + "\n")
        if not keeps:
            (folder / "results.tsv").write_text("\t".join(FIELDS) + "\n")

    def add(self, result):
        fields = [result.suite, result.test, result.status, f"{result.wall:.2f}", f"{result.processor:.2f}", result.note]
        with open(self.folder / "results.tsv", "a") as file:
            file.write("\t".join(fields) + "\n")

    def finish(self, seconds):
        self.header["seconds"] += seconds
        self.header_path.write_text(json.dumps(self.header, indent=2) + "\n")

    def all(self):
        return {(row.suite, row.test) for row in read(self.folder)}

    def passed(self):
        return {(row.suite, row.test) for row in read(self.folder) if row.status in GOOD}

    def failed(self):
        return any(row.status not in (*GOOD, "not-run") for row in read(self.folder))

    def summary(self):
        rows = read(self.folder)
        counts = ", ".join(f"{number} {status}" for status, number in count(rows).most_common())
        return f"{counts}; {sum(row.processor for row in rows):.0f} s of processor time"
