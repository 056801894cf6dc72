"""The table as a bar chart: time of each driver by that of the faster C++ form, per kernel."""

import importlib.util
import sys

from . import table


def require():
    """Ends the program if matplotlib is missing: before anything is measured for nothing."""
    if not importlib.util.find_spec("matplotlib"):
        sys.exit("--plot needs python3-matplotlib (scripts/install_deps.sh bench) and Debian's /usr/bin/python3")


def plot(results, path, title):
    """Writes a PNG. Needs python3-matplotlib."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    names = [name for name in next(iter(results.values())) if name not in table.CPP]
    rows = {benchmark: row for benchmark, row in results.items() if table.reference(row)}
    figure, axes = pyplot.subplots(figsize=(9, 1.5 + 0.27 * len(rows)))
    height = 0.8 / len(names)
    for index, name in enumerate(names):
        values = [table.ratio(row, name) or 0 for row in rows.values()]
        known = table.mean([value for value in values if value])
        places = [place + (index - (len(names) - 1) / 2) * height for place in range(len(rows))]
        axes.barh(places, values, height, label=f"{name} (geometric mean {known:.2f})")
    axes.axvline(1, color="black", linewidth=1)
    axes.set_yticks(range(len(rows)), list(rows), fontsize=8)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("time / time of the faster C++ form (1 is native speed, less is better)")
    axes.set_title(title)
    axes.margins(y=0.01)
    axes.legend(loc="lower right", fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
